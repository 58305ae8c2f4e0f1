#!/usr/bin/env python3
"""valgrind.py: runs the programs in their main ways under valgrind's memcheck, by hand: it takes minutes.

    valgrind.py [--list] [--only PATTERN...] [--keep FOLDER]

A line for each run: its name, seconds, and the number of errors, in this program or in the child process that reads
files, that have a function of ours or of HDF5 on the stack. What is known of MPI libraries is suppressed
(valgrind.supp, and Open MPI's own file). Exit code 1 if there are any, or if a run fails; FOLDER keeps the files, with
valgrind's logs in RUN.log.PROCESS.
"""

import argparse
import fnmatch
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
TESTS = HERE.parent
sys.path[:0] = [str(TESTS / "verify"), str(TESTS / "partitions")]

import cgns  # noqa: E402  pylint: disable=wrong-import-position
import valid  # noqa: E402  pylint: disable=wrong-import-position
import valid_unstructured  # noqa: E402,F401  pylint: disable=wrong-import-position,unused-import

BIN = pathlib.Path(os.environ.get("PCGNS_BIN_DIR", "build/openmpi/bin")).resolve()
LAUNCHER = os.environ.get("PCGNS_MPIEXEC", "mpiexec.openmpi").split()
SUPPRESSIONS = [HERE / "valgrind.supp", pathlib.Path("/usr/share/openmpi/openmpi-valgrind.supp")]
ROW = "row_0.cgns row_1.cgns row_2.cgns"

# name: ranks (0: without a launcher), and the command; a line before the last one prepares it without valgrind.
RUNS = {
    "merge": (0, f"pcgns-merge -o merge.cgns --check full {ROW}"),
    "merge-2": (2, f"pcgns-merge -o merge2.cgns --memory 1M {ROW}"),
    "merge-plan": (0, f"pcgns-merge -o none.cgns --dry-run --json {ROW}"),
    "merge-resume": (0, f"PCGNS_FAULT=publish:SIGKILL pcgns-merge -o resumed.cgns {ROW}\n"
                        f"pcgns-merge -o resumed.cgns --resume {ROW}"),
    "merge-virtual": (0, f"pcgns-merge -o virtual.cgns --virtual {ROW}"),
    "merge-steps": (0, "pcgns-merge -o steps.cgns --steps last --only 'Zone*' steps.cgns_in"),
    "merge-hexa": (0, "pcgns-merge -o hexa.cgns --explain hexa_0.cgns hexa_1.cgns"),
    "merge-hexa-2": (2, "pcgns-merge -o hexa2.cgns hexa_0.cgns hexa_1.cgns"),
    "merge-polyhedra": (0, "pcgns-merge -o polyhedra.cgns polyhedra_0.cgns polyhedra_1.cgns"),
    "merge-blocks": (0, "pcgns-merge -o blocks.cgns blocks_0.cgns blocks_1.cgns"),
    "merge-match": (0, "pcgns-merge -o match.cgns --match-coordinates flat_0.cgns flat_1.cgns"),
    "repartition-rcb": (0, "pcgns-repartition --parts 3 -o rcb_%d.cgns hexa.whole"),
    "repartition-hilbert": (0, "pcgns-repartition --parts 3 --method hilbert --order hilbert -o hilbert_%d.cgns mixed.whole"),
    "repartition-graph": (0, "pcgns-repartition --parts 2 --method graph --order rcm -o graph_%d.cgns hexa.whole"),
    "repartition-ghosts": (0, "pcgns-repartition --parts 2 --ghosts 1 -o ghosts_%d.cgns hexa.whole"),
    "repartition-blocks": (0, "pcgns-repartition --parts 3 --ghosts 1 --full-numbering -o part_%d.cgns --check full blocks.whole"),
    "repartition-map": (0, "pcgns-repartition --parts 2 --map map.cgns -n -o 'none_%d.cgns' hexa.whole\n"
                           "pcgns-repartition --parts 2 --method file:map.cgns -o mapped_%d.cgns hexa.whole"),
    "repartition-seacas": (0, "pcgns-repartition --parts 2 --style seacas -o seacas_%d.cgns blocks.whole"),
    "repartition-2": (2, "pcgns-repartition --parts 3 --ghosts 1 -o two_%d.cgns polyhedra.whole"),
    "restripe-deflate": (0, "pcgns-restripe --shuffle --deflate 1 --chunk 4,4,4 -o deflated.cgns row_2.cgns"),
    "restripe-deflate-2": (2, "pcgns-restripe --deflate 1 --chunk auto -o deflated2.cgns row_2.cgns"),
    "restripe-inflate": (0, "pcgns-restripe --layout contiguous -o inflated.cgns --check full row_0.cgns"),
    "restripe-links": (0, "pcgns-restripe --links split -o split.cgns steps.cgns_in"),
    "restripe-types": (0, "pcgns-restripe --byte-order big --reals r4 --index i8 -o types.cgns row_1.cgns"),
    "restripe-version": (0, "pcgns-restripe --ngon old --cgns-version 3.1 -o old.cgns polyhedra.whole"),
    "check": (0, "pcgns-verify check --json polyhedra.whole"),
    "check-each": (0, "pcgns-verify check --each blocks.whole mixed.whole hexa.whole"),
    "compare": (0, "pcgns-verify compare hexa.whole --with hexa_0.cgns hexa_1.cgns"),
    "compare-coordinates": (0, "pcgns-verify compare --match coordinates --tol '*=abs:1e-9' mixed.whole --with mixed.whole"),
    "digest": (0, "pcgns-verify digest --each blocks.whole polyhedra.whole"),
    "digest-2": (2, f"pcgns-verify digest {ROW}"),
    "info": (0, "pcgns-verify info --tree mixed.whole"),
    "bench": (0, "pcgns-bench run blocks --extents 16x16x16 --repetitions 2 --folder ."),
    "bench-merge": (0, "pcgns-bench run merge --parts 2 --extents 16x16x16 --repetitions 2 --folder ."),
    "queue-structured": (0, "write_structured structured.cgns 9"),
    "queue-unstructured": (0, "write_unstructured unstructured.cgns 9"),
    "queue-restart": (2, "restart row_0.cgns row_1.cgns"),
}


def shell(folder, command, environment=()):
    return subprocess.run(command, shell=True, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, check=False,
        env={**os.environ, "PATH": f"{BIN}:{os.environ['PATH']}", **dict(environment)})


def make_inputs(folder):
    make = f"{sys.executable} {TESTS}/cli/make_cgns.py"
    for i, style in enumerate(["--gzip", "--chunked --big-endian", ""]):
        before, after = f"--before Zone{i - 1}" if i else "", f"--after Zone{i + 1}" if i < 2 else ""
        shell(folder, f"{make} row_{i}.cgns --zones Zone{i} --size 7x5x4 {before} {after} {style}").check_returncode()
    shell(folder, f"{make} steps.cgns_in --size 6x5x4 --steps 2 --extras").check_returncode()
    for name in ("hexa", "blocks", "mixed", "polyhedra", "flat"):
        cgns.write(folder / f"{name}.whole", valid.build(name)[0])
        if name != "mixed":
            style = "flat" if name == "flat" else "maia"
            shell(folder, f"pcgns-repartition --parts 2 --style {style} -o '{name}_%d.cgns' {name}.whole").check_returncode()


def errors_in(log):
    """Reports whose stack names what is ours, or HDF5, which works for us."""
    reports = re.split(r"==\d+== \n", log)
    return [report for report in reports if re.search(r" by 0x| at 0x", report) and re.search(r"pcgns|H5[A-Z]", report)]


def run(folder, name):
    """(what went wrong, or nothing; seconds)"""
    ranks, commands = RUNS[name]
    *preparations, command = commands.split("\n")
    for preparation in preparations:
        shell(folder, preparation)
    program, options = command.split(" ", 1)
    suppressions = " ".join(f"--suppressions={path}" for path in SUPPRESSIONS if path.exists())
    launcher = f"{' '.join(LAUNCHER)} -n {ranks}" if ranks else ""
    start = time.monotonic()
    done = shell(folder, f"{launcher} valgrind -q --trace-children=no --log-file={name}.log.%p {suppressions} "
                         f"{BIN / program} {options}")
    seconds = time.monotonic() - start
    found = [error for log in folder.glob(f"{name}.log.*") for error in errors_in(log.read_text(errors="replace"))]
    if b"built without" in done.stderr:
        return [], 0
    if done.returncode:
        found.append(f"exit code {done.returncode}: {done.stderr.decode(errors='replace')[-1000:]}")
    return found, seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--only", nargs="+", default=["*"])
    parser.add_argument("--keep", type=pathlib.Path)
    args = parser.parse_args()
    names = [name for name in RUNS if any(fnmatch.fnmatch(name, pattern) for pattern in args.only)]
    if args.list:
        print("\n".join(f"{name:20} {RUNS[name][0]}  {RUNS[name][1]}" for name in names))
        return
    failed = False
    with tempfile.TemporaryDirectory(prefix="pcgns-valgrind-") as temporary:
        folder = (args.keep or pathlib.Path(temporary)).resolve()
        folder.mkdir(parents=True, exist_ok=True)
        make_inputs(folder)
        for name in names:
            found, seconds = run(folder, name)
            failed = failed or bool(found)
            print(f"{name:20} {seconds:6.1f} s  {len(found)} errors" if seconds else f"{name:20} not built", flush=True)
            for error in found[:3]:
                print(error[:3000])
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
