"""many_zones_test.py COUNT: a file of so many zones is opened, and each of them looked at, in the time of a walk
by h5py (of the processor: other programs do not count)."""

import sys
import time

import h5py
import numpy as np

import pcgns

PATH = "many.cgns"


def text(words):
    return np.frombuffer(words.encode(), "S1")


def zone(number):
    grid = ["GridCoordinates", None, [["CoordinateX", np.zeros((2, 2, 2), order="F"), [], "DataArray_t"]],
            "GridCoordinates_t"]
    size = np.array([[2, 1, 0]] * 3, "i4", order="F")
    return [f"Zone{number:06}", size, [["ZoneType", text("Structured"), [], "ZoneType_t"], grid], "Zone_t"]


def write(count):
    zones = [zone(number) for number in range(count)]
    pcgns.write_lists(["CGNSTree", None, [["Base", np.array([3, 3], "i4"), zones, "CGNSBase_t"]], "CGNSTree_t"], PATH)


write(int(sys.argv[1]))


def walk(group):
    return 1 + sum(walk(child) for name, child in group.items() if isinstance(child, h5py.Group))


begin = time.process_time()
with h5py.File(PATH) as file:
    count = walk(file)
walked = time.process_time() - begin
begin = time.process_time()
with pcgns.open(PATH) as f:
    kinds = [zone.get("ZoneType").text for zone in f.zones]
opened = time.process_time() - begin
print(f"{len(kinds)} zones, {count} nodes: walked by h5py in {walked:.2f} s, opened and listed in {opened:.2f} s")
assert kinds == ["Structured"] * int(sys.argv[1])
assert opened < walked, (opened, walked)
