#!/usr/bin/env python3
"""fuzz_verify.py: pcgns-verify neither crashes nor hangs on damaged files, and is not deceived by them.

    fuzz_verify.py [--copies N] [--seed S] [--keep FOLDER] [FILE...]

Makes N damaged copies of files (of its own, unless some are named), and lets `pcgns-verify check` and `digest` read
each. It fails if a program ends with another exit code than 0, 1 or 2 or takes longer than 10 s; if a digest is that
of the undamaged file though the content is another; or if check finds nothing though the file cannot be read, or though
nodes, types or extents are others where checksums tell so.
Copy number i of a seed is always the same: --only i makes it again.
"""

import argparse
import concurrent.futures
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


def content_in(queue, path):
    """For a process of its own, because HDF5 may die of it."""
    form, values = hashlib.md5(), hashlib.md5()
    try:
        with h5py.File(path) as file:
            add_content(file, form, values)
    except Exception:  # pylint: disable=broad-except
        queue.put(None)
        return
    queue.put((form.hexdigest(), values.hexdigest()))


def add_content(group, form, values):
    """Nodes, types and extents go into one hash; values and labels, of which any may be meant, into the other."""
    for name in sorted(group):
        if name.startswith(" ") and name != " data" or name == "CGNSLibraryVersion":  # of which the digest says nothing
            continue
        item = group[name]
        form.update(repr(name).encode())
        if isinstance(item, h5py.Dataset):
            form.update(repr((item.shape, item.dtype.kind, item.dtype.itemsize)).encode())
            values.update(item[()].tobytes())
            continue
        form.update(bytes(item.attrs["type"]).split(b"\0")[0])
        values.update(bytes(item.attrs["label"]).split(b"\0")[0])
        add_content(item, form, values)


def content(path):
    """(hash of the form, hash of the values); None if h5py cannot read it."""
    context = multiprocessing.get_context("fork")
    queue = context.SimpleQueue()
    process = context.Process(target=content_in, args=(queue, path))
    process.start()
    process.join(LONGEST)
    if process.is_alive():
        process.kill()
        process.join()
    return None if queue.empty() else queue.get()


# --- the programs ---


def quick():
    """The environment in which Open MPI starts no daemon beside a single process; it wants a folder for itself then."""
    folder = os.path.join(tempfile.gettempdir(), f"fuzz-{os.getpid()}")
    return {**os.environ, "OMPI_MCA_ess_singleton_isolated": "1", "OMPI_MCA_orte_tmpdir_base": folder}


def run(command, path):
    """Exit code (None: took too long), what is on stdout, seconds."""
    begin = time.monotonic()
    try:
        result = subprocess.run([VERIFY, command, "-q", path] if command == "check" else [VERIFY, command, path],
            stdin=subprocess.DEVNULL, capture_output=True, timeout=2 * LONGEST, check=False, env=quick())
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
        self.content = content(path)
        self.digest = digest_of(run("digest", path)[1]) if "digest" in commands else None
        self.is_valid = self.content is not None and ("check" not in commands or run("check", path)[0] == 0)


def is_other(found, original, index, has_checksums):
    """What was found is not the original. Without checksums, other nodes may be meant: somebody may have written them."""
    if found is None:
        return True
    return (index == 1 or has_checksums) and found[:index + 1] != original.content[:index + 1]


def troubles_of(path, original, commands, has_checksums):
    """What is wrong with what the programs say of a damaged copy."""
    answers = {command: run(command, path) for command in commands}
    troubles = [f"{command} ends with {code} after {seconds:.1f} s" for command, (code, _, seconds) in answers.items()
        if code not in (0, 1, 2) or seconds > LONGEST]
    deceived = []
    if "check" in answers and answers["check"][0] == 0:
        deceived.append(("check finds nothing", 0))
    if "digest" in answers and answers["digest"][0] == 0 and digest_of(answers["digest"][1]) == original.digest:
        deceived.append(("the digest is the same", 1))
    if deceived:
        found = content(path)
        for what, index in deceived:
            if is_other(found, original, index, has_checksums):
                troubles.append(f"{what}, but the content is {'unreadable' if found is None else 'another'}")
    return troubles, {command: code for command, (code, _, _) in answers.items()}


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
        troubles, codes = troubles_of(str(path), self.originals[file], self.options.commands, has_checksums)
        if troubles and self.options.keep:
            shutil.copy(path, pathlib.Path(self.options.keep) / path.name)
        path.unlink()
        return [f"copy {number} of {file.name}, {kind}: {trouble}" for trouble in troubles], codes


def options_of(arguments):
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    parser.add_argument("--copies", type=int, default=100)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    parser.add_argument("--only", type=int, help="this copy alone")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--commands", type=lambda words: words.split(","), default=["check", "digest"])
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
