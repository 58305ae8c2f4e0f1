"""relabel34.py: copies a CGNS/HDF5 file so that the tools of the reference library 3.4 can open the copy.

They refuse a superblock newer than 2 and a CGNSLibraryVersion newer than their own; nothing else is changed.
A file that needs neither a new superblock nor its links resolved is copied byte for byte first.
"""

import argparse
import shutil

import h5py
import numpy as np

import cgns_h5 as cgns

SIGNATURE = b"\x89HDF\r\n\x1a\n"
NEWEST = 3.4


def superblock(path):
    """The superblock's version; it stands behind the signature, at 0, 512, 1024, ..."""
    with open(path, "rb") as file:
        offset = 0
        while True:
            file.seek(offset)
            start = file.read(9)
            if len(start) < 9:
                raise cgns.Trouble(f"{path}: no HDF5 file")
            if start[:8] == SIGNATURE:
                return start[8]
            offset = max(512, 2 * offset)


def has_links_to_files(group):
    """True where some node stands in another file, so that a copy elsewhere would not find it."""
    for name in group:
        link = group.get(name, getlink=True)
        if isinstance(link, h5py.ExternalLink):
            return True
        if isinstance(link, h5py.HardLink) and isinstance(group[name], h5py.Group) and has_links_to_files(group[name]):
            return True
    return False


def copy_file(source, target):
    with cgns.open_tree(source) as tree:
        if superblock(source) > 2 or has_links_to_files(tree):
            with cgns.create_file(target, cgns.order_of(tree)) as out:
                cgns.copy_tree(tree, out)
            return
    shutil.copyfile(source, target)


def lower_version(path):
    """Makes the file one of version 3.4 where it is newer."""
    with h5py.File(path, "r+") as file:
        version = file.get("CGNSLibraryVersion/ data")
        if version is not None and version[0] > np.float32(NEWEST):
            version[0] = NEWEST


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("input")
    parser.add_argument("output")
    options = parser.parse_args()
    copy_file(options.input, options.output)
    lower_version(options.output)


if __name__ == "__main__":
    cgns.run(main)
