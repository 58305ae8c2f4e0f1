"""round_trip.py: meshes at random, structured and not, cut by pcgns-repartition and merged again: what comes out is what was cut.

    round_trip.py [--seed S] [--soak N] [--keep FOLDER] [--contents all|NAME]... [--kind KIND] [--processes N]

Rounds with seed S, S + 1, ... A round adds some of the contents of random_contents.py to its mesh, or those that are
named. Exit status: 0 all are right, 1 some are not.
"""

import argparse
import filecmp
import glob
import multiprocessing
import os
import shutil
import subprocess
import sys
import tempfile
import time

import numpy as np

import cgns
import compare
import old_form
import random_contents
import random_mesh
import tool
import unstructured_parts
from points import point_range, range_points
from random_structured import Dice

REPARTITION = os.path.join(os.path.dirname(tool.MERGE), "pcgns-repartition")
VERIFY = os.path.join(os.path.dirname(tool.MERGE), "pcgns-verify")
PARTS = [1, 2, 3, 5, 8, 13, 64]
PATIENCE = 300  # seconds, on a machine that others use, too
METHODS = ["rcb", "rcb", "hilbert", "block", "keep", "graph"]
HAS_GRAPH = b"PT-Scotch 7" in subprocess.run([REPARTITION, "--version", "-v"], capture_output=True, check=True).stdout
# Parts have names that begin with these, and 32 characters at most.
NAMES = random_mesh.ZONE_NAMES + ["a zone whose name is full: part1", "a zone whose name is full: part2"]


def cut(inputs, output, parts, options=(), ranks=0, patience=PATIENCE):
    """Runs pcgns-repartition; what is wrong, in lines. 0 ranks: without the launcher."""
    launcher = os.environ.get("PCGNS_MPIEXEC", "mpiexec.openmpi").split() + ["-n", str(ranks)] if ranks else []
    single = [] if "%" in output or "seacas" in options else ["--single-file"]
    command = [*launcher, REPARTITION, "-q", "--parts", str(parts), *single, *options, "-o", output, *inputs]
    result = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=patience, check=False)
    return [f"repartition: {result.returncode}: {result.stderr.decode().strip()[:300]}"] if result.returncode else []


def differing(folder, same_bytes):
    """What is not the same in the files called part* and again*."""
    found = []
    for left in sorted(glob.glob(os.path.join(folder, "part*.cgns*"))):
        right = os.path.join(folder, "again" + os.path.basename(left)[4:])
        if same_bytes and not filecmp.cmp(left, right, shallow=False):
            found.append(f"{left} and {right} differ")
        elif not same_bytes:
            found += compare.compare(cgns.read(left), cgns.read(right), compare.Rules(any_order=True))
    return found


def cells_of(tree):
    """Of all zones."""
    return sum(int(zone.value[1].prod()) for base in tree.labelled("CGNSBase_t") for zone in base.labelled("Zone_t"))


def ranges(node, path=""):
    """The paths of all ranges."""
    for child in node.children:
        if child.label == "IndexRange_t":
            yield f"{path}/{child.name}"
        yield from ranges(child, f"{path}/{child.name}")


def add_homes(dice, tree, parts):
    """A rank for each cell, beside what the mesh has."""
    for base in tree.labelled("CGNSBase_t"):
        for zone in base.labelled("Zone_t"):
            homes = dice.rng.integers(0, parts, int(zone.value[1, 0])).astype(np.int32)
            zone.add("Split", "UserDefinedData_t").add("home", "DataArray_t", homes)


def add_general_joins(dice, tree):
    """Overset joins between zones, with points in any order."""
    for base in tree.labelled("CGNSBase_t"):
        zones = base.labelled("Zone_t")
        for number in range(dice.pick([0, 0, 1, 2])):
            owner, donor = dice.pick(zones), dice.pick(zones)
            at_cells = int(dice.chance(0.5))
            mine, theirs = (range_points(point_range(np.ones_like(zone.value[0]), zone.value[0] - at_cells))
                for zone in (owner, donor))
            if owner is donor and len(mine) == 1:
                continue  # A point that is joined to itself says nothing.
            count = dice.number(1, min(20, len(mine)))
            rows = dice.rng.permutation(len(mine))[:count]
            if dice.chance(0.5):
                rows = np.sort(rows)
            joins = owner.child("ZoneGridConnectivity") or owner.add("ZoneGridConnectivity", "ZoneGridConnectivity_t")
            join = joins.add(f"Overset{number}", "GridConnectivity_t", donor.name)
            join.add("GridConnectivityType", "GridConnectivityType_t", "Overset")
            if at_cells:
                join.add("GridLocation", "GridLocation_t", "CellCenter")
            join.add("PointList", "IndexArray_t", mine[rows].astype(owner.value.dtype))
            chosen = theirs[dice.rng.integers(len(theirs), size=count)]
            if owner is donor:
                chosen = mine[(rows + 1) % len(mine)]
            join.add("PointListDonor", "IndexArray_t", chosen.astype(owner.value.dtype))
            if dice.chance(0.5):
                join.add("InterpolantsDonor", "DataArray_t", dice.values((count, 3), "f8"))


def add_uncut_joins(dice, tree):
    """Joins that no part can have: without points of the donor, or, of structured zones, to a zone that is not there."""
    for base in tree.labelled("CGNSBase_t"):
        for zone in base.labelled("Zone_t"):
            if not dice.chance(0.2):
                continue
            structured = zone.child("ZoneType").text() == "Structured"
            joins = zone.child("ZoneGridConnectivity") or zone.add("ZoneGridConnectivity", "ZoneGridConnectivity_t")
            nowhere = structured and dice.chance(0.5)
            donor = "Nowhere" if nowhere else dice.pick(base.labelled("Zone_t")).name
            join = cgns.Node("Uncut", "GridConnectivity_t", donor)
            join.add("GridConnectivityType", "GridConnectivityType_t", "Abutting")
            corner = np.ones((dice.number(1, 3), zone.value.shape[1]), zone.value.dtype)
            join.add("PointList", "IndexArray_t", corner)
            if nowhere:
                join.add("PointListDonor", "IndexArray_t", corner)
            joins.children.insert(dice.number(0, len(joins.children)), join)


def digests(*files):
    """The digests of files, as pcgns-verify has them."""
    runs = [subprocess.run([VERIFY, "digest", "-q", file], capture_output=True, check=False) for file in files]
    return {b"".join(result.stdout.split()[:1]) for result in runs}


def mesh(seed, kind, contents):
    """The mesh of a round, its dice, and what was added; `contents`: what to add, None: some at random."""
    tree = random_mesh.mesh(seed, kind, names=NAMES)
    dice, choice = Dice([seed, 11]), Dice([seed, 13])
    if kind == "structured":
        add_general_joins(dice, tree)
    add_uncut_joins(dice, tree)
    names = [name for name in random_contents.CONTENTS if choice.chance(0.2)] if contents is None else contents
    random_contents.add(choice, tree, names)
    if contents is None and "particles" not in names and choice.chance(0.3):
        old_form.make_old(tree)
    return tree, dice, names


def play(seed, folder, contents=None, kind=None):
    """Runs a round in a folder; what is wrong, in lines."""
    kind = kind or random_mesh.KINDS[seed % 2]
    tree, dice, names = mesh(seed, kind, contents)
    whole = os.path.join(folder, "whole.cgns")
    cells = cells_of(tree)
    parts, method, layers = min(dice.pick(PARTS), cells), dice.pick(METHODS), dice.pick([0, 0, 1, 2])
    options = ["--method", method if method != "graph" or HAS_GRAPH else "hilbert"]
    if kind != "structured" and dice.chance(0.1):
        options = ["--method", "file:Split/home"]
        add_homes(dice, tree, parts)
    order = dice.pick(["keep", "keep", "hilbert", "rcm"])
    options += ["--ghosts", str(layers), "--order", order]
    cgns.write(whole, tree)
    pattern = "part.cgns" if dice.chance(0.2) else "part_%04d.cgns"
    if kind == "structured":
        style = dice.pick(["maia", "maia", "seacas", "cassiopee", "flat"])
        pattern = "part.cgns" if style == "seacas" else pattern
        options += ["--min-cells", "1", "--style", style]
        options += ["--full-numbering"] * dice.chance(0.3)
    elif dice.chance(0.3):
        options += ["--style", "flat"]
    is_checked = dice.chance(0.2)  # The digest of what was cut is that of lists in their order, which another cut changes.
    options += ["--check", "full"] * is_checked
    found = cut([whole], os.path.join(folder, pattern), parts, options)
    if found:
        return found
    files = sorted(glob.glob(os.path.join(folder, "part*.cgns*")))
    if dice.chance(0.15):  # on other ranks, from the same bytes
        found = cut([whole], os.path.join(folder, "again" + pattern[4:]), parts, options, dice.number(2, 4))
        found = found or differing(folder, True)
    elif not is_checked and dice.chance(0.3):  # by way of another partition
        others = ["--ghosts", str(dice.pick([0, 1])), "--min-cells", "1", "--order", dice.pick(["keep", "hilbert"])]
        found = cut([whole], os.path.join(folder, "other_%d.cgns"), min(dice.pick(PARTS[:6]), cells), others)
        others = glob.glob(os.path.join(folder, "other_*.cgns"))
        found = found or cut(others, os.path.join(folder, "again" + pattern[4:]), parts, options)
        found = found or differing(folder, False)
    if kind != "structured" and not found:
        found = unstructured_parts.judge(tree, files, layers, order)
    if found:
        return found
    merged = os.path.join(folder, "merged.cgns")
    result = tool.merge(files, merged)
    if result.code != 0:
        return [result.why()]
    back = cgns.read(merged)
    # The first part of a condition may not have its data set.
    rules = compare.Rules(join_names=True, list_order=True, any_order=kind == "sections" or "own_datasets" in names)
    found = compare.compare(tree, back, rules)
    lost = set(ranges(tree)) ^ set(ranges(back))
    found += [f"{path}: is a range in one of the two" for path in sorted(lost)]
    if not found and dice.chance(0.3) and len(digests(whole, merged)) > 1:
        found = ["another digest"]
    return found


def run(task):
    """Runs a round in a folder of its own, which stays if it fails and `keep` says where."""
    seed, keep, contents, kind = task
    with tempfile.TemporaryDirectory(prefix="pcgns-round.") as folder:
        try:
            found = play(seed, folder, contents, kind)
        except (cgns.Trouble, ValueError, KeyError, IndexError, OSError, subprocess.TimeoutExpired) as error:
            found = [f"{type(error).__name__}: {error}"]
        if found and keep:
            shutil.copytree(folder, os.path.join(keep, str(seed)), dirs_exist_ok=True)
    return seed, found


def main():
    """Runs the rounds."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--soak", type=int, default=100)
    parser.add_argument("--keep")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--kind", choices=[*random_mesh.KINDS, "sections"], help="only such zones")
    parser.add_argument("--contents", action="append", choices=["all", *random_contents.CONTENTS])
    args, start, failed = parser.parse_args(), time.time(), 0
    contents = list(random_contents.CONTENTS) if "all" in (args.contents or []) else args.contents
    tasks = [(args.seed + i, args.keep, contents, args.kind) for i in range(args.soak)]
    with multiprocessing.Pool(args.processes) as pool:
        for seed, found in pool.imap(run, tasks):
            if found:
                failed += 1
                print(f"FAILED --seed {seed} --soak 1", *found[:4], sep="\n    ", flush=True)
    print(f"{args.soak} rounds, {failed} failed, {time.time() - start:.1f} s")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
