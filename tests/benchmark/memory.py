"""memory.py: the most memory that each program has resident per rank, less that of an empty MPI program, against --memory.

Programs: merge, repartition, restripe (aligned anew and compressed), check, compare, digest, each with --memory 64M, 256M
and 1G on 2 ranks, on one structured zone in 8 pieces and on 10 million tetrahedra in 8 pieces.
The bound of a row is --memory and what the program says to need besides it. A miss is a result: exit status 0, or 2 when something did not work.
"""

import re
import subprocess
import sys

from driver import HERE, drive, made, parser_of, peaks_of
from measure import Failed, Launcher

CASES = ("boxes", "tetra")
SIZES = {"64M": 64 << 20, "256M": 256 << 20, "1G": 1 << 30}
RANKS = 2
UNITS = {"B": 1, "KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30}
# The words of each program; IN: the per-rank files, ONE: the merged file, OUT: an output.
PROGRAMS = {
    "merge": ["pcgns-merge", "-O", "-o", "OUT", "IN"],
    "repartition": ["pcgns-repartition", "-O", "--parts", "12", "-o", "OUTS", "IN"],
    "restripe": ["pcgns-restripe", "-O", "-S", "4M", "-c", "1", "-o", "OUT", "ONE"],
    "deflate": ["pcgns-restripe", "-O", "--deflate", "1", "-o", "OUT", "ONE"],
    "check": ["pcgns-verify", "check", "IN"],
    "compare": ["pcgns-verify", "compare", "IN", "--with", "ONE"],
    "digest": ["pcgns-verify", "digest", "IN"],
}


def announced(said):
    """What a program says to need besides --memory, in bytes; 0 if it says nothing."""
    found = re.search(r"needs about ([0-9.]+) (\w+) per rank besides --memory", said)
    # Three digits are printed.
    return int(float(found[1]) * 1.005 * UNITS[found[2]]) if found else 0


class Bench:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        self.launcher = Launcher(options.mpiexec.split(), options.bin_dir / "empty_mpi")
        self.report = []
        self.empty, _ = peaks_of(self.launcher, RANKS, [options.bin_dir / "empty_mpi"], folder)
        print(f"an empty MPI program: {max(self.empty) / 1e6:.0f} MB")

    def boxes(self):
        self.rows("boxes", made(self.folder, "cubes", [sys.executable, HERE / "make_parts.py", "boxes", "FOLDER", 256, 2, 2, 2]))

    def tetra(self):
        self.rows("tetra", made(self.folder, "tetra", [sys.executable, HERE / "make_parts.py", "tetra", "FOLDER", 126, 8]))

    def rows(self, case, inputs):
        one = self.folder / f"{case}.cgns"
        if not one.exists():
            self.run([self.options.bin_dir / "pcgns-merge", "-q", "-o", one, *inputs])
        for name in self.options.programs.split(","):
            words = PROGRAMS[name]
            for size, budget in SIZES.items():
                self.row(case, name, size, budget, self.command(words, size, inputs, one))

    def command(self, words, size, inputs, one):
        out = self.folder / "out"
        out.mkdir(exist_ok=True)
        means = {"IN": inputs, "ONE": [one], "OUT": [out / "out.cgns"], "OUTS": [out / "out_%04d.cgns"]}
        command = [word for name in words for word in means.get(name, [name])]
        options = ["--memory", size]
        # A command of pcgns-verify comes before its options.
        at = 2 if words[0] == "pcgns-verify" else 1
        return [self.options.bin_dir / command[0], *command[1:at], *options, *command[at:]]

    def run(self, command):
        done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False)
        if done.returncode not in (0, 1):
            raise Failed(f"{command[0]}: {done.stderr}")
        return done.stderr

    def row(self, case, name, size, budget, command):
        told = self.folder / "peaks"
        told.unlink(missing_ok=True)
        said = self.run(self.launcher.command(RANKS, [sys.executable, HERE / "peak_memory.py", told, *command]))
        used = max(int(line) for line in told.read_text().split()) - max(self.empty)
        besides = announced(said)
        fits = used <= budget + besides
        print(f"{case:6} {name:12} {size:>5} {used / 1e6:8.0f} MB, bound {budget / 1e6:5.0f} + {besides / 1e6:4.0f}: "
              f"{'pass' if fits else 'miss'}", flush=True)
        self.report.append({"case": case, "program": name, "memory": budget, "besides": besides, "used": used,
                            "pass": fits})


def main():
    parser = parser_of(__doc__, CASES, 1)
    parser.add_argument("--programs", default=",".join(PROGRAMS), help="comma-separated: %(default)s")
    return drive("memory", parser.parse_args(), CASES, Bench)


if __name__ == "__main__":
    sys.exit(main())
