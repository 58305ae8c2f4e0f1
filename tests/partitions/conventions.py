"""conventions.py: what the parts of structured zones, their joins and their files are called, and what marks them.

Each convention is a class. `prepare` gives the mesh without what the convention cannot carry: that is what a merge
must give back. The rest names the parts, marks their zones, and names the pieces of joins.
"""

import re

import numpy as np

import points
from cgns import Node

SUFFIXES = [chr(65 + i) for i in range(26)] + [chr(65 + i) * 2 for i in range(26)]


def ids(sizes, low, high):
    """1-based numbers of the points from low to high (0-based, half open) of a box, i fastest."""
    axes = [np.arange(a, b) for a, b in zip(low, high)]
    total, stride = np.ones(1, np.int64), 1
    for axis, size in zip(axes, sizes):
        total = (axis[:, None] * stride + total[None, :]).ravel()
        stride *= size
    return total


def without(tree, label, names):
    """Takes children of these names out of all nodes with the label."""
    for _, node in tree.walk():
        if node.label == label:
            node.remove(*names)


class Convention:
    """What all have in common."""

    name = ""
    one_part_a_rank = False
    keeps_join_names = True
    keeps_metadata = True

    def prepare(self, tree):
        """The mesh as this convention can carry it: a tree that may be changed."""
        without(tree, "GridConnectivity1to1_t", ["GridConnectivityDonorName"])
        return tree

    def name_parts(self, parts):
        """Gives the parts of all zones of a base their names."""

    def mark(self, part, zone):
        """Adds what tells where the part belongs."""

    def name_joins(self, cut, old):
        """Names the pieces of the cut, and those of the old joins."""

    def extras(self, piece):
        """Descriptors of a join."""
        return []

    def file(self, stem, rank, ranks):
        """The name of the file of a rank."""
        return f"{stem}_{rank}.cgns"


class Maia(Convention):
    """ONERA's Maia: zone.P<rank>.N<index>, and global numbers in every zone."""

    name = "maia"

    def __init__(self, dice, form="parts"):
        self.marks = dice.pick(["all", "all", "all", "range", "range", "arrays"])
        self.size_type = dice.pick([np.int64, np.int32])
        self.form = form
        self.keeps_metadata = form == "parts"

    def prepare(self, tree):
        return tree

    def name_parts(self, parts):
        for part in parts:
            part.name = f"{part.zone.name}.P{part.rank}.N{part.index}"

    def mark(self, part, zone):
        numbers = Node(":CGNS#GlobalNumbering", "UserDefinedData_t")
        vertices, cells = part.zone.value[:2]
        if self.marks != "range":
            numbers.add("Vertex", "DataArray_t", ids(vertices, part.low, part.high + 1))
            if len(cells) == 3:
                numbers.add("Face", "DataArray_t", self.faces(part, cells))
            numbers.add("Cell", "DataArray_t", ids(cells, part.low, part.high))
        if self.marks != "arrays":
            box = np.array([part.low + 1, part.high], np.int32)
            numbers.add("CellRange", "IndexRange_t", box)
            numbers.add("CellSize", "DataArray_t", cells.astype(self.size_type))
        zone.children.insert(1, numbers)
        self.mark_lists(part, zone)

    @staticmethod
    def faces(part, cells):
        """Numbers of the faces: all across i, then across j, then across k."""
        made, before = [], 0
        for axis in range(3):
            across = np.arange(3) == axis
            made.append(before + ids(cells + across, part.low, part.high + across))
            before += int(np.prod(cells + across))
        return np.concatenate(made)

    @staticmethod
    def mark_lists(part, zone):
        """Index: where in the list of the whole zone the points of each list are."""
        for path, node in zone.walk():
            if node.child("PointList") is None or node.label == "GridConnectivity1to1_t":
                continue
            whole = part.zone.at(path[1:])
            listed = {tuple(point): number for number, point in enumerate(whole.child("PointList").value, 1)}
            mine = node.child("PointList").value + part.low
            numbers = node.add(":CGNS#GlobalNumbering", "UserDefinedData_t")
            numbers.add("Index", "DataArray_t", np.array([listed[tuple(point)] for point in mine], np.int64))

    def name_joins(self, cut, old):
        for piece in cut:
            mine, theirs = piece.owner, piece.donor
            piece.name = f"JN.P{mine.rank}.N{mine.index}.LT.P{theirs.rank}.N{theirs.index}"
        counts = {}
        for piece in old:
            key = (id(piece.owner), piece.source.name)
            piece.name = f"{piece.source.name}.{counts.setdefault(key, 0)}"
            counts[key] += 1

    def extras(self, piece):
        return [("GridConnectivityDonorName", piece.opposite.name)] if piece.opposite else []


class Seacas(Convention):
    """SEACAS: zone_proc-<rank>, a part of a zone per rank; positions follow from the joins alone."""

    name = "seacas"
    one_part_a_rank = True

    def __init__(self, dice, ranks):
        self.ranks = ranks
        self.bits = max(ranks - 1, 1).bit_length()
        self.numbers = {}

    def prepare(self, tree):
        tree = super().prepare(tree)
        without(tree, "BaseIterativeData_t", ["ZonePointers", "NumberOfZones"])
        return tree

    def name_parts(self, parts):
        for part in parts:
            part.name = f"{part.zone.name}_proc-{part.rank}"
            self.numbers.setdefault(part.zone.name, len(self.numbers) + 1)

    def guid(self, part):
        """The number of a part in names of joins."""
        return (self.numbers[part.zone.name] << self.bits) + part.rank

    def name_joins(self, cut, old):
        for piece in cut:
            piece.name = f"{self.guid(piece.owner)}--{self.guid(piece.donor)}"
        groups = {}
        for piece in old:
            groups.setdefault((id(piece.owner), piece.source.name), []).append(piece)
        for pieces in groups.values():
            for number, piece in enumerate(pieces):
                piece.name = piece.source.name + (SUFFIXES[number] if len(pieces) > 1 else "")

    def extras(self, piece):
        if piece.source is None:
            return [("Decomp", "is_decomp")]
        return [("OriginalName", piece.source.name)] if piece.name != piece.source.name else []

    def file(self, stem, rank, ranks):
        return f"{stem}.cgns.{ranks}.{rank:0{len(str(ranks))}}"


class Cassiopee(Convention):
    """Cassiopée: new names for zones and joins; where a part was, loc2glob tells."""

    name = "cassiopee"
    keeps_join_names = False

    def __init__(self, dice, ghosts=0, single=False):
        self.dice = dice
        self.ghosts = ghosts
        self.form = "single" if single else "parts"

    def prepare(self, tree):
        tree = super().prepare(tree)
        without(tree, "BaseIterativeData_t", ["ZonePointers", "NumberOfZones"])
        if self.ghosts:
            for _, zone in tree.walk():
                if zone.label == "Zone_t":
                    only_ghostable(zone)
        return tree

    def name_parts(self, parts):
        taken = {part.zone.name for part in parts}
        for part in parts:
            part.zone_rind = self.ghosts
            if part.is_whole():
                continue
            stem = re.sub(r"\.\d+$", "", part.zone.name)
            number = self.dice.number(0, 3)
            while f"{stem}.{number}" in taken:
                number += 1
            part.name = f"{stem}.{number}"
            taken.add(part.name)

    def mark(self, part, zone):
        if not part.is_whole():
            own = zone.add(".Solver#ownData", "UserDefinedData_t")
            own.add("source", "UserDefinedData_t", part.zone.name)
            window = np.ones((3, 2), np.int32)
            window[:len(part.low)] = np.array(part.vertices).T
            sizes = np.ones(3, np.int32)
            sizes[:len(part.low)] = part.zone.value[0]
            own.add("loc2glob", "DataArray_t", np.concatenate([window.ravel(), sizes]))
        param = zone.add(".Solver#Param", "UserDefinedData_t")
        param.add("proc", "DataArray_t", np.array([[part.rank]], np.int32))
        if self.ghosts:
            zone.add("ZoneRind", "Rind_t", np.full(6, self.ghosts, np.int32))

    def name_joins(self, cut, old):
        counts = {}
        for piece in [*cut, *old]:
            if piece.source is not None and piece.owner.is_whole() and piece.donor.is_whole():
                piece.name = piece.source.name
                continue
            number = counts.get("match", 0)
            counts["match"] = number + 1
            piece.name = "match" if number == 0 else f"match.{number}"
            piece.ascending = True

    def file(self, stem, rank, ranks):
        return f"{stem}/{stem}_{rank}.cgns"


def only_ghostable(zone):
    """Leaves what a zone with ghosts all around can hold."""
    zone.children = [node for node in zone.children if node.label not in ("ZoneBC_t", "ZoneSubRegion_t")]
    zone.children = [node for node in zone.children if not points.point_set(node)[0]]
    for node in zone.labelled("GridCoordinates_t", "FlowSolution_t", "DiscreteData_t", "ArbitraryGridMotion_t"):
        rind = node.child("Rind")
        if rind is not None:
            low, high = rind.value.reshape(-1, 2)[::-1].T
            for array in node.labelled("DataArray_t"):
                window = tuple(slice(a, n - b) for a, b, n in zip(low, high, array.value.shape))
                array.value = array.value[window].copy()
            node.remove("Rind")
    for holder in zone.labelled("ZoneGridConnectivity_t"):
        holder.children = holder.labelled("GridConnectivity1to1_t")
        if not holder.children:
            zone.remove(holder.name)


class Whole(Convention):
    """No parts at all: every zone lies whole in the file of some rank."""

    name = "whole"

    def prepare(self, tree):
        return tree


class Assembly(Convention):
    """A solver of one's own: zone_r<rank>, and the place of a part in a user data array; a file tells how."""

    name = "assembly"
    one_part_a_rank = True
    keeps_join_names = False

    def __init__(self, dice):
        self.index = dice.pick([np.int32, np.int64])
        self.node = dice.pick(["PartitionInfo/GlobalRange", "Info/Deeper/Where"])
        self.range = {"node": self.node, "of": dice.pick(["vertices", "cells"]), "base": dice.number(0, 1),
            "layout": dice.pick(["interleaved", "begins-ends"])}

    def rules(self):
        """What --assembly reads."""
        return {"rules": [{"zone": "(.*)_r([0-9]+)", "original": "$1", "rank": "$2", "range": self.range}]}

    def name_parts(self, parts):
        for part in parts:
            part.name = f"{part.zone.name}_r{part.rank}"

    def mark(self, part, zone):
        *above, last = self.node.split("/")
        for name in above:
            zone = zone.add(name, "UserDefinedData_t")
        first, end = part.vertices if self.range["of"] == "vertices" else (part.low + 1, part.high)
        pairs = np.array([first, end]) - 1 + self.range["base"]
        ordered = pairs.T if self.range["layout"] == "interleaved" else pairs
        zone.add(last, "DataArray_t", ordered.ravel().astype(self.index))

    def name_joins(self, cut, old):
        for number, piece in enumerate([*cut, *old]):
            piece.name = f"join{number}"
