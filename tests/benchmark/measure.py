"""measure.py: how merge_speed.py times things: in pairs, each run from the same state of the machine.

Before every run the last output is removed, everything dirty is synced, the inputs are read (so they are in the page
cache), and as much memory as the output needs is taken and given back at the very start of the run. That last
step is for virtual machines: a page that must first come from the host costs several times the copying of it, and
the kernel hands free memory back to the host some two seconds after it was freed (free page reporting). Hence also
the pause after the removal. A run waits, but not for ever, until other programs leave the processors alone.
"""

import mmap
import os
import resource
import statistics
import subprocess
import time
from dataclasses import dataclass, field
from pathlib import Path

TICK = os.sysconf("SC_CLK_TCK")
SPARE = 256 << 20
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


def seconds(command, memory=None):
    """Runs a command, which must succeed: how long it took, and how long other programs used a CPU meanwhile.

    `memory`, if any, is given back just before.
    """
    if memory is not None:
        memory.close()
    busy, own, start = busy_seconds(), own_seconds(), time.perf_counter()
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=False)
    wall = time.perf_counter() - start
    if done.returncode != 0:
        raise Failed(f"exit status {done.returncode}: {' '.join(map(str, command))[:300]}")
    return wall, max(0.0, busy_seconds() - busy - (own_seconds() - own))


def take_memory(size):
    """That much memory, every page of it in use."""
    memory = mmap.mmap(-1, size)
    for offset in range(0, size, mmap.PAGESIZE):
        memory[offset] = 1
    return memory


def read_all(paths):
    """Brings the files into the page cache."""
    buffer = bytearray(8 << 20)
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


@dataclass
class Scene:
    """What goes in, where it comes out, and what must at least be in it."""

    inputs: list[Path]
    output: Path
    least_bytes: int
    patience: float

    def ready(self):
        """Makes every run begin alike; the memory is to be given back when it begins."""
        self.output.unlink(missing_ok=True)
        os.sync()
        time.sleep(PAUSE)
        read_all(self.inputs)
        memory = take_memory(self.least_bytes + SPARE)
        wait_until_idle(self.patience)
        return memory

    def check(self):
        """A glance at the output; whether it is right is for other tests."""
        size = self.output.stat().st_size
        if size < self.least_bytes:
            raise Failed(f"{self.output}: {size} bytes, and its arrays have {self.least_bytes}")


def measure_pair(scene, launcher, ranks, baseline, merge):
    """Runs the baseline, then pcgns-merge, and the empty program before and after."""
    memory = scene.ready()
    baseline_time, others = seconds(baseline, memory)
    scene.check()
    memory = scene.ready()
    before = launcher.seconds(ranks)
    merge_time, more = seconds(launcher.command(ranks, merge), memory)
    after = launcher.seconds(ranks)
    scene.check()
    return Pair(baseline_time, merge_time, (before + after) / 2, others + more)
