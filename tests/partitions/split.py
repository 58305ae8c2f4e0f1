"""split.py: cuts a whole mesh into what the ranks of a solver would have written.

    split.py WHOLE FOLDER --convention maia --ranks 3 --seed 1

FOLDER gets the files and expected.cgns: what a merge of them must give back.
"""

import argparse
import json
import os

import numpy as np

import boxes
import cgns
import conventions
import pieces
import split_unstructured
from random_structured import Dice

NAMES = ["maia", "maia-linked", "maia-single", "seacas", "cassiopee", "cassiopee-single", "cassiopee-ghosts",
    "assembly", "whole"]
STYLES = [cgns.PLAIN] * 3 + [cgns.Style(chunked=True), cgns.Style(gzip=True), cgns.Style(big_endian=True)]


class PartSet:
    """Files of ranks and what must become of them: `files` are (name, tree, links); `inputs` are what to merge."""

    def __init__(self, convention, expected):
        self.convention = convention
        self.expected = expected
        self.files = []
        self.inputs = []
        self.options = []
        self.style = cgns.PLAIN

    def write(self, folder):
        """Makes the files; the paths of what is to be merged."""
        for name, tree, links in self.files:
            path = os.path.join(folder, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            cgns.write(path, tree, self.style, links)
        if self.convention.name == "assembly":
            with open(os.path.join(folder, "assembly.json"), "w", encoding="utf-8") as file:
                json.dump(self.convention.rules(), file)
        return [os.path.join(folder, name) for name in self.inputs]


def make_convention(name, dice, ranks):
    """The convention of that name, with random habits."""
    stem, _, variant = name.partition("-")
    if stem == "maia":
        return conventions.Maia(dice, variant or "parts")
    if stem == "seacas":
        return conventions.Seacas(dice, ranks)
    if stem == "cassiopee":
        return conventions.Cassiopee(dice, 1 if variant == "ghosts" else 0, variant == "single")
    return conventions.Whole() if stem == "whole" else conventions.Assembly(dice)


def can_carry(tree, name):
    """True where the convention is one for such meshes."""
    bases = tree.labelled("CGNSBase_t")
    unstructured = any(zone.value.shape[1] == 1 and zone.child("ZoneType").text() == "Unstructured"
        for base in bases for zone in base.labelled("Zone_t"))
    if unstructured:
        return name.startswith("maia") or name == "whole"
    if name.endswith("ghosts"):
        return all(base.value[0] == 3 for base in bases)
    if name == "seacas" or name.startswith("cassiopee"):
        return len(bases) == 1
    return True


def split(tree, name, ranks, seed, ghosts=0):
    """The PartSet of a mesh; `ghosts`: planes of the neighbours' data that go along, as Rind_t."""
    dice = Dice([seed, ranks, NAMES.index(name)])
    convention = make_convention(name, dice, ranks)
    whole = convention.prepare(tree.copy())
    expected = whole.copy()
    if not getattr(convention, "keeps_metadata", True):
        for base in expected.labelled("CGNSBase_t"):
            base.children = base.labelled("Zone_t", "Family_t", "ReferenceState_t")
    made = PartSet(convention, expected)
    made.style = dice.pick(STYLES)
    trees = [whole_without_zones(whole, convention) for _ in range(ranks)]
    for base in whole.labelled("CGNSBase_t"):
        split_base(dice, convention, base, [rank.child(base.name) for rank in trees], ghosts)
    lay_out(made, trees, getattr(convention, "form", "parts"))
    return made


def whole_without_zones(tree, convention):
    """What every rank's file has at least."""
    made = cgns.Node(tree.name, tree.label)
    for node in tree.children:
        if node.label != "CGNSBase_t":
            made.children.append(node.copy())
            continue
        base = made.add(node.name, node.label, node.value)
        keep = [child for child in node.children if child.label != "Zone_t"]
        if not convention.keeps_metadata:
            keep = [child for child in keep if child.label in ("Family_t", "ReferenceState_t")]
        base.children = [child.copy() for child in keep]
    return made


def split_base(dice, convention, base, targets, ghosts):
    """Deals the parts of the zones of a base out to the bases of the ranks."""
    zones = base.labelled("Zone_t")
    if zones and zones[0].child("ZoneType").text() == "Unstructured" and convention.name == "maia":
        parts = split_unstructured.split_zones(dice, zones, targets)
    elif convention.name == "whole":
        parts = split_whole(dice, zones, targets)
    else:
        parts = split_structured(dice, convention, zones, targets, ghosts)
    for rank, target in enumerate(targets):
        rename_pointers(target, [part.name for part in parts if part.rank == rank])


def split_whole(dice, zones, targets):
    """Deals whole zones out."""
    parts = [boxes.Part(zone, [0], [1]) for zone in zones]
    for part in parts:
        part.rank = dice.number(0, len(targets) - 1)
        targets[part.rank].children.append(part.zone)
    return parts


def split_structured(dice, convention, zones, targets, ghosts):
    """The parts of structured zones, written into the bases of the ranks."""
    ranks = len(targets)
    parts = {}
    for zone in zones:
        most = ranks if convention.one_part_a_rank else ranks + 1
        parts[zone.name] = boxes.bisect(dice, zone, dice.number(1, most))
        boxes.deal(dice, parts[zone.name], ranks, convention.one_part_a_rank)
    every = [part for of_zone in parts.values() for part in of_zone]
    convention.name_parts(every)
    cut = [piece for of_zone in parts.values() for piece in pieces.of_cut(of_zone)]
    old = pieces.of_joins(zones, parts)
    convention.name_joins(cut, old)
    for part in every:
        part.inner_rind = ghosts
        zone = boxes.cut_zone(part)
        convention.mark(part, zone)
        for piece in [*cut, *old]:
            if piece.owner is part:
                pieces.add_to(zone, piece, convention.extras(piece), part.zone.value.dtype)
        targets[part.rank].children.append(zone)
    return every


def rename_pointers(base, names):
    """ZonePointers name the zones of this file."""
    node = next(iter(base.labelled("BaseIterativeData_t")), None)
    if node is None or node.child("ZonePointers") is None:
        return
    if not names:
        node.remove("NumberOfZones", "ZonePointers")
        return
    steps = int(node.value[0])
    node.child("NumberOfZones").value = np.full(steps, len(names), np.int32)
    # The names of parts may be longer than 32 characters.
    node.child("ZonePointers").value = cgns.table([names] * steps, max(32, *map(len, names)))


def lay_out(made, trees, form):
    """The trees of the ranks as files: one each, one with links to them, or a single one."""
    convention, ranks = made.convention, len(trees)
    if form == "parts":
        made.files = [(convention.file("part", rank, ranks), tree, None) for rank, tree in enumerate(trees)]
        made.inputs = [name for name, _, _ in made.files]
        return
    master = trees[0].copy()
    links = {}
    for rank, tree in enumerate(trees):
        for base in tree.labelled("CGNSBase_t"):
            for zone in base.labelled("Zone_t"):
                links[f"/{base.name}/{zone.name}"] = (f"part_sub_{rank}.cgns", f"{base.name}/{zone.name}")
                if rank > 0:
                    master.child(base.name).children.append(zone)
    made.files = [("part.cgns", master, links if form == "linked" else None)]
    if form == "linked":
        made.files += [(f"part_sub_{rank}.cgns", tree, None) for rank, tree in enumerate(trees)]
    made.inputs = ["part.cgns"]


def main():
    """Cuts a file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("whole")
    parser.add_argument("folder")
    parser.add_argument("--convention", choices=NAMES, default="maia")
    parser.add_argument("--ranks", type=int, default=2)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--ghosts", type=int, default=0)
    args = parser.parse_args()
    made = split(cgns.read(args.whole), args.convention, args.ranks, args.seed, args.ghosts)
    print("\n".join(made.write(args.folder)))
    cgns.write(os.path.join(args.folder, "expected.cgns"), made.expected)


if __name__ == "__main__":
    main()
