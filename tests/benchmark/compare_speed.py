"""compare_speed.py: measures pcgns-verify compare against cmp and h5diff. See README.md for what and how.

Two equal files of one structured zone (7 arrays of doubles, about 1 GB), in the page cache, in pairs of runs in turns;
the launcher's time is taken off. A missed bound is reported and is no failure: exit status 0, or 2 when something did
not work.
"""

import argparse
import json
import os
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from measure import Failed, Launcher, read_all, seconds, wait_until_idle

HERE = Path(__file__).resolve().parent
BOUNDS = {"cmp": 1.3, "h5diff": 0.5}
CASES = {"whole": ["--keep-zones"], "parts": []}


def make(folder, n):
    """Two files that are equal byte for byte."""
    folder.mkdir(parents=True, exist_ok=True)
    files = [folder / f"side-{n}-{side}.cgns" for side in "ab"]
    if not all(file.exists() for file in files):
        parts = folder / "made"
        parts.mkdir(exist_ok=True)
        seconds([sys.executable, HERE / "make_parts.py", "boxes", parts, str(n), "1", "1", "1"])
        shutil.move(parts / "part_0000.cgns", files[0])
        shutil.copyfile(files[0], files[1])
    return files


class Bench:
    """The programs, the files, and what was measured so far."""

    def __init__(self, options, folder):
        self.options = options
        self.files = make(folder, options.n)
        self.launcher = Launcher(shlex.split(options.mpiexec), options.bin_dir / "empty_mpi")
        self.report = []

    def pair(self, baseline, verify):
        """Seconds of the baseline, of pcgns-verify without the launcher, and of others' work meanwhile."""
        read_all(self.files)
        wait_until_idle(self.options.patience)
        theirs, others = seconds(baseline)
        before = self.launcher.seconds(self.options.ranks)
        ours, more = seconds(self.launcher.command(self.options.ranks, verify))
        after = self.launcher.seconds(self.options.ranks)
        return theirs, ours - (before + after) / 2, others + more

    def measure(self, case, tool):
        """The median ratio of a case to `cmp` or `h5diff`."""
        bound = BOUNDS[tool] if case == "whole" else None
        verify = [self.options.bin_dir / "pcgns-verify", "compare", "-q", *CASES[case], self.files[0], "--with", self.files[1]]
        print(f"{case}, {self.options.ranks} ranks: pcgns-verify compare / {tool}", flush=True)
        ratios = []
        for number in range(self.options.pairs + 1):
            theirs, ours, others = self.pair([tool, *self.files], verify)
            print(f"  {number or 'warm':>4}  {tool} {theirs:6.2f}  net {ours:6.2f}  ratio {ours / theirs:5.2f}  others' CPU {others:5.2f}", flush=True)
            if number:
                ratios.append(ours / theirs)
        median = statistics.median(ratios)
        verdict = "" if bound is None else f", bound <= {bound}: {'pass' if median <= bound else 'miss'}"
        print(f"  median {median:.2f} ({min(ratios):.2f} to {max(ratios):.2f}){verdict}", flush=True)
        self.report.append({"case": case, "against": tool, "ranks": self.options.ranks, "median": median, "ratios": ratios, "bound": bound})


def run(options, folder):
    """All cases."""
    bench = Bench(options, folder)
    for case in CASES:
        for tool in BOUNDS:
            bench.measure(case, tool)
    if options.json:
        document = {"schema": "pcgns-verify-compare-speed/1", "cpus": os.cpu_count(), "cases": bench.report}
        options.json.write_text(json.dumps(document, indent=2) + "\n")


def main():
    """Measures."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--bin-dir", type=Path, required=True, help="folder of pcgns-verify and empty_mpi")
    parser.add_argument("--mpiexec", default=os.environ.get("PCGNS_MPIEXEC", "mpiexec"), help="launcher with options")
    parser.add_argument("--ranks", type=int, default=2)
    parser.add_argument("--n", type=int, default=256, help="vertices in each direction (%(default)s: 0.94 GB)")
    parser.add_argument("--pairs", type=int, default=7, help="pairs that count, after one to warm up (%(default)s)")
    parser.add_argument("--dir", type=Path, help="keep the data here; default: a temporary folder")
    parser.add_argument("--patience", type=float, default=20, metavar="SECONDS", help="wait so long for other programs (%(default)s)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures as JSON, in seconds")
    options = parser.parse_args()
    try:
        if options.dir:
            run(options, options.dir)
        else:
            with tempfile.TemporaryDirectory(prefix="compare_speed.") as folder:
                run(options, Path(folder))
    except (Failed, OSError, subprocess.SubprocessError) as error:
        print(f"compare_speed.py: error: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
