"""queue_speed.py: holds the queue of libcore against POSIX writes in one piece, HDF5 and MPI-IO. See README.md.

Everything is measured by pcgns-bench, engines in turn in one run; ratios are medians of the repetitions, each with the
worst and the best. A missed bound is reported and is no failure: exit status 0, or 2 when something did not work.
"""

import argparse
import itertools
import json
import os
import shlex
import statistics
import subprocess
import sys
from pathlib import Path

from measure import Failed

LIMIT = "posix"
PIECES = {"1x1x2": 2, "1x1x4": 4}
PIECES_ENGINES = ("posix", "hdf5-collective", "hdf5-independent", "mpiio")
BLOCKS = {"2x1x1": 2, "4x1x1": 4, "2x2x2": 8, "4x4x1": 16}
ARRAYS = ("blocks", "--extents", "256x256x256")
# Their bounds leave less room than medians of a few repetitions differ by where the same is done twice.
TIMES = {"pieces": 4, "blocks": 3}
# A virtual machine returns free memory to its host in pieces of at least 2^N pages; there are none of more than 2^10.
REPORTING = Path("/sys/module/page_reporting/parameters/page_reporting_order")


def run(options, ranks, scenario, *arguments, times=1):
    """The samples of one run of pcgns-bench, in seconds: by engine and operation, in turns."""
    command = [*shlex.split(options.mpiexec), "-n", str(ranks), options.bin_dir / "pcgns-bench", "run", scenario,
               *arguments, "--repetitions", str(times * options.repetitions), "--cache", options.cache, "--json"]
    done = subprocess.run(list(map(str, command)), stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Failed(f"exit status {done.returncode}: {' '.join(map(str, command))}\n{done.stderr}")
    problem = json.loads(done.stdout)["problems"][0]
    return {(one["engine"], one["what"]): [sample["seconds"] for sample in one["samples"]]
            for one in problem["measurements"]}


class Table:
    """Ratios with their bounds, a row each, for people and for a file."""

    def __init__(self):
        self.rows = []

    def add(self, where, what, ratio_of, numerator, denominator, bound=None, at_most=False):
        """Pairs `numerator[i] / denominator[i]`; gives their median."""
        ratios = [a / b for a, b in zip(numerator, denominator)]
        median = statistics.median(ratios)
        passed = None if bound is None else (median <= bound if at_most else median >= bound)
        self.rows.append({"where": where, "what": what, "ratio": ratio_of, "median": median, "ratios": ratios,
                          "bound": bound, "at_most": at_most, "pass": passed})
        told = "" if bound is None else f"{'≤' if at_most else '≥'} {bound}: {'pass' if passed else 'miss'}"
        print(f"| {where} | {what} | {ratio_of} | {median:.2f} ({min(ratios):.2f} to {max(ratios):.2f}) | {told} |", flush=True)
        return median


def pieces(options, table, folder):
    """7 arrays of 256³ doubles, of which every rank has one piece: against the best of those that do the same."""
    for grid, ranks in PIECES.items():
        samples = run(options, ranks, *ARRAYS, "--grid", grid, "--engines", ",".join(("queue", *PIECES_ENGINES)),
                      "--folder", folder, times=TIMES["pieces"])
        for what in ("write", "read"):
            best = min(PIECES_ENGINES, key=lambda name: statistics.median(samples[name, what]))
            table.add(f"{folder} {grid}", what, f"queue / {best}, the best", samples[best, what], samples["queue", what], 0.95)


def blocks(options, table, folder):
    """7 arrays of 256³ doubles: as part of the bandwidth of POSIX in one piece, and of HDF5's collective calls."""
    for grid, ranks in BLOCKS.items():
        samples = run(options, ranks, *ARRAYS, "--grid", grid, "--engines", f"{LIMIT},queue,hdf5-collective",
                      "--folder", folder, times=TIMES["blocks"])
        for what in ("write", "read"):
            where, queue, hdf5 = f"{folder} {grid}", samples["queue", what], samples["hdf5-collective", what]
            table.add(where, what, "queue / posix", samples[LIMIT, what], queue, 0.6)
            share = table.add(where, what, "hdf5-collective / posix", samples[LIMIT, what], hdf5)
            table.add(where, what, "queue / hdf5-collective", hdf5, queue, 4 if share < 0.25 else None)


def reorder(options, table, folder):
    """The order of memory is not that of the file."""
    for ranks in (2, 4):
        samples = run(options, ranks, "reorder", "--extents", "256x256x256", "--engines", f"{LIMIT},queue",
                      "--folder", folder)
        for what in ("write", "read"):
            table.add(f"{folder} reorder, {ranks}", what, "queue / posix", samples[LIMIT, what], samples["queue", what], 0.4)


def zones(options, table, folder):
    """All zones over all ranks (e) beside a whole zone for each (b)."""
    for ranks in (2, 4):
        size = ("--size", "16M", "--engines", "queue", "--folder", folder)
        whole, shared = run(options, ranks, "b", *size), run(options, ranks, "e", "--zones", ranks, *size)
        for what in ("write", "read"):
            table.add(f"{folder} e, {ranks}", what, "e / b", whole["queue", what], shared["queue", what], 0.6)


def opening(options, table, folder):
    """4096 zones: one rank reads the tree, as long as one walk of the file takes a process that is alone."""
    for ranks, bound in ((1, 1.3), (2, 1.3), (4, 1.3), (64, 2.0)):
        samples = run(options, ranks, "open", "--zones", "4096", "--engines", "shared,serial", "--folder", folder)
        table.add(f"{folder} open, {ranks}", "open", "shared / serial", samples["shared", "open"], samples["serial", "open"],
                  bound, at_most=True)


def languages(options, table, folder):
    """The same from C, Fortran and Python, in every order: of the time, and of the memory that a rank takes beside its
    values."""
    build = options.bin_dir.resolve().parent
    environment = {**os.environ, "PYTHONPATH": str(build / "python"), "PCGNS_LIBRARY": str(build / "libcore/libpcgns.so"),
                   "NUMPY_MADVISE_HUGEPAGE": "0"}  # memory as C and Fortran have it: large pages took 1.4 times as long
    programs = {"C": [options.bin_dir / "queue_c"], "Fortran": [options.bin_dir / "queue_fortran"],
                "Python": [options.python, Path(__file__).with_name("queue") / "queue_python.py"]}
    file, samples = Path(folder) / "queue-of-languages.cgns", {name: [] for name in programs}
    orders = itertools.cycle(itertools.permutations(programs))  # what a program follows changes its time
    for repetition in range(-1, options.repetitions):
        for name in next(orders):
            command = [*shlex.split(options.mpiexec), "-n", "8", *programs[name], file, "256", "2", "2", "2"]
            done = subprocess.run(list(map(str, command)), stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
                                  env=environment)
            if done.returncode != 0:
                raise Failed(f"exit status {done.returncode}: {' '.join(map(str, command))}\n{done.stderr}")
            if repetition >= 0:
                samples[name].append([float(word) for word in done.stdout.split()])
    file.unlink()
    for name in ("Fortran", "Python"):
        for index, what in enumerate(("write", "read")):
            times = [[sample[index] for sample in samples[language]] for language in ("C", name)]
            table.add(f"{folder} 2x2x2", what, f"{name} / C", *times, 0.95)
        more = [one[2] - other[2] for one, other in zip(samples[name], samples["C"])]
        # A hidden copy is at least the box of one array.
        table.add(f"{folder} 2x2x2", "memory", f"({name} - C) / box", more, [128 ** 3 * 8] * len(more), 0.5, at_most=True)


CASES = {"pieces": pieces, "blocks": blocks, "reorder": reorder, "zones": zones, "opening": opening,
         "languages": languages}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--bin-dir", type=Path, required=True, help="folder of pcgns-bench")
    parser.add_argument("--mpiexec", default=os.environ.get("PCGNS_MPIEXEC", "mpiexec"), help="launcher with options")
    parser.add_argument("--cases", default=",".join(CASES), help="comma-separated: %(default)s")
    parser.add_argument("--folders", default="/dev/shm,.", help="where to write and read: %(default)s")
    parser.add_argument("--repetitions", type=int, default=9, help="that count (%(default)s), "
                        f"{TIMES['pieces']} times as many of pieces, {TIMES['blocks']} of blocks")
    parser.add_argument("--cache", default="warm", choices=("warm", "cold"), help="before reads (%(default)s)")
    parser.add_argument("--python", default="/usr/bin/python3", help="with mpi4py, for the languages (%(default)s)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all ratios, too")
    options = parser.parse_args()
    table = Table()
    order = REPORTING.read_text().strip() if REPORTING.exists() else "none"
    print(f"{os.cpu_count()} processors, page cache {options.cache}, page_reporting_order {order}\n\n| where | | ratio | median | bound |\n|---|---|---|---|---|")
    try:
        for name in options.cases.split(","):
            if name not in CASES:
                raise Failed(f"--cases: '{name}' is not one of {', '.join(CASES)}")
            for folder in options.folders.split(","):
                CASES[name](options, table, folder)
        judged = [row["pass"] for row in table.rows if row["bound"] is not None]
        print(f"\n{sum(judged)} of {len(judged)} bounds met")
        if options.json:
            document = {"schema": "pcgns-queue-speed/1", "cpus": os.cpu_count(), "cache": options.cache,
                        "page_reporting_order": order, "rows": table.rows}
            options.json.write_text(json.dumps(document, indent=2) + "\n")
    except (Failed, OSError) as error:
        print(f"queue_speed.py: error: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
