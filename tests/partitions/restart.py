"""restart.py: random meshes restarted in memory: the parts of ranks are the files of pcgns-repartition, and what they write is the source.

    restart.py [--seed S] [--soak N] [--keep FOLDER]

A round makes a mesh and a file set of it (one file, as other programs split it, or as pcgns-repartition does, with or
without ghosts), and lets part_reader.cpp judge the parts on 1 to 9 ranks. In half of the rounds all solutions have
fields of all vertices or cells; these are written again, and the file must have the digest of the source. Exit status:
0 all are right, 1 some are not.
"""

import argparse
import glob
import os
import shutil
import subprocess
import sys
import tempfile
import time

import cgns
import random_contents
import random_mesh
import round_trip
import split
import tool
from random_structured import Dice

READER = os.path.join(os.path.dirname(tool.MERGE), "part_reader")
SECONDS = 120
CONVENTIONS = ["maia", "maia", "seacas", "cassiopee", "assembly"]


def tidy(dice, tree):
    """Leaves the solutions that all zones of a base have at the same place, with a value for each vertex or cell, and adds two."""
    for base in tree.labelled("CGNSBase_t"):
        zones = base.labelled("Zone_t")
        for zone in zones:
            for node in list(zone.children):
                if node.label in ("FlowSolution_t", "ZoneIterativeData_t"):
                    zone.children.remove(node)
        base.children = [node for node in base.children if node.label != "BaseIterativeData_t"]
        for number, location in enumerate(["Vertex", "CellCenter"]):
            kinds = [dice.pick(["f8", "f4", "i4", "i8"]) for _ in range(2)]
            for zone in zones:
                structured = zone.child("ZoneType").text() == "Structured"
                counts = zone.value[number]
                shape = tuple(int(n) for n in (counts[::-1] if structured else counts[:1]))
                solution = zone.add(f"At{location}", "FlowSolution_t")
                solution.add("GridLocation", "GridLocation_t", location)
                for name, kind in zip(["First", "Second"], kinds):
                    solution.add(name, "DataArray_t", dice.values(shape, kind))


def without_rind(tree):
    """Planes beyond zones are not written by parts: grids without them."""
    return not any(zone.child("GridCoordinates") and zone.child("GridCoordinates").child("Rind")
        for base in tree.labelled("CGNSBase_t") for zone in base.labelled("Zone_t"))


def make_set(dice, seed, tree, folder):
    """The files of the mesh and what an assembly file needs, or what is wrong."""
    form = dice.pick(["whole", "split", "split", "parts", "parts"])
    convention = dice.pick(CONVENTIONS)
    if form == "split" and split.can_carry(tree, convention):
        made = split.split(tree, convention, dice.pick([2, 3, 4, 6]), seed, 0)
        return made.write(folder), []
    whole = os.path.join(folder, "whole.cgns")
    cgns.write(whole, tree)
    if form == "whole":
        return [whole], []
    cells = round_trip.cells_of(tree)
    options = ["--ghosts", str(dice.pick([0, 1])), "--min-cells", "1"]
    found = round_trip.cut([whole], os.path.join(folder, "set_%d.cgns"), min(dice.pick([2, 3, 5]), cells), options)
    return sorted(glob.glob(os.path.join(folder, "set_*.cgns"))), found


def digest(files, assembly):
    """That of a set, as pcgns-verify has it; None if it cannot be read."""
    options = ["--assembly", assembly] if assembly else []
    result = subprocess.run([round_trip.VERIFY, "digest", "-q", *options, *files], capture_output=True, check=False)
    return result.stdout.split()[0] if result.returncode == 0 and result.stdout else None


def read_parts(folder, files, options, ranks, assembly):
    """Exit status and lines of part_reader."""
    launcher = os.environ.get("PCGNS_MPIEXEC", "mpiexec.openmpi").split() + ["-n", str(ranks)]
    parts, back = os.path.join(folder, "ofrank_%d.cgns"), os.path.join(folder, "back.cgns")
    environment = {**os.environ, **({"PCGNS_ASSEMBLY": assembly} if assembly else {})}
    result = subprocess.run([*launcher, READER, options, parts, back, *files], env=environment, capture_output=True,
        timeout=SECONDS, check=False)
    lines = result.stdout.decode().splitlines()
    return result.returncode, lines or [f"part_reader: {result.returncode}: {result.stderr.decode()[-300:]}"]


def play(seed, folder, counts):
    """Runs a round; what is wrong, in lines."""
    dice = Dice([seed, 29])
    tree = random_mesh.mesh(seed, random_mesh.KINDS[seed % 2], names=round_trip.NAMES)
    random_contents.add(dice, tree, [name for name in random_contents.CONTENTS if dice.chance(0.1)])
    is_tidy = dice.chance(0.5)
    if is_tidy:
        tidy(dice, tree)
    files, found = make_set(dice, seed, tree, folder)
    if found:
        return found
    ranks, ghosts = dice.pick([1, 2, 2, 3, 3, 4, 5, 7, 9]), dice.pick([0, 1, 1, 2])
    method, order = dice.pick(["rcb", "rcb", "hilbert", "block", "keep"]), dice.pick(["keep", "keep", "hilbert", "rcm"])
    assembly = os.path.join(folder, "assembly.json")
    assembly = assembly if os.path.exists(assembly) else None
    options = ["--method", method, "--ghosts", str(ghosts), "--order", order, "--min-cells", str(2 * ghosts + 1)]
    options += ["--no-digest"] + (["--assembly", assembly] if assembly else [])
    refused = round_trip.cut(files, os.path.join(folder, "ofrank_%d.cgns"), ranks, options)
    for number in range(ranks if refused else 0):  # the reader wants files, though none is looked at
        shutil.copy(files[0], os.path.join(folder, f"ofrank_{number}.cgns"))
    status, said = read_parts(folder, files, f"method={method};ghosts={ghosts};order={order}", ranks, assembly)
    if refused:
        counts["refused"] += 1
        return [] if status == 2 and said[0].startswith("refused") else [f"only the library accepts: {refused[0]}", *said]
    if status != 0:
        return [f"{ranks} ranks, {options}", *said]
    written, fields = (int(word) for word in said[-1].split()[1::2])
    if not is_tidy:
        return []
    if written < fields:
        return [said[-1]] if without_rind(tree) else []
    counts["written"] += 1
    source = digest(files, assembly)
    if source is not None and digest([os.path.join(folder, "back.cgns")], None) != source:
        return [f"{ranks} ranks, {options}: what is written has another digest than the source"]
    return []


def main():
    """Plays the rounds."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--soak", type=int, default=6)
    parser.add_argument("--keep")
    args, start, failed, counts = parser.parse_args(), time.time(), 0, {"written": 0, "refused": 0}
    for seed in range(args.seed, args.seed + args.soak):
        with tempfile.TemporaryDirectory(prefix="pcgns-restart.") as folder:
            try:
                found = play(seed, folder, counts)
            except (cgns.Trouble, ValueError, KeyError, IndexError, OSError, subprocess.TimeoutExpired) as error:
                found = [f"{type(error).__name__}: {error}"]
            if found and args.keep:
                shutil.copytree(folder, os.path.join(args.keep, str(seed)), dirs_exist_ok=True)
        if found:
            failed += 1
            print(f"FAILED --seed {seed} --soak 1", *found[:6], sep="\n    ", flush=True)
    print(f"{args.soak} rounds, {counts['written']} written again, {counts['refused']} refused by both, {failed} failed, "
        f"{time.time() - start:.1f} s")
    return 1 if failed or (args.soak >= 6 and not counts["written"]) else 0


if __name__ == "__main__":
    sys.exit(main())
