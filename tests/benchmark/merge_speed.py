"""merge_speed.py: measures pcgns-merge against the bounds it is held to. See README.md for what and how.

Cases: `large` (8 files, 0.9 GB) against `cat` and `sync` of the same bytes, on 2 ranks and on 1;
`many` (1000 small files) against a serial merge with the reference library; `memory` (4 GB): resident memory per rank;
`cubes` and `slabs` (one structured zone in 2 x 2 x 2 and in 8 x 1 x 1 parts), `tetra` (10 million tetrahedra in 8
parts), `hexa`, `mixed` and `poly` (as many bytes of other cells) against `cat` and `sync` of the parts; `growth`: the zone
of `cubes` in 1, 8, 64 and 512 files against `cat` and `sync`; `nodes` (10,000 zones in 10 files): how fast 1, 2 and 4
ranks create the nodes.
A missed bound is reported and is no failure: exit status 0, or 2 when something did not work.
"""

import json
import os
import shlex
import statistics
import subprocess
import sys
from dataclasses import dataclass
from functools import partialmethod
from pathlib import Path

from driver import drive, made, measure_pairs, parser_of, peaks_of
from measure import Failed, Launcher, Result, Scene

HERE = Path(__file__).resolve().parent
CAT_AND_SYNC = ["sh", "-c", 'out=$1; shift; cat "$@" >"$out" && sync "$out"', "sh"]
MERGE_AND_SYNC = ["sh", "-c", 'out=$2; "$@" && sync "$out"', "sh"]
CASES = ("large", "many", "memory", "cubes", "slabs", "tetra", "hexa", "mixed", "poly", "growth", "nodes")
MEMORY_OPTION = "128M"
PARTS_OPTION = "256M"
MEMORY_BOUND = 250_000_000


@dataclass
class Shape:
    """A set of input files: so many files of so many zones of n x n x n vertices."""

    files: int
    zones: int
    n: int

    @property
    def array_bytes(self):
        return self.files * self.zones * self.n**3 * 7 * 8


@dataclass
class Parts:
    """A set of input files that hold parts of one zone, as make_parts.py makes it."""

    kind: str
    n: int
    cut: tuple

    @property
    def array_bytes(self):
        if self.kind == "boxes":
            return self.n**3 * 7 * 8
        return self.n**3 * CUBE_BYTES[self.kind] + (self.n + 1) ** 3 * (3 + 5) * 8


# Connectivity and fields of the cells of one cube, as make_parts.py writes them.
CUBE_BYTES = {"tetra": 5 * (4 * 4 + 5 * 8), "hexa": 8 * 4 + 5 * 8, "mixed": (9 + 14) * 2 + 3 * 5 * 4, "poly": 3 * 4 * 4 + 6 * 4 + 5 * 8}
# Cubes along an edge: 0.95 GB in all.
EDGES = {"tetra": 126, "hexa": 181, "mixed": 166, "poly": 153}
SHAPES = {"large": Shape(8, 2, 100), "many": Shape(1000, 1, 9), "memory": Shape(8, 2, 165), "nodes": Shape(10, 1000, 3)}


def boxes(*cut):
    return Parts("boxes", 256, cut)


SHAPES |= {"cubes": boxes(2, 2, 2), "slabs": boxes(8, 1, 1)}
SHAPES |= {kind: Parts(kind, edge, (8,)) for kind, edge in EDGES.items()}
SHAPES |= {f"growth-{n**3}": boxes(n, n, n) for n in (1, 2, 4, 8)}


class Bench:
    """The programs, the folder for data, and what was measured so far."""

    def __init__(self, options, folder):
        self.options = options
        self.folder = folder
        self.bin = options.bin_dir
        self.launcher = Launcher(shlex.split(options.mpiexec), self.bin / "empty_mpi")
        self.report = []

    def program(self, name):
        path = self.bin / name
        if not os.access(path, os.X_OK):
            raise Failed(f"{path}: missing")
        return path

    def scene(self, case):
        """The files of a case; the inputs are made if they are not there yet."""
        shape = SHAPES[case]
        if isinstance(shape, Parts):
            maker = [sys.executable, HERE / "make_parts.py", shape.kind, "FOLDER", shape.n, *shape.cut]
        else:
            maker = [self.program("make_zones"), "FOLDER", shape.files, shape.zones, shape.n]
        inputs = made(self.folder, case, maker)
        return Scene(inputs, self.folder / f"{case}-merged.cgns", shape.array_bytes, self.options.patience)

    def merge(self, scene, *options):
        return [self.program("pcgns-merge"), "--quiet", *options, "-o", scene.output, *scene.inputs]

    def compare(self, case, ranks, baseline, result, options=()):
        """Measures pairs in turns; the first one warms up and does not count."""
        scene = self.scene(case)
        programs = [*baseline, scene.output, *scene.inputs], self.merge(scene, *options)
        self.report.append(measure_pairs(result, scene, self.launcher, ranks, programs, self.options))
        scene.output.unlink()

    def large(self):
        for ranks, bound in ((2, 1.0), (1, 1.3)):
            result = Result(f"large, {ranks} rank(s)", "pcgns-merge / (cat and sync)", bound, at_most=True)
            self.compare("large", ranks, CAT_AND_SYNC, result)

    def many(self):
        result = Result("many, 2 ranks", "(serial merge and sync) / pcgns-merge", 3.0, at_most=False)
        self.compare("many", 2, [*MERGE_AND_SYNC, self.program("serial_merge")], result)

    def parts(self, case, bound):
        """Split zones against `cat` of the same files, within a bound of memory."""
        result = Result(f"{case}, 2 ranks", "pcgns-merge / (cat and sync)", bound, at_most=True)
        self.compare(case, 2, CAT_AND_SYNC, result, ("--memory", PARTS_OPTION))
        self.peaks(case, PARTS_OPTION, None)
        return result.median

    def cubes(self):
        self.parts("cubes", 1.2)

    def slabs(self):
        self.parts("slabs", 1.2)

    tetra = partialmethod(parts, "tetra", 1.2)
    hexa = partialmethod(parts, "hexa", float("inf"))
    mixed = partialmethod(parts, "mixed", float("inf"))
    poly = partialmethod(parts, "poly", float("inf"))

    def growth(self):
        """The ratio to `cat` of the same bytes in more and more files."""
        medians = [self.parts(f"growth-{files}", float("inf")) for files in (1, 8, 64, 512)]
        growth, bound = max(medians) / min(medians), 1.5
        print(f"growth, 1 to 512 files: largest / smallest ratio {growth:.2f}, bound <= {bound}: "
              f"{'pass' if growth <= bound else 'miss'}", flush=True)
        self.report.append({"name": "growth, 2 ranks", "bound": bound, "growth": growth, "pass": growth <= bound})

    def nodes(self):
        """Seconds of the phase that creates the nodes, in turns."""
        scene, times = self.scene("nodes"), {1: [], 2: [], 4: []}
        for number in range(self.options.pairs + 1):
            for ranks, laid_out in times.items():
                scene.ready().unlink()
                done = subprocess.run(self.launcher.command(ranks, [*self.merge(scene), "--json"]), stdin=subprocess.DEVNULL,
                                      stdout=subprocess.PIPE, check=True)
                if number:
                    laid_out.append(json.loads(done.stdout)["seconds"]["laying_out"])
        scene.check()
        scene.output.unlink()
        print(f"nodes, 1 rank: {statistics.median(times[1]):.2f} s", flush=True)
        bound = 0.8 * min(2, os.cpu_count())
        for ranks in (2, 4):
            ratios = [one / now for one, now in zip(times[1], times[ranks])]
            gain = statistics.median(ratios)
            print(f"nodes, {ranks} ranks: {statistics.median(times[ranks]):.2f} s, {gain:.2f} times as fast as 1 "
                  f"({min(ratios):.2f} to {max(ratios):.2f}), bound >= {bound:.1f}: {'pass' if gain >= bound else 'miss'}", flush=True)
            self.report.append({"name": f"nodes, {ranks} ranks", "bound": bound, "median": gain, "pass": gain >= bound,
                                "ratios": ratios, "seconds": times[ranks]})

    def memory(self):
        self.peaks("memory", MEMORY_OPTION, MEMORY_BOUND)

    def peaks(self, case, option, bound):
        """Peak resident memory of each rank; nothing is timed."""
        scene = self.scene(case)
        scene.output.unlink(missing_ok=True)
        peaks, wall = peaks_of(self.launcher, 2, self.merge(scene, "--memory", option), self.folder)
        scene.check()
        scene.output.unlink()
        ranks = ", ".join(f"{peak / 1e6:.0f} MB" for peak in peaks)
        entry = {"name": f"{case}, 2 ranks, memory", "peak_bytes": peaks, "seconds": wall}
        verdict = ""
        if bound is not None:
            entry |= {"bound": bound, "pass": max(peaks) <= bound}
            verdict = f", bound <= {bound / 1e6:.0f} MB: {'pass' if entry['pass'] else 'miss'}"
        print(f"{case}, 2 ranks: peak resident with --memory {option}: {ranks} in {wall:.1f} s{verdict}", flush=True)
        self.report.append(entry)


def main():
    parser = parser_of(__doc__, CASES, pairs=7)
    parser.set_defaults(cases="large,many,memory")
    return drive("merge_speed", parser.parse_args(), CASES, Bench)


if __name__ == "__main__":
    sys.exit(main())
