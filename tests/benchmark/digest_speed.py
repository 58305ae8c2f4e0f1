"""digest_speed.py: measures pcgns-verify digest against `xxhsum -H2` of the same files. See README.md for what and how.

Cases: `whole` (one zone of 256 x 256 x 256 vertices in one file, 0.9 GB) on 2 ranks and on 1; `cubes` (the same zone in
2 x 2 x 2 parts); `tetra` (10 million tetrahedra in 8 parts). The files are in the page cache.
A missed bound is reported and is no failure: exit status 0, or 2 when something did not work.
"""

import argparse
import json
import math
import os
import shlex
import sys
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path

from measure import Failed, Launcher, Pair, Result, read_all, seconds, wait_until_idle

HERE = Path(__file__).resolve().parent


@dataclass
class Case:
    """How the files are made, on how many ranks they are digested, and what is expected."""

    folder: str
    maker: str
    numbers: tuple
    ranks: int
    bound: float


CASES = {
    "whole": Case("whole", "make_zones", (1, 1, 256), 2, 1.2),
    "alone": Case("whole", "make_zones", (1, 1, 256), 1, float("inf")),
    "cubes": Case("cubes", "boxes", (256, 2, 2, 2), 2, float("inf")),
    "tetra": Case("tetra", "tetra", (126, 8), 2, float("inf")),
}


def files_of(case, options, folder):
    """The files of a case, made if they are not there yet."""
    folder = folder / case.folder
    made = folder / ("made-" + "x".join(map(str, case.numbers)))
    if not made.exists():
        print(f"making {folder}", flush=True)
        folder.mkdir(parents=True, exist_ok=True)
        if case.maker == "make_zones":
            maker = [options.bin_dir / "make_zones", folder]
        else:
            maker = [sys.executable, HERE / "make_parts.py", case.maker, folder]
        seconds([*maker, *map(str, case.numbers)])
        made.touch()
    return sorted(folder.glob("part_*.cgns"))


def launching(launcher, ranks):
    """What starting takes. With Open MPI 4.1 the empty program crashed in 1 of 150 runs on a busy machine (measured)."""
    try:
        return launcher.seconds(ranks)
    except Failed:
        return launcher.seconds(ranks)


def measure(files, case, launcher, options):
    """One pair; nothing is written, so all that a run needs is the page cache and an idle machine."""
    read_all(files)
    wait_until_idle(options.patience)
    baseline, others = seconds(["xxhsum", "-q", "-H2", *files])
    before = launching(launcher, case.ranks)
    program = [options.bin_dir / "pcgns-verify", "digest", "-q", "--memory", "256M", *files]
    digest, more = seconds(launcher.command(case.ranks, program))
    after = launching(launcher, case.ranks)
    return Pair(baseline, digest, (before + after) / 2, others + more)


def run(name, options, folder):
    """Measures pairs in turns; the first one warms up and does not count."""
    case = CASES[name]
    launcher = Launcher(shlex.split(options.mpiexec), options.bin_dir / "empty_mpi")
    result = Result(f"{name}, {case.ranks} rank(s)", "pcgns-verify digest / xxhsum", case.bound, at_most=True)
    files = files_of(case, options, folder)
    print(f"{result.name}: {result.ratio_of}", flush=True)
    print("  pair  xxhsum  digest  launcher     net   ratio  others' CPU (s)")
    for number in range(options.pairs + 1):
        pair = measure(files, case, launcher, options)
        times = f"{pair.baseline:6.2f} {pair.merge:7.2f} {pair.launcher:9.2f} {pair.net:7.2f}"
        print(f"  {number or 'warm':>4}  {times} {result.ratio(pair):7.2f} {pair.others:8.2f}", flush=True)
        if number:
            result.pairs.append(pair)
    print(result.verdict(), flush=True)
    return {"name": result.name, "bound": None if math.isinf(result.bound) else result.bound, "median": result.median, "pass": result.passed,
            "ratios": result.ratios, "pairs": [asdict(pair) for pair in result.pairs]}


def parse():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--bin-dir", type=Path, required=True, help="folder of pcgns-verify and of the programs here")
    parser.add_argument("--mpiexec", default=os.environ.get("PCGNS_MPIEXEC", "mpiexec"), help="launcher with options")
    parser.add_argument("--cases", default="whole,alone,cubes,tetra", help="comma-separated: %(default)s")
    parser.add_argument("--pairs", type=int, default=9, help="pairs that count, after one to warm up (%(default)s)")
    parser.add_argument("--dir", type=Path, help="keep the data here (up to 3 GB); default: a temporary folder")
    parser.add_argument("--patience", type=float, default=20, metavar="SECONDS",
                        help="how long to wait for an idle machine (%(default)s)")
    parser.add_argument("--json", type=Path, help="write all that was measured here")
    return parser.parse_args()


def main():
    options = parse()
    try:
        with tempfile.TemporaryDirectory(prefix="pcgns-bench.") as scratch:
            report = [run(name, options, options.dir or Path(scratch)) for name in options.cases.split(",")]
        if options.json:
            options.json.write_text(json.dumps({"schema": "pcgns-digest-speed/1", "cases": report}, indent=2) + "\n")
    except (Failed, OSError) as error:
        print(f"digest_speed.py: error: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
