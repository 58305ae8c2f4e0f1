"""petsc_speed.py: measures a restart in memory (`cgp_partition_*`) against PETSc's DMPlex. See README.md for what and how.

2 million tetrahedra with 5 fields on the vertices and 5 on the cells come into the memory of 2 ranks as parts, with
coordinates, elements and fields: from a CGNS set of 8 files, and from PETSc's own HDF5 format (DMPlexTopologyLoad,
DMPlexDistribute, DMPlexGlobalVectorLoad), converted beforehand, not interpolated. PETSc partitions with each of
CASES: `simple` cuts the order of the cells, `ptscotch` the graph.
Needs PETSc and its pkg-config file (Debian package petsc-dev). A missed bound is reported and is no failure: exit status
0, or 2 when something did not work.
"""

import os
import shlex
import statistics
import subprocess
import sys
from pathlib import Path

import h5py
import numpy as np

from driver import drive, made, parser_of
from measure import Failed, Launcher, read_all, wait_until_idle

HERE = Path(__file__).resolve().parent
CASES = ("simple", "ptscotch")
RANKS, EDGE, FIELDS = 2, 74, 5


def words_of(command):
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Failed(f"{' '.join(map(str, command))}: {done.stderr.strip()[:300]}")
    return done.stdout.split()


def seconds_of(command):
    """What the program says that it took, and the rest of its line: without launching and MPI_Init."""
    words = words_of([str(word) for word in command])
    return float(words[0]), words[1:]


def whole(file, group, count, names):
    """Arrays of a zone, those of a vertex or cell side by side."""
    zone = file["Base/Zone"]
    return np.stack([zone[f"{group}/{name}/ data"][:] for name in names], axis=1)[:count]


def write_raw(merged, path):
    """What load_plex reads, from the merged set."""
    with h5py.File(merged) as file, open(path, "wb") as raw:
        zone = file["Base/Zone"]
        vertices, cells, _ = zone[" data"][:].ravel()
        np.array([vertices, cells], dtype="i8").tofile(raw)
        (zone["Tetra/ElementConnectivity/ data"][:] - 1).astype("i4").tofile(raw)
        whole(file, "GridCoordinates", vertices, [f"Coordinate{axis}" for axis in "XYZ"]).tofile(raw)
        for group, count in (("AtVertices", vertices), ("AtCells", cells)):
            names = [name for name in zone[group] if f"{group}/{name}/ data" in zone and name != "GridLocation"]
            if len(names) != FIELDS:
                raise Failed(f"{merged}: {group} has {len(names)} fields instead of {FIELDS}")
            whole(file, group, count, names).tofile(raw)


class Bench:
    """The programs, the folder for data, and what was measured so far."""

    def __init__(self, options, folder):
        self.options, self.folder, self.report = options, folder, []
        self.launcher = Launcher(shlex.split(options.mpiexec), options.bin_dir / "empty_mpi")
        self.program = folder / "load_plex"
        libraries = [words_of(["pkg-config", what, "PETSc"]) for what in ("--cflags", "--libs")]
        include = words_of(["pkg-config", "--cflags", "hdf5-openmpi"])
        words_of(["mpicc.openmpi", "-O2", *libraries[0], *include, HERE / "petsc/load_plex.c", "-o", self.program, *libraries[1]])

    def files(self):
        """The set, and the same as PETSc writes it."""
        inputs = made(self.folder, "tetra-2m", [sys.executable, HERE / "make_parts.py", "tetra", "FOLDER", EDGE, 8])
        plex = self.folder / "plex.h5"
        if not plex.exists():
            merged, raw = self.folder / "merged.cgns", self.folder / "plex.raw"
            words_of([self.options.bin_dir / "pcgns-merge", "-q", "-O", "-o", merged, *inputs])
            write_raw(merged, raw)
            words_of(self.launcher.command(1, [self.program, "write", raw, plex]))
            merged.unlink()
            raw.unlink()
        return inputs, plex

    def compare(self, partitioner):
        inputs, plex = self.files()
        ours = self.launcher.command(RANKS, [self.options.bin_dir / "read_parts", "mesh", *inputs])
        theirs = self.launcher.command(RANKS, [self.program, "read", plex, "-petscpartitioner_type", partitioner])
        ratios = []
        for number in range(self.options.pairs + 1):
            read_all([*inputs, plex])
            wait_until_idle(self.options.patience)
            (mine, _), (other, norm) = seconds_of(ours), seconds_of(theirs)
            print(f"  {number or 'warm':>4}  {mine:.2f} / {other:.2f} s  ratio {mine / other:.3f}  norm {norm[0]}  load {os.getloadavg()[0]:.1f}",
                  flush=True)
            if number:
                ratios.append(mine / other)
        median = statistics.median(ratios)
        print(f"{partitioner}: parts in memory / DMPlex: median {median:.3f} ({min(ratios):.3f} to {max(ratios):.3f}), bound <= 1: "
              f"{'pass' if median <= 1 else 'miss'}", flush=True)
        self.report.append({"name": partitioner, "bound": 1, "median": median, "pass": median <= 1, "ratios": ratios})

    def simple(self):
        self.compare("simple")

    def ptscotch(self):
        self.compare("ptscotch")


def main():
    return drive("petsc_speed", parser_of(__doc__, CASES, pairs=5).parse_args(), CASES, Bench)


if __name__ == "__main__":
    sys.exit(main())
