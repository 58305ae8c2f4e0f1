"""restripe_speed.py: measures pcgns-restripe against the bounds it is held to. See README.md for how.

Cases, on 2 ranks: `align` (2 GB in one piece, then aligned) against `cp` and `sync`; `deflate` (1 GB of smooth fields,
shuffled and deflated at level 1 in chunks of about 1 MiB) and `inflate` (the same back) against `h5repack` and `sync`.
A missed bound is reported and is no failure: exit status 0, or 2 when something did not work.
"""

import shlex
import subprocess
import sys
from pathlib import Path

from driver import drive, measure_pairs, parser_of
from measure import Failed, Launcher, Result, Scene, seconds

HERE = Path(__file__).resolve().parent
CASES = ("align", "deflate", "inflate")
SIZES = {"align": 382, "deflate": 300, "inflate": 300}
CHUNK = 51  # 51^3 doubles: 1 MiB
FILTERS = ("--shuffle", "--deflate", "1", "--chunk", f"{CHUNK},{CHUNK},{CHUNK}")
AND_SYNC = ["sh", "-c", 'for out in "$@"; do :; done; "$@" && sync "$out"', "sh"]


class Bench:
    """The programs, the folder for data, and what was measured so far."""

    def __init__(self, options, folder):
        self.options = options
        self.folder = folder
        self.restripe = options.bin_dir / "pcgns-restripe"
        self.launcher = Launcher(shlex.split(options.mpiexec), options.bin_dir / "empty_mpi")
        self.report = []

    def fields(self, size):
        path = self.folder / f"fields-{size}.cgns"
        if not path.exists():
            print(f"making {path}", flush=True)
            maker = HERE.parent / "restripe" / "make_fields.py"
            seconds([sys.executable, maker, path, "--smooth", "--size", str(size)])
        return path

    def packed(self, size):
        path = self.folder / f"packed-{size}.cgns"
        if not path.exists():
            seconds([self.restripe, "-q", *FILTERS, "-o", path, self.fields(size)])
        return path

    def require_same_storage(self, baseline, words):
        """Both programs must do the same work: the same chunks, filters and stored bytes."""
        source, stored = self.fields(60), []
        for number, program in enumerate(([*baseline], [self.restripe, "-q", *words, "-o"])):
            output = self.folder / f"same-{number}.cgns"
            output.unlink(missing_ok=True)
            seconds([*program, output, source] if number else [*program, source, output])
            tell = subprocess.run([sys.executable, HERE.parent / "restripe" / "storage.py", output], check=True,
                                  capture_output=True, text=True)
            stored.append([line for line in tell.stdout.splitlines() if " chunked " in line])
            output.unlink()
        if stored[0] != stored[1] or not stored[0]:
            raise Failed(f"other chunks or filters: {stored}")

    def compare(self, case, source, baseline, words, result):
        output = self.folder / f"{case}-out.cgns"
        least = (1 << 20) if case == "deflate" else int(0.99 * self.fields(self.size(case)).stat().st_size)
        scene = Scene([source], output, least, self.options.patience)
        programs = [*AND_SYNC, *baseline, source, output], [self.restripe, "-q", *words, "-o", output, source]
        self.report.append(measure_pairs(result, scene, self.launcher, 2, programs, self.options))
        output.unlink()

    def size(self, case):
        return self.options.size or SIZES[case]

    def align(self):
        result = Result("align, 2 ranks", "pcgns-restripe / (cp and sync)", 1.2, at_most=True)
        words = ["--layout", "contiguous", "--align", "1M"]
        self.compare("align", self.fields(self.size("align")), ["cp"], words, result)

    def deflate(self):
        result = Result("deflate, 2 ranks", "(h5repack and sync) / pcgns-restripe", 1.8, at_most=False)
        repack = ["h5repack", "-f", "SHUF", "-f", "GZIP=1", "-l", f"CHUNK={CHUNK}x{CHUNK}x{CHUNK}", "-m", "16384"]
        self.require_same_storage(repack, FILTERS)
        self.compare("deflate", self.fields(self.size("deflate")), repack, FILTERS, result)

    def inflate(self):
        result = Result("inflate, 2 ranks", "(h5repack and sync) / pcgns-restripe", 1.5, at_most=False)
        repack = ["h5repack", "-f", "NONE", "-l", "CONTI"]
        self.compare("inflate", self.packed(self.size("inflate")), repack, ["--layout", "contiguous"], result)


def main():
    parser = parser_of(__doc__, CASES, pairs=5)
    parser.add_argument("--size", type=int, help="vertices along an edge, instead of those of each case")
    return drive("restripe_speed", parser.parse_args(), CASES, Bench)


if __name__ == "__main__":
    sys.exit(main())
