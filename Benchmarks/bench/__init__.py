"""Measures Hearth against its peers on this machine: ratios, never absolute promises."""
