"""property.py: meshes at random, cut at random, merged by pcgns-merge: what comes out is what was cut.

    property.py [--seed S] [--cases K | --soak N] [--convention NAME] [--contents all|NAME]... [--keep FOLDER]

A round is one mesh in one convention: cut, written, merged in one launch, and compared. A case is a zone in a round.
Rounds with seed S, S + 1, ... run until there are K cases (or N rounds). Of each ten rounds, seven merge without a
launcher, and one each on 2, 3 and 4 ranks, which must give the same bytes as without. A round that fails says how to
run it alone; --keep leaves its files. Exit status: 0 all are right, 1 some are not.
"""

import argparse
import collections
import filecmp
import multiprocessing
import os
import re
import shutil
import sys
import tempfile
import time

import cgns
import compare
import mesh_order
import old_form
import random_contents
import random_mesh
import split
import tool
from random_structured import Dice

RANKS = [0, 0, 2, 0, 0, 3, 0, 0, 4, 0]
# What splits do not carry: what lies below containers that they make anew, and regions on interfaces whose pieces get
# names of their own.
UNCUT = {"structured": {"descriptors", "user_data"}, "unstructured": {"descriptors", "user_data", "joined_regions"}}


class Round:
    """A mesh in a convention."""

    def __init__(self, seed, kind, convention, contents=()):
        self.contents = contents
        self.seed = seed
        self.kind = kind
        self.convention = convention
        dice = Dice([seed, 7])
        self.parts = dice.pick([1, 2, 2, 2, 3, 3, 3, 4, 4, 5, 9])
        self.ghosts = dice.pick([0, 0, 0, 1, 2]) if convention != "cassiopee-ghosts" else 0
        self.is_old = kind == "unstructured" and convention != "whole" and dice.chance(0.3)
        self.ranks = RANKS[(seed + split.NAMES.index(convention)) % len(RANKS)]

    def again(self):
        """How to run it alone."""
        which = f"--convention {self.convention} --kind {self.kind}"
        contents = "".join(f" --contents {name}" for name in self.contents)
        return f"property.py --seed {self.seed} --soak 1 {which}{contents} --keep FOLDER"

    def mesh(self):
        """What is cut."""
        names = set(self.contents) - UNCUT[self.kind]
        return random_contents.add(Dice([self.seed, 13]), random_mesh.mesh(self.seed, self.kind), names)


def rounds_of(seed, kinds, names, contents=()):
    """The rounds of a seed, with the number of zones of each."""
    for kind in kinds:
        tree = random_mesh.mesh(seed, kind)
        zones = sum(len(base.labelled("Zone_t")) for base in tree.labelled("CGNSBase_t"))
        for name in names:
            if split.can_carry(tree, name):
                yield Round(seed, kind, name, contents), zones


def rules_of(one, convention):
    """What a convention cannot carry."""
    names = one.convention.startswith("maia") or one.convention in ("seacas", "whole")
    ordered = one.kind == "unstructured" or one.convention.startswith("maia")
    return compare.Rules(join_names=names, list_order=ordered, skip=convention.kept_marks)


def options_of(convention, folder):
    """Options of pcgns-merge for a set."""
    return ["--assembly", os.path.join(folder, "assembly.json")] if convention == "assembly" else []


def play(one, folder):
    """Runs a round in a folder; what is wrong, in lines."""
    made = split.split(one.mesh(), one.convention, one.parts, one.seed, one.ghosts)
    version = float(made.expected.child("CGNSLibraryVersion").value[0])
    if one.is_old:
        for _, tree, _ in made.files:
            old_form.make_old(tree)
    inputs = made.write(folder)
    cgns.write(os.path.join(folder, "expected.cgns"), made.expected)
    options = options_of(one.convention, folder)
    output = os.path.join(folder, "merged.cgns")
    result = tool.merge(inputs, output, 0, options)
    if result.code != 0:
        return [result.why()]
    trees = [made.expected, cgns.read(output)]
    if one.is_old:
        old_form.make_new(trees[1], version)
    if one.kind == "unstructured" and one.convention != "whole":
        for tree in trees:
            mesh_order.normalize(tree)
    found = compare.compare(*trees, rules_of(one, made.convention))
    if one.ranks and not found:
        other = os.path.join(folder, "on_ranks.cgns")
        result = tool.merge(inputs, other, one.ranks, options)
        if result.code != 0:
            found = [f"on {one.ranks} ranks: {result.why()}"]
        elif not filecmp.cmp(output, other, shallow=False):
            found = [f"other bytes on {one.ranks} ranks"]
    return found


def run(task):
    """Runs a round in a folder of its own, which stays if it fails and `keep` says where."""
    one, zones, keep = task
    with tempfile.TemporaryDirectory(prefix="pcgns-property.") as folder:
        try:
            found = play(one, folder)
        except (cgns.Trouble, ValueError, KeyError, IndexError, OSError) as error:
            found = [f"{type(error).__name__}: {error}"]
        if found and keep:
            shutil.copytree(folder, os.path.join(keep, f"{one.convention}-{one.kind}-{one.seed}"), dirs_exist_ok=True)
    return one, zones, found


def kind_of(line):
    """A failure without its names and numbers, to count them by kind."""
    text = re.sub(r"'[^']*'|\(.*\)|\[.*\]", "*", line)
    text = re.sub(r"/[^\s:]*/([^\s/:]+)", lambda found: ".../" + re.sub(r"\d+", "N", found[1]), text)
    return re.sub(r"[.\w]*\d[.\w]*", "N", text)[:150]


def tasks(args):
    """The rounds to run, until there are enough of them."""
    kinds = [args.kind] if args.kind else random_mesh.KINDS
    names = args.convention or split.NAMES
    seed, cases = args.seed, 0
    while cases < args.cases if args.soak is None else seed < args.seed + args.soak:
        for one, zones in rounds_of(seed, kinds, names, tuple(args.contents or ())):
            cases += zones
            yield one, zones, args.keep
        seed += 1


def report(args, outcomes, start):
    """Prints failures and the count; the exit status."""
    rounds = cases = 0
    kinds, failed = collections.Counter(), []
    for one, zones, found in outcomes:
        rounds, cases = rounds + 1, cases + zones
        if found:
            failed.append(one)
            kinds[one.convention, one.kind, kind_of(found[0])] += 1
            if len(failed) <= args.most:
                print(f"FAILED {one.again()}", *found[:6], sep="\n    ", flush=True)
    for (convention, kind, what), count in kinds.most_common(40):
        print(f"{count:5} x {convention} {kind}: {what}")
    print(f"{cases} cases in {rounds} rounds, {len(failed)} rounds failed, {time.time() - start:.1f} s")
    return 1 if failed or not rounds else 0


def options():
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1, help="the first one")
    parser.add_argument("--cases", type=int, default=500, help="zones times conventions, at least")
    parser.add_argument("--soak", type=int, help="so many seeds instead")
    parser.add_argument("--convention", action="append", choices=split.NAMES, help="only these")
    parser.add_argument("--contents", action="append", choices=["all", *random_contents.CONTENTS],
        help="of random_contents.py, added to the meshes")
    parser.add_argument("--kind", choices=random_mesh.KINDS, help="only such zones")
    parser.add_argument("--keep", help="a folder for the files of rounds that fail")
    parser.add_argument("--most", type=int, default=10, help="failures to tell in full")
    parser.add_argument("--processes", type=int, default=2)
    return parser.parse_args()


def main():
    """Runs the rounds."""
    args, start = options(), time.time()
    if "all" in (args.contents or []):
        args.contents = list(random_contents.CONTENTS)
    with multiprocessing.Pool(args.processes) as pool:
        return report(args, pool.imap(run, tasks(args)), start)


if __name__ == "__main__":
    sys.exit(main())
