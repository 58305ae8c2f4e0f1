"""selftest.py: compare.py sees every single bit that changes, and files survive being written and read.

    selftest.py [--seeds 60]
"""

import argparse
import os
import sys
import tempfile

import numpy as np

import cgns
import compare
import joins
import random_mesh
import split
from random_structured import Dice


def flip_bit(dice, tree):
    """One bit of one value; where it was."""
    path, node = dice.pick([(path, node) for path, node in tree.walk() if node.value is not None])
    raw = bytearray(node.value.tobytes())
    at = dice.number(0, 8 * len(raw) - 1)
    raw[at // 8] ^= 1 << at % 8
    node.value = np.frombuffer(bytes(raw), node.value.dtype).reshape(node.value.shape)
    return f"bit {at} of {path}"


def relabel(dice, tree):
    """Another label."""
    path, node = dice.pick(list(tree.walk())[1:])
    node.label += "x"
    return f"label of {path}"


def rename(dice, tree):
    """Another name."""
    path, node = dice.pick(list(tree.walk())[1:])
    node.name += "x"
    return f"name of {path}"


def drop(dice, tree):
    """One node less."""
    path, node = dice.pick([(path, node) for path, node in tree.walk() if node.children])
    gone = dice.pick(node.children)
    node.children = [child for child in node.children if child is not gone]
    return f"without {path}/{gone.name}"


def retype(dice, tree):
    """The same bytes with another type."""
    other = {"<f8": "<i8", "<i8": "<f8", "<f4": "<i4", "<i4": "<f4", "|i1": "|u1"}
    path, node = dice.pick([(path, node) for path, node in tree.walk() if node.value is not None])
    node.value = node.value.view(other[node.value.dtype.str])
    return f"type of {path}"


def swap(dice, tree):
    """Two children in the other order."""
    ordered = [(path, node) for path, node in tree.walk()
        if node.label not in joins.LABELS
        and len([child for child in node.children if child.label not in compare.UNORDERED]) > 1]
    path, node = dice.pick(ordered)
    which = [i for i, child in enumerate(node.children) if child.label not in compare.UNORDERED]
    one, two = dice.shuffled(which)[:2]
    node.children[one], node.children[two] = node.children[two], node.children[one]
    return f"order in {path}"


CHANGES = [flip_bit] * 8 + [relabel, rename, drop, retype, swap]


def unseen(seed, kind):
    """Changes of the mesh of that seed that are not found."""
    missed = []
    tree = random_mesh.mesh(seed, kind)
    if compare.compare(tree, tree.copy()):
        missed.append(f"seed {seed}: differs from itself")
    for number, change in enumerate(CHANGES):
        changed = tree.copy()
        what = change(Dice([seed, number]), changed)
        try:
            found = compare.compare(tree, changed)
        except (ValueError, IndexError, OverflowError, MemoryError) as error:
            found = [str(error)]
        if not found:
            missed.append(f"seed {seed}: {what}")
    return missed


def lost(seed, kind, folder):
    """What a mesh loses when it is written and read, in every storage."""
    tree = random_mesh.mesh(seed, kind)
    path = os.path.join(folder, "whole.cgns")
    cgns.write(path, tree, split.STYLES[seed % len(split.STYLES)])
    return [f"seed {seed}: {line}" for line in compare.compare(tree, cgns.read(path))]


def main():
    """Prints what is wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=60)
    seeds = parser.parse_args().seeds
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(seeds):
            for kind in random_mesh.KINDS:
                wrong += unseen(seed, kind) + (lost(seed, kind, folder) if seed % 3 == 0 else [])
    print("\n".join(wrong[:40]) or f"{seeds * len(CHANGES) * len(random_mesh.KINDS)} changes found")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
