#!/usr/bin/env python3
"""compare_builds.py: two builds of the programs do the same, but for words, and for names that a map gives.

    compare_builds.py --before BIN --after BIN [--map json_keys.json] [--only REGEX] [--list]

Every run of the tables *.runs is made with both builds, in a folder of the same name and with the same inputs. What
must be equal: exit codes, the names and bytes of all files left, JSON documents but for what is measured, digests and
codes of rules on stdout, and which streams are empty. Exit status: 0 equal, 1 something differs, 2 could not tell.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import outcome
import runs

SOURCE = runs.HERE.parent.parent
LAUNCHER = os.environ.get("PCGNS_MPIEXEC", "mpiexec.openmpi").split()
CORPUS = pathlib.Path(os.environ.get("PCGNS_CORPUS", SOURCE.parent / "shared" / "corpus"))
SECONDS = int(os.environ.get("PCGNS_TIMEOUT", "60"))
MOST = 6  # differences of a run that are told
AT_ONCE = 100  # runs with one build, before the other build has its turn: a file with a time in it shows


def launcher_settings():
    """The variables of scripts/mpi.env, as bats.bash sets them."""
    made = {"OMPI_MCA_orte_execute_quiet": "1"}
    for line in (SOURCE / "scripts" / "mpi.env").read_text(encoding="utf-8").splitlines():
        if re.match(r"[A-Z_a-z]+=", line):
            key, _, value = line.partition("=")
            made[key] = value
    session = f"ompi.{os.uname().nodename.split('.')[0]}.{os.geteuid()}/jf.0/1/keep"
    os.makedirs(os.path.join(os.environ.get("TMPDIR", "/tmp"), session), exist_ok=True)
    return made


def environment():
    """What programs find there: nothing that the caller has set for pcgns."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith("PCGNS_") and key != "NO_COLOR"}
    return {**kept, **launcher_settings()}


class Builds:
    """Both folders of programs, and where things are."""

    def __init__(self, before, after, folder, rules):
        self.folders = {"before": before, "after": after}
        self.folder = folder
        self.rules = rules
        self.inputs = {"in": folder / "in", "single": CORPUS / "single", "perrank": CORPUS / "perrank"}
        self.environment = environment()

    def missing(self, chosen):
        """What is not there and needed, in words."""
        names = sorted({f"pcgns-{name}" for run in chosen for name in run.programs()})
        for folder in self.folders.values():
            yield from (f"{folder}: there is no {name}" for name in names if not os.access(folder / name, os.X_OK))
        needed = {name for run in chosen for name in run.folders()} - {"in"}
        yield from (f"there is no {self.inputs[name]} (PCGNS_CORPUS)" for name in needed if not self.inputs[name].is_dir())

    def kept(self, build, run):
        """Where the folder of a run is kept."""
        return self.folder / build / run.name

    def outcomes(self, build, run):
        """The outcomes of the steps of a run with a build."""
        here = self.folder / "work" / run.name
        here.mkdir(parents=True)
        made = [self.outcome(build, step, here) for step in run.starts()]
        self.kept(build, run).parent.mkdir(exist_ok=True)
        here.rename(self.kept(build, run))
        return made

    def outcome(self, build, step, here):
        """The outcome of a step in the folder `here`."""
        words = runs.expanded(step.words, self.inputs, here)
        if step.program is None:
            shutil.copyfile(here / words[1], here / words[2])
            return outcome.Outcome(0, b"", b"", outcome.left_in(here))
        launcher = [*LAUNCHER, "-n", str(step.ranks)] if step.ranks else []
        command = [*launcher, str(self.folders[build] / f"pcgns-{step.program}"), *words[1:]]
        code, stdout, stderr = started(command, here, {**self.environment, **step.environment})
        if step.kept:
            (here / step.kept).write_bytes(stdout)
        return outcome.Outcome(code, stdout, stderr, outcome.left_in(here))

    def differences(self, run, before, after):
        """In what the outcomes of a run differ, in words."""
        folders = [self.kept(build, run) for build in self.folders]
        found = []
        for number, (step, old, new) in enumerate(zip(run.starts(), before, after), 1):
            lines = list(outcome.differences(old, new, run.any_bytes, self.rules, folders))
            lines = [line for line in lines if not any(line.startswith(f"key {path}:") for path in run.any_json())]
            if step.code not in (None, old.code):
                why = old.stderr.decode("utf-8", "replace").strip().splitlines()[:1]
                lines.insert(0, f"exit code {old.code} before, and the list has {step.code} {' '.join(why)[:200]}".rstrip())
            found += [f"step {number}: {line}" if len(before) > 1 else line for line in lines]
        if not found:
            for folder in folders:
                shutil.rmtree(folder)
        return found


def started(command, here, variables):
    """Exit code (124: it took too long; 128 and more: a signal), stdout and stderr of a command."""
    with subprocess.Popen(command, cwd=here, env=variables, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, start_new_session=True) as process:
        try:
            stdout, stderr = process.communicate(timeout=SECONDS)
            return process.returncode if process.returncode >= 0 else 128 - process.returncode, stdout, stderr
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            stdout, stderr = process.communicate()
            return 124, stdout, stderr


def compare(builds, chosen, jobs):
    """Makes the runs, tells what differs; how many do."""
    differ = 0
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for begin in range(0, len(chosen), AT_ONCE):
            group = chosen[begin:begin + AT_ONCE]
            made = [list(pool.map(builds.outcomes, [build] * len(group), group)) for build in builds.folders]
            for run, before, after in zip(group, *made):
                found = builds.differences(run, before, after)
                differ += bool(found)
                more = f"; and {len(found) - MOST} more" if len(found) > MOST else ""
                if found:
                    print(f"{run.name}: {'; '.join(found[:MOST])}{more}", flush=True)
    return differ


def listed(chosen):
    """The runs as a table."""
    for run in chosen:
        for number, step in enumerate(run.steps):
            code = "*" if step.code is None else step.code
            start = "-" if step.ranks is None else f"{step.ranks}={code}"
            variables = "".join(f"{key}={value} " for key, value in step.environment.items())
            print(f"{'' if number else run.name:40} {start:6} {variables}{' '.join(step.words)}")
    print(f"{len(chosen)} runs")


def options():
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--before", type=pathlib.Path, metavar="BIN", help="folder of the programs as they were")
    parser.add_argument("--after", type=pathlib.Path, metavar="BIN", help="folder of the programs as they are")
    parser.add_argument("--map", type=pathlib.Path, metavar="FILE", help="names in JSON documents that have changed")
    parser.add_argument("--only", default="", metavar="REGEX", help="only runs whose name has this")
    parser.add_argument("--list", action="store_true", help="name the runs")
    parser.add_argument("--words", action="store_true", help="sentences in JSON documents must be equal, too")
    parser.add_argument("--runs", nargs="+", metavar="TABLE", help="other tables than those beside this script")
    parser.add_argument("--jobs", type=int, default=2, help="runs at a time (default 2)")
    parser.add_argument("--keep", type=pathlib.Path, metavar="FOLDER", help="for the inputs, and the files of runs that differ")
    args = parser.parse_args()
    if not args.list and not (args.before and args.after):
        parser.error("--before and --after are needed")
    return args


def judge(args, chosen, folder):
    """Makes the inputs, compares; the exit status."""
    begin = time.time()
    renamed = json.loads(args.map.read_text(encoding="utf-8")) if args.map else {}
    builds = Builds(args.before.resolve(), args.after.resolve(), folder, outcome.Rules(renamed, args.words))
    missing = list(builds.missing(chosen))
    if missing:
        raise runs.Trouble("; ".join(missing))
    if any("in" in run.folders() for run in chosen):
        import inputs  # pylint: disable=import-outside-toplevel  # needs h5py

        inputs.make(folder / "in", {name for run in chosen for name in run.needs()})
    differ = compare(builds, chosen, args.jobs)
    print(f"{time.time() - begin:.0f} s")
    print(f"{len(chosen) - differ} runs equal, {differ} differ")
    return 1 if differ else 0


def main():
    """Compares the builds."""
    args = options()
    try:
        chosen = [run for run in runs.all_runs(args.runs) if re.search(args.only, run.name)]
        if not chosen:
            raise runs.Trouble(f"no run has a name like {args.only}")
        if args.list:
            listed(chosen)
            return 0
        if args.keep:
            args.keep.mkdir(parents=True)
            return judge(args, chosen, args.keep.resolve())
        with tempfile.TemporaryDirectory(prefix="pcgns-builds.") as folder:
            return judge(args, chosen, pathlib.Path(folder).resolve())
    except (runs.Trouble, OSError, ValueError) as error:
        print(f"compare_builds.py: error: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
