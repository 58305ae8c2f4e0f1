#!/usr/bin/env python3
"""run_round_trips.py: what pcgns-repartition takes comes back: its parts are the same mesh as the file.

    run_round_trips.py [SHARE]      all damages, or one of SHARE

For every valid file, and for every damaged one that is not refused: three parts, which pcgns-verify compares with their
source; where the mesh itself is damaged or valid, with ghosts, too. Exit status: 0 all came back, 1 some did not.
"""

import concurrent.futures
import importlib
import os
import pathlib
import subprocess
import sys
import tempfile

import valid
from mutate import MUTATIONS
from run_mutations import written

HERE = pathlib.Path(__file__).resolve().parent
BIN = os.environ.get("PCGNS_BIN_DIR", "build/openmpi/bin")
DIFFERS = "not the same"
REASONS = {
    "range_backwards": "ranges of boundary conditions ascend in the parts",
    "boundary_of_a_block": "VertexSizeBoundary has no meaning in structured zones",
    "join_of_cells": "a range of donors becomes a list",
    "donor_with_blanks": "names of donors have no blanks behind them in the parts",
    "donor_is_named_from_the_root": "names of donors have no slash before them in the parts",
    "hole_of_a_range_and_a_list": "the points of a hole become one list",
    "offsets_too_few": "offsets of elements of one type are made anew",
    "zone_of_a_step_missing": "ZonePointers name the zones that there are",
    "particles_of_a_step_missing": "ParticleZonePointers name the zones that there are",
    **dict.fromkeys(("zones_counted_wrong", "zones_negative", "zones_named_in_fewer_steps", "more_zones_than_there_are"),
                    "NumberOfZones counts the zones that ZonePointers name; other numbers are a loss that is said"),
}
# Unless told otherwise, pcgns-repartition takes the time steps that all files have, and compare all of them.
OPTIONS = {"file_has_fewer_steps": ("--steps", "common")}


def run(program, *words):
    return subprocess.run([os.path.join(BIN, program), "-q", *map(str, words)], stdin=subprocess.DEVNULL,
                          capture_output=True, text=True, timeout=120, check=False)


def trouble(files, folder, ghosts, is_valid, options=()):
    """What is wrong with the parts of the files; None if they are the same mesh or, unless they are valid, refused."""
    cut = run("pcgns-repartition", "--overwrite", "--parts", 3, "--ghosts", ghosts, "-o", folder / "part_%d.cgns", *files)
    if cut.returncode != 0:
        is_refused = cut.returncode == 2 and cut.stderr.count("error:") == 1
        may_be = not is_valid or "--min-cells" in cut.stderr  # too few cells for three parts
        return None if is_refused and may_be else f"exit status {cut.returncode}: {cut.stderr}"
    same = subprocess.run([os.path.join(BIN, "pcgns-verify"), "compare", "-q", *options, *files, "--with",
                           *sorted(folder.glob("part_*.cgns"))],
                          stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120, check=False)
    return None if same.returncode == 0 else f"{DIFFERS if same.returncode == 1 else same.returncode}: {same.stdout}{same.stderr}"


def case(name, base, mutation=None):
    """The name of the case, and what is wrong with it."""
    with tempfile.TemporaryDirectory(prefix="round_trip") as folder:
        folder = pathlib.Path(folder)
        trees = valid.build(base)
        if mutation and mutation.kind != "file":
            mutation.change(trees if mutation.kind == "set" else trees[0])
        files = written(trees, folder, "source")
        if mutation and mutation.kind == "file":
            mutation.change(files[0])
        is_mesh = mutation is None or mutation.code[0] in "MJB"
        options = OPTIONS.get(name, ())
        found = [text for ghosts in range(1 + is_mesh) if (text := trouble(files, folder, ghosts, mutation is None, options))]
        return name, found[0] if found else None


def main():
    for module in sorted(HERE.glob("mutations_*.py")):
        importlib.import_module(module.stem)
    share = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    cases = [(name, name) for name in valid.BUILDERS]
    cases += [(one.name, one.base, one) for one in MUTATIONS[int(os.environ.get("PCGNS_SEED", "1")) % share::share]]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        results = list(pool.map(lambda words: case(*words), cases))
    came_back = set(REASONS) - {name for name, text in results if text}
    wrong = [(name, "comes back and needs no reason") for name in came_back if share == 1]
    wrong += [(name, text) for name, text in results if text and not (name in REASONS and text.startswith(DIFFERS))]
    for name, text in wrong:
        print(f"{name}: {text}")
    print(f"{len(results)} files, {len(wrong)} did not come back")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
