"""restripe_speed.py: measures pcgns-restripe against the bounds it is held to. See README.md for how.

Cases, on 2 ranks: `align` (2 GB in one piece, then aligned) against `cp` and `sync`; `deflate` (1 GB of smooth fields,
shuffled and deflated at level 1 in chunks of about 1 MiB) and `inflate` (the same back) against `h5repack` and `sync`.
A missed bound is reported and is no failure: exit status 0, or 2 when something did not work.
"""

import argparse
import json
import os
import shlex
import subprocess
import sys
import tempfile
from dataclasses import asdict
from pathlib import Path

from measure import Failed, Launcher, Result, Scene, measure_pair, seconds

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
        """Measures pairs in turns; the first one warms up and does not count."""
        output = self.folder / f"{case}-out.cgns"
        least = (1 << 20) if case == "deflate" else int(0.99 * self.fields(self.size(case)).stat().st_size)
        scene = Scene([source], output, least, self.options.patience)
        programs = [*AND_SYNC, *baseline, source, output], [self.restripe, "-q", *words, "-o", output, source]
        print(f"{result.name}: {result.ratio_of}", flush=True)
        for number in range(self.options.pairs + 1):
            pair = measure_pair(scene, self.launcher, 2, *programs)
            print(f"  {number or 'warm':>4}  baseline {pair.baseline:.2f}  net {pair.net:.2f}  ratio {result.ratio(pair):.2f}"
                  f"  others' CPU {pair.others:.2f} s", flush=True)
            if number:
                result.pairs.append(pair)
        output.unlink()
        print(result.verdict(), flush=True)
        self.report.append({"name": result.name, "bound": result.bound, "median": result.median, "pass": result.passed,
                            "ratios": result.ratios, "pairs": [asdict(pair) for pair in result.pairs]})

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


def run(options, folder):
    bench = Bench(options, folder)
    context = {"cpus": os.cpu_count(), "load": os.getloadavg()[0], "mpiexec": options.mpiexec, "pairs": options.pairs}
    print(", ".join(f"{name} {value}" for name, value in context.items()))
    for case in options.cases.split(","):
        if case not in CASES:
            raise Failed(f"'{case}' is none of {', '.join(CASES)}")
        getattr(bench, case)()
    if options.json:
        document = {"schema": "pcgns-restripe-speed/1", "context": context, "cases": bench.report}
        options.json.write_text(json.dumps(document, indent=2) + "\n")


def parse():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--bin-dir", type=Path, required=True, help="folder of pcgns-restripe and empty_mpi")
    parser.add_argument("--mpiexec", default=os.environ.get("PCGNS_MPIEXEC", "mpiexec"), help="launcher with options")
    parser.add_argument("--cases", default=",".join(CASES), help="comma-separated: %(default)s")
    parser.add_argument("--pairs", type=int, default=5, help="pairs that count, for each case (%(default)s)")
    parser.add_argument("--size", type=int, help="vertices along an edge, instead of those of each case")
    parser.add_argument("--patience", type=float, default=60, help="seconds to wait for an idle machine (%(default)s)")
    parser.add_argument("--dir", type=Path, help="folder for data, which stays there; default: a temporary one")
    parser.add_argument("--json", type=Path, help="write the numbers there too")
    return parser.parse_args()


def main():
    options = parse()
    try:
        if options.dir:
            options.dir.mkdir(parents=True, exist_ok=True)
            run(options, options.dir.resolve())
        else:
            with tempfile.TemporaryDirectory() as folder:
                run(options, Path(folder))
    except (Failed, OSError) as error:
        print(f"restripe_speed.py: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
