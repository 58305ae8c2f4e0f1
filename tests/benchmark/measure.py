"""measure.py: how merge_speed.py times things: in pairs, each run from the same state of the machine.

Before every run the last output is removed and a scratch file of its size is written, everything is synced, and the
inputs are read (so they are in the page cache); the scratch file goes at the moment the run starts. That is for
virtual machines: a page that must first come from the host costs several times the copying of it, and the kernel
hands free memory back to the host some two seconds after it was freed (free page reporting), blocks of 2 MiB first.
The scratch file holds what the run will need, until it needs it; the pause lets the kernel finish with what was
freed before. A run also waits, but not for ever, until other programs leave the processors alone.
"""

import os
import resource
import statistics
import subprocess
import time
from dataclasses import dataclass, field
from pathlib import Path

TICK = os.sysconf("SC_CLK_TCK")
BUFFER = 8 << 20
PAUSE = 2.5
IDLE = 0.1


class Failed(Exception):
    """A command that did not do its work."""


@dataclass
class Launcher:
    """How MPI programs are started, and what starting alone takes."""

    mpiexec: list[str]
    empty_program: Path

    def seconds(self, ranks):
        return seconds(self.command(ranks, [self.empty_program]))[0]

    def command(self, ranks, program):
        return [*self.mpiexec, "-n", str(ranks), *map(str, program)]


@dataclass
class Pair:
    """One run of the baseline and one of pcgns-merge, in seconds; `others` is CPU time other programs took meanwhile."""

    baseline: float
    merge: float
    launcher: float
    others: float

    @property
    def net(self):
        return self.merge - self.launcher


@dataclass
class Result:
    """The pairs of one case, and the ratio they are judged by."""

    name: str
    ratio_of: str
    bound: float
    at_most: bool
    pairs: list[Pair] = field(default_factory=list)

    def ratio(self, pair):
        return pair.net / pair.baseline if self.at_most else pair.baseline / pair.net

    @property
    def ratios(self):
        return [self.ratio(pair) for pair in self.pairs]

    @property
    def median(self):
        return statistics.median(self.ratios)

    @property
    def passed(self):
        return self.median <= self.bound if self.at_most else self.median >= self.bound

    def verdict(self):
        sign = "<=" if self.at_most else ">="
        word = "pass" if self.passed else "miss"
        spread = f"{min(self.ratios):.2f} to {max(self.ratios):.2f}"
        return f"{self.name}: {self.ratio_of}: median {self.median:.2f} ({spread}), bound {sign} {self.bound}: {word}"


def busy_seconds():
    """CPU time of the whole machine, idle and waiting left out."""
    user, nice, system, _idle, _wait, irq, softirq, *_ = map(int, Path("/proc/stat").read_text().split()[1:9])
    return (user + nice + system + irq + softirq) / TICK


def own_seconds():
    """CPU time of the programs that were started here and have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def seconds(command, scratch=None):
    """Runs a command, which must succeed: how long it took, and how long other programs used a CPU meanwhile.

    The scratch file, if any, is removed just before.
    """
    if scratch is not None:
        scratch.unlink()
    busy, own, start = busy_seconds(), own_seconds(), time.perf_counter()
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=False)
    wall = time.perf_counter() - start
    if done.returncode != 0:
        raise Failed(f"exit status {done.returncode}: {' '.join(map(str, command))[:300]}")
    return wall, max(0.0, busy_seconds() - busy - (own_seconds() - own))


def write_scratch(path, size):
    """A file that holds `size` bytes of page cache, taken in large pieces."""
    buffer = memoryview(bytearray(BUFFER))
    with open(path, "wb", buffering=0) as file:
        for offset in range(0, size, BUFFER):
            file.write(buffer[: size - offset])


def read_all(paths):
    """Brings the files into the page cache."""
    buffer = bytearray(BUFFER)
    for path in paths:
        with open(path, "rb", buffering=0) as file:
            while file.readinto(buffer):
                pass


def wait_until_idle(patience):
    """Waits until less than a tenth of one processor is busy; gives up after `patience` seconds."""
    end = time.monotonic() + patience
    while time.monotonic() < end:
        busy = busy_seconds()
        time.sleep(0.5)
        if busy_seconds() - busy < 0.5 * IDLE:
            return


def ready(scratch, size, inputs, patience):
    """Makes every run begin alike; gives the scratch file, of `size` bytes, that is to go when it begins."""
    write_scratch(scratch, size)
    os.sync()
    time.sleep(PAUSE)
    read_all(inputs)
    wait_until_idle(patience)
    return scratch


@dataclass
class Scene:
    """What goes in, where it comes out, and what must at least be in it."""

    inputs: list[Path]
    output: Path
    least_bytes: int
    patience: float

    def ready(self):
        """Makes every run begin alike; gives the scratch file that is to go when it begins."""
        self.output.unlink(missing_ok=True)
        return ready(self.output.with_suffix(".scratch"), self.least_bytes, self.inputs, self.patience)

    def check(self):
        """A glance at the output; whether it is right is for other tests."""
        size = self.output.stat().st_size
        if size < self.least_bytes:
            raise Failed(f"{self.output}: {size} bytes, and its arrays have {self.least_bytes}")


def measure_pair(scene, launcher, ranks, baseline, merge):
    """Runs the baseline, then pcgns-merge, and the empty program before and after."""
    scratch = scene.ready()
    baseline_time, others = seconds(baseline, scratch)
    scene.check()
    scratch = scene.ready()
    before = launcher.seconds(ranks)
    merge_time, more = seconds(launcher.command(ranks, merge), scratch)
    after = launcher.seconds(ranks)
    scene.check()
    return Pair(baseline_time, merge_time, (before + after) / 2, others + more)
