"""adf_speed.py: how fast files in ADF are read, against the same data in HDF5, by 2 ranks, in pairs.

One zone of 256 x 256 x 256 vertices, 0.9 GB, in the page cache; `hdf2adf` makes the ADF file. Cases: `digest`, which only
reads, and `merge` into a file that is synced. The speed of ADF is at least 0.8 times that of HDF5. A missed bound is
reported and is no failure: exit status 0, or 2 when something did not work.
"""

import shlex
import subprocess
import sys

import driver
from measure import Launcher, Pair, Result, read_all, seconds, wait_until_idle

RANKS = 2
VERTICES = 256
BOUND = 0.8
CASES = ["digest", "merge"]


class Bench:
    """The cases; `report` has their figures."""

    def __init__(self, options, folder):
        self.options, self.folder, self.report = options, folder, []
        self.launcher = Launcher(shlex.split(options.mpiexec), options.bin_dir / "empty_mpi")
        self.hdf5, self.adf = folder / "part_0000.cgns", folder / "adf.cgns"
        if not self.adf.exists():
            print(f"making {self.adf}", flush=True)
            seconds([options.bin_dir / "make_zones", folder, "1", "1", str(VERTICES)])
            subprocess.run(["hdf2adf", self.hdf5, self.adf], check=True, stdout=subprocess.DEVNULL)

    def net(self, words, path, output=None):
        """Seconds without the launcher, and processor time of others."""
        if output:
            output.unlink(missing_ok=True)
            subprocess.run(["sync", "-f", self.folder], check=True)
        read_all([path])
        wait_until_idle(self.options.patience)
        before = self.launcher.seconds(RANKS)
        took, others = seconds(self.launcher.command(RANKS, [self.options.bin_dir / words[0], *words[1:], path]))
        return took - (before + self.launcher.seconds(RANKS)) / 2, others

    def pairs(self, case, words, output=None):
        result = Result(case, "HDF5 / ADF", BOUND, at_most=False)
        for number in range(self.options.pairs + 1):
            turn = (self.hdf5, self.adf) if number % 2 else (self.adf, self.hdf5)
            times = {path: self.net(words, path, output) for path in turn}
            pair = Pair(times[self.hdf5][0], times[self.adf][0], 0, times[self.hdf5][1] + times[self.adf][1])
            print(f"  {number or 'warm':>4}  HDF5 {pair.baseline:.2f} s  ADF {pair.net:.2f} s  ratio {result.ratio(pair):.2f}"
                  f"  others' CPU {pair.others:.2f} s", flush=True)
            if number:
                result.pairs.append(pair)
        print(result.verdict(), flush=True)
        self.report.append({"name": case, "bound": BOUND, "median": result.median, "pass": result.passed,
                            "ratios": result.ratios})

    def digest(self):
        self.pairs("digest", ["pcgns-verify", "digest", "-q"])

    def merge(self):
        output = self.folder / "out.cgns"
        self.pairs("merge", ["pcgns-merge", "-q", "-o", output], output)


def main():
    return driver.drive("adf_speed", driver.parser_of(__doc__, CASES, 7).parse_args(), CASES, Bench)


if __name__ == "__main__":
    sys.exit(main())
