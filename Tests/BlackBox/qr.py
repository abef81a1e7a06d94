"""Reads QR codes (ISO/IEC 18004) drawn as half-blocks: versions 1 to 5 of the lowest level undamaged."""

import re

BLOCKS = {"█": (1, 1), "▀": (1, 0), "▄": (0, 1), " ": (0, 0)}
ALPHANUMERIC = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"
DATA_BYTES = {1: 19, 2: 34, 3: 55, 4: 80, 5: 108}  # level L, one block each
MASKS = [lambda r, c: (r + c) % 2, lambda r, c: r % 2, lambda r, c: c % 3, lambda r, c: (r + c) % 3,
         lambda r, c: (r // 2 + c // 3) % 2, lambda r, c: r * c % 2 + r * c % 3, lambda r, c: (r * c % 2 + r * c % 3) % 2,
         lambda r, c: ((r + c) % 2 + r * c % 3) % 2]


def drawn(text):
    """The lines of a text that are nothing but half-blocks, colours taken away."""
    lines = [re.sub(r"\x1b\[[0-9;]*m", "", line).rstrip("\n") for line in text.split("\n")]
    return [line for line in lines if len(line) > 20 and set(line) <= set(BLOCKS)]


def matrix(lines):
    """Dark modules as 1, without the quiet zone, which must be there."""
    light = []
    for line in lines:
        light.append([BLOCKS[character][0] for character in line])
        light.append([BLOCKS[character][1] for character in line])
    rows = [[1 - value for value in row] for row in light[:len(lines[0])]]
    assert len(rows) == len(lines[0]), "a code is square"
    size, quiet = len(rows), 4
    for i in range(size):
        for j in range(quiet):
            assert not rows[j][i] and not rows[i][j] and not rows[size - 1 - j][i] and not rows[i][size - 1 - j], "four light modules around"
    return [row[quiet:size - quiet] for row in rows[quiet:size - quiet]]


def reserved(size):
    """Whether a module is none of the data's."""
    version = (size - 17) // 4
    taken = [[False] * size for _ in range(size)]
    for r in range(size):
        for c in range(size):
            corner = (r < 9 and c < 9) or (r < 9 and c >= size - 8) or (r >= size - 8 and c < 9)
            alignment = version > 1 and abs(r - (size - 7)) <= 2 and abs(c - (size - 7)) <= 2
            taken[r][c] = corner or r == 6 or c == 6 or alignment
    return taken


def decode(lines):
    """The text of a code."""
    rows = matrix(lines)
    size = len(rows)
    version = (size - 17) // 4
    assert (size - 17) % 4 == 0 and version in DATA_BYTES, f"{size} modules are not handled here"
    for top, left in ((0, 0), (0, size - 7), (size - 7, 0)):
        assert rows[top][left:left + 7] == [1] * 7 and rows[top + 3][left:left + 7] == [1, 0, 1, 1, 1, 0, 1], "a finder pattern"
    form = int("".join(str(rows[8][c]) for c in (0, 1, 2, 3, 4)), 2) ^ 0b10101
    assert form >> 3 == 0b01, "level L"
    mask, taken, bits = MASKS[form & 7], reserved(size), []
    columns, up = [c for c in range(size - 1, 0, -2) if c > 6] + [5, 3, 1], True
    for right in columns:
        for r in range(size - 1, -1, -1) if up else range(size):
            for c in (right, right - 1):
                if not taken[r][c]:
                    bits.append(rows[r][c] ^ (mask(r, c) == 0))
        up = not up
    bits = "".join(map(str, bits))[:8 * DATA_BYTES[version]]
    text, at = "", 0

    def take(count):
        nonlocal at
        at += count
        return int(bits[at - count:at], 2)

    while len(bits) - at >= 4 and (mode := take(4)):
        if mode == 0b0100:
            text += bytes(take(8) for _ in range(take(8))).decode()
        elif mode == 0b0010:
            count = take(9)
            for _ in range(count // 2):
                text += ALPHANUMERIC[(pair := take(11)) // 45] + ALPHANUMERIC[pair % 45]
            text += ALPHANUMERIC[take(6)] if count % 2 else ""
        elif mode == 0b0001:
            count = take(10)
            for _ in range(count // 3):
                text += f"{take(10):03}"
            if count % 3:
                text += f"{take(4)}" if count % 3 == 1 else f"{take(7):02}"
        else:
            raise AssertionError(f"mode {mode:04b}")
    return text
