#!/usr/bin/env python3
"""soak.py: many seeded trials of programs whose files fail, lie, change or are damaged, and of programs that are killed.

    soak.py [--seconds N | --trials N] [--seed S] [--state FILE] [--keep FOLDER] [--only NUMBER] [--kinds KIND...]
            [--longest SECONDS]

Trial NUMBER of a seed is always the same. With --state, results are kept in FILE, and the next run goes on with the next
number. With --keep, files of trials that broke something are in FOLDER/NUMBER. Kinds:

  error    one call that opens, reads, changes or renames a file fails, or transfers half, on one of two ranks
  kill     one rank, or each, is killed at such a call; a new run is refused where files are left, and one resumes
  damage   an input has some other bytes, mostly in its metadata
  hostile  an input lies about its values (../hostile.py)
  race     two programs want the same output at once, or an input changes under way

No trial may crash or take 20 s (--longest: more where others keep the processors busy); what is under a final name is
what an undisturbed run writes; inputs are the same afterwards; a failure is one message. Prints what broke this, with
NUMBER, and a table of counts; exit code 1 if any did.
"""

import argparse
import collections
import dataclasses
import errno
import hashlib
import json
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import h5py

HERE = pathlib.Path(__file__).resolve().parent
TESTS = HERE.parents[1]
sys.path.insert(0, str(TESTS / "faults"))
import hostile

BIN = pathlib.Path(os.environ.get("PCGNS_BIN_DIR", "build/openmpi/bin")).resolve()
LAUNCHER = os.environ.get("PCGNS_MPIEXEC", "mpiexec.openmpi").split()
RANKS = 2
ALL = -1  # in place of a rank
FILES = 3
ERRORS = [str(number) for number in (errno.EIO, errno.ENOSPC, errno.EACCES, errno.EINTR, errno.EDQUOT, errno.ESTALE)]
INPUTS = [f"in_{i}.cgns" for i in range(FILES)]


@dataclasses.dataclass(frozen=True)
class Job:
    """A program, its options, and the files that it writes."""
    program: str
    options: tuple
    outputs: tuple
    inputs: tuple = tuple(INPUTS)

    def command(self, *more):
        return [str(BIN / self.program), *self.options, *more, *self.inputs]


JOBS = [
    Job("pcgns-merge", ("-o", "out.cgns"), ("out.cgns",)),
    Job("pcgns-merge", ("-o", "out.cgns", "--check", "full", "--memory", "1M"), ("out.cgns",)),
    Job("pcgns-restripe", ("-o", "out.cgns", "--deflate", "1", "--chunk", "4,4,4"), ("out.cgns",), (INPUTS[0],)),
    Job("pcgns-restripe", ("-o", "out.cgns", "--layout", "contiguous"), ("out.cgns",), (INPUTS[1],)),
    Job("pcgns-repartition", ("--parts", "2", "-o", "out_%d.cgns"), ("out_0.cgns", "out_1.cgns")),
]
READERS = [
    Job("pcgns-verify", ("digest",), ()),
    Job("pcgns-verify", ("check",), ()),
    Job("pcgns-verify", ("info",), ()),
]
PLANNERS = [  # they read no values
    Job("pcgns-merge", ("-o", "out.cgns", "--dry-run"), ()),
    Job("pcgns-repartition", ("--parts", "2", "-o", "out_%d.cgns", "--dry-run"), ()),
]


def launcher_settings():
    """As tests get them from CTest."""
    lines = (TESTS.parent / "scripts/mpi.env").read_text().splitlines()
    return dict(line.split("=", 1) for line in lines if re.match("[A-Z]", line))


os.environ.update(launcher_settings())
os.environ["OMPI_MCA_orte_execute_quiet"] = "1"


class Broken(Exception):
    """What a trial must not do."""


def stacks(work):
    """Where the processes are that run in a folder, for a hang that may not come again."""
    told = []
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if (process / "cwd").resolve() != work:
                continue
            told.append(f"{(process / 'comm').read_text().strip()} {' '.join((process / 'stat').read_text().split()[2:15])}")
        except OSError:
            continue
        if shutil.which("gdb"):
            told.append(subprocess.run(["gdb", "--batch", "-ex", "thread apply all bt 30", "-p", process.name],
                capture_output=True, stdin=subprocess.DEVNULL, check=False).stdout.decode(errors="replace")[-4000:])
    return "\n".join(told)


def hash_of(path):
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else None


def make_inputs(folder):
    """Zones in a row, each file stored in another way; most without the checksums that make all damage harmless."""
    old = ["--superblock", "0"]
    for i, name in enumerate(INPUTS):
        options = ["--zones", f"Zone{i}", "--size", "12x10x8", *(["--before", f"Zone{i - 1}"] if i else []),
            *(["--after", f"Zone{i + 1}"] if i + 1 < FILES else []), *[["--gzip", *old], ["--chunked", *old], []][i % 3]]
        subprocess.run([sys.executable, TESTS / "cli/make_cgns.py", folder / name, *options], check=True)


def places_of_metadata(path):
    """Positions of the bytes that are neither zero nor values."""
    content = bytearray(path.read_bytes())

    def forget_values(_, found):
        if not isinstance(found, h5py.Dataset):
            return
        stored = found.id.get_offset()
        if stored is not None:
            content[stored:stored + found.id.get_storage_size()] = bytes(found.id.get_storage_size())
        for i in range(found.id.get_num_chunks() if found.chunks else 0):
            chunk = found.id.get_chunk_info(i)
            content[chunk.byte_offset:chunk.byte_offset + chunk.size] = bytes(chunk.size)

    with h5py.File(path, "r") as file:
        file.visititems(forget_values)
    return [at for at, byte in enumerate(content) if byte]


@dataclasses.dataclass
class Ended:
    code: int
    said: str
    crashed: bool


class Soak:
    """Inputs, undisturbed outputs, and the library that makes calls fail."""

    def __init__(self, folder, longest):
        self.folder = folder
        self.longest = longest  # seconds
        self.clean = folder / "inputs"
        self.clean.mkdir()
        make_inputs(self.clean)
        hostile_folder = folder / "hostile"
        subprocess.run([sys.executable, TESTS / "faults/hostile.py", hostile_folder], check=True)
        self.lies = sorted(hostile_folder.glob("*.cgns"))
        self.library = folder / "failing_calls.so"
        subprocess.run(["cc", "-O1", "-shared", "-fPIC", "-o", self.library, HERE / "failing_calls.c", "-ldl"], check=True)
        self.metadata = {name: places_of_metadata(self.clean / name) for name in INPUTS}
        self.hashes = {name: hash_of(self.clean / name) for name in INPUTS}
        self.wanted = {}
        self.calls = {}

    def fresh(self):
        """A folder with the inputs."""
        work = self.folder / "work"
        shutil.rmtree(work, ignore_errors=True)
        shutil.copytree(self.clean, work)
        return work

    def environment(self, work, rank=0, call=0, action="", counts=""):
        return {**os.environ, "LD_PRELOAD": str(self.library), "SOAK_FOLDER": f"{work}/", "SOAK_RANK": str(rank),
            "SOAK_CALL": str(call), "SOAK_ACTION": action, "SOAK_COUNTS": str(counts)}

    def launched(self, job, *more, ranks=RANKS):
        """With the environment of the ranks, not of the launcher; no launcher for one rank."""
        if ranks == 1:
            return job.command(*more)
        passed = ["LD_PRELOAD", "SOAK_FOLDER", "SOAK_RANK", "SOAK_CALL", "SOAK_ACTION", "SOAK_COUNTS"]
        return [*LAUNCHER, "-n", str(ranks), "env", *[f"{name}={{{name}}}" for name in passed], *job.command(*more)]

    def start(self, job, work, fault, *more, ranks=RANKS):
        command = [word.format(**fault) if word.endswith("}") else word for word in self.launched(job, *more, ranks=ranks)]
        return subprocess.Popen(command, cwd=work, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, start_new_session=True)

    def end(self, process):
        try:
            _, said = process.communicate(timeout=self.longest)
        except subprocess.TimeoutExpired:
            where = stacks(self.folder / "work")
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            raise Broken(f"it takes longer than {self.longest:g} s: {where}") from None
        said = said.decode(errors="replace")
        crashed = process.returncode not in range(5) or re.search(
            r"^(?!pcgns-).*(Segmentation|SIGSEGV|SIGABRT|terminate called)", said, re.M)
        return Ended(process.returncode, said, bool(crashed))

    def run(self, job, work, *more, ranks=RANKS, **fault):
        return self.end(self.start(job, work, self.environment(work, **fault), *more, ranks=ranks))

    def reference(self, job):
        """Hashes of the outputs of an undisturbed run; counts the calls of each rank, too."""
        if job not in self.wanted:
            for rank in range(RANKS):
                work = self.fresh()
                counts = self.folder / "counts"
                counts.unlink(missing_ok=True)
                ended = self.run(job, work, rank=rank, counts=counts)
                if ended.code:
                    sys.exit(f"an undisturbed run fails: {job.command()}: {ended.said}")
                self.calls[job, rank] = sum(int(line) for line in counts.read_text().split()) if counts.exists() else 0
            self.wanted[job] = {name: hash_of(work / name) for name in job.outputs}
        return self.wanted[job]

    def require_inputs(self, work, but=()):
        for name in INPUTS:
            if name not in but and hash_of(work / name) != self.hashes[name]:
                raise Broken(f"the input {name} is not what it was")

    def require_sound(self, job, work, ended, wanted):
        """What holds after every trial whose inputs are what they were."""
        if ended.crashed:
            raise Broken(f"crash, exit code {ended.code}: {ended.said[-1500:]}")
        there = {name: hash_of(work / name) for name in job.outputs}
        for name, found in there.items():
            if found is not None and found != wanted[name]:
                raise Broken(f"exit code {ended.code}, and {name} is not what it should be")
        complete = all(found is not None for found in there.values())
        if ended.code in (0, 4) and not complete:
            raise Broken(f"exit code {ended.code}, but an output is missing")
        if ended.code in (1, 2) and complete and there:
            raise Broken(f"exit code {ended.code}, but all outputs are in place: {ended.said}")
        self.require_message(ended)

    def require_message(self, ended):
        if ended.code == 1 and "pcgns-verify:" not in ended.said:
            raise Broken(f"exit code 1: {ended.said}")
        errors = re.findall(r"^pcgns-\w+: error: ", ended.said, re.M)
        if ended.code == 2 and len(errors) != 1:
            raise Broken(f"{len(errors)} messages instead of one: {ended.said}")


def job_and_call(soak, dice):
    job = dice.choice(JOBS)
    wanted = soak.reference(job)
    rank = dice.randrange(RANKS)
    return job, wanted, rank, dice.randint(1, max(1, soak.calls[job, rank]))


def error(soak, dice):
    job, wanted, rank, call = job_and_call(soak, dice)
    action = dice.choice([*ERRORS, "short"])
    work = soak.fresh()
    ended = soak.run(job, work, rank=rank, call=call, action=action)
    soak.require_inputs(work)
    try:
        soak.require_sound(job, work, ended, wanted)
    except Broken as broken:
        raise Broken(f"{job.command()}, call {call} of rank {rank}, {action}: {broken}") from None
    return f"exit {ended.code}"


def require_refused(soak, job, work):
    """Files of a run that was killed are nobody's to overwrite: one message says what to do, or nothing was left."""
    left = any(work.glob(".*.pcgns-*"))
    ended = soak.run(job, work)
    if left and ended.code != 2:
        raise Broken(f"exit code {ended.code} beside files of a run that was killed: {ended.said}")
    soak.require_message(ended)


def kill(soak, dice):
    job, wanted, rank, call = job_and_call(soak, dice)
    rank = dice.choice([rank, ALL])
    work = soak.fresh()
    soak.run(job, work, rank=rank, call=call, action="kill")
    soak.require_inputs(work)
    for name in job.outputs:
        if hash_of(work / name) not in (None, wanted[name]):
            raise Broken(f"killed at call {call} of rank {rank}, and {name} is partial")
    if dice.random() < 0.3:
        require_refused(soak, job, work)
    for option in ("--resume", "--overwrite"):  # the last files may have had their names already
        ended = soak.run(job, work, option)
        if ended.code == 0:
            break
    soak.require_inputs(work)
    soak.require_sound(job, work, ended, wanted)
    if ended.code:
        raise Broken(f"killed at call {call} of rank {rank}, it cannot be resumed: {ended.said}")
    return f"resumed by {option}"


def other_bytes(soak, dice, name, content):
    """Writes some bytes of other values over an input's content, mostly where its metadata are."""
    for _ in range(dice.choice([1, 1, 4, 16])):
        at = dice.choice(soak.metadata[name]) if dice.random() < 0.8 else dice.randrange(len(content))
        size = dice.choice([1, 1, 2, 4, 8])
        values = dice.choice([dice.randbytes(size), bytes(size), b"\xff" * size, bytes([content[at] ^ 1 << dice.randrange(8)])])
        content[at:at + len(values)] = values


def damage(soak, dice):
    job = dice.choice([*JOBS, *READERS, *PLANNERS])
    ranks = dice.choice([1, 1, 1, RANKS])  # without a launcher there are more trials in the same time
    work = soak.fresh()
    name = dice.choice(job.inputs)
    content = bytearray((work / name).read_bytes())
    other_bytes(soak, dice, name, content)
    (work / name).write_bytes(content)
    before = hash_of(work / name)
    ended = soak.run(job, work, ranks=ranks)
    soak.require_inputs(work, but=[name])
    if hash_of(work / name) != before:
        raise Broken("the damaged input has changed")
    if ended.crashed:
        raise Broken(f"{job.command()}: crash: exit code {ended.code}: {ended.said[-1500:]}")
    if ended.code == 2 and any((work / output).exists() for output in job.outputs):
        raise Broken(f"{job.command()}: exit code 2 with an output: {ended.said}")
    soak.require_message(ended)
    return f"exit {ended.code}"


def lie(soak, dice):
    job = dice.choice([*JOBS, *READERS[:2]])
    work = soak.fresh()
    path = dice.choice(soak.lies)
    ended = soak.run(dataclasses.replace(job, inputs=(str(path),)), work)
    accepted = 1 if "check" in job.options else 2
    if ended.code not in (accepted, 2) or any((work / name).exists() for name in job.outputs):
        raise Broken(f"{job.command()} takes {path.stem}: exit code {ended.code}: {ended.said}")
    soak.require_message(ended)
    return f"exit {ended.code}"


def race(soak, dice):
    job = dice.choice(JOBS)
    wanted = soak.reference(job)
    work = soak.fresh()
    fault = soak.environment(work)
    one = soak.start(job, work, fault)
    if dice.random() < 0.5:
        time.sleep(dice.random() * 0.2)
        other = soak.start(job, work, fault)
        ended = [soak.end(one), soak.end(other)]
        soak.require_inputs(work)
        good = [each for each in ended if each.code == 0]
        if len(good) != 1:
            raise Broken(f"{len(good)} of two programs had the output: {[each.said for each in ended]}")
        soak.require_sound(job, work, good[0], wanted)
        return "one of two"
    time.sleep(dice.random())
    name = dice.choice(job.inputs)
    with open(work / name, "r+b") as file:
        file.truncate(dice.randrange(1, os.path.getsize(work / name)))
    ended = soak.end(one)
    soak.require_inputs(work, but=[name])
    soak.require_sound(job, work, ended, wanted)
    return f"changed input, exit {ended.code}"


KINDS = {"error": error, "kill": kill, "damage": damage, "hostile": lie, "race": race}
WEIGHTS = {"error": 8, "kill": 2, "damage": 8, "hostile": 1, "race": 1}


def trial(soak, seed, number, kinds):
    """(kind, outcome, what broke or None)"""
    dice = random.Random(f"{seed}/{number}")
    kind = dice.choices(kinds, [WEIGHTS[kind] for kind in kinds])[0]
    try:
        return kind, KINDS[kind](soak, dice), None
    except Broken as broken:
        return kind, "BROKEN", str(broken)


def known(state, seed):
    """Results of earlier runs with the same seed."""
    if state is None or not state.exists():
        return []
    lines = [json.loads(line) for line in state.read_text().splitlines()]
    return [line for line in lines if line["seed"] == seed]


def table(results):
    counts = collections.Counter((one["kind"], one["outcome"]) for one in results)
    for kind in KINDS:
        row = [f"{outcome}: {count}" for (of, outcome), count in sorted(counts.items()) if of == kind]
        total = sum(count for (of, _), count in counts.items() if of == kind)
        print(f"{kind:8} {total:6}   {', '.join(row)}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--trials", type=int, default=10**9)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--state", type=pathlib.Path)
    parser.add_argument("--keep", type=pathlib.Path)
    parser.add_argument("--only", type=int)
    parser.add_argument("--longest", type=float, default=20)
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=list(KINDS))
    args = parser.parse_args()
    results = known(args.state, args.seed)
    first = args.only if args.only is not None else 1 + max((one["trial"] for one in results), default=0)
    end = time.monotonic() + args.seconds
    with tempfile.TemporaryDirectory(prefix="pcgns-soak-") as folder:
        soak = Soak(pathlib.Path(folder).resolve(), args.longest)
        for number in range(first, first + (1 if args.only is not None else args.trials)):
            if time.monotonic() > end:
                break
            kind, outcome, broken = trial(soak, args.seed, number, args.kinds)
            results.append({"seed": args.seed, "trial": number, "kind": kind, "outcome": outcome, "broken": broken})
            if broken:
                print(f"trial {number} ({kind}): {broken[:2000]}", flush=True)
                if args.keep:
                    shutil.copytree(soak.folder / "work", args.keep / str(number), dirs_exist_ok=True)
            if args.state:
                with open(args.state, "a", encoding="utf-8") as file:
                    file.write(json.dumps(results[-1]) + "\n")
    table(results)
    sys.exit(1 if any(one["broken"] for one in results) else 0)


if __name__ == "__main__":
    main()
