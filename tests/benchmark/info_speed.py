"""info_speed.py: measures pcgns-verify info, in processor time, which other programs disturb less than a clock.

    info_speed.py --bin-dir BIN [--pairs N] [--dir FOLDER] [--cases files,zones]

`files`: 10,000 files of one zone, against `read_trees`, which reads their trees and does nothing with them; at most
1.2 times as long. `zones`: one file of 10,000 zones, under 2 s. Exit status: 0 measured, 2 something did not work.
"""

import resource
import statistics
import subprocess
import sys

import driver
from measure import Failed

FILES = ZONES = 10_000
MOST_RATIO = 1.2
MOST_SECONDS = 2.0
CASES = ["files", "zones"]


def processor_seconds(command):
    """Of a command and its children; it must succeed."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        raise Failed(f"exit status {done.returncode}: {' '.join(map(str, command))[:300]}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


class Bench:
    """The cases; `report` has their figures."""

    def __init__(self, options, folder):
        self.options, self.folder, self.report = options, folder, []
        self.info = [options.bin_dir / "pcgns-verify", "info", "-q", "--progress", "never"]

    def files_of(self, name, files, zones):
        """Made once, with the reference library; a list of them."""
        folder, listed = self.folder / name, self.folder / f"{name}.list"
        if not listed.exists():
            folder.mkdir(exist_ok=True)
            subprocess.run([self.options.bin_dir / "make_zones", folder, str(files), str(zones), "4"], check=True,
                           stdout=subprocess.DEVNULL)
            listed.write_text("".join(f"{path}\n" for path in sorted(folder.iterdir())))
        return listed

    def tell(self, name, values, bound, unit):
        median, word = statistics.median(values), "pass" if statistics.median(values) <= bound else "miss"
        print(f"{name}: median {median:.2f}{unit} ({min(values):.2f} to {max(values):.2f}), bound <= {bound}{unit}: {word}")
        self.report.append({"name": name, "bound": bound, "median": median, "pass": word == "pass", "values": values})

    def files(self):
        listed, ratios = self.files_of("files", FILES, 1), []
        for number in range(self.options.pairs + 1):
            trees = processor_seconds([self.options.bin_dir / "read_trees", listed])
            info = processor_seconds([*self.info, f"@{listed}"])
            print(f"  {number or 'warm':>4}  trees {trees:.2f} s  info {info:.2f} s  ratio {info / trees:.2f}", flush=True)
            ratios += [info / trees] * (number > 0)
        self.tell(f"info / reading the trees of {FILES} files", ratios, MOST_RATIO, "")

    def zones(self):
        listed = self.files_of("zones", 1, ZONES)
        times = [processor_seconds([*self.info, f"@{listed}"]) for _ in range(self.options.pairs + 1)][1:]
        self.tell(f"info of one file of {ZONES} zones", times, MOST_SECONDS, " s")


def main():
    return driver.drive("info_speed", driver.parser_of(__doc__, CASES, 5).parse_args(), CASES, Bench)


if __name__ == "__main__":
    sys.exit(main())
