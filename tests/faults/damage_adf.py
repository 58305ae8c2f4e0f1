#!/usr/bin/env python3
"""damage_adf.py: ADF files with random damage, and what the programs make of them.

    damage_adf.py BIN FILE... [--count N] [--seed S]

BIN is the folder of the programs, FILE an undamaged ADF file with all there is: several chunks of values, links. In every
round one of them gets bytes flipped, its end cut off, or a pointer to something else of the file, which makes loops and
values that overlap. A program must end within ten seconds: with a right answer, or with exit code 2 and an error that names
the file and a place in it. Prints the rounds that went wrong, and how the others ended; exit code 1 if there were wrong ones.
"""

import argparse
import collections
import pathlib
import random
import re
import subprocess
import sys
import tempfile

PATIENCE = 10  # seconds
FRAMES = {b"NoDe": (84, 230), b"SNTb": (4, 48), b"DCtb": (4, 16, 28, 40), b"DaTa": (4,)}  # where pointers are
PLACE = re.compile(r"byte \d+|:/|neither HDF5 nor ADF|is truncated|a link|not a CGNS data type|version|format|says that")
COMMANDS = [
    ["pcgns-verify", "digest", "-q"],
    ["pcgns-verify", "check", "-q"],
    ["pcgns-verify", "info"],
    ["pcgns-merge", "-q", "--overwrite", "-o", "out.cgns"],
    ["pcgns-restripe", "-q", "--links", "copy", "--overwrite", "-o", "out.cgns"],
    ["pcgns-repartition", "-q", "--parts", "2", "--overwrite", "-o", "out_%d.cgns"],
]


class Image:
    """The bytes of an ADF file, and where its nodes, tables and chunks begin."""

    def __init__(self, path):
        self.bytes = bytearray(path.read_bytes())
        self.binary = self.bytes[25:26] == b"B"
        self.order = "big" if self.bytes[100:101] == b"B" else "little"
        self.frames = [(match.start(), match[0]) for match in re.finditer(b"NoDe|SNTb|DCtb|DaTa", bytes(self.bytes))]

    def pointer(self, address):
        block, offset = divmod(address, 4096)
        if self.binary:
            return block.to_bytes(8, self.order) + offset.to_bytes(4, self.order)
        return f"{block:08X}{offset:04X}".encode()

    def flip(self, random):
        """Near a frame, or anywhere."""
        for _ in range(random.randint(1, 3)):
            at = random.randrange(len(self.bytes))
            if random.random() < 0.7:
                at = min(random.choice(self.frames)[0] + random.randrange(246), len(self.bytes) - 1)
            self.bytes[at] = random.choice((random.randrange(256), self.bytes[at] ^ (1 << random.randrange(8))))
        return "bytes"

    def cut(self, random):
        del self.bytes[random.randrange(len(self.bytes)):]
        return "end"

    def redirect(self, random):
        for _ in range(random.randint(1, 2)):
            at, tag = random.choice(self.frames)
            place = at + random.choice(FRAMES[tag])
            if tag == b"SNTb" and random.random() < 0.5:
                place += 44 * random.randrange(4)
            target = random.choice(self.frames)[0] + random.choice((0, 0, 0, 16))
            self.bytes[place:place + 12] = self.pointer(target)
        return "pointer"


def run(command, folder):
    """How it ended, and what is wrong with that."""
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, timeout=PATIENCE, text=True, errors="replace")
    except subprocess.TimeoutExpired:
        return "hangs", f"takes more than {PATIENCE} s"
    if done.returncode in (0, 1):
        return f"exit {done.returncode}", None
    if done.returncode != 2:
        return "crashes", f"exit code {done.returncode}: {done.stderr}"
    if "damaged.cgns" not in done.stderr or not PLACE.search(done.stderr):
        return "exit 2", f"names no place: {done.stderr}"
    return "exit 2", None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bin", type=pathlib.Path)
    parser.add_argument("files", type=pathlib.Path, nargs="+")
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    ends, wrong = collections.Counter(), 0
    with tempfile.TemporaryDirectory() as folder:
        for number in range(options.count):
            rng = random.Random(f"{options.seed} {number}")
            source = rng.choice(options.files)
            image = Image(source)
            kind = rng.choice((image.flip, image.flip, image.cut, image.redirect, image.redirect))(rng)
            (pathlib.Path(folder) / "damaged.cgns").write_bytes(image.bytes)
            command = rng.choice(COMMANDS)
            end, failure = run([options.bin / command[0], *command[1:], "damaged.cgns"], folder)
            ends[f"{kind}: {end}"] += 1
            if failure:
                wrong += 1
                print(f"round {number}, {source.name}, {' '.join(command)}: {failure}")
    print(", ".join(f"{end} {count}" for end, count in sorted(ends.items())))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
