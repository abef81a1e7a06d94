"""Pairs, medians and the table."""

from dataclasses import dataclass, field
from statistics import median

from .prepare import say


def pairs(count, ours, peer, label):
    """Runs A B A B …: one warm-up of each, then `count` pairs. Returns both lists of results."""
    ours()
    peer()
    mine, theirs = [], []
    for number in range(count):
        mine.append(ours())
        theirs.append(peer())
        say(f"{label}: pair {number + 1} of {count}")
    return mine, theirs


@dataclass
class Row:
    """One line of the table. The ratio is ours ÷ peer, pair by pair; without a peer the goal is absolute."""

    target: str
    what: str
    peer: str
    ours: list
    theirs: list
    unit: str
    goal: float | None = None  # None: shown for information
    at_least: bool = True
    absolute: bool = False  # the goal is about our own figure; the peer is only named
    error: str = ""

    @property
    def ratios(self):
        return [a / b if b else float("inf") for a, b in zip(self.ours, self.theirs)]

    @property
    def value(self):
        return median(self.ratios) if self.theirs and not self.absolute else median(self.ours)

    @property
    def reached(self):
        if self.error:
            return None
        if self.goal is None:
            return None
        return self.value >= self.goal if self.at_least else self.value <= self.goal

    def cells(self):
        if self.error:
            return [self.target, self.what, self.peer, "–", "–", "–", "–", self.goal_text(), f"not measured: {self.error}"]
        spread = self.ours if self.absolute or not self.theirs else self.ratios
        verdict = "–" if self.reached is None else "yes" if self.reached else "**no**"
        return [
            self.target,
            self.what,
            self.peer or "–",
            f"{number(median(self.ours))} {self.unit}",
            f"{number(median(self.theirs))} {self.unit}" if self.theirs else "–",
            number(median(self.ratios)) if self.theirs else "–",
            f"{number(min(spread))}–{number(max(spread))}",
            self.goal_text(),
            verdict,
        ]

    def goal_text(self):
        if self.goal is None:
            return "–"
        unit = f" {self.unit}" if self.absolute or not self.peer else ""
        return f"{'≥' if self.at_least else '≤'} {number(self.goal)}{unit}"


@dataclass
class Curve:
    """One growth figure: the same work at 1×, 10× and 100×."""

    target: str
    what: str
    unit: str
    points: list = field(default_factory=list)  # (label, value)
    higher_is_better: bool = True
    error: str = ""

    def cells(self):
        if self.error:
            return [self.target, self.what, f"not measured: {self.error}", "", "", ""]
        values = [value for _, value in self.points]
        first, last = values[0], values[-1]
        change = last / first if first else float("inf")
        worse = 1 / change if self.higher_is_better and change else change
        texts = [f"{label}: {number(value)} {self.unit}" for label, value in self.points]
        return [self.target, self.what, *texts, "bends: explain" if worse > 1.5 else "flat"]


def number(value):
    """Three figures, without exponents."""
    size = abs(value)
    if value == float("inf"):
        return "∞"
    if size >= 1000:
        return f"{value:,.0f}".replace(",", "\u202f")
    if size >= 100:
        return f"{value:.0f}"
    if size >= 10:
        return f"{value:.1f}"
    if size >= 0.1 or size == 0:
        return f"{value:.2f}"
    return f"{value:.3g}"


def table(header, rows):
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(str(cell).replace("|", "\\|") for cell in line) + " |" for line in lines)


HEADER = ["target", "what", "peer", "ours (median)", "peer (median)", "ratio", "spread", "goal", "reached"]
GROWTH_HEADER = ["target", "what", "1×", "10×", "100×", "curve"]
