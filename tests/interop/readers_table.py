#!/usr/bin/env python3
"""readers_table.py: what every program makes of files with one thing wrong, as a table.

    readers_table.py [--all] [--every-node] [--rows PATTERN] [--first NUMBER] [FOLDER]

FOLDER keeps the files, else they are temporary. A run that was interrupted goes on with --first.

The damages are those of tests/verify (mutations_*.py), each of a small file; with --every-node, each of OF_NODES and
OF_VALUES to each node of two of these files. A row has the exit codes of check in each profile (sids, mll, restart,
archive), merge, digest and compare (with the file as it was), the ERRORs of cgnscheck, and what the reference library
and VTK do: "ok", an exit code (negative for a signal), "-N" where N of the arrays that they read before, and that are in
the file still, are not delivered, "no mesh", or nothing if they do not read the undamaged file. A row is wrong where
another reader fails, loses arrays or finds no mesh, and one of our profiles passes; REASONS names those that are right
all the same, and why. Prints the rows that are wrong or have a reason, with --all every one, then totals and versions;
1 if any row is wrong.
"""

import argparse
import concurrent.futures
import functools
import fnmatch
import importlib
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import h5py
import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
VERIFY = HERE.parent / "verify"
sys.path.insert(0, str(VERIFY))

import run_mutations  # noqa: E402  pylint: disable=wrong-import-position
import valid  # noqa: E402  pylint: disable=wrong-import-position
from mutate import MUTATIONS, Mutation  # noqa: E402  pylint: disable=wrong-import-position

PROGRAMS = pathlib.Path(os.environ.get("PCGNS_BIN_DIR", "build/openmpi/bin"))
VTK_PYTHON = os.environ.get("PCGNS_VTK_PYTHON", "build/venv/bin/python")
PROFILES = ("sids", "mll", "restart", "archive")
HEAD = ("row", "damage", "rule", "check", "merge", "digest", "compare", "cgnscheck", "library", "VTK")
# Pattern of rows, and why another reader may fail where a profile passes.
REASONS = (
    ("superblock_3", "libraries from 4.2 on read it; HDF5 File Format, superblock 3"),
    ("range_of_users", "Maia's partition metadata are so; SIDS: UserDefinedData_t"),
    ("version_new", "libraries of version 4 warn only; Debian's 3.4 refuses all that is newer"),
    ("no_zone", "a base may have no zone: SIDS: CGNSBase_t; nothing is lost"),
    ("removed */Base/Zone", "a base may have no zone: SIDS: CGNSBase_t; nothing is lost"),
    ("numbered_as_in_3_0", "right in version 3.0; the library reads it, VTK crashes on such files of the corpus, too"),
    ("solution_of_no_step", "SIDS: ZoneIterativeData_t has Null for steps without a solution; averages belong to none"),
    ("solutions_named_by_what_they_share", "IOSS writes and reads its steps so; VTK shows one of them at all times"),
    ("donors_are_several_zones", "Cassiopée writes and reads overset interfaces so; the profile of the library refuses them"),
    ("donors_are_a_family", "Cassiopée writes and reads overset interfaces so; the profile of the library refuses them"),
    ("zone_is_not_in_all_steps", "SIDS: ZoneIterativeData_t has Null for steps without a solution; averages belong to none"),
    ("polyhedra_far_apart", "the numbers need 64 bits, as ElementRange may have; Debian's library has 32"),
)
LONGEST = float(os.environ.get("PCGNS_TIMEOUT", "20"))  # seconds for a program
MOST_VALUES = 100_000  # of an array in the undamaged files; more is a damage
FNV_START, FNV_PRIME, WORD = 14695981039346656037, 1099511628211, (1 << 64) - 1


def stating_old_versions():
    """Makes the valid files say that they are of version 3.4: Debian's library refuses all that is newer."""
    for name, make in valid.BUILDERS.items():
        valid.BUILDERS[name] = functools.partial(stating_3_4, make)


def stating_3_4(make):
    trees = make()
    for tree in trees if isinstance(trees, list) else [trees]:
        tree.at("CGNSLibraryVersion").value = np.array([3.4], np.float32)
    return trees


def outcome(*command, environment=()):
    """Exit code (negative for a signal, 124 if it takes too long) and what is on stdout."""
    try:
        done = subprocess.run([str(word) for word in command], stdin=subprocess.DEVNULL, capture_output=True,
            timeout=LONGEST, check=False, env={**os.environ, **dict(environment)})
    except subprocess.TimeoutExpired:
        return 124, ""
    return done.returncode, done.stdout.decode("utf-8", "replace")


def checksum(data):
    """The one of read_mesh.c."""
    value = FNV_START
    for byte in data:
        value = ((value ^ byte) * FNV_PRIME) & WORD
    return f"{value:016x}"


def stored(path):
    """The checksums and digests of all arrays that are in the file, as the two readers print them."""
    found = set()

    def visit(name, node):
        if not name.endswith(" data") or node.dtype.kind not in "if" or node.size > MOST_VALUES:
            return
        values = np.ascontiguousarray(node[()]).ravel()
        wide = values.astype(np.float64 if values.dtype.kind == "f" else np.int64)
        found.add(checksum(wide.tobytes()))
        found.add(hash_of(values))

    try:
        with h5py.File(path, "r") as file:
            file.visititems(visit)
    except (OSError, RuntimeError, KeyError, ValueError):
        pass  # What cannot be read is not lost by a reader.
    return found


def hash_of(values):
    """The one of read_vtk.py."""
    return importlib.import_module("hashlib").sha256(values.tobytes()).hexdigest()[:16]


def arrays_in(text):
    """The checksums that a reader prints."""
    return {line.split()[-1].removeprefix("checksum=") for line in text.splitlines() if line.strip()}


def has_mesh(text):
    """Whether a reader found points with coordinates."""
    return any(word.startswith(("Coordinate", "points=")) and word != "points=0" for word in text.split())


class Readers:
    """The readers, and what they find in the undamaged files."""

    def __init__(self, folder, bases):
        self.mesh = folder / "read_mesh"
        subprocess.run([os.environ.get("CC", "cc"), "-O1", "-o", self.mesh, HERE / "read_mesh.c", "-lcgns"], check=True)
        self.before = {}
        self.files = {}
        for name in bases:
            self.files[name] = run_mutations.written(valid.build(name), folder, name)[0]
            self.before[name] = [arrays_in(text) if code == 0 else None for code, text in self.read(self.files[name])]

    def read(self, path):
        """What the reference library and VTK do."""
        return [outcome(self.mesh, path), outcome(VTK_PYTHON, HERE / "read_vtk.py", path)]

    def verdicts(self, base, path):
        """A word for each: ok, -N, or the exit code; nothing if it does not read the undamaged file."""
        for before, (code, text) in zip(self.before[base], self.read(path)):
            if before is None:
                yield ""
                continue
            missing = set() if code else before - arrays_in(text)
            lost = missing & stored(path) if missing else missing
            yield f"exit {code}" if code else f"-{len(lost)}" if lost else "ok" if has_mesh(text) else "no mesh"


def versions():
    """Of the programs of the columns."""
    ours = outcome(PROGRAMS / "pcgns-verify", "--version")[1].strip()
    library = outcome("dpkg-query", "-W", "-f", "${Version}", "libcgns-dev")[1] or "unknown"
    vtk = outcome(VTK_PYTHON, "-c", "import vtkmodules.vtkCommonCore as c; print(c.vtkVersion.GetVTKVersion())")[1].strip()
    return f"{ours}; cgnscheck and library: Debian's {library}; VTK {vtk}"


def cgnscheck(path):
    """The number of ERRORs, or how it ends."""
    code, text = outcome("cgnscheck", path)
    errors = text.count("ERROR")
    return f"exit {code}" if code else str(errors)


def row_of(change, readers, folder):
    """The cells of a damage."""
    path = run_mutations.damaged(change, folder, re.sub("[/ ]", "-", f"{change.code}-{change.name}"))[0]
    run = lambda program, *words: outcome(PROGRAMS / program, *words, environment=change.environment)[0]
    checks = [run("pcgns-verify", "check", "-q", "--profile", profile, path) for profile in PROFILES]
    merged = run("pcgns-merge", "-q", "-n", "-o", str(path) + ".merged", path)
    digest = run("pcgns-verify", "digest", "-q", path)
    compared = run("pcgns-verify", "compare", "-q", path, "--with", readers.files[change.base])
    library, vtk = readers.verdicts(change.base, path)
    ours = [change.name, change.code, "".join(map(str, checks)), *map(str, (merged, digest, compared))]
    return (*ours, cgnscheck(path), library, vtk)


def unlabelled(node, _):
    node.label = ""


def misspelt(node, _):
    node.label = node.label.removesuffix("_t")


def mislabelled(node, _):
    node.label = "Family_t"


def renamed(node, _):
    node.name = "Other" + node.name[:20]


def emptied(node, _):
    node.value = None


def retyped(node, _):
    wider = {"i1": np.int32, "i4": np.float64, "f4": np.int32, "f8": np.int32, "i8": np.float32}
    node.value = node.value.astype(wider[node.value.dtype.str[1:]])


def widened(node, _):
    node.value = node.value.astype({"i4": np.int64, "f4": np.float64, "f8": np.float32}[node.value.dtype.str[1:]])


def cut(node, _):
    node.value = np.ascontiguousarray(node.value[:-1])


def removed(node, parent):
    parent.children.remove(node)


def doubled(node, parent):
    twin = node.copy()
    twin.name = "Twin" + node.name[:20]
    parent.children.append(twin)


OF_NODES = (unlabelled, misspelt, mislabelled, renamed, removed, doubled)
OF_VALUES = (emptied, retyped, widened, cut)


def changes_of(base):
    """Each change of each node of a valid file."""
    tree = valid.build(base)[0]
    for path, node in list(tree.walk())[1:]:
        kinds = OF_NODES if node.value is None else OF_NODES + OF_VALUES
        for kind in kinds:
            is_text = node.value is not None and node.value.dtype.str[1:] == "i1"
            if (kind is widened and is_text) or (kind is cut and node.value.shape[0] < 2):
                continue
            yield changed_node(base, path, kind)


def changed_node(base, path, kind):
    """One of them, as a Mutation."""

    def change(tree):
        parent = tree.at(path.rpartition("/")[0].strip("/")) if path.count("/") > 1 else tree
        kind(tree.at(path.strip("/")), parent)

    made = Mutation("tree", "-", path, base, (), (), change)
    made.name = f"{kind.__name__} {base}{path}"
    return made


def is_suspect(row):
    """Another reader fails or loses arrays, and a profile passes."""
    return "0" in row[2] and not {row[7], row[8]} <= {"ok", ""}


def reason_for(row):
    """Why it is right that a profile passes, or nothing."""
    return next((reason for pattern, reason in REASONS if fnmatch.fnmatch(row[0], pattern)), "")


def is_one_file(change):
    return change.kind != "set" and len(valid.build(change.base)) == 1


def line(cells):
    return "| " + " | ".join(cells) + " |"


def main():
    """The exit code."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--all", action="store_true", help="print every row")
    parser.add_argument("--every-node", action="store_true", help="change each node of two files")
    parser.add_argument("--rows", default="*", help="only damages of that name")
    parser.add_argument("--first", type=int, default=1, help="begin with this row of those that are chosen")
    parser.add_argument("folder", nargs="?", type=pathlib.Path)
    options = parser.parse_args()
    for module in sorted(VERIFY.glob("mutations_*.py")):
        importlib.import_module(module.stem)
    stating_old_versions()
    with tempfile.TemporaryDirectory() as temporary, concurrent.futures.ThreadPoolExecutor(2) as pool:
        folder = options.folder or pathlib.Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        damages = [*changes_of("hexa"), *changes_of("blocks")] if options.every_node else MUTATIONS
        changes = [change for change in damages if fnmatch.fnmatch(change.name, options.rows) and is_one_file(change)]
        changes = changes[options.first - 1:]
        readers = Readers(folder, sorted({change.base for change in changes}))
        print(line((*HEAD, "why")))
        print(line(["---"] * (len(HEAD) + 1)))
        wrong = 0
        rows = pool.map(lambda change: row_of(change, readers, folder), changes)
        for number, row in enumerate(rows, options.first):
            reason = reason_for(row) if is_suspect(row) else ""
            wrong += is_suspect(row) and not reason
            if options.all or is_suspect(row):
                print(line((str(number), *row, reason)), flush=True)
    print(f"\n{len(changes)} damages, {wrong} rows wrong; {versions()}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
