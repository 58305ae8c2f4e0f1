"""balance.py: several zones are dealt out evenly, by cells or by weights, to ranks of any speeds, whatever runs the program.

    balance.py [--seed S]

Exit status: 0 all is right, 1 some is not.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "benchmark"))

import cgns
import make_cube
import tool

REPARTITION = os.path.join(os.path.dirname(tool.MERGE), "pcgns-repartition")
PARTS = 7
SPEEDS = [1, 2, 1, 0.5, 1, 1, 2.5]
MOST = 1.03
MOST_OF_BOXES = 1.1  # planes of cells are not divided


def methods():
    """Those of this build."""
    said = subprocess.run([REPARTITION, "--version", "-v"], capture_output=True, check=True).stdout
    return ["rcb", "hilbert", "block"] + (["graph"] if b"PT-Scotch 7" in said else [])


def mesh(random):
    """Cubes of several sizes, with fields of cells."""
    root = make_cube.cube(22)
    base = root.child("Base")
    base.children[0].name = "Large"
    base.children += [make_cube.cube(n).child("Base").children[0] for n in (7, 15)]
    base.children[1].name, base.children[2].name = "Small", "Middle"
    for zone in base.labelled("Zone_t"):
        cells = int(zone.value[1, 0])
        flow = zone.add("Flow", "FlowSolution_t")
        flow.add("GridLocation", "GridLocation_t", "CellCenter")
        flow.add("Work", "DataArray_t", random.lognormal(size=cells))
        flow.add("Steps", "DataArray_t", random.integers(0, 9, cells).astype(np.int32))
    return root


def structured(cells):
    """A zone of boxes of cells without data."""
    zone = cgns.Node("Box", "Zone_t", np.array([np.array(cells) + 1, cells, [0, 0, 0]], np.int32))
    zone.add("ZoneType", "ZoneType_t", "Structured")
    return zone


def run(folder, words, ranks=0):
    """The report of a plan."""
    launcher = os.environ.get("PCGNS_MPIEXEC", "mpiexec.openmpi").split() + ["-n", str(ranks)] if ranks else []
    command = [*launcher, REPARTITION, "-q", "-O", "--plan", "--json", "--parts", str(PARTS), "-o", "x.cgns", *words]
    result = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, timeout=60, check=False)
    if result.returncode:
        raise cgns.Trouble(f"{' '.join(words)}: {result.stderr.decode().strip()[:300]}")
    return json.loads(result.stdout)


def ranks_in(path):
    """The rank of every cell, of all zones one after the other."""
    zones = cgns.read(path).child("Base").labelled("Zone_t")
    return np.concatenate([zone.child("Partition").child("Rank").value for zone in zones])


def judge(folder, tree, method, weights, speeds):
    """What is wrong with one way to cut."""
    words = ["--method", method, "--map", "map.cgns", "mesh.cgns"]
    words += ["--weights", weights] if weights else []
    words += ["--targets", speeds] if speeds else []
    report = run(folder, words)
    zones = tree.child("Base").labelled("Zone_t")
    work = np.ones(len(ranks_in(f"{folder}/map.cgns")))
    if weights:
        work = np.concatenate([zone.child("Flow").child(weights.split("/")[-1]).value for zone in zones])
    loads = np.bincount(ranks_in(f"{folder}/map.cgns"), work, PARTS)
    shares = np.array(SPEEDS if speeds else [1.0] * PARTS)
    shares *= work.sum() / shares.sum()
    most = (loads / shares).max()
    found = []
    if most > MOST + work.max() / shares.min():
        found.append(f"{' '.join(words)}: {most:.3f} of the share")
    if (weights or speeds) and abs(report["max_over_target"] - most) > 1e-6:
        found.append(f"{' '.join(words)}: says {report['max_over_target']}, and it is {most}")
    with open(f"{folder}/map.cgns", "rb") as file:
        before = file.read()
    if bool(weights) != bool(speeds):
        run(folder, words, 3)
        with open(f"{folder}/map.cgns", "rb") as file:
            if file.read() != before:
                found.append(f"{' '.join(words)}: another map on 3 ranks")
    return found


def main():
    """Tries all ways to cut."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    tree = mesh(np.random.default_rng(parser.parse_args().seed))
    found = []
    with tempfile.TemporaryDirectory(prefix="pcgns-balance.") as folder:
        cgns.write(f"{folder}/mesh.cgns", tree)
        with open(f"{folder}/speeds", "w", encoding="ascii") as file:
            file.write("\n".join(map(str, SPEEDS)) + "\n")
        for method in methods():
            found += judge(folder, tree, method, "", "")
            found += judge(folder, tree, method, "Work", "")
            found += judge(folder, tree, method, "Flow/Steps", ",".join(map(str, SPEEDS)))
            found += judge(folder, tree, method, "", "@speeds")
        tree.child("Base").children.insert(1, structured([20, 24, 28]))
        cgns.write(f"{folder}/mesh.cgns", tree)
        for method in methods():
            most = run(folder, ["--method", method, "mesh.cgns"])["max_over_mean"]
            if most > MOST:
                found.append(f"{method} with a structured zone: {most:.3f} of the mean")
        most = run(folder, ["--targets", ",".join(map(str, SPEEDS)), "mesh.cgns"], 2)["max_over_target"]
        if most > MOST_OF_BOXES:
            found.append(f"structured and unstructured zones by speeds: {most:.3f} of the share")
    print(*found, sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
