"""restart.py: random meshes restarted in memory: the parts of ranks are the files of pcgns-repartition, and what they write is the source.

    restart.py [--seed S] [--soak N] [--keep FOLDER]

A round makes a mesh and a file set of it (one file, as other programs split it, or as pcgns-repartition does, with or
without ghosts), and lets part_reader.cpp judge the parts on 1 to 9 ranks, of which all or some read. In half of the rounds all solutions have
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
SECONDS = int(os.environ.get("PCGNS_TIMEOUT", "120"))
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
    """The files of the mesh, and what is wrong."""
    form = dice.pick(["whole", "split", "split", "parts", "parts"])
    convention = dice.pick(CONVENTIONS)
    if form == "split" and split.can_carry(tree, convention):  # split.py knows the nodes of random_mesh.py only
        made = split.split(tree, convention, dice.pick([2, 3, 4, 6]), seed, 0)
        return made.write(folder), []
    random_contents.add(dice, tree, [name for name in random_contents.CONTENTS if dice.chance(0.1)])
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


def read_parts(folder, files, options, ranks, settings, parts="ofrank_%d.cgns"):
    """Exit status and lines of part_reader; `parts`: the files of pcgns-repartition, or -."""
    launcher = os.environ.get("PCGNS_MPIEXEC", "mpiexec.openmpi").split() + ["-n", str(ranks)]
    parts = parts if parts == "-" else os.path.join(folder, parts)
    back = os.path.join(folder, "back.cgns")
    result = subprocess.run([*launcher, READER, options, parts, back, *files], env={**os.environ, **settings},
        capture_output=True, timeout=SECONDS, check=False)
    lines = result.stdout.decode().splitlines()
    return result.returncode, lines or [f"part_reader: {result.returncode}: {result.stderr.decode()[-300:]}"]


class Case:
    """A file set, and how it is partitioned."""

    def __init__(self, dice, tree, folder, files):
        self.tree, self.folder, self.files = tree, folder, files
        self.ranks, self.ghosts = dice.pick([1, 1, 2, 2, 2, 2, 3, 3, 3, 4, 4, 5, 6, 7, 8, 9]), dice.pick([0, 1, 1, 2])
        self.method = dice.pick(["rcb", "rcb", "hilbert", "block", "keep"])
        self.order = dice.pick(["keep", "keep", "hilbert", "rcm"])
        assembly = os.path.join(folder, "assembly.json")
        self.assembly = assembly if os.path.exists(assembly) else None
        self.readers = dice.pick([0, 0, 1, 2, 3])

    def name(self):
        """For what is found."""
        return f"{self.ranks} ranks, {self.readers or 'all'} read, method={self.method};ghosts={self.ghosts};order={self.order}"

    def make_parts(self):
        """Runs pcgns-repartition; what it refuses."""
        options = ["--method", self.method, "--ghosts", str(self.ghosts), "--order", self.order, "--no-digest"]
        options += ["--assembly", self.assembly] if self.assembly else []
        return round_trip.cut(self.files, os.path.join(self.folder, "ofrank_%d.cgns"), self.ranks, options)

    def read_parts(self, parts="ofrank_%d.cgns"):
        """Runs part_reader."""
        options = f"method={self.method};ghosts={self.ghosts};order={self.order}"
        settings = {"PCGNS_READERS": str(self.readers)}
        settings |= {"PCGNS_ASSEMBLY": self.assembly} if self.assembly else {}
        return read_parts(self.folder, self.files, options, self.ranks, settings, parts)

    def judge_refusal(self, why, counts):
        """What pcgns-repartition refuses, the library must refuse."""
        counts["refused"] += 1
        for number in range(self.ranks):  # the reader looks at them after it has a partition
            shutil.copy(self.files[0], os.path.join(self.folder, f"ofrank_{number}.cgns"))
        status, said = self.read_parts()
        is_refused = status == 2 and said[0].startswith("refused") and "--" not in said[0]
        return [] if is_refused else [f"{self.name()}: {why}, but the library ended with {status}:", *said]

    def judge(self, is_tidy, counts):
        """What is wrong, in lines."""
        refused = self.make_parts()
        # A part without cells is no file, but a rank may have none.
        if refused and ("the mesh has only" in refused[0] or "--min-cells" in refused[0]):
            return self.judge_reading("-", is_tidy, counts)
        if refused and self.ghosts:
            found = self.judge_refusal(refused[0], counts)
            for part in glob.glob(os.path.join(self.folder, "ofrank_*")):
                os.remove(part)
            self.ghosts = 0
            return found or self.judge(is_tidy, counts)
        if refused:
            return self.judge_refusal(refused[0], counts)
        return self.judge_reading("ofrank_%d.cgns", is_tidy, counts)

    def judge_reading(self, parts, is_tidy, counts):
        """What part_reader finds, and what it writes."""
        status, said = self.read_parts(parts)
        if status == 2 and parts == "-":
            return []  # there may be more reasons to refuse
        if status != 0:
            return [self.name(), *said]
        written, fields = (int(word) for word in said[-1].split()[1::2])
        if not is_tidy or (written < fields and not without_rind(self.tree)):
            return []
        counts["written"] += 1
        source = digest(self.files, self.assembly)
        is_same = source in (None, digest([os.path.join(self.folder, "back.cgns")], None))
        return [] if written == fields and is_same else [f"{self.name()}: {said[-1]}, same digest: {is_same}"]


def play(seed, folder, counts):
    """Runs a round; what is wrong, in lines."""
    dice = Dice([seed, 29])
    tree = random_mesh.mesh(seed, random_mesh.KINDS[seed % 2], names=round_trip.NAMES)
    is_tidy = dice.chance(0.5)
    if is_tidy:
        tidy(dice, tree)
    files, found = make_set(dice, seed, tree, folder)
    return found or Case(dice, tree, folder, files).judge(is_tidy, counts)


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
