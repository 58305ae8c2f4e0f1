"""split_zones.py: deals the zones of a CGNS/HDF5 file whole into several files, as a solver's ranks would write them.

Every file gets every base with everything that stands beside the zones (families, states, units, iterative data),
and its share of the zones. Links are resolved: the files stand alone. BaseIterativeData names in each file
only the zones that are in it, and says Null where a step has fewer of them than another.
"""

import argparse
from pathlib import Path

import numpy as np

import cgns_h5 as cgns

ZONES = ("Zone_t", "ParticleZone_t")
POINTERS = (("NumberOfZones", "ZonePointers"), ("NumberOfParticleZones", "ParticleZonePointers"))


def zones_of(tree):
    """All (base, zone) of the file, in its order."""
    bases = cgns.children_with_label(tree, "CGNSBase_t")
    return [(base, zone) for base in bases for zone in cgns.children_with_label(cgns.child(tree, base), *ZONES)]


def deal(zones, files, round_robin):
    """One set of zones for each file."""
    if round_robin:
        return [set(zones[i::files]) for i in range(files)]
    return [set(zones[i * len(zones) // files : (i + 1) * len(zones) // files]) for i in range(files)]


def entries(row):
    """The names in one step of a pointer table."""
    return [bytes(entry.view(np.uint8)).split(b"\0")[0].decode().strip() for entry in row]


def kept_entries(row, base, own, everyone, first):
    """Indices of the entries of one step that belong in this file; those that name no zone go to the first one."""

    def belongs(name):
        zone = (base, name.removeprefix(f"{base}/"))
        return zone in own or (first and zone not in everyone)

    return [i for i, name in enumerate(entries(row)) if belongs(name)]


def restrict_pointers(base, own, everyone, first):
    """Takes the zones of other files out of the pointer tables of a base that has been copied."""
    for iterative in (base[name] for name in cgns.children_with_label(base, "BaseIterativeData_t")):
        for number_name, pointer_name in POINTERS:
            if number_name in iterative and pointer_name in iterative:
                restrict_table(iterative, number_name, pointer_name, (base.name[1:], own, everyone, first))


def restrict_table(iterative, number_name, pointer_name, whose):
    numbers = iterative[number_name][" data"]
    old = iterative[pointer_name][" data"][()]
    kept = [kept_entries(row[:count], *whose) for row, count in zip(old, numbers[()])]
    most = max(map(len, kept))
    if most == 0:
        del iterative[number_name], iterative[pointer_name]
        return
    new = np.tile(np.frombuffer(b"Null".ljust(old.shape[2]), old.dtype), (len(old), most, 1))
    for step, indices in enumerate(kept):
        new[step, : len(indices)] = old[step, indices]
    numbers[...] = [len(indices) for indices in kept]
    del iterative[pointer_name][" data"]
    iterative[pointer_name].create_dataset(" data", data=new)


def write_share(tree, path, own, everyone, first):
    """Writes one file with the zones `own`."""

    def keep(group, name):
        zone = (group.name[1:], name)
        return zone not in everyone or zone in own

    path.parent.mkdir(parents=True, exist_ok=True)
    with cgns.create_file(path, cgns.order_of(tree)) as out:
        cgns.copy_tree(tree, out, keep)
        for name in cgns.children_with_label(out, "CGNSBase_t"):
            restrict_pointers(out[name], own, everyone, first)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("input")
    parser.add_argument("pattern", help="names of the files, with one %%d for their number: out/part_%%04d.cgns")
    parser.add_argument("--files", type=int, required=True)
    parser.add_argument("--round-robin", action="store_true", help="deal zone by zone, not in runs")
    options = parser.parse_args()
    with cgns.open_tree(options.input) as tree:
        zones = zones_of(tree)
        for number, own in enumerate(deal(zones, options.files, options.round_robin)):
            write_share(tree, Path(options.pattern % number), own, set(zones), number == 0)


if __name__ == "__main__":
    cgns.run(main)
