"""One sequence: from its seed, replayed, shrunk."""

import random
import time

from model.contract import Disagreement
from model.operations import Drawing, perform

LENGTH = 60


class Failure(Exception):
    """A disagreement with the operations that lead to it."""

    def __init__(self, error, operations):
        self.error, self.operations = error, operations


def steps(world, model, operations):
    """Performs operations, and compares everything at the end."""
    done = []
    for op in operations:
        done.append(op)
        try:
            perform(world, model, op)
        except AssertionError as error:
            raise Failure(error, done) from error
    bases = random.Random(len(done))
    try:
        world.compare(model, lambda: bases.choice(["v1", "new", "old"]))
    except AssertionError as error:
        raise Failure(error, done) from error


def drawn(seed, model):
    drawing = Drawing(random.Random(seed), model)
    for number in range(LENGTH):
        yield drawing.operation(number)


def run(world, seed):
    """One sequence; raises `Failure`."""
    model = world.contract()
    steps(world, model, drawn(seed, model))


def shrink(failure, make_world, seconds=60):
    """Drops operations as long as model and server still disagree; the shortest found, with its error."""
    end, error, operations = time.monotonic() + seconds, failure.error, failure.operations
    world = make_world(None)

    def fails(candidate):
        nonlocal world
        if not world.reset():
            world = make_world(world)
        try:
            steps(world, world.contract(), candidate)
        except Failure as found:
            return found
        return None

    size = max(1, len(operations) // 2)
    while time.monotonic() < end:
        at, dropped = 0, False
        while at < len(operations) and time.monotonic() < end:
            found = fails(operations[:at] + operations[at + size:])
            if found is not None:
                operations, error, dropped = found.operations, found.error, True
            else:
                at += size
        if size == 1 and not dropped:
            break
        size = max(1, size // 2)
    return error, operations


def describe(operations):
    """One line for each operation."""
    lines = []
    for op in operations:
        rest = {key: value for key, value in op.items() if key not in ("n", "op", "user", "base") and value not in (False, None)}
        lines.append(f"  {op['n']:2} {op['user']} {op['op']} via {op['base']}: " + ", ".join(f"{key}={value!r}" for key, value in rest.items()))
    return "\n".join(lines)


__all__ = ["LENGTH", "Disagreement", "Failure", "describe", "run", "shrink"]
