#!/usr/bin/env python3
"""Prints path and label of every node of a CGNS file, in the order of the file; for a link, where it leads."""

import sys

import h5py

NODE = "{0} {1}"
LINK = "{0} -> {1}:{2}"


def text(group, name):
    return bytes(group.attrs[name]).split(b"\0")[0].decode()


def value(group, name):
    return bytes(group[name][()].tobytes()).split(b"\0")[0].decode() if name in group else ""


def show(group, path):
    for name in h5py.Group(h5py.h5g.open(group.id, b".")):
        if name.startswith(" "):
            continue
        node = group[name]
        if text(node, "type") == "LK":
            print(LINK.format(f"{path}/{name}", value(node, " file"), value(node, " path")))
        else:
            print(NODE.format(f"{path}/{name}", text(node, "label")))
            show(node, f"{path}/{name}")


with h5py.File(sys.argv[1], "r") as file:
    show(file, "")
