#!/usr/bin/env python3
"""run.py: runs the fuzzers for a time, and tells what they found.

    run.py BUILD [--seconds N] [--only NAME...] [--corpus FOLDER] [--findings FOLDER] [--record]

BUILD is where CMakeLists.txt was built. Every fuzzer starts from the kept corpus (corpus/NAME) and from generated
seeds, has N seconds, and gives a line: executions, edges covered, inputs found, findings, of which those of ours follow. New inputs go to
FOLDER/NAME (build/fuzz/corpus), so that a later run goes on where this one ended. What crashes is kept in the folder of
findings and run again alone: crashes in HDF5's code, in memory that is its own, too, are HDF5's; the crash-isolated reader
(file/guard.hpp) is there for these. The exit code is 1 if there is any other. With --record, the runs are entered in
runs.csv, which is kept beside the corpus, and the sums of all runs in it follow.
"""

import argparse
import csv
import datetime
import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile
import zlib

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
TESTS = HERE.parents[1]
FUZZERS = {"tree": 32768, "objects": 32768, "chunk": 4096, "assembly": 4096, "journal": 4096}  # largest inputs
ENVIRONMENT = {**os.environ, "ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1:symbolize=1"}
RECORD = HERE / "runs.csv"
COLUMNS = ("date", "fuzzer", "cpu_seconds", "executions", "edges", "findings", "findings_in_hdf5")
LONGEST = 10  # seconds for one input
MEMORY = 2048  # MiB


def make_trees(folder):
    """Files of all kinds of storage, with and without checksums of metadata, and those that lie."""
    sys.path.insert(0, str(TESTS / "faults"))
    import hostile
    styles = {"plain": [], "order": ["--no-order"], "old": ["--superblock", "0"], "gzip": ["--gzip"],
        "big": ["--chunked", "--big-endian"], "extras": ["--extras", "--superblock", "0"]}
    for name, options in styles.items():
        subprocess.run([sys.executable, TESTS / "cli/make_cgns.py", folder / name, "--size", "3x2x2", "--fields", "P",
            *options], check=True)
    for name in ("short_deflate", "never_written", "short_scale_offset", "virtual_over_nothing"):
        path = folder / name
        subprocess.run([sys.executable, TESTS / "cli/make_cgns.py", path, "--size", "8x7x6"], check=True)
        hostile.LIES[name](path)


def make_objects(folder):
    """Files as solvers write them, with links in headers and in heaps."""
    sys.path.insert(0, str(TESTS / "partitions"))
    import cgns
    for count in (1, 9):
        root = cgns.new_root()
        base = root.add("Base", "CGNSBase_t", np.array([3, 3], np.int32))
        for i in range(count):
            base.add(f"Array{i}", "DataArray_t", np.arange(i + 1.0))
        cgns.write(folder / f"links{count}", root)


def make_chunks(folder):
    """Chunks of 2 x 3 reals of 8 bytes with their filters; see chunk.cpp for the header."""
    values = bytes(range(48))
    for filters, stored in enumerate([values, zlib.compress(values), zlib.compress(values), values + b"\0" * 4]):
        (folder / f"filters{filters}").write_bytes(bytes([4, filters, 0, 8 + 2]) + stored)


def seeds(name, folder):
    """Makes the generated seeds once; texts have none."""
    make = {"tree": make_trees, "objects": make_objects, "chunk": make_chunks}.get(name)
    if make and not folder.is_dir():
        folder.mkdir(parents=True)
        make(folder)


def fuzzer(args, name):
    return str(pathlib.Path(args.build) / f"fuzz_{name}")


def last(pattern, text):
    found = re.findall(pattern, text)
    return int(found[-1]) if found else 0


def fuzz(args, name):
    """Runs one fuzzer; its messages."""
    corpus = args.corpus / name
    corpus.mkdir(parents=True, exist_ok=True)
    seeds(name, args.corpus / "seeds" / name)
    (args.findings / name).mkdir(parents=True, exist_ok=True)
    kept = [str(folder) for folder in (HERE / "corpus" / name, args.corpus / "seeds" / name) if folder.is_dir()]
    result = subprocess.run(
        [fuzzer(args, name), "-fork=1", "-ignore_crashes=1", "-ignore_timeouts=1", "-ignore_ooms=1",
         f"-max_total_time={args.seconds}", f"-max_len={FUZZERS[name]}", f"-timeout={LONGEST}",
         f"-rss_limit_mb={MEMORY}", f"-artifact_prefix={args.findings / name}/", str(corpus), *kept],
        env=ENVIRONMENT, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    return result.stderr.decode(errors="replace")


def owner(stack):
    """The library of the first frame that is neither of the sanitizer nor of the C library."""
    for frame in re.findall(r"^ +#\d+ .*$", stack, re.M):
        if "libhdf5" in frame:
            return "HDF5"
        if re.search(r"/libcore/pcgns/|/faults/fuzz/\w+\.cpp| in .*\b(pcgns|std)::", frame):
            return "ours"
    return "ours"


def whose(report):
    """The library whose code crashed; ours, too, if HDF5 went beyond a buffer that we gave it."""
    crash, *more = re.split(r"^.*(?:allocated|freed) by thread.*$", report, flags=re.M)
    return "HDF5" if all(owner(stack) == "HDF5" for stack in [crash, *more[-1:]]) else "ours"


def reason(report):
    found = re.search(r"ERROR: (?:AddressSanitizer|libFuzzer): ([^\n(]*)", report)
    return found[1].strip() if found else "not again"


def findings(args, name):
    """(file, library, reason) of what fails again; the rest was a matter of load."""
    for path in sorted((args.findings / name).iterdir()):
        # A single allocation that is too large has a stack, memory in use has none: so the limit of the former comes first.
        result = subprocess.run([fuzzer(args, name), f"-timeout={LONGEST}", f"-rss_limit_mb={2 * MEMORY}",
                                 f"-malloc_limit_mb={MEMORY}", str(path)],
            env=ENVIRONMENT, stdin=subprocess.DEVNULL, capture_output=True, check=False)
        report = result.stderr.decode(errors="replace")
        if result.returncode == 0:
            path.unlink()
        else:
            yield path, whose(report), reason(report)


def cpu_seconds():
    """Of all children that have ended: a fuzzer that waits for a processor does nothing."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def enter(*values):
    """Adds a run to the record."""
    is_new = not RECORD.exists()
    with open(RECORD, "a", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        if is_new:
            writer.writerow(COLUMNS)
        writer.writerow(values)


def print_sums(names):
    """What all runs in the record come to."""
    with open(RECORD, encoding="utf-8", newline="") as file:
        runs = list(csv.DictReader(file))
    print("\nsums of runs.csv")
    for name in names:
        mine = [one for one in runs if one["fuzzer"] == name]
        hours = sum(int(one["cpu_seconds"]) for one in mine) / 3600
        executions, ours, others = (sum(int(one[column]) for one in mine) for column in ("executions", *COLUMNS[-2:]))
        edges = max((int(one["edges"]) for one in mine), default=0)
        print(f"{name:9} {executions:10} executions {edges:6} edges {hours:6.2f} CPU hours {ours} findings, {others} in HDF5")


def run(args, name):
    """True if nothing of ours failed."""
    before = cpu_seconds()
    text = fuzz(args, name)
    used = round(cpu_seconds() - before)
    executions, edges = last(r"#(\d+): cov", text), last(r"cov: (\d+)", text)
    inputs = len(list((args.corpus / name).iterdir()))
    found = list(findings(args, name))
    ours = [one for one in found if one[1] == "ours"]
    print(f"{name:9} {executions:10} executions {edges:6} edges {inputs:5} inputs "
        f"{len(ours)} findings, {len(found) - len(ours)} in HDF5", flush=True)
    for path, _, why in ours:
        print(f"  {why}: {path}")
    if not executions:
        print(text[-2000:])
    elif args.record:
        enter(datetime.date.today(), name, used, executions, edges, len(ours), len(found) - len(ours))
    return executions > 0 and not ours


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--only", nargs="+", choices=FUZZERS, default=list(FUZZERS))
    parser.add_argument("--corpus", type=pathlib.Path)
    parser.add_argument("--findings", type=pathlib.Path)
    parser.add_argument("--record", action="store_true")
    args = parser.parse_args()
    args.corpus = args.corpus or args.build / "corpus"
    args.findings = args.findings or args.build / "findings"
    # What crashes leaves its file.
    with tempfile.TemporaryDirectory(dir="/dev/shm" if os.path.isdir("/dev/shm") else None) as folder:
        ENVIRONMENT["TMPDIR"] = folder
        good = all([run(args, name) for name in args.only])
    if args.record and RECORD.exists():
        print_sums(args.only)
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
