"""repartition_speed.py: measures pcgns-repartition against the bounds it is held to. See README.md for how.

Cases: `boxes` (one structured zone of 256^3 vertices x 7 doubles, 8 files to 12, 0.95 GB) against `cat` and `sync` of the
same bytes, on 2 ranks; `many` (1000 small files to 1000) against `cp` and `sync`; `plan` and `zones`: seconds and memory of
the plans for 100,000 parts of 10^12 cells, and of 10,000 zones.
A missed bound is reported and is no failure: exit status 0, or 2 when something did not work.
"""

import argparse
import json
import os
import shlex
import sys
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from measure import Failed, Launcher, Result, Scene, measure_pair, seconds

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "partitions"))
import cgns  # pylint: disable=wrong-import-position

CASES = ("boxes", "many", "plan", "zones")
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

    def made(self, name, *command):
        """The files that a command makes in a folder, once."""
        folder = self.folder / name
        if not (folder / "made").exists():
            print(f"making {folder}", flush=True)
            folder.mkdir(parents=True, exist_ok=True)
            seconds([word if word != "FOLDER" else folder for word in command])
            (folder / "made").touch()
        return sorted(folder.glob("part_*.cgns"))

    def compare(self, result, inputs, least_bytes, baseline, parts):
        """Measures pairs in turns; the first one warms up and does not count."""
        output = self.folder / "out" / "part_%04d.cgns"
        output.parent.mkdir(exist_ok=True)
        scene = Folder(inputs, output, least_bytes, self.options.patience)
        words = [self.program, "-q", "--parts", str(parts), "-o", output, *inputs]
        print(f"{result.name}: {result.ratio_of}", flush=True)
        for number in range(self.options.pairs + 1):
            pair = measure_pair(scene, self.launcher, 2, [*baseline, *inputs], words)
            print(f"  {number or 'warm':>4}  baseline {pair.baseline:.2f}  net {pair.net:.2f}  ratio {result.ratio(pair):.2f}"
                  f"  others' CPU {pair.others:.2f} s", flush=True)
            if number:
                result.pairs.append(pair)
        for path in scene.outputs():
            path.unlink()
        print(result.verdict(), flush=True)
        self.report.append({"name": result.name, "bound": result.bound, "median": result.median, "pass": result.passed,
                            "ratios": result.ratios, "pairs": [asdict(pair) for pair in result.pairs]})

    def boxes(self):
        inputs = self.made("cubes", sys.executable, HERE / "make_parts.py", "boxes", "FOLDER", "256", "2", "2", "2")
        result = Result("boxes 8 to 12, 2 ranks", "pcgns-repartition / (cat and sync)", 1.5, at_most=True)
        self.compare(result, inputs, 256**3 * 7 * 8, [*CAT_AND_SYNC, self.folder / "out" / "cat"], 12)

    def many(self):
        inputs = self.made("many", self.options.bin_dir / "make_zones", "FOLDER", "1000", "1", "9")
        result = Result("many, 2 ranks", "pcgns-repartition / (cp and sync)", float("inf"), at_most=True)
        self.compare(result, inputs, 1000 * 9**3 * 7 * 8, [*COPY_AND_SYNC, self.folder / "out"], 1000)

    def plan(self):
        self.planned("plan", [(10_000, 10_000, 10_000)])

    def zones(self):
        self.planned("zones", [(464 + i % 7, 464, 464) for i in range(10_000)])

    def planned(self, case, sizes):
        """Seconds and peak memory of a plan; such a mesh has no arrays."""
        path, peaks_file = self.folder / f"{case}.cgns", self.folder / "peaks"
        if not path.exists():
            write_outline(path, sizes)
        peaks_file.unlink(missing_ok=True)
        words = [self.program, "-q", "--json", "--plan", "--parts", "100000", "-o", self.folder / "x_%d.cgns", path]
        wall, _ = seconds([sys.executable, HERE / "peak_memory.py", peaks_file, *words])
        peak = max(int(line) for line in peaks_file.read_text().split())
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


def run(options, folder):
    bench = Bench(options, folder)
    context = {"cpus": os.cpu_count(), "load": os.getloadavg()[0], "mpiexec": options.mpiexec, "pairs": options.pairs}
    print(", ".join(f"{name} {value}" for name, value in context.items()))
    for case in options.cases.split(","):
        if case not in CASES:
            raise Failed(f"'{case}' is none of {', '.join(CASES)}")
        getattr(bench, case)()
    if options.json:
        document = {"schema": "pcgns-repartition-speed/1", "context": context, "cases": bench.report}
        options.json.write_text(json.dumps(document, indent=2) + "\n")


def parse():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--bin-dir", type=Path, required=True, help="folder of the programs")
    parser.add_argument("--mpiexec", default=os.environ.get("PCGNS_MPIEXEC", "mpiexec"), help="launcher with options")
    parser.add_argument("--cases", default=",".join(CASES), help="comma-separated: %(default)s")
    parser.add_argument("--pairs", type=int, default=5, help="pairs that count, for each case (%(default)s)")
    parser.add_argument("--patience", type=float, default=60, help="seconds to wait for an idle machine (%(default)s)")
    parser.add_argument("--dir", type=Path, help="folder for data, which stays there; default: a temporary one")
    parser.add_argument("--json", type=Path, help="write the numbers there too")
    return parser.parse_args()


def main():
    options = parse()
    try:
        if options.dir:
            options.dir.mkdir(parents=True, exist_ok=True)
            run(options, options.dir.resolve())
        else:
            with tempfile.TemporaryDirectory() as folder:
                run(options, Path(folder))
    except (Failed, OSError) as error:
        print(f"repartition_speed.py: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
