"""foreign.py: what the reference library and VTK say of meshes with all contents, of their parts, and of what is merged.

    foreign.py [--seed S] [--soak N]

cgnscheck, and VTK where PCGNS_VTK_PYTHON has it, read each file. A complaint that the source does not cause is reported,
unless it is about a part's neighbours, which are in other files. VTK must find in the merged file what is in the
source. Exit status: 0 no new complaints, 1 some.
"""

import glob
import os
import re
import subprocess
import sys

import numpy as np

import cgns
import random_contents
import random_mesh
import round_trip
import rounds
import tool
from random_structured import Dice

READ_VTK = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "interop", "read_vtk.py")
# A part has neighbours in other files, and names its pieces.
OF_PARTS = re.compile(r"donor zone .* not found|Pointers are invalid|not a valid zone|donor")
# VTK and the reference library 3.4 do not know them, or read such a file as nobody means it.
UNKNOWN = ["interpolation", "particles"]


def run(*command):
    """Exit status and output of a reader."""
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=120, check=False)
    return done.returncode, done.stdout.decode("utf-8", "replace")


def complaints(path):
    """Errors that cgnscheck finds, numbers left out."""
    status, text = run("cgnscheck", "-w0", path)
    found = {re.sub(r"\d+", "", line.replace(path, "")).strip() for line in text.splitlines() if "ERROR" in line}
    return found | ({f"status {status}"} if status < 0 else set())


def seen_by_vtk(path):
    """What VTK reads, or its exit status; None without VTK."""
    python = os.environ.get("PCGNS_VTK_PYTHON")
    if not python or not os.path.exists(python):
        return None
    status, text = run(python, READ_VTK, path)
    return text if status == 0 else f"status {status}"


def play(seed, folder):
    """Runs a round in a folder; what is wrong, in lines."""
    kind, dice = random_mesh.KINDS[seed % 2], Dice([seed, 13])
    tree = random_mesh.mesh(seed, kind)
    tree.child("CGNSLibraryVersion").value = np.array([3.4], np.float32)  # What cgnscheck of Debian reads.
    random_contents.add(dice, tree, [name for name in random_contents.CONTENTS if name not in UNKNOWN])
    whole, merged = os.path.join(folder, "whole.cgns"), os.path.join(folder, "merged.cgns")
    cgns.write(whole, tree)
    options = ["--min-cells", "1", "--ghosts", str(seed // 2 % 2)]
    found = round_trip.cut([whole], os.path.join(folder, "part_%d.cgns"), 2, options)
    parts = sorted(glob.glob(os.path.join(folder, "part_*.cgns")))
    result = tool.merge(parts, merged)
    if found or result.code:
        return found or [result.why()]
    before, vtk = complaints(whole), seen_by_vtk(whole)
    found = [f"merged: {line}" for line in complaints(merged) - before]
    for part in parts:
        found += [f"{os.path.basename(part)}: {line}" for line in complaints(part) - before if not OF_PARTS.search(line)]
        if seen_by_vtk(part) is not None and seen_by_vtk(part).startswith("status") and not vtk.startswith("status"):
            found.append(f"{os.path.basename(part)}: VTK ends with {seen_by_vtk(part)}")
    if vtk != seen_by_vtk(merged):
        found.append("merged: VTK reads something else")
    return found


if __name__ == "__main__":
    sys.exit(rounds.main(__doc__, play, 4))
