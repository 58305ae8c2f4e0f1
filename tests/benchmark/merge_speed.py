"""merge_speed.py: measures pcgns-merge against the bounds it is held to. See README.md for what and how.

Cases: `large` (8 files, 0.9 GB) against `cat` and `sync` of the same bytes, on 2 ranks and on 1;
`many` (1000 small files) against a serial merge with the reference library; `memory` (4 GB): resident memory per rank;
`cubes` and `slabs` (one structured zone in 2 x 2 x 2 and in 8 x 1 x 1 parts) and `tetra` (10 million tetrahedra in 8
parts) against `cat` and `sync` of the parts; `growth`: the same zone in 1, 8, 64 and 512 files against `cat` and `sync`.
A missed bound is reported and is no failure: exit status 0, or 2 when something did not work.
"""

import argparse
import json
import os
import shlex
import subprocess
import sys
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path

from measure import Failed, Launcher, Result, Scene, measure_pair, seconds

HERE = Path(__file__).resolve().parent
CAT_AND_SYNC = ["sh", "-c", 'out=$1; shift; cat "$@" >"$out" && sync "$out"', "sh"]
MERGE_AND_SYNC = ["sh", "-c", 'out=$2; "$@" && sync "$out"', "sh"]
CASES = ("large", "many", "memory", "cubes", "slabs", "tetra", "growth")
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
        return 5 * self.n**3 * (4 * 4 + 5 * 8) + (self.n + 1) ** 3 * (3 + 5) * 8


SHAPES = {"large": Shape(8, 2, 100), "many": Shape(1000, 1, 9), "memory": Shape(8, 2, 165)}


def boxes(*cut):
    return Parts("boxes", 256, cut)


SHAPES |= {"cubes": boxes(2, 2, 2), "slabs": boxes(8, 1, 1), "tetra": Parts("tetra", 126, (8,))}
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
        folder, shape = self.folder / case, SHAPES[case]
        if isinstance(shape, Parts):
            maker, numbers = [sys.executable, HERE / "make_parts.py", shape.kind, folder], [shape.n, *shape.cut]
        else:
            maker, numbers = [self.program("make_zones"), folder], [shape.files, shape.zones, shape.n]
        made = folder / ("made-" + "x".join(map(str, numbers)))
        if not made.exists():
            print(f"making {folder}: {shape}", flush=True)
            folder.mkdir(parents=True, exist_ok=True)
            seconds([*maker, *map(str, numbers)])
            made.touch()
        inputs, output = sorted(folder.glob("part_*.cgns")), self.folder / f"{case}-merged.cgns"
        return Scene(inputs, output, shape.array_bytes, self.options.patience)

    def merge(self, scene, *options):
        return [self.program("pcgns-merge"), "--quiet", *options, "-o", scene.output, *scene.inputs]

    def compare(self, case, ranks, baseline, result, options=()):
        """Measures pairs in turns; the first one warms up and does not count."""
        scene = self.scene(case)
        programs = [*baseline, scene.output, *scene.inputs], self.merge(scene, *options)
        print(f"{result.name}: {result.ratio_of}", flush=True)
        print("  pair  baseline   merge  launcher     net   ratio  others' CPU (s)")
        for number in range(self.options.pairs + 1):
            pair = measure_pair(scene, self.launcher, ranks, *programs)
            times = f"{pair.baseline:8.2f} {pair.merge:7.2f} {pair.launcher:9.2f} {pair.net:7.2f}"
            print(f"  {number or 'warm':>4}  {times} {result.ratio(pair):7.2f} {pair.others:8.2f}", flush=True)
            if number:
                result.pairs.append(pair)
        scene.output.unlink()
        print(result.verdict(), flush=True)
        self.report.append({"name": result.name, "bound": result.bound, "median": result.median, "pass": result.passed,
                            "ratios": result.ratios, "pairs": [asdict(pair) for pair in result.pairs]})

    def large(self):
        for ranks, bound in ((2, 1.0), (1, 1.3)):
            result = Result(f"large, {ranks} rank(s)", "pcgns-merge / (cat and sync)", bound, at_most=True)
            self.compare("large", ranks, CAT_AND_SYNC, result)

    def many(self):
        result = Result("many, 2 ranks", "(serial merge and sync) / pcgns-merge", 3.0, at_most=False)
        self.compare("many", 2, [*MERGE_AND_SYNC, self.program("serial_merge")], result)

    def parts(self, case, bound):
        """Zones in parts against `cat` of the same files, within a bound of memory."""
        result = Result(f"{case}, 2 ranks", "pcgns-merge / (cat and sync)", bound, at_most=True)
        self.compare(case, 2, CAT_AND_SYNC, result, ("--memory", PARTS_OPTION))
        self.peaks(case, PARTS_OPTION, None)
        return result.median

    def cubes(self):
        self.parts("cubes", 1.2)

    def slabs(self):
        self.parts("slabs", 1.2)

    def tetra(self):
        self.parts("tetra", 3.0)

    def growth(self):
        """The ratio to `cat` of the same bytes in more and more files."""
        medians = [self.parts(f"growth-{files}", float("inf")) for files in (1, 8, 64, 512)]
        growth, bound = max(medians) / min(medians), 1.5
        print(f"growth, 1 to 512 files: largest / smallest ratio {growth:.2f}, bound <= {bound}: "
              f"{'pass' if growth <= bound else 'miss'}", flush=True)
        self.report.append({"name": "growth, 2 ranks", "bound": bound, "growth": growth, "pass": growth <= bound})

    def memory(self):
        self.peaks("memory", MEMORY_OPTION, MEMORY_BOUND)

    def peaks(self, case, option, bound):
        """Peak resident memory of each rank; nothing is timed."""
        scene, peaks_file = self.scene(case), self.folder / "peaks"
        for old in (scene.output, peaks_file):
            old.unlink(missing_ok=True)
        merge = self.merge(scene, "--memory", option)
        wall, _ = seconds(self.launcher.command(2, [sys.executable, HERE / "peak_memory.py", peaks_file, *merge]))
        scene.check()
        scene.output.unlink()
        peaks = [int(line) for line in peaks_file.read_text().split()]
        ranks = ", ".join(f"{peak / 1e6:.0f} MB" for peak in peaks)
        entry = {"name": f"{case}, 2 ranks, memory", "peak_bytes": peaks, "seconds": wall}
        verdict = ""
        if bound is not None:
            entry |= {"bound": bound, "pass": max(peaks) <= bound}
            verdict = f", bound <= {bound / 1e6:.0f} MB: {'pass' if entry['pass'] else 'miss'}"
        print(f"{case}, 2 ranks: peak resident with --memory {option}: {ranks} in {wall:.1f} s{verdict}", flush=True)
        self.report.append(entry)


def context(bench):
    """Where and with what it was measured."""
    file_system = subprocess.run(["stat", "-f", "-c", "%T", bench.folder], capture_output=True, text=True, check=True)
    return {"cpus": os.cpu_count(), "load": os.getloadavg()[0], "file_system": file_system.stdout.strip(),
            "mpiexec": bench.options.mpiexec, "pairs": bench.options.pairs}


def run(options, folder):
    bench = Bench(options, folder)
    about = context(bench)
    print(", ".join(f"{name} {value}" for name, value in about.items()))
    for case in options.cases.split(","):
        getattr(bench, case)()
    if options.json:
        document = {"schema": "pcgns-merge-speed/1", "context": about, "cases": bench.report}
        options.json.write_text(json.dumps(document, indent=2) + "\n")


def parse():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--bin-dir", type=Path, required=True, help="folder of pcgns-merge and of the programs here")
    parser.add_argument("--mpiexec", default=os.environ.get("PCGNS_MPIEXEC", "mpiexec"), help="launcher with options")
    parser.add_argument("--cases", default="large,many,memory", help="comma-separated: %(default)s")
    parser.add_argument("--pairs", type=int, default=7, help="pairs that count, after one to warm up (%(default)s)")
    parser.add_argument("--dir", type=Path, help="keep the data here (up to 9 GB); default: a temporary folder")
    parser.add_argument("--patience", type=float, default=20, metavar="SECONDS",
                        help="wait so long for other programs to end before a run (%(default)s)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures as JSON, in seconds and bytes")
    options = parser.parse_args()
    unknown = [case for case in options.cases.split(",") if case not in CASES]
    if unknown or options.pairs < 1:
        parser.error(f"no such case: {', '.join(unknown)}" if unknown else "--pairs: at least 1")
    return options


def main():
    options = parse()
    try:
        if options.dir:
            options.dir.mkdir(parents=True, exist_ok=True)
            run(options, options.dir)
        else:
            with tempfile.TemporaryDirectory(prefix="merge_speed.") as folder:
                run(options, Path(folder))
    except (Failed, OSError) as error:
        print(f"merge_speed.py: error: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
