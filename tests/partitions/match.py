"""match.py: parts without global numbers are put together by the coordinates of their vertices.

    match.py [--seed S] [--rounds N] [--keep FOLDER]

Meshes at random are cut, lose all marks, and are merged with --match-coordinates; every third time the parts are
shaken first, and a tolerance is given. What comes out is the mesh that was cut, with other numbers, and the same
bytes on any number of ranks. Exit status: 0 all are right, 1 some are not.
"""

import argparse
import filecmp
import multiprocessing
import os
import shutil
import sys
import tempfile

import cgns
import compare
import mesh_order
import random_mesh
import renumber
import tool
import unmark
from random_structured import Dice

RANKS = [2, 0, 3, 0, 4, 0, 7, 0]
TOLERANCE = 0.01


def play(seed, folder):
    """Runs a round in a folder; what is wrong, in lines."""
    dice = Dice([seed, 11])
    kind = "structured" if seed % 4 == 1 else "unstructured"
    ranks = dice.pick([1, 2, 2, 3, 4, 6])
    parts = unmark.Unmarked(random_mesh.mesh(seed, kind), ranks, seed, dice, kind == "structured")
    near = seed % 3 == 0
    if near:
        unmark.shake(parts.files, dice, TOLERANCE / 4)
    inputs = parts.made.write(folder)
    cgns.write(os.path.join(folder, "expected.cgns"), parts.expected)
    options = [f"--match-coordinates={TOLERANCE}" if near else "--match-coordinates"]
    output = os.path.join(folder, "merged.cgns")
    result = tool.merge(inputs, output, 0, options)
    if result.code != 0:
        return [result.why()]
    found = differences(parts, cgns.read(output), near, kind)
    ranks = RANKS[seed % len(RANKS)]
    if ranks and not found:
        other = os.path.join(folder, "on_ranks.cgns")
        result = tool.merge(inputs, other, ranks, options + ["--memory", "64M"])
        if result.code != 0:
            found = [f"on {ranks} ranks: {result.why()}"]
        elif not filecmp.cmp(output, other, shallow=False):
            found = [f"other bytes on {ranks} ranks"]
    left = [name for name in os.listdir(folder) if name.startswith(".")]
    return found + [f"is left: {name}" for name in left]


def differences(parts, merged, near, kind):
    """What is not as it was."""
    try:
        if kind == "unstructured":
            renumber.like(parts.expected, merged, unmark.GAP / 2 if near else 0.0)
    except renumber.Differs as error:
        return [str(error)]
    for tree in (parts.expected, merged):
        mesh_order.normalize(tree)
    rules = compare.Rules(any_integer=True, any_order=True, skip=[r"/GridCoordinates/"] if near else [])
    return compare.compare(parts.expected, merged, rules)


def run(task):
    """Runs a round in a folder of its own, which stays if it fails and `keep` says where."""
    seed, keep = task
    with tempfile.TemporaryDirectory(prefix="pcgns-match.") as folder:
        try:
            found = play(seed, folder)
        except Exception as error:  # pylint: disable=broad-except
            found = [f"{type(error).__name__}: {error}"]
        if found and keep:
            shutil.copytree(folder, os.path.join(keep, str(seed)), dirs_exist_ok=True)
    return seed, found


def main():
    """Runs the rounds."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1, help="the first one")
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--keep", help="a folder for the files of rounds that fail")
    args = parser.parse_args()
    failed = 0
    with multiprocessing.Pool(2) as pool:
        tasks = [(seed, args.keep) for seed in range(args.seed, args.seed + args.rounds)]
        for seed, found in pool.imap(run, tasks):
            if found:
                failed += 1
                print(f"FAILED match.py --seed {seed} --rounds 1 --keep FOLDER", *found[:6], sep="\n    ", flush=True)
    print(f"{args.rounds} rounds, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
