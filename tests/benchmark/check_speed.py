"""check_speed.py: measures `pcgns-verify check` against cgnscheck, on a cube of n^3 hexahedra with six BC sections.

cgnscheck and pcgns-verify run in turns; what starting an MPI program takes is taken off. Prints the ratio of their
times, and the most memory that a rank of pcgns-verify had resident. A missed bound is reported and is no failure:
exit status 0, or 2 when something did not work.
"""

import argparse
import json
import shlex
import statistics
import sys
import tempfile
from pathlib import Path

from measure import Failed, Launcher, read_all, seconds, wait_until_idle

HERE = Path(__file__).resolve().parent
BOUND_RANKS = 2  # the bounds are for so many
RATIO_BOUND = 10.0
MEMORY_BOUND = 400_000_000


def peak_of(launcher, ranks, command, folder):
    """The most memory of the ranks of one run, in bytes."""
    report = folder / "peaks"
    report.unlink(missing_ok=True)
    seconds(launcher.command(ranks, [sys.executable, HERE / "peak_memory.py", report, *command]))
    return max(int(line) for line in report.read_text().split())


def pair_of(launcher, ranks, baseline, command, patience, file):
    """Seconds of cgnscheck and of pcgns-verify, net of the launcher; and what other programs used meanwhile."""
    read_all([file])
    wait_until_idle(patience)
    slow, others = seconds(baseline)
    wait_until_idle(patience)
    before = launcher.seconds(ranks)
    fast, more = seconds(launcher.command(ranks, command))
    return slow, fast - (before + launcher.seconds(ranks)) / 2, others + more


def measure(options, folder):
    """The report of all numbers of ranks."""
    file = folder / f"cube{options.n}.cgns"
    if not file.exists():
        seconds([sys.executable, HERE / "make_cube.py", str(options.n), file])
    launcher = Launcher(shlex.split(options.mpiexec), options.bin_dir / "empty_mpi")
    command = [options.bin_dir / "pcgns-verify", "check", "--quiet", file]
    report = []
    for ranks in options.ranks:
        ratios = []
        for number in range(options.pairs + 1):
            slow, fast, others = pair_of(launcher, ranks, [options.baseline, file], command, options.patience, file)
            print(f"  {number or 'warm':>4}  cgnscheck {slow:6.2f}  pcgns-verify {fast:6.2f}  others' CPU {others:6.2f} s", flush=True)
            if number:
                ratios.append(slow / fast)
        peak = peak_of(launcher, ranks, command, folder)
        median = statistics.median(ratios)
        good = ranks != BOUND_RANKS or (median >= RATIO_BOUND and peak <= MEMORY_BOUND)
        print(f"{ranks} rank(s): {median:.1f} times as fast ({min(ratios):.1f} to {max(ratios):.1f}), "
              f"{peak / 1e6:.0f} MB a rank: {'pass' if good else 'miss'}", flush=True)
        report.append({"ranks": ranks, "ratios": ratios, "median": median, "peak_bytes": peak, "pass": good})
    return report


def main():
    """The exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin-dir", type=Path, required=True, help="where pcgns-verify and empty_mpi are")
    parser.add_argument("--mpiexec", default="mpiexec", help="the launcher, with its options")
    parser.add_argument("--baseline", default="cgnscheck", help="the program to compare with")
    parser.add_argument("--n", type=int, default=160, help="cells in each direction")
    parser.add_argument("--ranks", type=int, nargs="+", default=[1, 2, 4])
    parser.add_argument("--pairs", type=int, default=5)
    parser.add_argument("--patience", type=float, default=20, help="seconds to wait for an idle machine")
    parser.add_argument("--dir", type=Path, help="keeps the file for the next time")
    parser.add_argument("--json", type=Path, help="the report as JSON")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = options.dir or Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        try:
            report = measure(options, folder)
        except (Failed, OSError) as error:
            print(f"check_speed.py: error: {error}", file=sys.stderr)
            return 2
    if options.json:
        options.json.write_text(json.dumps(report, indent=2) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
