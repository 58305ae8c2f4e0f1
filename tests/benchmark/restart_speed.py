"""restart_speed.py: measures a restart in memory against the same through files. See README.md for what and how.

A set of 8 files comes into the memory of 2 ranks as parts, with all fields. Cases: `boxes` (one structured zone of 256^3
vertices x 7 doubles, 0.95 GB) and `tetra` (10 million tetrahedra with 10 fields, 0.95 GB) against pcgns-repartition to 2
parts, each of which its rank reads from begin to end; `bytes`, the set of `boxes` against reading its bytes, half of the
files on each rank. Without ghosts.
A missed bound is reported and is no failure: exit status 0, or 2 when something did not work.
"""

import os
import shlex
import statistics
import subprocess
import sys
import time
from pathlib import Path

from driver import drive, made, parser_of
from measure import Failed, Launcher, own_seconds, ready

HERE = Path(__file__).resolve().parent
CASES = ("boxes", "tetra", "bytes")
RANKS = 2


def timed(*commands):
    """Wall and processor seconds of commands, one after the other."""
    own, start = own_seconds(), time.perf_counter()
    for command in commands:
        done = subprocess.run([str(word) for word in command], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=False)
        if done.returncode != 0:
            raise Failed(f"exit status {done.returncode}: {' '.join(map(str, command))[:300]}")
    return time.perf_counter() - start, own_seconds() - own


class Bench:
    """The programs, the folder for data, and what was measured so far."""

    def __init__(self, options, folder):
        self.options, self.folder, self.report = options, folder, []
        self.launcher = Launcher(shlex.split(options.mpiexec), options.bin_dir / "empty_mpi")

    def read_parts(self, how, files):
        return self.launcher.command(RANKS, [self.options.bin_dir / "read_parts", how, *files])

    def empty(self):
        return self.launcher.command(RANKS, [self.options.bin_dir / "empty_mpi"])

    def boxes(self):
        self.through_files("boxes", self.cubes(), 0.6)

    def tetra(self):
        files = made(self.folder, "tetra", [sys.executable, HERE / "make_parts.py", "tetra", "FOLDER", 126, 8])
        self.through_files("tetra", files, 0.6)

    def bytes(self):
        files = self.cubes()
        self.compare("boxes as bytes", files, [self.read_parts("bytes", files)], 1.3)

    def cubes(self):
        return made(self.folder, "cubes", [sys.executable, HERE / "make_parts.py", "boxes", "FOLDER", 256, 2, 2, 2])

    def through_files(self, name, files, bound):
        output = self.folder / "out" / "part_%d.cgns"
        output.parent.mkdir(exist_ok=True)
        program = [self.options.bin_dir / "pcgns-repartition", "-q", "-O", "--parts", RANKS, "-o", output, *files]
        parts = [self.folder / "out" / f"part_{rank}.cgns" for rank in range(RANKS)]
        self.compare(name, files, [self.launcher.command(RANKS, program), self.read_parts("bytes", parts)], bound)
        for part in parts:
            part.unlink()

    def timed_alike(self, files, *commands):
        """Times commands from the same state of the machine. They need memory for twice the bytes of the files."""
        size = 2 * sum(path.stat().st_size for path in files)
        ready(self.folder / "scratch", size, files, self.options.patience).unlink()
        return timed(*commands)

    def compare(self, name, files, baseline, bound):
        """Pairs in turns, without what launching takes; the first one warms up and does not count."""
        print(f"{name}: parts in memory / {'repartition and read' if len(baseline) > 1 else 'the bytes of the files'}", flush=True)
        ratios = []
        for number in range(self.options.pairs + 1):
            start = timed(self.empty())
            ours, theirs = self.timed_alike(files, self.read_parts("parts", files)), self.timed_alike(files, *baseline)
            wall, cpu = ((mine - one) / (other - len(baseline) * one) for mine, other, one in zip(ours, theirs, start))
            print(f"  {number or 'warm':>4}  wall {ours[0]:.2f} / {theirs[0]:.2f}  CPU {ours[1]:.2f} / {theirs[1]:.2f}"
                  f"  ratios {wall:.2f}, {cpu:.2f}  load {os.getloadavg()[0]:.1f}", flush=True)
            if number:
                ratios.append((wall, cpu))
        wall, cpu = (statistics.median(column) for column in zip(*ratios))
        print(f"{name}: median {wall:.2f}, of processor time {cpu:.2f}, bound <= {bound}: {'pass' if wall <= bound else 'miss'}", flush=True)
        self.report.append({"name": name, "bound": bound, "median": wall, "cpu_median": cpu, "pass": wall <= bound, "ratios": ratios})


def main():
    return drive("restart_speed", parser_of(__doc__, CASES, pairs=5).parse_args(), CASES, Bench)


if __name__ == "__main__":
    sys.exit(main())
