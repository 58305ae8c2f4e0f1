"""product.py: real meshes cut by pcgns-repartition in every style, by every method, into all numbers of parts.

    product.py [--seed S] [--cases K | --all] [--only REGEX] [--keep FOLDER]

The meshes are the files of the corpus and its sets of files per rank, merged. A case is a mesh, a style, a method and a
number of parts; K cases are drawn at random (or all are run). In each, the parts have the digest of the mesh, compare as
the same, and merged are the mesh again, as other code than that of pcgns reads it. Every third case is cut on several
ranks, too, with the same bytes, and every third by way of other parts, with the same parts. What cannot be cut is told
as REFUSED has it. Exit status: 0 all are right, 1 some are not.
"""

import argparse
import functools
import glob
import itertools
import multiprocessing
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time

import h5py

import cgns
import compare
import corpus
import round_trip
import tool
from round_trip import HAS_GRAPH, PARTS, REPARTITION, differing

VERIFY = os.path.join(os.path.dirname(tool.MERGE), "pcgns-verify")
MOST_FILES = 1000
PATIENCE = 300  # seconds, for up to a thousand files
cut = functools.partial(round_trip.cut, patience=PATIENCE)
METHODS = ["rcb", "hilbert", "graph", "block", "keep", "file"]
# Meshes that cannot be cut, and why.
REFUSED = {
    "cgnslib_vers-3000.cgns": r"/CGNSLibraryVersion: is 3\.0",
}


def meshes(folder):
    """Names and paths; the merged sets are made in `folder`."""
    single = os.path.join(os.path.dirname(corpus.CORPUS), "single")
    made = {name: os.path.join(single, name) for name in sorted(os.listdir(single))}
    # The scripts here read HDF5 only; ADF is cut and merged in tests/interop/adf.bats.
    made = {name: path for name, path in made.items() if h5py.is_hdf5(path)}
    for name in sorted(os.listdir(corpus.CORPUS)):
        inputs = corpus.cases_of(name)[0].inputs
        path = os.path.join(folder, f"{name}.cgns")
        if tool.merge(inputs, path).code == 0 or tool.merge(inputs, path, options=corpus.MATCH).code == 0:
            made[name] = path
    return made


def kinds_of(path):
    """The types of its zones, and how many cells they have."""
    try:
        tree = cgns.read(path)
    except (OSError, cgns.Trouble):
        return set(), 0
    zones = [zone for base in tree.labelled("CGNSBase_t") for zone in base.labelled("Zone_t")]
    return {zone.child("ZoneType").text() for zone in zones}, round_trip.cells_of(tree)


def cases_of(name, path):
    """All that there are of a mesh: (name, path, style, method, parts)."""
    kinds, cells = kinds_of(path)
    styles = ["maia", "flat"] if "Unstructured" in kinds else ["maia", "seacas", "cassiopee", "flat"]
    methods = METHODS if "Unstructured" in kinds else ["rcb", "keep"]  # the others are for unstructured zones
    methods = ["rcb"] if name in REFUSED else [method for method in methods if method != "graph" or HAS_GRAPH]
    counts = [count for count in PARTS if not 0 < cells < count] + [cells] * (0 < cells <= MOST_FILES)
    return [(name, path, *rest) for rest in itertools.product(styles, methods, counts)]


def options_of(case, folder):
    """Of pcgns-repartition; with the method `file`, the map is made first."""
    _, path, style, method, parts = case
    options = ["--style", style, "--method", method]
    if method == "file":
        mapped = os.path.join(folder, "map.cgns")
        subprocess.run([REPARTITION, "-q", "--plan", "--parts", str(parts), "--method", "hilbert", "--map", mapped,
            "-o", "x.cgns", path], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=False, timeout=PATIENCE)
        options[-1] += f":{mapped}"
    return options


def digest(files):
    """The digest of a mesh in files, or what is said instead."""
    done = subprocess.run([VERIFY, "digest", *files], stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE, check=False)
    return done.stdout.decode().split()[0] if done.returncode == 0 else done.stderr.decode().strip()


@functools.lru_cache(maxsize=1)
def whole_of(path):
    """The digest of a mesh that many cases have, and its tree."""
    return digest([path]), cgns.read(path)


def judge(path, files, folder):
    """What is wrong with the parts of a mesh."""
    merged = os.path.join(folder, "merged.cgns")
    result = tool.merge(files, merged)
    if result.code != 0:
        return [f"merge: {result.why()}"]
    whole, tree = whole_of(path)
    found = [f"digest {other}, not {whole}" for other in map(digest, (files, [merged])) if other != whole]
    same = subprocess.run([VERIFY, "compare", path, "--with", *files], stdin=subprocess.DEVNULL, capture_output=True,
        timeout=PATIENCE, check=False)
    if same.returncode != 0:
        found.append(f"compare: {same.returncode}: {(same.stdout + same.stderr).decode().strip()[:300]}")
    # Zones of particles come first where rank 0 has nothing of those before them.
    rules = compare.Rules(list_order=True, any_order=os.path.basename(path) == "particles_example.cgns")
    return found + compare.compare(tree, cgns.read(merged), rules)


def play(number, case, folder):
    """What is wrong with a case, in lines."""
    name, path, _, _, parts = case
    pattern = "part.cgns" if "seacas" in case else "part_%06d.cgns"
    options = options_of(case, folder)
    found = cut([path], os.path.join(folder, pattern), parts, options)
    if name in REFUSED:
        return [] if found and re.search(REFUSED[name], found[0]) else [f"is not refused: {found}"]
    files = sorted(glob.glob(os.path.join(folder, "part*.cgns*")))
    again = os.path.join(folder, "again" + pattern[4:])
    if not found and number % 3 == 1:
        found = cut([path], again, parts, options, 2 + number // 3 % 3) or differing(folder, True)
    elif not found and number % 3 == 2:
        found = cut([path], os.path.join(folder, "other_%06d.cgns"), min(PARTS[number // 3 % 6], kinds_of(path)[1] or MOST_FILES))
        found = found or cut(sorted(glob.glob(os.path.join(folder, "other_*.cgns"))), again, parts, options)
        found = found or differing(folder, False)
    return found or judge(path, files, folder)


def run(task):
    """Runs a case in a folder of its own, which stays if it fails and `keep` says where."""
    number, case, keep = task
    with tempfile.TemporaryDirectory(prefix="pcgns-product.") as folder:
        try:
            found = play(number, case, folder)
        except (cgns.Trouble, ValueError, KeyError, IndexError, OSError, subprocess.TimeoutExpired) as error:
            found = [f"{type(error).__name__}: {error}"[:300]]
        if found and keep:
            shutil.copytree(folder, os.path.join(keep, str(number)), dirs_exist_ok=True)
    return number, case, found


def main():
    """Runs the cases."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cases", type=int, default=40)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--only", default="", help="cases whose words match")
    parser.add_argument("--keep")
    args, start, failed = parser.parse_args(), time.time(), 0
    with tempfile.TemporaryDirectory(prefix="pcgns-product.") as folder, multiprocessing.Pool(2) as pool:
        every = [case for name, path in meshes(folder).items() for case in cases_of(name, path)]
        chosen = [(i, case, args.keep) for i, case in enumerate(every)
            if re.search(args.only, " ".join(map(str, (case[0], *case[2:]))))]
        if not args.all:
            chosen = sorted(random.Random(args.seed).sample(chosen, min(args.cases, len(chosen))))
        for _, case, found in pool.imap(run, chosen):
            if found:
                failed += 1
                print("FAILED", case[0], *case[2:], *found[:4], sep="\n    ", flush=True)
    print(f"{len(chosen)} of {len(every)} cases, {failed} failed, {time.time() - start:.1f} s")
    return 1 if failed or not chosen else 0


if __name__ == "__main__":
    sys.exit(main())
