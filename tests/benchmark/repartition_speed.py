"""repartition_speed.py: measures pcgns-repartition against the bounds it is held to. See README.md for how.

Cases: `boxes` (one structured zone of 256^3 vertices x 7 doubles, 8 files to 12, 0.95 GB) against `cat` and `sync` of the
same bytes, on 2 ranks; `tetra` (10 million tetrahedra with 10 fields, 8 files to 12, 0.95 GB) the same, and `hexa`, `mixed`
and `poly` of as many bytes; `many` (1000 small files to 1000) against `cp` and `sync`; `plan` and `zones`: seconds and
memory of the plans for 100,000 parts of 10^12 cells, and of 10,000 zones.
A missed bound is reported and is no failure: exit status 0, or 2 when something did not work.
"""

import shlex
import sys
from dataclasses import dataclass
from functools import partialmethod
from pathlib import Path

import numpy as np

from driver import drive, made, measure_pairs, parser_of, peaks_of
from measure import Failed, Launcher, Result, Scene
from merge_speed import EDGES

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "partitions"))
import cgns  # pylint: disable=wrong-import-position

CASES = ("boxes", "tetra", "hexa", "mixed", "poly", "many", "plan", "zones")
CAT_AND_SYNC = ["sh", "-c", 'out=$1; shift; cat "$@" >"$out" && sync "$out"', "sh"]
COPY_AND_SYNC = ["sh", "-c", 'out=$1; shift; cp "$@" "$out" && sync -f "$out"', "sh"]
PLAN_SECONDS, PLAN_BYTES = 10, 1_000_000_000


@dataclass
class Folder(Scene):
    """Outputs that lie in the folder of `output`, whatever their names."""

    def outputs(self):
        return [path for path in self.output.parent.iterdir() if path.is_file()]

    def ready(self):
        for path in self.outputs():
            path.unlink()
        return super().ready()

    def check(self):
        size = sum(path.stat().st_size for path in self.outputs())
        if size < self.least_bytes:
            raise Failed(f"{self.output.parent}: {size} bytes, and the arrays have {self.least_bytes}")


class Bench:
    """The programs, the folder for data, and what was measured so far."""

    def __init__(self, options, folder):
        self.options = options
        self.folder = folder
        self.program = options.bin_dir / "pcgns-repartition"
        self.launcher = Launcher(shlex.split(options.mpiexec), options.bin_dir / "empty_mpi")
        self.report = []

    def compare(self, result, inputs, least_bytes, baseline, parts, options=()):
        output = self.folder / "out" / "part_%04d.cgns"
        output.parent.mkdir(exist_ok=True)
        scene = Folder(inputs, output, least_bytes, self.options.patience)
        words = [self.program, "-q", "--parts", str(parts), *options, "-o", output, *inputs]
        commands = [*baseline, *inputs], words
        self.report.append(measure_pairs(result, scene, self.launcher, 2, commands, self.options))
        for path in scene.outputs():
            path.unlink()

    def boxes(self):
        inputs = made(self.folder, "cubes", [sys.executable, HERE / "make_parts.py", "boxes", "FOLDER", 256, 2, 2, 2])
        result = Result("boxes 8 to 12, 2 ranks", "pcgns-repartition / (cat and sync)", 1.5, at_most=True)
        self.compare(result, inputs, 256**3 * 7 * 8, [*CAT_AND_SYNC, self.folder / "out" / "cat"], 12)

    def cells(self, kind, bound):
        """Cells of a kind, with the bound of their memory."""
        inputs = made(self.folder, kind, [sys.executable, HERE / "make_parts.py", kind, "FOLDER", EDGES[kind], 8])
        result = Result(f"{kind} 8 to 12, 2 ranks", "pcgns-repartition / (cat and sync)", bound, at_most=True)
        least = sum(path.stat().st_size for path in inputs) // 2
        baseline, limit = [*CAT_AND_SYNC, self.folder / "out" / "cat"], ["--memory", "512M"]
        self.compare(result, inputs, least, baseline, 12, limit)
        output = self.folder / "out" / "part_%04d.cgns"
        command = [self.program, "-q", "-O", "--parts", "12", *limit, "-o", output, *inputs]
        peaks, _ = peaks_of(self.launcher, 2, command, self.folder)
        self.report[-1] |= {"peak_bytes": peaks}
        verdict = ""
        if bound != float("inf"):
            most = 512 << 20
            self.report[-1] |= {"peak_bound": most}
            verdict = f", bound <= {most / 1e6:.0f} MB: {'pass' if max(peaks) <= most else 'miss'}"
        print(f"{kind}: peak resident with --memory 512M: {', '.join(f'{peak / 1e6:.0f} MB' for peak in peaks)}{verdict}", flush=True)

    tetra = partialmethod(cells, "tetra", 2.5)
    hexa = partialmethod(cells, "hexa", float("inf"))
    mixed = partialmethod(cells, "mixed", float("inf"))
    poly = partialmethod(cells, "poly", float("inf"))

    def many(self):
        inputs = made(self.folder, "many", [self.options.bin_dir / "make_zones", "FOLDER", 1000, 1, 9])
        result = Result("many, 2 ranks", "pcgns-repartition / (cp and sync)", float("inf"), at_most=True)
        self.compare(result, inputs, 1000 * 9**3 * 7 * 8, [*COPY_AND_SYNC, self.folder / "out"], 1000)

    def plan(self):
        self.planned("plan", [(10_000, 10_000, 10_000)])

    def zones(self):
        self.planned("zones", [(464 + i % 7, 464, 464) for i in range(10_000)])

    def planned(self, case, sizes):
        """Seconds and peak memory of a plan; such a mesh has no arrays."""
        path = self.folder / f"{case}.cgns"
        if not path.exists():
            write_outline(path, sizes)
        words = [self.program, "-q", "--json", "--plan", "--parts", "100000", "-o", self.folder / "x_%d.cgns", path]
        (peak,), wall = peaks_of(self.launcher, 1, words, self.folder)
        passed = wall <= PLAN_SECONDS and peak <= PLAN_BYTES
        print(f"{case}: {wall:.1f} s, bound <= {PLAN_SECONDS}; {peak / 1e6:.0f} MB, bound <= {PLAN_BYTES / 1e6:.0f}: "
              f"{'pass' if passed else 'miss'}", flush=True)
        self.report.append({"name": case, "seconds": wall, "peak_bytes": peak, "pass": passed})


def write_outline(path, sizes):
    """Zones of so many cells without any data, one joined to the next."""
    root = cgns.new_root(4.2)
    base = root.add("Base", "CGNSBase_t", np.array([3, 3], np.int32))
    for number, cells in enumerate(sizes):
        cells = np.array(cells)
        zone = base.add(f"Zone{number}", "Zone_t", np.array([cells + 1, cells, [0] * 3], np.int64))
        zone.add("ZoneType", "ZoneType_t", "Structured")
        for name, i, other in (("After", -1, number + 1), ("Before", 0, number - 1)):
            if not 0 <= other < len(sizes):
                continue
            here, there = (sizes[n][0] + 1 if at == -1 else 1 for n, at in ((number, i), (other, -1 - i)))
            join = zone.add("ZoneGridConnectivity", "ZoneGridConnectivity_t") if not zone.child("ZoneGridConnectivity") \
                else zone.child("ZoneGridConnectivity")
            join = join.add(name, "GridConnectivity1to1_t", f"Zone{other}")
            join.add("Transform", '"int[IndexDimension]"', np.array([1, 2, 3], np.int32))
            for word, at in (("PointRange", here), ("PointRangeDonor", there)):
                join.add(word, "IndexRange_t", np.array([[at, 1, 1], [at, *(cells[1:] + 1)]], np.int64))
    cgns.write(str(path), root)


def main():
    return drive("repartition_speed", parser_of(__doc__, CASES, pairs=5).parse_args(), CASES, Bench)


if __name__ == "__main__":
    sys.exit(main())
