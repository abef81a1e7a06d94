"""The command line: prepares, measures what was asked for, prints one table."""

import argparse
import json
import os
import platform
import signal
import sys
import time

from . import clients, downloads, footprint, growth, lists, prepare, thumbnails, uploads, vaults
from .bench import Bench
from .measure import GROWTH_HEADER, HEADER, Curve, Row, table
from .prepare import WORK, say

TARGETS = {
    "1": downloads.target_1,
    "2": uploads.target_2,
    "3": uploads.target_3,
    "4": lists.target_4,
    "4b": lists.target_4b,
    "5": vaults.target_5,
    "7": clients.target_7,
    "8": thumbnails.target_8,
    "9": footprint.target_9,
    "10": footprint.target_10,
    "11": downloads.target_11,
    "12": footprint.target_12,
}


def arguments():
    parser = argparse.ArgumentParser(prog="Benchmarks/run", description="Measures Hearth against its peers.")
    parser.add_argument("--only", metavar="1,4,9", help=f"targets to run, of {', '.join(TARGETS)}")
    parser.add_argument("--quick", action="store_true", help="3 pairs and shorter runs")
    parser.add_argument("--growth", action="store_true", help="also 1×, 10×, 100× for targets 1–4")
    parser.add_argument("--disk", default="/var/tmp", metavar="DIR", help="a folder on a real disk (default /var/tmp)")
    parser.add_argument("--prepare", action="store_true", help="only install and build what is needed")
    chosen = parser.parse_args()
    chosen.targets = list(TARGETS) if not chosen.only else [t.strip() for t in chosen.only.split(",") if t.strip()]
    unknown = [t for t in chosen.targets if t not in TARGETS]
    if unknown:
        parser.error(f"no such target: {', '.join(unknown)}")
    return chosen


def attempt(what, empty, work):
    """Runs one target; what goes wrong becomes a row of its own, so that the others are still measured."""
    say(f"{what}: starting")
    started = time.monotonic()
    try:
        return list(work())
    except Exception as error:
        say(f"{what}: {error}")
        reason = str(error).strip().splitlines()
        empty.error = f"{reason[0][:160]}" if reason else type(error).__name__
        return [empty]
    finally:
        say(f"{what}: {time.monotonic() - started:.0f} s")


def main():
    # A terminated run ends its servers as an interrupted one does.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    chosen = arguments()
    binary = prepare.everything()
    if chosen.prepare:
        return 0
    bench = Bench(binary, chosen.quick, chosen.disk)
    rows, curves = [], []
    try:
        for target in chosen.targets:
            empty = Row(target, "", "", [], [], "")
            rows += attempt(f"target {target}", empty, lambda: TARGETS[target](bench))
        if chosen.growth:
            for target, part in growth.PARTS.items():
                if target in chosen.targets:
                    curves += attempt(f"growth {target}", Curve(target, "", ""), lambda: part(bench))
    finally:
        bench.close()

    print(table(HEADER, [row.cells() for row in rows]))
    if curves:
        print("\n" + table(GROWTH_HEADER, [curve.cells() for curve in curves]))
    print(
        f"\n{bench.pairs} pairs each, medians; the spread is the smallest and the largest ratio (or figure). "
        f"{os.cpu_count()} cores, Linux {platform.release()}; {'; '.join(prepare.versions())}."
    )
    raw = [
        {"target": r.target, "what": r.what, "peer": r.peer, "unit": r.unit, "ours": r.ours, "theirs": r.theirs}
        for r in rows
    ]
    (WORK / "results.json").write_text(json.dumps(raw, indent=1) + "\n")
    return 1 if any(row.error for row in rows) or any(curve.error for curve in curves) else 0


sys.exit(main())
