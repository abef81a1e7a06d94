"""Two hundred random sequences of sixty operations: model and server end with the same tree, rights and answers.

`HEARTH_SEED` repeats a run; a failing sequence names its own seed, and prints the fewest operations that still fail.
"""

import itertools
import os
import random

import pytest
from model.sequence import Failure, describe, run, shrink
from model.world import World

SEQUENCES, BATCH = int(os.environ.get("HEARTH_SEQUENCES", 200)), 10
SEED = os.environ.get("HEARTH_SEED") or str(random.SystemRandom().randrange(1 << 32))

pytestmark = [pytest.mark.slow, pytest.mark.timeout(420)]


@pytest.fixture(scope="module")
def make_world(tmp_path_factory):
    """Makes a new server with its people; the one before, if any, ends."""
    made, numbers = [], itertools.count()

    def make(before=None):
        if before is not None:
            before.close()
        made.append(World(tmp_path_factory.mktemp("model") / f"data{next(numbers)}"))
        return made[-1]

    yield make
    for world in made:
        world.close()


@pytest.fixture(scope="module")
def world(make_world):
    """The server that most sequences share, in a list so that it can be replaced."""
    return [make_world()]


@pytest.mark.parametrize("first", range(0, SEQUENCES, BATCH))
def test_sequences(world, make_world, first):
    for number in range(first, min(first + BATCH, SEQUENCES)):
        seed = f"{SEED}:{number}"
        try:
            run(world[0], seed)
        except Failure as failure:
            error, operations = shrink(failure, make_world)
            if not world[0].reset():
                world[0] = make_world(world[0])
            pytest.fail(f"HEARTH_SEED={SEED}, sequence {number}: {error}\nafter {len(operations)} operations (of {len(failure.operations)}):\n"
                        f"{describe(operations)}", pytrace=False)
        if not world[0].reset():
            world[0] = make_world(world[0])
            pytest.fail(f"HEARTH_SEED={SEED}, sequence {number}: the server could not be brought back to the start")
