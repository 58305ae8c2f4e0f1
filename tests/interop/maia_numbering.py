"""maia_numbering.py: compares parts that pcgns-repartition has made with those that Maia has made of the same mesh.

    maia_numbering.py plan MAIA_FILE...           prints the plan of Maia's partition, for --from-plan
    maia_numbering.py compare OURS... -- MAIA...  exit status: 0 all that Maia needs is there and the same, 1 it is not

Compared, zone by zone: extents, everything of :CGNS#GlobalNumbering, boundary conditions, and joins by what they join.
"""

import json
import sys

import h5py
import numpy as np


def label(node):
    """The label of a CGNS node."""
    return node.attrs["label"].decode().rstrip("\0 ") if "label" in node.attrs else ""


def value(node):
    """The value of a node, or None."""
    return node[" data"][()] if " data" in node else None


def text(node):
    """The value as a string."""
    return bytes(value(node)).decode().rstrip("\0 ")


def zones(paths):
    """(base, zone) of all zones of all files."""
    for path in paths:
        file = h5py.File(path, "r")
        for base in file.values():
            if isinstance(base, h5py.Group) and label(base) == "CGNSBase_t":
                yield from ((base, zone) for zone in base.values() if isinstance(zone, h5py.Group) and label(zone) == "Zone_t")


def plan_of(paths):
    """The document that --from-plan reads."""
    parts = []
    for base, zone in zones(paths):
        name = zone.name.rpartition("/")[2]
        whole, rank = name.rpartition(".N")[0].rpartition(".P")[::2]
        first, last = value(zone[":CGNS#GlobalNumbering/CellRange"]).tolist()
        parts.append({"zone": f"{base.name}/{whole}", "rank": int(rank), "first": first, "last": last})
    return {"partitions": max(part["rank"] for part in parts) + 1, "parts": parts}


def facts(base, zone):
    """What Maia needs of a zone, by name: arrays and texts."""
    found = {"size": value(zone)}
    for name, node in zone[":CGNS#GlobalNumbering"].items():
        if isinstance(node, h5py.Group):
            found[f"numbering {name}"] = value(node)
    for node in zone.values():
        if not isinstance(node, h5py.Group) or label(node) not in ("ZoneBC_t", "ZoneGridConnectivity_t"):
            continue
        for child in node.values():
            if not isinstance(child, h5py.Group) or label(child) not in ("BC_t", "GridConnectivity1to1_t"):
                continue
            what = f"{label(child)} {text(child)}"
            if label(child) == "BC_t":
                what += " " + child.name.rpartition("/")[2]
            for word in ("PointRange", "PointRangeDonor", "Transform"):
                if word in child:
                    what += f" {word} {value(child[word]).ravel().tolist()}"
            found[what] = None
    return found


def compare(ours, theirs):
    """Prints what differs; how many differences."""
    mine, others = ({zone.name: facts(base, zone) for base, zone in zones(side)} for side in (ours, theirs))
    wrong = [f"zones {sorted(mine)} and {sorted(others)}"] if sorted(mine) != sorted(others) else []
    for name in sorted(set(mine) & set(others)):
        for key, wanted in others[name].items():
            if key not in mine[name]:
                wrong.append(f"{name}: no {key}")
            elif wanted is not None and not np.array_equal(mine[name][key], wanted):
                wrong.append(f"{name}: {key} differs")
    print(*wrong[:20], sep="\n")
    return len(wrong)


def main():
    """What the command line asks for."""
    if sys.argv[1] == "plan":
        print(json.dumps(plan_of(sys.argv[2:])))
        return 0
    cut = sys.argv.index("--")
    return 1 if compare(sys.argv[2:cut], sys.argv[cut + 1:]) else 0


if __name__ == "__main__":
    sys.exit(main())
