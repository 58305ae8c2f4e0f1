"""particles.py: particle zones that are distributed over the files of ranks are merged; pcgns-repartition distributes
them to the parts that have the nearest cells.

    particles.py [--seed S] [--soak N]

Exit status: 0 all are right, 1 some are not.
"""

import argparse
import filecmp
import glob
import os
import sys
import tempfile

import numpy as np

import cgns
import compare
import round_trip
import tool
from random_structured import Dice


def zone(dice, count):
    """A particle zone with solutions, and what does not grow with it."""
    node = cgns.Node("Drops", "ParticleZone_t", np.array([count], dice.pick([np.int32, np.int64])))
    places = node.add("ParticleCoordinates", "ParticleCoordinates_t")
    for axis in "XYZ":
        places.add(f"Coordinate{axis}", "DataArray_t", dice.values((count,), "f8"))
    solution = node.add("ParticleSolution", "ParticleSolution_t")
    solution.add("Radius", "DataArray_t", dice.values((count,)))
    solution.add("Remark", "Descriptor_t", "of all particles")
    node.add("FamilyName", "FamilyName_t", "Liquid")
    return node


def chosen(whole, rows):
    """The zone with some of its particles."""
    count, made = int(whole.value[0]), whole.copy()
    made.value = np.array([len(rows)], whole.value.dtype)
    for container in made.labelled("ParticleCoordinates_t", "ParticleSolution_t"):
        for child in container.labelled("DataArray_t"):
            child.value = child.value[rows] if len(child.value) == count else child.value
    return made


def tree_of(node):
    """A file with these particles alone."""
    tree = cgns.new_root(4.5)
    base = tree.add("Base", "CGNSBase_t", np.array([3, 3], np.int32))
    base.add("Liquid", "Family_t")
    base.children.append(node)
    return tree


def shares(dice, count, how):
    """The rows of each rank."""
    ranks = dice.number(2, 4)
    owners = dice.rng.integers(0, ranks, count)
    if how == "one after another":
        owners = np.sort(owners)
    rows = [np.flatnonzero(owners == rank) for rank in range(ranks)]
    if how == "shared":
        rows = [dice.rng.permutation(np.union1d(own, dice.rng.integers(0, count, 3))) for own in rows]
    return rows


def play(seed, folder):
    """Runs a round in a folder; what is wrong, in lines."""
    dice, count = Dice([seed, 19]), Dice([seed, 20]).number(8, 60)
    how = dice.pick(["one after another", "identified", "shared"])
    whole = zone(dice, count)
    if how != "one after another":
        identifiers = np.arange(1, count + 1, dtype=dice.pick([np.int32, np.int64]))
        whole.child("ParticleSolution").add("ParticleIdentifier", "DataArray_t", identifiers)
    files = []
    for rank, rows in enumerate(shares(dice, count, how)):
        files.append(os.path.join(folder, f"rank_{rank}.cgns"))
        cgns.write(files[-1], tree_of(chosen(whole, rows)))
    merged = os.path.join(folder, "merged.cgns")
    result = tool.merge(files, merged, dice.pick([0, 0, 2]))
    if result.code != 0:
        return [result.why()]
    return compare.compare(tree_of(whole), cgns.read(merged), compare.Rules())


def refused(folder):
    """What is wrong if arrays are not the same in all files."""
    dice, files = Dice([3, 21]), []
    for rank in range(2):
        node = zone(Dice([rank, 22]), 5 + rank)
        node.value = node.value.astype(np.int32)
        node.child("ParticleSolution").child("Radius").value = dice.values((5 + rank,), "f8")
        if rank == 1:
            node.child("ParticleSolution").add("Mass", "DataArray_t", dice.values((6,), "f8"))
        files.append(os.path.join(folder, f"rank_{rank}.cgns"))
        cgns.write(files[-1], tree_of(node))
    result = tool.merge(files, os.path.join(folder, "merged.cgns"))
    is_named = "rank_1.cgns:/Base/Drops/ParticleSolution/Mass" in result.said and result.code == 2
    return [] if is_named else [f"other arrays: {result.code}: {result.said}"]


def other_places(folder):
    """What is wrong if each rank numbers its own particles from 1 on: those of one rank would be lost."""
    files = []
    for rank in range(2):
        node = zone(Dice([3, 24]), 5)
        node.child("ParticleCoordinates").child("CoordinateX").value += rank
        node.child("ParticleSolution").add("ParticleIdentifier", "DataArray_t", np.arange(1, 6, dtype=np.int64))
        files.append(os.path.join(folder, f"rank_{rank}.cgns"))
        cgns.write(files[-1], tree_of(node))
    result = tool.merge(files, os.path.join(folder, "merged.cgns"))
    is_named = "/Base/Drops/ParticleCoordinates/CoordinateX: point" in result.said and result.code == 2
    return [] if is_named else [f"other places: {result.code}: {result.said}"]


def files_of(folder, zones, steps=()):
    """Files with these zones, and as many time steps."""
    files = []
    for rank, node in enumerate(zones):
        tree = tree_of(node)
        if steps:
            iterative = tree.child("Base").add("Steps", "BaseIterativeData_t", np.array([steps[rank]], np.int32))
            iterative.add("TimeValues", "DataArray_t", np.arange(float(steps[rank])))
        files.append(os.path.join(folder, f"rank_{rank}.cgns"))
        cgns.write(files[-1], tree)
    return files


def merged(folder, zones, *options, steps=()):
    """The zone that is merged, and what the program says."""
    output = os.path.join(folder, "merged.cgns")
    result = tool.merge(files_of(folder, zones, steps), output, options=options)
    return (cgns.read(output).at("Base/Drops") if result.code == 0 else None), result.why()


def halves(seed, count):
    """A zone, and two with the first and the last of its particles."""
    whole = zone(Dice([seed, 25]), count)
    whole.value = whole.value.astype(np.int32)
    return whole, [chosen(whole, range(count)[:count // 3]), chosen(whole, range(count)[count // 3:])]


def as_many_as_particles(folder):
    """What is wrong if an array that is no field has as many values as there are particles in all files."""
    whole, parts = halves(7, 9)
    for node in (whole, *parts):
        node.child("ParticleSolution").add("Classes", "DataArray_t", np.arange(9.0))
    made, said = merged(folder, parts)
    return compare.compare(whole, made, compare.Rules()) if made else [said]


def boxes(folder):
    """What is wrong if each rank has the bounding box of its own particles, or of none."""
    whole, parts = halves(8, 9)
    for node in (whole, *parts):
        places = node.child("ParticleCoordinates")
        columns = [child.value for child in places.children]
        places.value = np.array([[column.min() for column in columns], [column.max() for column in columns]])
    made, said = merged(folder, parts, "--keep-zones")
    return compare.compare(whole, made, compare.Rules()) if made else [said]


def shorter(folder):
    """What is wrong if a rank was stopped before its last time step."""
    whole, parts = halves(9, 9)
    for rank, node in enumerate((parts[0], parts[1], whole)):
        names = ["ParticleSolution", "Later", "Last"][:3 if rank == 1 else 2]
        for name in names[1:]:
            node.children.append(cgns.Node(name, "ParticleSolution_t", None, node.child("ParticleSolution").children))
        node.add("Pointers", "ParticleIterativeData_t").add("ParticleSolutionPointers", "DataArray_t", cgns.table(names))
    found = []
    for options in ([], ["--keep-zones"]):
        made, said = merged(folder, parts, "--overwrite", *options, steps=(2, 3))
        found += compare.compare(whole, made, compare.Rules()) if made else [said]
    return found


def notes_of_ranks(folder):
    """What is wrong if ranks left notes of their own, and another program attributes, also on a rank without particles."""
    whole, parts = halves(11, 9)
    parts.append(chosen(whole, []))
    parts[2].remove("ParticleCoordinates", "ParticleSolution")
    for rank, node in enumerate(parts):
        node.add("Info", "Descriptor_t", f"of rank {rank}")
        node.add(f"Own{rank}", "UserDefinedData_t").add("Seconds", "DataArray_t", np.array([float(rank)]))
        node.add("Forces", "IntegralData_t").add("Drag", "DataArray_t", np.array([7.0]))
    files = files_of(folder, parts)
    cgns.add_notes(files[1])
    output = os.path.join(folder, "merged.cgns")
    result = tool.merge(files, output, options=["--strict", "--overwrite"])
    if result.code != 0:
        return [result.why()]
    made = cgns.read(output).at("Base/Drops")
    texts = [made.at(f":PCGNS#PerRank/{rank}/Info").text() for rank in range(3)]
    found = [] if texts == ["of rank 0", "of rank 1", "of rank 2"] else [f"notes of ranks: {texts}"]
    found += [f"Own{rank} is lost" for rank in range(3) if made.at(f"Own{rank}/Seconds") is None]
    found += [f"{path} has lost its attribute" for path in cgns.noted(files[1])
              if path not in cgns.noted(output) and "Info" not in path]
    parts[2].child("Forces").child("Drag").value = np.array([8.0])
    result = tool.merge(files_of(folder, parts), output, options=["--overwrite"])
    is_named = "rank_2.cgns:/Base/Drops/Forces/Drag" in result.said and result.code == 2
    return found + ([] if is_named else [f"a rank without particles contradicts: {result.code}: {result.said}"])


def two_identifiers(folder):
    """What is wrong if ranks have two identifiers, in another order each: those of one name give the places."""
    whole, parts = halves(12, 9)
    for node, rows in ((whole, range(9)), (parts[0], range(3)), (parts[1], range(3, 9))):
        solution = node.child("ParticleSolution")
        solution.add("ParticleIdentifier", "DataArray_t", np.array([row + 1 for row in rows]))
        solution.add("ParticleID", "DataArray_t", np.array([9 - row for row in rows]))
    parts[1].child("ParticleSolution").children.reverse()
    made, said = merged(folder, parts)
    return compare.compare(whole, made, compare.Rules()) if made else [said]


def alone(folder):
    """What is wrong if there are no cells, and time steps name the zone of which not every part has particles."""
    whole = tree_of(zone(Dice([10, 25]), 2))
    steps = whole.child("Base").add("Steps", "BaseIterativeData_t", np.array([2], np.int32))
    steps.add("TimeValues", "DataArray_t", np.arange(2.0))
    steps.add("NumberOfParticleZones", "DataArray_t", np.array([0, 1], np.int32))
    steps.add("ParticleZonePointers", "DataArray_t", cgns.table([["Null"], ["Drops"]]))
    file = os.path.join(folder, "whole.cgns")
    cgns.write(file, whole)
    found = round_trip.cut([file], os.path.join(folder, "part_%d.cgns"), 3, [])
    if found:
        return found
    files = sorted(glob.glob(os.path.join(folder, "part_*.cgns")))
    for base in (cgns.read(part).child("Base") for part in files):
        if (base.child("Drops") is None) != (base.at("Steps/ParticleZonePointers") is None):
            found.append("a part names particles that it does not have, or the other way around")
    made = os.path.join(folder, "merged.cgns")
    result = tool.merge(files, made, options=["--check", "full"])
    if result.code != 0:
        return found + [result.why()]
    return found + compare.compare(whole, cgns.read(made), compare.Rules()) + all_lost(files, made)


def all_lost(files, output):
    """What is wrong if no part has particles any more: they are missing, but the zone stays."""
    for file in files:
        part = cgns.read(file)
        drops = part.at("Base/Drops")
        if drops is not None:
            drops.value = np.array([0], drops.value.dtype)
            drops.children = [cgns.Node(":CGNS#GlobalNumbering", "UserDefinedData_t", None, [
                cgns.Node("Particle", "DataArray_t"), cgns.Node("ParticleSize", "Descriptor_t", "2")])]
            cgns.write(file, part)
    result = tool.merge(files, output, options=["--overwrite"])
    is_refused = result.code == 2 and "/Base/Drops/:CGNS#GlobalNumbering" in result.said
    result = tool.merge(files, output, options=["--overwrite", "--allow-missing"])
    zone_left = cgns.read(output).at("Base/Drops") if result.code == 0 else None
    is_empty = zone_left is not None and not zone_left.value[0] and not zone_left.children
    return [f"no particles: {result.why()}"] * (not (is_refused and is_empty))


def lattice(cells):
    """A structured zone of unit cubes."""
    vertices = np.array(cells) + 1
    made = cgns.Node("Zone", "Zone_t", np.array([vertices, cells, [0, 0, 0]], np.int32))
    made.add("ZoneType", "ZoneType_t", "Structured")
    grid = made.add("GridCoordinates", "GridCoordinates_t")
    axes = np.meshgrid(*(np.arange(float(n)) for n in vertices[::-1]), indexing="ij")
    for name, values in zip("XYZ", axes[::-1]):
        grid.add(f"Coordinate{name}", "DataArray_t", np.ascontiguousarray(values))
    return made


def owners(parts, cells):
    """The rank that has each cell, i fastest."""
    made = np.full(np.array(cells)[::-1], -1)
    for rank, part in enumerate(parts):
        for piece in part.child("Base").labelled("Zone_t"):
            low, high = piece.at(":CGNS#GlobalNumbering/CellRange").value
            made[low[2] - 1:high[2], low[1] - 1:high[1], low[0] - 1:high[0]] = rank
    return made


def placed(folder):
    """What is wrong if particles are not in the part with the nearest cell, or outside not dealt by number."""
    dice, cells, count, ranks = Dice([5, 23]), [6, 5, 4], 200, 4
    drops = zone(dice, count)
    spots = dice.rng.uniform(0, 1, (count, 3)) * cells
    spots[:8] += 100
    for axis, child in enumerate(drops.child("ParticleCoordinates").children):
        child.value = np.ascontiguousarray(spots[:, axis])
    tree = tree_of(drops)
    tree.child("Base").children.append(lattice(cells))
    whole = os.path.join(folder, "whole.cgns")
    cgns.write(whole, tree)
    found = round_trip.cut([whole], os.path.join(folder, "part_%d.cgns"), ranks, ["--min-cells", "1"])
    found = found or round_trip.cut([whole], os.path.join(folder, "again_%d.cgns"), ranks, ["--min-cells", "1"], 3)
    if found:
        return found
    files = sorted(glob.glob(os.path.join(folder, "part_*.cgns")))
    parts = [cgns.read(file) for file in files]
    owner = owners(parts, cells)
    for rank, part in enumerate(parts):
        if not filecmp.cmp(files[rank], files[rank].replace("part_", "again_"), shallow=False):
            found.append(f"other bytes of part {rank} on 3 ranks")
        numbers = part.at("Base/Drops/:CGNS#GlobalNumbering/Particle").value - 1
        at = np.floor(spots[numbers]).astype(int)
        inside = numbers >= 8
        wrong = owner[at[inside, 2], at[inside, 1], at[inside, 0]] != rank
        dealt = numbers[~inside] * ranks // count != rank
        found += [f"part {rank} has {wrong.sum() + dealt.sum()} particles of others"] * bool(wrong.any() or dealt.any())
    os.remove(files[1])
    result = tool.merge(files[:1] + files[2:], os.path.join(folder, "merged.cgns"))
    return found + ["a missing part is not noticed"] * (result.code != 2)


def main():
    """Runs the rounds."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--soak", type=int, default=6)
    args, failed = parser.parse_args(), 0
    rounds = [refused, other_places, placed, as_many_as_particles, boxes, shorter, alone, notes_of_ranks,
        two_identifiers] + [lambda folder, seed=args.seed + i: play(seed, folder) for i in range(args.soak)]
    for number, one in enumerate(rounds):
        with tempfile.TemporaryDirectory(prefix="pcgns-particles.") as folder:
            found = one(folder)
        if found:
            failed += 1
            print(f"FAILED round {number} of --seed {args.seed}", *found[:4], sep="\n    ")
    print(f"{len(rounds)} rounds, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
