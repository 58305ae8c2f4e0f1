"""builds.py: runs the programs of two builds in turn, for each row of the README's tables, for `pcgns-bench compare`.

    python3 tests/benchmark/builds.py --before BIN --bin-dir BIN --mpiexec mpiexec.openmpi --dir /dev/shm/data --out FOLDER
    pcgns-bench compare FOLDER/before.json FOLDER/after.json

Both builds run once in each pair and take turns to be first; inputs are in the page cache. Wall time includes the launcher;
`cpu` is the processor time of all ranks, which other programs disturb less. Rows are smaller than the README's (0.2 to 0.5 GB),
so that 21 pairs take minutes.
"""

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

from driver import HERE, context, made, parser_of
from measure import Failed, own_seconds, read_all, seconds, wait_until_idle

PYTHON = sys.executable
SETS = {
    "large": ["make_zones", "FOLDER", 8, 2, 70],
    "many": ["make_zones", "FOLDER", 500, 1, 9],
    "cubes": [PYTHON, HERE / "make_parts.py", "boxes", "FOLDER", 200, 2, 2, 2],
    "slabs": [PYTHON, HERE / "make_parts.py", "boxes", "FOLDER", 200, 8, 1, 1],
    "tetra": [PYTHON, HERE / "make_parts.py", "tetra", "FOLDER", 64, 8],
}
DEFLATE = ("--shuffle", "--deflate", "1", "--chunk", "51,51,51")
# Row: ranks, inputs (a set, or what an earlier row has written), program and its words.
ROWS = {
    "merge large": (2, "large", "pcgns-merge", ()),
    "merge large alone": (1, "large", "pcgns-merge", ()),
    "merge many": (2, "many", "pcgns-merge", ()),
    "merge cubes": (2, "cubes", "pcgns-merge", ("--memory", "256M")),
    "merge slabs": (2, "slabs", "pcgns-merge", ("--memory", "256M")),
    "merge tetra": (2, "tetra", "pcgns-merge", ("--memory", "256M")),
    "repartition cubes": (2, "cubes", "pcgns-repartition", ("--parts", "12")),
    "repartition tetra": (2, "tetra", "pcgns-repartition", ("--parts", "12", "--memory", "512M")),
    "restripe align": (2, "merge cubes", "pcgns-restripe", ("--align", "1M")),
    "restripe deflate": (2, "merge cubes", "pcgns-restripe", DEFLATE),
    "restripe inflate": (2, "restripe deflate", "pcgns-restripe", ("--layout", "contiguous")),
    "verify digest": (2, "merge cubes", "pcgns-verify", ("digest",)),
    "verify compare": (2, "merge cubes", "pcgns-verify", ("compare", "--with", "restripe align")),
    "verify check": (2, "merge tetra", "pcgns-verify", ("check",)),
}


class Rows:
    """The inputs, and how the program of a row is called in a build."""

    def __init__(self, options, folder):
        self.options = options
        self.folder = folder
        self.launcher = shlex.split(options.mpiexec)

    def inputs(self, name):
        if name in SETS:
            program, *words = SETS[name]
            program = self.options.bin_dir / program if program == "make_zones" else program
            return made(self.folder, name, [program, *words])
        return [self.kept(name)]

    def kept(self, row):
        """What a row writes, made once."""
        path = self.folder / f"{row}.cgns"
        if not path.exists():
            seconds(self.command(row, self.options.bin_dir, path))
        return path

    def command(self, row, build, output):
        ranks, inputs, program, words = ROWS[row]
        words = [self.kept(word) if word in ROWS else word for word in words]
        files = self.inputs(inputs)
        if program == "pcgns-verify":
            words = [words[0], "-q", *files, *words[1:]]
        else:
            words = ["-q", *words, "-o", output.with_name(output.stem + "-%04d.cgns") if "--parts" in words else output,
                     *files]
        return [*self.launcher, "-n", str(ranks), build / program, *words]

    def timed(self, row, build):
        """Wall and processor time of a row in a build."""
        output = self.folder / "out" / "out.cgns"
        output.parent.mkdir(exist_ok=True)
        for path in output.parent.iterdir():
            path.unlink()
        command = self.command(row, build, output)
        wait_until_idle(self.options.patience)
        before = own_seconds()
        wall, _ = seconds(command)
        return {"time": wall, "cpu": own_seconds() - before}

    def measured(self, row):
        """The times of both builds: one pair to warm up, then each first in every other pair."""
        read_all(self.inputs(ROWS[row][1]))
        builds = {"before": self.options.before, "after": self.options.bin_dir}
        times = {name: [] for name in builds}
        for number in range(self.options.pairs + 1):
            for name in list(builds)[:: 1 if number % 2 else -1]:
                one = self.timed(row, builds[name])
                if number:
                    times[name].append(one)
        return times


def problem_of(row, size, times):
    measurements = [{"engine": ROWS[row][2], "what": what, "samples": [{"seconds": one[what]} for one in times]}
                    for what in ("time", "cpu")]
    return {"label": row, "bytes": size, "parameters": {}, "measurements": measurements}


def main():
    parser = parser_of(__doc__, ROWS, pairs=21)
    parser.add_argument("--before", type=Path, required=True, help="folder of the other build's programs")
    parser.add_argument("--out", type=Path, required=True, help="folder for before.json and after.json")
    options = parser.parse_args()
    unknown = [row for row in options.cases.split(",") if row not in ROWS]
    if unknown:
        parser.error(f"--cases: '{unknown[0]}' is not one of {', '.join(ROWS)}")
    if options.json:
        parser.error("--json: the reports are written to --out")
    if not options.dir:
        parser.error("--dir: a folder for the inputs, 3 GB")
    options.dir.mkdir(parents=True, exist_ok=True)
    options.out.mkdir(parents=True, exist_ok=True)
    rows = Rows(options, options.dir.resolve())
    documents = {name: {"schema": "pcgns-bench-run/1", "scenario": "builds", "problems": [],
                        "context": context(options, rows.folder) | {"ranks": 0}} for name in ("before", "after")}
    try:
        for row in options.cases.split(","):
            times = rows.measured(row)
            size = sum(path.stat().st_size for path in rows.inputs(ROWS[row][1]))
            for name, document in documents.items():
                document["problems"].append(problem_of(row, size, times[name]))
                (options.out / f"{name}.json").write_text(json.dumps(document, indent=1) + "\n")
            print(f"{row}: {options.pairs} pairs, load {os.getloadavg()[0]:.1f}", flush=True)
    except (Failed, OSError, subprocess.SubprocessError) as error:
        print(f"builds.py: error: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
