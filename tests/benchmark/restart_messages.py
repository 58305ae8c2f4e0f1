"""restart_messages.py: counts what ranks send to each other in a restart in memory, and the memory they take.

Cases: `boxes` (one structured zone of 64^3 vertices in 8, 64 and 512 files) and `tetra` (half a million tetrahedra in 8,
32 and 128) become the parts of 8, 32 and 128 ranks with all fields, by calls of pcgnslib.h; `plan` counts, for 512 and
100,000 parts of a zone of 10^12 cells in 512 and in 4096 files, the files that a part touches and its neighbours.
`fit` is a + b x (number of ranks written to), by least squares over all ranks. Nothing is timed, so the machine may be
busy, and the processors few. Exit status: 0, or 2 if something did not work.
"""

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import numpy as np

from driver import drive, made, parser_of
from measure import Failed, Launcher
from repartition_speed import write_outline

HERE = Path(__file__).resolve().parent
CASES = ("boxes", "tetra", "plan")
RANKS = (8, 32, 128)
EDGE = 10_000


class Bench:
    """The programs, the folder for data, and what was counted so far."""

    def __init__(self, options, folder):
        self.options, self.folder, self.report = options, folder, []
        self.launcher = Launcher(shlex.split(options.mpiexec), options.bin_dir / "empty_mpi")

    def boxes(self):
        for cut in (2, 4, 8):
            name = f"boxes-{cut**3}"
            self.count(name, made(self.folder, name, [sys.executable, HERE / "make_parts.py", "boxes", "FOLDER", 63, cut, cut, cut]))

    def tetra(self):
        for parts in (8, 32, 128):
            name = f"tetra-{parts}"
            self.count(name, made(self.folder, name, [sys.executable, HERE / "make_parts.py", "tetra", "FOLDER", 47, parts]))

    def count(self, name, files):
        for ranks in RANKS:
            rows = self.counts(ranks, files)
            messages, sent, peers, collectives, peak = rows.T
            slope, start = np.polyfit(peers, messages, 1) if np.ptp(peers) else (0.0, messages.mean())
            print(f"{name} files, {ranks} ranks: messages {messages.mean():.0f} (at most {messages.max()}) to {peers.mean():.0f} "
                  f"({peers.max()}) ranks, fit {start:.0f} + {slope:.1f} x ranks; {sent.sum() / 1e6:.1f} MB in all; "
                  f"{collectives.max()} collective calls; peak {peak.max() / 1e6:.0f} MB", flush=True)
            self.report.append({"name": name, "ranks": ranks, "messages": messages.tolist(), "bytes": sent.tolist(),
                "peers": peers.tolist(), "collectives": int(collectives.max()), "peak_bytes": peak.tolist()})

    def counts(self, ranks, files):
        """A row for each rank: messages, bytes, peers, collective calls, peak memory."""
        told = self.folder / "counts"
        told.unlink(missing_ok=True)
        preload = self.options.bin_dir / "count_messages.so"
        program = ["env", f"LD_PRELOAD={preload}", f"COUNT_MESSAGES={told}", self.options.bin_dir / "read_parts", "parts", *files]
        done = subprocess.run(self.launcher.command(ranks, program), stdin=subprocess.DEVNULL, check=False,
            env=os.environ | {"OMPI_MCA_rmaps_base_oversubscribe": "1"})
        if done.returncode != 0:
            raise Failed(f"read_parts on {ranks} ranks: exit status {done.returncode}")
        rows = np.array([[int(word) for word in line.split()] for line in told.read_text().splitlines()])
        if len(rows) != ranks:
            raise Failed(f"{told}: {len(rows)} lines of {ranks} ranks")
        return rows

    def plan(self):
        path = self.folder / "plan.cgns"
        if not path.exists():
            write_outline(path, [(EDGE, EDGE, EDGE)])
        for parts in (512, 100_000):
            words = [self.options.bin_dir / "pcgns-repartition", "-q", "--json", "--plan", "--parts", parts,
                     "-o", self.folder / "x_%d.cgns", path]
            done = subprocess.run([str(word) for word in words], stdout=subprocess.PIPE, check=True)
            report = json.loads(done.stdout)
            for cut in (8, 16):
                touched = files_touched(report["plan"]["parts"], cut)
                print(f"plan, {cut**3} files, {parts} parts: files of a part {touched.mean():.1f} (at most {touched.max()}), "
                      f"neighbours {report['mean_neighbours']:.1f} (at most {report['most_neighbours']})", flush=True)
                self.report.append({"name": f"plan-{cut**3}", "ranks": parts, "files": [float(touched.mean()), int(touched.max())],
                    "neighbours": [report["mean_neighbours"], report["most_neighbours"]]})


def files_touched(parts, cut):
    """How many of cut^3 equal boxes of the zone share a cell with each part."""
    first = np.array([part["first"] for part in parts]) - 1
    last = np.array([part["last"] for part in parts]) - 2
    size = EDGE // cut
    return (last // size - first // size + 1).prod(axis=1)


def main():
    return drive("restart_messages", parser_of(__doc__, CASES, pairs=1).parse_args(), CASES, Bench)


if __name__ == "__main__":
    sys.exit(main())
