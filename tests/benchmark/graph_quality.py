"""graph_quality.py: how good partitions of a tetrahedral mesh are: max/mean of cells, and faces between pieces.

rcb, hilbert and graph of pcgns-repartition on 8, 64 and 256 parts, beside gpart of Scotch (Debian package scotch) on the same
graph. The bounds for graph: max/mean at most 1.03, cut faces at most 1.1 x those of gpart. A missed bound is reported and is
no failure: exit status 0, or 2 when something did not work.
"""

import argparse
import itertools
import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "partitions"))
import cgns  # pylint: disable=wrong-import-position

METHODS = ("rcb", "hilbert", "graph")
MOST_OVER_MEAN, MOST_OVER_GPART = 1.03, 1.1


class Failed(Exception):
    """Something did not work."""


def tetrahedra(n):
    """6 tetrahedra in each of n^3 cubes, by numbers of vertices from 0; cubes beside each other have the same diagonals."""
    k, j, i = np.meshgrid(*[np.arange(n, dtype=np.int64)] * 3, indexing="ij")
    first = (i + (n + 1) * (j + (n + 1) * k)).ravel()
    steps = (1, n + 1, (n + 1) ** 2)
    corners = []
    for number, (a, b, c) in enumerate(itertools.permutations(steps)):
        path = [0, a, a + b, a + b + c]
        turned = number in (1, 2, 5)  # an odd permutation: its volume is negative
        corners.append([path[0], path[2], path[1], path[3]] if turned else path)
    return (first[:, None, None] + np.array(corners)[None]).reshape(-1, 4)


def write_mesh(path, n, cells):
    root = cgns.new_root(4.2)
    base = root.add("Base", "CGNSBase_t", np.array([3, 3], np.int32))
    zone = base.add("Zone", "Zone_t", np.array([[(n + 1) ** 3], [len(cells)], [0]], np.int32))
    zone.add("ZoneType", "ZoneType_t", "Unstructured")
    grid = zone.add("GridCoordinates", "GridCoordinates_t")
    vertices = np.arange((n + 1) ** 3)
    x, y, z = (vertices // (n + 1) ** axis % (n + 1) / n for axis in range(3))
    for name, values in (("X", x + 0.1 * y * y), ("Y", y + 0.1 * z), ("Z", z)):
        grid.add("Coordinate" + name, "DataArray_t", values)
    section = zone.add("Tetra", "Elements_t", np.array([10, 0], np.int32))
    section.add("ElementRange", "IndexRange_t", np.array([1, len(cells)], np.int32))
    section.add("ElementConnectivity", "DataArray_t", (cells + 1).astype(np.int32).ravel())
    cgns.write(str(path), root)


def pairs_of(cells, vertices):
    """The cells on both sides of every inner face."""
    if vertices**3 >= 2**64:
        raise Failed("more vertices than this script can tell apart in 64 bits")
    ordered = np.sort(cells, axis=1).astype(np.uint64)
    count = np.uint64(vertices)
    keys = np.concatenate([(ordered[:, a] * count + ordered[:, b]) * count + ordered[:, c]
                           for a, b, c in itertools.combinations(range(4), 3)])
    order = np.argsort(keys, kind="stable")
    keys = keys[order]
    same = np.flatnonzero(keys[1:] == keys[:-1])
    owners = order % len(cells)
    return owners[same], owners[same + 1]


def write_graph(path, count, left, right):
    """In Scotch's own form: for each cell how many neighbours it has, and these."""
    begin, end = np.concatenate([left, right]), np.concatenate([right, left])
    order = np.argsort(begin, kind="stable")
    ends = end[order]
    starts = np.concatenate([[0], np.cumsum(np.bincount(begin, minlength=count))])
    with open(path, "w", encoding="ascii") as file:
        file.write(f"0\n{count}\t{len(ends)}\n0\t000\n")
        for first in range(0, count, 1 << 16):
            last = min(count, first + (1 << 16))
            values = ends[starts[first] : starts[last]].tolist()
            at, lines = 0, []
            for size in (starts[first + 1 : last + 1] - starts[first:last]).tolist():
                lines.append(" ".join(map(str, [size, *values[at : at + size]])))
                at += size
            file.write("\n".join(lines) + "\n")


def output_of(command):
    result = subprocess.run([str(word) for word in command], capture_output=True, check=False, stdin=subprocess.DEVNULL)
    if result.returncode:
        raise Failed(f"{' '.join(map(str, command))}: {result.returncode}: {result.stderr.decode().strip()[-500:]}")
    return result.stdout


class Bench:
    """A mesh, its graph, and the programs."""

    def __init__(self, options, folder):
        self.options = options
        self.folder = folder
        n = max(1, round((options.cells / 6) ** (1 / 3)))
        cells = tetrahedra(n)
        self.count = len(cells)
        self.left, self.right = pairs_of(cells, (n + 1) ** 3)
        self.mesh, self.graph = folder / f"tetra_{n}.cgns", folder / f"tetra_{n}.grf"
        if not self.mesh.exists():
            write_mesh(self.mesh, n, cells)
        if not self.graph.exists():
            write_graph(self.graph, self.count, self.left, self.right)

    def by_program(self, method, parts):
        words = [*shlex.split(self.options.mpiexec), "-n", self.options.ranks] if self.options.ranks else []
        words += [self.options.bin_dir / "pcgns-repartition", "-q", "--json", "--plan", "--parts", parts, "--method", method,
                  "--memory", self.options.memory]
        report = json.loads(output_of([*words, "-o", self.folder / "x.cgns", self.mesh]))
        return report["max_over_mean"], report["cut_faces"]

    def by_gpart(self, parts):
        mapped = self.folder / "gpart.map"
        output_of([self.options.gpart, parts, self.graph, mapped])
        values = np.fromstring(mapped.read_text(), dtype=np.int64, sep=" ")[1:].reshape(-1, 2)
        part = np.empty(self.count, np.int64)
        part[values[:, 0]] = values[:, 1]
        sizes = np.bincount(part, minlength=parts)
        return sizes.max() / sizes.mean(), int((part[self.left] != part[self.right]).sum())

    def run(self):
        print(f"{self.count} tetrahedra, {len(self.left)} inner faces, {self.options.ranks or 1} ranks")
        print(f"{'parts':>5}  {'method':8}  max/mean  cut faces  / gpart  seconds")
        for parts in map(int, self.options.parts.split(",")):
            cuts = {}
            for method in ("gpart", *METHODS):
                start = time.time()
                balance, cuts[method] = self.by_gpart(parts) if method == "gpart" else self.by_program(method, parts)
                ratio = cuts[method] / max(1, cuts["gpart"])
                verdict = ""
                if method == "graph":
                    verdict = "  pass" if balance <= MOST_OVER_MEAN and ratio <= MOST_OVER_GPART else "  miss"
                print(f"{parts:5}  {method:8}  {balance:8.4f}  {cuts[method]:9}  {ratio:7.3f}  {time.time() - start:7.1f}"
                      f"{verdict}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cells", type=int, default=10_000_000, help="about so many tetrahedra")
    parser.add_argument("--parts", default="8,64,256")
    parser.add_argument("--ranks", type=int, default=2, help="of pcgns-repartition; 0: without the launcher")
    parser.add_argument("--memory", default="3G", help="of pcgns-repartition: with less, more ranks share the graph")
    parser.add_argument("--bin-dir", type=Path, default=HERE.parents[1] / "build" / "openmpi" / "bin")
    parser.add_argument("--mpiexec", default="mpiexec.openmpi")
    parser.add_argument("--gpart", default=shutil.which("scotch_gpart") or "gpart")
    parser.add_argument("--dir", type=Path, help="keeps mesh and graph for the next time")
    options = parser.parse_args()
    try:
        with tempfile.TemporaryDirectory(prefix="pcgns-graph.") as folder:
            Bench(options, options.dir or Path(folder)).run()
    except (Failed, OSError) as error:
        print(f"{os.path.basename(sys.argv[0])}: error: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
