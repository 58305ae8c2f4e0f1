#!/usr/bin/env python3
"""hostile.py FILE: makes a mesh in FILE whose names, labels, texts and links try to forge lines.

Beside it plain.cgns, without any of this, and tame.cgns, with such names but without links and bytes that are not UTF-8.
"""

import os
import sys

import h5py

import valid
import cgns

FORGED = "\nforged\x1b[31m\u202e\u009b"
BYTES = b"b\xff\xfe"


def main():
    """Makes the files."""
    tree = valid.build("hexa")[0]
    cgns.write("plain.cgns", tree)
    zone = tree.at("Base/Zone")
    zone.add("x" + FORGED, "UserDefinedData_t")
    zone.add("Label", "y" + FORGED)
    tree.at("Base/Zone/ZoneBC/Wall/FamilyName").value = cgns.text_array("z<&>" + FORGED)
    tree.at("Base/Zone/ZoneBC/Far/GridLocation").value = cgns.text_array("l" + FORGED)
    cgns.write("tame.cgns", tree)
    zone.add("Linked", "UserDefinedData_t")
    cgns.write("hostile.cgns", tree, links={"/Base/Zone/Linked": ("nowhere" + FORGED, "/node" + FORGED)})
    with h5py.File("hostile.cgns", "r+") as file:
        node = h5py.h5g.create(file["/Base/Zone"].id, BYTES, gcpl=cgns.GROUP)
        cgns.string(node, b"name", BYTES, 33)
        cgns.string(node, b"label", b"Label\xff_t", 33)
        cgns.string(node, b"type", b"MT", 3)
    os.rename("hostile.cgns", sys.argv[1])


if __name__ == "__main__":
    main()
