#!/usr/bin/env python3
"""fuzz_verify.py: pcgns-verify neither crashes nor hangs on damaged files, and is not deceived by them.

    fuzz_verify.py [--copies N] [--seed S] [--keep FOLDER] [FILE...]

Makes N damaged copies of files (of its own, unless some are named), and lets `pcgns-verify check`, `digest` and
`compare` (with the undamaged file) read each. It fails if a program ends with another exit code than 0, 1 or 2 or takes
longer than 10 s, or if it is deceived. With "another content" as h5py sees it:

  digest   tells the same 32 digits, though the content is another;
  compare  ends with 0, though the content is another, or the digest is. Numbers that are equal count as equal, as they do
           for compare: zeros of either sign, NaNs of any payload;
  check    ends with 0, though the file cannot be read; or though the nodes, labels, types or extents are others, where
           checksums of HDF5 tell so (without them, or with forged ones, somebody may have written these nodes); or
           though a value is another, or is gone with its node alone, that follows from the rest of the file: see FIXED.
           All other values may be another without making the file invalid: fields, coordinates, references between
           elements and points that still fit. Whether they do is what mutations.bats looks at.

Copy number i of a seed is always the same: --only i makes it again.
"""

import argparse
import concurrent.futures
import dataclasses
import hashlib
import multiprocessing
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, "..", "verify"), os.path.join(HERE, "..", "partitions")]

import h5py
import numpy as np
import valid
from cgns import Style, write

VERIFY = os.path.join(os.environ.get("PCGNS_BIN_DIR", "build/openmpi/bin"), "pcgns-verify")
LONGEST = 10  # seconds
SIGNATURES = re.compile(rb"OHDR|OCHK|FRHP|FHDB|FHIB|BTHD|BTLF|BTIN|SNOD|TREE|HEAP|GCOL|\x89HDF")
PRINTED = re.compile(r"\b[0-9a-f]{32}\b")


# --- files to be damaged ---


def own_files(folder):
    """Small files, stored in all the ways that there are."""
    styles = {"plain": Style(), "gzip": Style(gzip=True), "chunked": Style(chunked=True), "big": Style(big_endian=True)}
    files = []
    for mesh in ("hexa", "blocks"):
        for name, style in styles.items():
            files.append(folder / f"{mesh}_{name}.cgns")
            write(files[-1], valid.build(mesh)[0], style)
    for mesh, libver in (("hexa", "earliest"), ("blocks", "latest")):
        files.append(folder / f"{mesh}_{libver}.cgns")
        copy_as(folder / f"{mesh}_gzip.cgns", files[-1], libver)
    return files


def copy_as(source, target, libver):
    """The same in the oldest or the newest format of HDF5: B-trees, symbol tables, local heaps; or superblock 3."""
    with h5py.File(source) as old, h5py.File(target, "w", libver=libver, track_order=False) as new:
        for name in old.attrs:
            old_value = h5py.h5a.open(old.id, name.encode())
            kept = h5py.h5a.create(new.id, name.encode(), old_value.get_type(), old_value.get_space())
            value = np.empty((), old_value.dtype)
            old_value.read(value, mtype=old_value.get_type())
            kept.write(value, mtype=old_value.get_type())
        for name in old:
            if libver == "earliest":
                copy_group(old[name], new, name)
            else:
                old.copy(name, new)


def copy_group(old, parent, name):
    """Node by node: H5Ocopy would keep the format."""
    if isinstance(old, h5py.Dataset):
        parent.create_dataset(name, data=old[()], chunks=old.chunks, compression=old.compression)
        return
    new = parent.create_group(name, track_order=False)
    for attribute in old.attrs:
        if attribute == "flags":
            new.attrs[attribute] = old.attrs[attribute]
            continue
        value = old.attrs[attribute]
        kind = h5py.h5t.C_S1.copy()
        kind.set_size(3 if attribute == "type" else 33)
        made = h5py.h5a.create(new.id, attribute.encode(), kind, h5py.h5s.create(h5py.h5s.SCALAR))
        made.write(np.array(value, f"S{kind.get_size()}"), mtype=kind)
    for child in old:
        copy_group(old[child], new, child)


# --- damage ---


def metadata_places(data):
    """Where structures of HDF5 begin."""
    return [found.start() for found in SIGNATURES.finditer(data)] or [0]


def a_place(data, rng):
    """Anywhere, or, mostly, in the metadata."""
    if rng.random() < 0.3:
        return rng.randrange(len(data))
    return min(len(data) - 1, rng.choice(metadata_places(data)) + int(rng.expovariate(1 / 80)))


def flip_bits(data, rng):
    """1 to 8 of them."""
    for _ in range(rng.randint(1, 8)):
        data[a_place(data, rng)] ^= 1 << rng.randrange(8)


def set_bytes(data, rng):
    """A few bytes to values that are often wrong: 0, 255, others."""
    for _ in range(rng.randint(1, 4)):
        at, size = a_place(data, rng), rng.choice((1, 2, 4, 8))
        data[at:at + size] = rng.choice((bytes(size), b"\xff" * size, rng.randbytes(size)))[:len(data) - at]


def truncate(data, rng):
    """The end is missing."""
    del data[rng.randrange(len(data)):]


def zero_block(data, rng):
    """A hole."""
    at, size = a_place(data, rng), rng.choice((16, 64, 512, 4096))
    data[at:at + size] = bytes(min(size, len(data) - at))


def swap_blocks(data, rng):
    """Two blocks change places."""
    size = rng.choice((8, 64, 512))
    a, b = (max(0, min(a_place(data, rng), len(data) - size)) for _ in range(2))
    data[a:a + size], data[b:b + size] = data[b:b + size], data[a:a + size]


def copy_structure(data, rng):
    """One structure of HDF5 in the place of another."""
    a, b = (rng.choice(metadata_places(data)) for _ in range(2))
    size = min(rng.choice((32, 128, 300)), len(data) - max(a, b))
    data[a:a + size] = data[b:b + size]


def repaired(damage):
    """The checksum of an object header or superblock is made to fit, so that HDF5 believes the damage."""

    def damage_and_sign(data, rng):
        before = bytes(data)
        damage(data, rng)
        sign_headers(before, data)

    damage_and_sign.__name__ = damage.__name__ + "_signed"
    return damage_and_sign


def sign_headers(before, data):
    """Checksums of the first chunks of object headers, and of superblocks, anew where they fitted before."""
    for at, size in signed_parts(before):
        if size + 4 <= len(data) - at and before[at:at + size] != data[at:at + size]:
            data[at + size:at + size + 4] = checksum(bytes(data[at:at + size])).to_bytes(4, "little")


def signed_parts(data):
    """(begin, bytes before the checksum)."""
    parts = [(0, 44)] if data[8] >= 2 else []
    for at in (found.start() for found in re.finditer(rb"OHDR\x02", data)):
        flags = data[at + 5]
        width = 1 << (flags & 3)
        size = 6 + (16 if flags & 0x20 else 0) + (4 if flags & 0x10 else 0)
        size += width + int.from_bytes(data[at + size:at + size + width], "little")
        if at + size + 4 <= len(data):
            parts.append((at, size))
    return parts


def checksum(data):
    """Bob Jenkins' lookup3, which HDF5 has for its metadata."""
    from mutations_file import checksum as of  # not before: h5py of the mutations is heavy

    return of(data)


DAMAGES = [flip_bits, set_bytes, truncate, zero_block, swap_blocks, copy_structure,
    repaired(flip_bits), repaired(set_bytes), repaired(swap_blocks), repaired(zero_block)]


def damaged(files, seed, number):
    """(file, kind of damage, bytes) of a copy."""
    rng = random.Random(f"{seed} {number}")
    file, damage = rng.choice(files), rng.choice(DAMAGES)
    data = bytearray(pathlib.Path(file).read_bytes())
    damage(data, rng)
    return file, damage.__name__, bytes(data)


# --- what is really in a file, as h5py sees it ---

# Labels of nodes whose values follow from other nodes: with another value, they contradict these.
FIXED = {"CGNSBase_t", "Zone_t", "ZoneType_t", "GridLocation_t", "IndexRange_t"}


@dataclasses.dataclass(frozen=True)
class Content:
    """A node; `values` are hashes of its bytes, `numbers` of what compare takes them for."""

    label: bytes
    kind: bytes
    extents: tuple
    values: str
    numbers: str

    def form(self):
        """What checksums guard."""
        return self.label, self.kind, self.extents


def content_in(queue, path):
    """For a process of its own, because HDF5 may die of it."""
    nodes = {}
    try:
        with h5py.File(path) as file:
            add_nodes(file, "", nodes)
    except Exception:  # pylint: disable=broad-except
        queue.put(None)
        return
    queue.put(nodes)


def add_nodes(group, path, nodes):
    """All below a group by their paths, but those of which the digest says nothing."""
    for name in group:
        if name.startswith(" ") or not path and name == "CGNSLibraryVersion":
            continue
        item = group[name]
        data = item.get(" data")
        value = np.empty(0) if data is None else data[()]
        nodes[f"{path}/{name}"] = Content(
            bytes(item.attrs["label"]).split(b"\0")[0], bytes(item.attrs["type"]).split(b"\0")[0],
            (data is None, value.shape, value.dtype.kind, value.dtype.itemsize),
            hashlib.md5(value.tobytes()).hexdigest(), hashlib.md5(as_numbers(value).tobytes()).hexdigest())
        add_nodes(item, f"{path}/{name}", nodes)


def as_numbers(value):
    """One zero, one NaN."""
    if value.dtype.kind != "f":
        return value
    return np.where(np.isnan(value), np.nan, value.astype("<f8") + 0.0)


def content(path):
    """{path: Content}; None if h5py cannot read it."""
    context = multiprocessing.get_context("fork")
    queue = context.Queue()
    process = context.Process(target=content_in, args=(queue, path))
    process.start()
    try:
        return queue.get(timeout=LONGEST) if wait_for(process, queue) else None
    finally:
        process.kill()
        process.join()


def wait_for(process, queue):
    """True once there is an answer; False if the process ends, or is too slow, without one."""
    end = time.monotonic() + LONGEST
    while queue.empty() and process.is_alive() and time.monotonic() < end:
        time.sleep(0.005)
    process.join(0.05)
    return not queue.empty()


def form_of(nodes):
    """What checksums guard."""
    return {path: node.form() for path, node in nodes.items()}


def numbers_of(nodes):
    """What compare sees."""
    return {path: (node.form(), node.numbers) for path, node in nodes.items()}


def contradictions(found, original):
    """Paths of the original whose values follow from nodes that are still there, and are others or gone."""
    return [path for path, node in original.items()
        if node.label in {label.encode() for label in FIXED} and path.rpartition("/")[0] in {"", *found}
        and (path not in found or found[path].values != node.values)]


# --- the programs ---


def quick():
    """The environment in which Open MPI starts no daemon beside a single process; it wants a folder for itself then."""
    folder = os.path.join(tempfile.gettempdir(), f"fuzz-{os.getpid()}")
    return {**os.environ, "OMPI_MCA_ess_singleton_isolated": "1", "OMPI_MCA_orte_tmpdir_base": folder}


def run(command, path, original=None):
    """Exit code (None: took too long), what is on stdout, seconds."""
    words = {"check": ["check", "-q", path], "digest": ["digest", path],
        "compare": ["compare", "-q", path, "--with", original]}[command]
    begin = time.monotonic()
    try:
        result = subprocess.run([VERIFY, *words], stdin=subprocess.DEVNULL, capture_output=True, timeout=2 * LONGEST,
            check=False, env=quick())
    except subprocess.TimeoutExpired:
        return None, "", time.monotonic() - begin
    return result.returncode, result.stdout.decode(errors="replace"), time.monotonic() - begin


def digest_of(output):
    """The 32 digits in it."""
    found = PRINTED.search(output)
    return found.group() if found else None


class Original:
    """What is known of an undamaged file."""

    def __init__(self, path, commands):
        self.path = path
        self.content = content(path)
        self.digest = digest_of(run("digest", path)[1]) if "digest" in commands else None
        self.is_valid = self.content is not None and ("check" not in commands or run("check", path)[0] == 0)


class Verdicts:
    """What the programs say of a damaged copy, and what is wrong with that."""

    def __init__(self, path, original, commands):
        self.path = path
        self.original = original
        self.answers = {command: run(command, path, original.path) for command in commands}
        self.codes = {command: code for command, (code, _, _) in self.answers.items()}
        self.digest = digest_of(self.answers["digest"][1]) if self.codes.get("digest") == 0 else None

    def troubles(self, has_checksums):
        """Nothing, if all is well."""
        troubles = [f"{command} ends with {code} after {seconds:.1f} s"
            for command, (code, _, seconds) in self.answers.items() if code not in (0, 1, 2) or seconds > LONGEST]
        says_same = self.digest is not None and self.digest == self.original.digest
        if 0 not in (self.codes.get("check"), self.codes.get("compare")) and not says_same:
            return troubles
        found = content(self.path)
        if found is None:
            return troubles + ["it cannot be read, but: " + ", ".join(
                command for command, code in self.codes.items() if code == 0)]
        if says_same and found != self.original.content:
            troubles.append("the digest is the same, but the content is another")
        if self.codes.get("compare") == 0:
            troubles += self.of_compare(found)
        if self.codes.get("check") == 0:
            troubles += self.of_check(found, has_checksums)
        return troubles

    def of_compare(self, found):
        """Where it finds no difference."""
        if numbers_of(found) != numbers_of(self.original.content):
            return ["compare finds nothing, but the content is another"]
        if self.digest not in (None, self.original.digest) and found == self.original.content:
            return ["compare finds nothing, but the digest is another"]
        return []

    def of_check(self, found, has_checksums):
        """Where it finds nothing wrong."""
        if has_checksums and form_of(found) != form_of(self.original.content):
            return ["check finds nothing, but nodes are others"]
        wrong = contradictions(found, self.original.content)
        return [f"check finds nothing, but {wrong[0]} contradicts the rest"] if wrong else []


class Job:
    """Copies of files, one after another, in a process of its own."""

    def __init__(self, files, originals, options, folder):
        self.files = files
        self.originals = originals
        self.options = options
        self.folder = folder

    def do(self, number):
        """Troubles and exit codes of one copy."""
        file, kind, data = damaged(self.files, self.options.seed, number)
        path = self.folder / f"copy_{number}.cgns"
        path.write_bytes(data)
        has_checksums = "earliest" not in file.name and not kind.endswith("signed") and kind != "copy_structure"
        verdicts = Verdicts(str(path), self.originals[file], self.options.commands)
        troubles = verdicts.troubles(has_checksums)
        if troubles and self.options.keep:
            shutil.copy(path, pathlib.Path(self.options.keep) / path.name)
        path.unlink()
        return [f"copy {number} of {file.name}, {kind}: {trouble}" for trouble in troubles], verdicts.codes


def options_of(arguments):
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    parser.add_argument("--copies", type=int, default=100)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    parser.add_argument("--only", type=int, help="this copy alone")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--commands", type=lambda words: words.split(","), default=["check", "digest", "compare"])
    parser.add_argument("--keep", help="a folder for copies that make trouble")
    return parser.parse_args(arguments)


def main():
    """The exit code."""
    options = options_of(sys.argv[1:])
    print(f"seed {options.seed}", flush=True)
    if options.keep:
        os.makedirs(options.keep, exist_ok=True)
    numbers = range(options.copies) if options.only is None else [options.only]
    codes = {}
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        files = options.files or own_files(folder)
        originals = {file: Original(str(file), options.commands) for file in files}
        found = [f"{file} is not valid itself" for file in files if not originals[file].is_valid]
        job = Job(files, originals, options, folder)
        with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
            for troubles, answers in pool.map(job.do, numbers, chunksize=4):
                print(*troubles, sep="\n", end="\n" if troubles else "", flush=True)
                found += troubles
                for answer in answers.items():
                    codes[answer] = codes.get(answer, 0) + 1
    for (command, code), count in sorted(codes.items(), key=str):
        print(f"{command} ended with {code}: {count} times")
    print(*[trouble for trouble in found if "itself" in trouble], sep="\n")
    print(f"{len(numbers)} copies of {len(files)} files: {len(found)} troubles")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
