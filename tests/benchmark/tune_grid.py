"""tune_grid.py: holds what pcgns-bench tune finds against all candidates of its grid. See README.md.

On each file system and for each job: the whole grid, each candidate three times; a search in a tenth of its time; then
the settings found, the best of the grid and the defaults in turn, in new runs, since the best of many single times is
flattered by them. Makes file systems as root; what cannot be made is left out, and said. A missed bound is reported and
is no failure: exit status 0, or 2 when something did not work.
"""

import argparse
import json
import os
import shlex
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack, contextmanager
from pathlib import Path

from measure import Failed

RANKS = 4
JOBS = {"4x1x1": ["--extents", "152x152x152", "--grid", "4x1x1"], "1x2x2": ["--extents", "152x152x152", "--grid", "1x2x2"]}
BOUND, PART_OF_TIME = 0.95, 0.1
BENCH = os.environ | {"PCGNS_WISDOM": "none"}


def call(*command):
    done = subprocess.run(list(map(str, command)), stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
                          env=BENCH)
    if done.returncode != 0:
        raise Failed(f"exit status {done.returncode}: {' '.join(map(str, command))}\n{done.stderr}")
    return done.stdout


@contextmanager
def loop_mounted(kind, folder):
    """An image, written out: blocks that are first allocated under it would be measured, too."""
    image, place = folder / f"{kind}.image", folder / kind
    place.mkdir()
    call("dd", "if=/dev/zero", f"of={image}", "bs=1M", "count=1500", "conv=fsync")
    call(f"mkfs.{kind}", "-q", *(["-F"] if kind == "ext4" else []), image)
    call("mount", "-o", "loop", image, place)
    try:
        yield place
    finally:
        call("umount", place)


@contextmanager
def throttled(folder, options):
    """A file system of our own (throttled.cpp), on tmpfs; needs libfuse3-dev, fuse3 and pkg-config."""
    behind, place, program = Path(tempfile.mkdtemp(dir="/dev/shm")), folder / "throttled", folder / "program"
    place.mkdir()
    libraries = call("pkg-config", "--cflags", "--libs", "fuse3").split()
    call("c++", "-O2", "-std=c++20", Path(__file__).with_name("throttled.cpp"), "-o", program, *libraries)
    with subprocess.Popen([program.absolute(), behind, options.bandwidth, options.seek, place, "-f"]) as device:
        while not place.is_mount() and device.poll() is None:
            time.sleep(0.1)
        if device.poll() is not None:
            raise Failed("the throttled device does not start")
        try:
            yield place
        finally:
            call("umount", place)
    behind.rmdir()


@contextmanager
def tmpfs(_folder, _options):
    with tempfile.TemporaryDirectory(dir="/dev/shm") as place:
        yield Path(place)


FILE_SYSTEMS = {"tmpfs": tmpfs, "ext4": lambda folder, _: loop_mounted("ext4", folder),
                "xfs": lambda folder, _: loop_mounted("xfs", folder), "throttled": throttled}


class Case:
    """One job on one file system."""

    def __init__(self, options, place, job):
        self.options, self.place = options, place
        self.job = [*JOBS[job], "--folder", place, *(["--sync"] if options.sync else [])]
        self.bench = [*shlex.split(options.mpiexec), "-n", RANKS, options.bin_dir / "pcgns-bench"]

    def tuned(self, *arguments):
        return json.loads(call(*self.bench, "tune", *self.job, "--json", *arguments))

    def grid(self):
        return self.tuned("--exhaustive", "--wisdom", "none", "--time", self.options.grid_seconds)

    def search(self, wisdom, seconds):
        wisdom.unlink(missing_ok=True)
        return self.tuned("--wisdom", wisdom, "--seed", self.options.seed, "--time", max(1, seconds))

    def seconds(self, wisdom, settings):
        """Writing and reading, by the settings and, in the same run and in turn, by the defaults."""
        document = json.loads(wisdom.read_text())
        document["entries"][0]["settings"] = settings
        named = wisdom.with_name("named.json")
        named.write_text(json.dumps(document))
        run = json.loads(call(*self.bench, "run", "blocks", *self.job, "--engines", "queue,tuned", "--json",
                              "--repetitions", self.options.repetitions, "--wisdom", named))
        times = {"queue": [], "tuned": []}
        for engine, both in times.items():
            phases = [one["samples"] for one in run["problems"][0]["measurements"] if one["engine"] == engine]
            both.extend(sum(sample["seconds"] for sample in pair) for pair in zip(*phases))
        return times


def best_of(grid):
    """(settings, median) of the fastest candidate that the grid has at least twice."""
    times = {}
    for trial in grid["trials"]:
        times.setdefault(json.dumps(trial["settings"], sort_keys=True), []).append(trial["seconds"])
    least = min(map(len, times.values()))
    best = min((name for name in times if len(times[name]) > least // 2), key=lambda name: statistics.median(times[name]))
    return json.loads(best), least


def speedups(case, wisdom, settings, rounds):
    """Times of the defaults by those of each of `settings`: all pairs of some runs, taken in turn."""
    ratios = [[] for _ in settings]
    for _ in range(rounds):
        for one, found in zip(settings, ratios):
            times = case.seconds(wisdom, one)
            found.append(statistics.median(times["queue"]) / statistics.median(times["tuned"]))
    return ratios


def row(options, name, job, place, scratch):
    case, wisdom = Case(options, place, job), scratch / "wisdom.json"
    grid = case.grid()
    search = case.search(wisdom, PART_OF_TIME * grid["seconds"])
    found, (best, passes) = search["settings"], best_of(grid)
    found_gains, best_gains = speedups(case, wisdom, [found, best], options.rounds)
    reached = [a / b for a, b in zip(found_gains, best_gains)] if found != best else [1.0]
    time_part = search["seconds"] / grid["seconds"]
    return {"file_system": name, "job": job, "candidates": grid["candidates"], "passes": passes,
            "grid_seconds": grid["seconds"], "search_seconds": search["seconds"], "trials": len(search["trials"]),
            "found": found, "best": best, "found_gains": found_gains, "best_gains": best_gains, "reached": reached,
            "time_part": time_part}


def words(settings):
    return ", ".join(f"{key} {value}" for key, value in settings.items()) or "the defaults"


def told(one):
    def spread(values):
        return f"{statistics.median(values):.2f} ({min(values):.2f} to {max(values):.2f})"

    reached = "pass" if statistics.median(one["reached"]) >= BOUND else "miss"
    quick = "pass" if one["time_part"] <= PART_OF_TIME else "miss"
    return (f"| {one['file_system']} | {one['job']} | {one['candidates']} x {one['passes']}, {one['grid_seconds']:.0f} s "
            f"| {one['trials']}, {one['search_seconds']:.0f} s ({one['time_part']:.2f}: {quick}) | {words(one['found'])} "
            f"| {spread(one['found_gains'])} | {words(one['best'])} | {spread(one['best_gains'])} "
            f"| {spread(one['reached'])}: {reached} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--bin-dir", type=Path, required=True, help="folder of pcgns-bench")
    parser.add_argument("--mpiexec", default=os.environ.get("PCGNS_MPIEXEC", "mpiexec"), help="launcher with options")
    parser.add_argument("--cases", default=",".join(FILE_SYSTEMS), help="file systems: %(default)s")
    parser.add_argument("--jobs", default=",".join(JOBS), help="ranks along the axes: %(default)s")
    parser.add_argument("--grid-seconds", type=int, default=600, help="most seconds for a grid (%(default)s)")
    parser.add_argument("--repetitions", type=int, default=5, help="of each run at the end (%(default)s)")
    parser.add_argument("--rounds", type=int, default=5, help="runs of each of the settings at the end (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of the search (%(default)s)")
    parser.add_argument("--bandwidth", default="800", help="of the throttled device, MB/s (%(default)s)")
    parser.add_argument("--seek", default="1", help="of the throttled device, ms (%(default)s)")
    parser.add_argument("--sync", action="store_true", help="include the sync to the device")
    parser.add_argument("--json", type=Path, help="also write the rows to this file")
    options = parser.parse_args()
    rows = []
    print("| file system | ranks | grid | search (part of the time) | found | gain | best of the grid | gain | found / best |\n"
          "|---|---|---|---|---|---|---|---|---|")
    for name in options.cases.split(","):
        with ExitStack() as stack:
            scratch = Path(stack.enter_context(tempfile.TemporaryDirectory(dir=".")))
            try:
                place = stack.enter_context(FILE_SYSTEMS[name](scratch, options))
            except (Failed, OSError) as error:
                print(f"| {name} | cannot be made: {error} |")
                continue
            for job in options.jobs.split(","):
                rows.append(row(options, name, job, place, scratch))
                print(told(rows[-1]), flush=True)
    if options.json:
        options.json.write_text(json.dumps(rows, indent=1))


if __name__ == "__main__":
    try:
        main()
    except Failed as failure:
        print(f"tune_grid.py: error: {failure}", file=sys.stderr)
        sys.exit(2)
