"""adf_round_trip.py: ADF twins of the corpus, repartitioned and merged: the digest is that of the HDF5 file.

    adf_round_trip.py [--short] [--only NAME]...

Each HDF5 file of PCGNS_CORPUS that hdf2adf converts is cut as ADF, merged, and judged by its digest; the parts must be
the bytes of those that are cut from HDF5. A file whose own zones are pieces goes as its set: all files of the folder.
Without --short: into 2 and 5 parts, by each method, with ghosts 0 to 2. Exit status: 0 all are right, 1 some are not.
"""

import argparse
import filecmp
import glob
import itertools
import os
import shutil
import subprocess
import sys
import tempfile

BINARIES = os.environ.get("PCGNS_BIN_DIR", "build/openmpi/bin")
CORPUS = os.environ.get("PCGNS_CORPUS", "")
SECONDS = int(os.environ.get("PCGNS_TIMEOUT", "300"))
# Has interfaces of a partition that is gone: a merge takes them away, whatever the container.
NOT_WHOLE = ["seacas-presplit-old-n4"]
METHODS = ["rcb", "hilbert", "block", "graph"]


class Trouble(Exception):
    """A program says no."""


def run(program, *arguments):
    """What a program of ours prints."""
    command = [os.path.join(BINARIES, program), *arguments]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=SECONDS, check=False)
    if done.returncode:
        lines = done.stderr.decode("utf-8", "replace").strip().splitlines() or ["no message"]
        crashed = done.returncode < 0  # the stack tells where
        raise Trouble(f"{program}: {done.returncode}: " + ("\n".join(lines) if crashed else lines[-1][:300]))
    return done.stdout


def digest(*files):
    """The digest of a mesh."""
    return run("pcgns-verify", "digest", "-q", *files).split()[0]


def twin(path, output):
    """Converts a file; whether the reference library can."""
    done = subprocess.run(["hdf2adf", path, output], stdin=subprocess.DEVNULL, capture_output=True, timeout=SECONDS,
        check=False)
    return done.returncode == 0 and os.path.exists(output) and os.path.getsize(output) > 0


def inputs(names):
    """Files, and the sets of several files: lists of paths."""
    found = [[path] for path in sorted(glob.glob(os.path.join(CORPUS, "single", "*"))) if os.path.isfile(path)]
    for folder in sorted(glob.glob(os.path.join(CORPUS, "perrank", "*"))):
        found += [[path] for path in sorted(glob.glob(os.path.join(folder, "reference*.cgns")))]
        parts = sorted(glob.glob(os.path.join(folder, "part_[0-9]*.cgns")))
        found += [parts] if parts else []
    return [paths for paths in found if not names or any(name in paths[0] for name in names)]


def cut(files, prefix, options):
    """Repartitions files; the parts."""
    run("pcgns-repartition", "-q", *options, "-o", prefix + "_%d.cgns", *files)
    return sorted(glob.glob(prefix + "_*.cgns"))


def play(hdf5, adf, options, folder, is_whole):
    """Cuts and merges a twin; what is wrong, in lines. `is_whole`: the merged file must be what was cut."""
    try:
        expected = cut(hdf5, os.path.join(folder, "hdf5"), options)
    except Trouble as trouble:
        expected = str(trouble)
    try:
        parts = cut(adf, os.path.join(folder, "adf"), options)
    except Trouble as trouble:
        # A refusal, which another container does not change, has no part in this test.
        return [] if isinstance(expected, str) else [str(trouble)]
    if isinstance(expected, str):
        return [f"the ADF file is cut, the HDF5 file is not: {expected}"]
    merged = os.path.join(folder, "merged.cgns")
    run("pcgns-merge", "-q", "-O", "-o", merged, *parts)
    digests = {digest(*adf), digest(*hdf5)} | ({digest(merged)} if is_whole else set())
    found = [] if len(digests) == 1 else ["another digest"]
    for one, other in itertools.zip_longest(expected, parts):
        if None in (one, other) or not filecmp.cmp(one, other, shallow=False):
            found.append(f"{one} and {other} differ")
    return found


def options_of(short):
    """The ways to cut."""
    if short:
        return [["--parts", "3", "--min-cells", "1", "--ghosts", "1"]]
    ways = itertools.product(["2", "5"], METHODS, ["0", "1", "2"])
    return [["--parts", parts, "--min-cells", "1", "--method", method, "--ghosts", layers]
        for parts, method, layers in ways]


def judge(paths, short, folder):
    """Runs all ways for one file or set: how many, and what is wrong; None where there is no twin."""
    hdf5, adf = [], []
    for number, path in enumerate(paths):
        hdf5.append(os.path.join(folder, f"hdf5_{number}"))
        adf.append(os.path.join(folder, f"adf_{number}"))
        shutil.copy(path, hdf5[-1])
        if not twin(hdf5[-1], adf[-1]):
            return None
    try:
        digest(*hdf5)
    except Trouble:
        return None  # Some files of sets are not whole: they are refused, as a test of their own shows.
    ways, found = options_of(short), []
    is_whole = not any(name in paths[0] for name in NOT_WHOLE)
    for options in ways:
        with tempfile.TemporaryDirectory(dir=folder) as inner:
            try:
                wrong = play(hdf5, adf, options, inner, is_whole)
            except (Trouble, subprocess.TimeoutExpired) as trouble:
                wrong = [str(trouble)]
        found += [f"{' '.join(options)}: {line}" for line in wrong]
    return len(ways), found


def main():
    """Runs all files."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--only", action="append", metavar="NAME", help="files with this in their paths")
    args, rounds, files, failed = parser.parse_args(), 0, 0, 0
    for paths in inputs(args.only):
        with tempfile.TemporaryDirectory(prefix="pcgns-adf.") as folder:
            outcome = judge(paths, args.short, folder)
        name = os.path.relpath(paths[0], CORPUS)
        if outcome is None:
            print(f"{name}: no twin", flush=True)
            continue
        files, rounds, failed = files + 1, rounds + outcome[0], failed + bool(outcome[1])
        if outcome[1]:
            print(f"FAILED {name}", *outcome[1][:6], sep="\n    ", flush=True)
    print(f"{rounds} rounds of {files} files, {failed} files failed")
    return 1 if failed or not files else 0


if __name__ == "__main__":
    sys.exit(main())
