"""readme.py: types the commands of README.md, from Quick start to Bench, as somebody who has nothing but that page.

    readme.py [--show]

PCGNS_BIN_DIR is the folder of the programs. Each command runs in a folder of its own with files of the names that the
page uses, on at most 4 ranks; those of the quick start follow each other in one folder, where the solver makes the
files. Prints what was typed, the seconds that it took, and with --show also what it said. Exit status: 0 all commands
end well, 1 some do not.
"""

import glob
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "..", "..")
BIN = os.path.realpath(os.environ["PCGNS_BIN_DIR"])
# Not for a trial: what builds, and a solver that has files of its own.
LEFT_OUT = re.compile(r"^(cmake|cd) ")
# The answer of a few samples may be that more are needed.
MAY_NOT_TELL = "pcgns-bench compare"


def blocks(page, first, last):
    """(heading, commands) of the sections from heading `first` to heading `last`, both included."""
    text = page[page.index(f"# {first}\n"):]
    for section in re.split(r"^#+ ", text, flags=re.M)[1:]:
        heading, _, body = section.partition("\n")
        lines = re.findall(r"^    (\S.*)$", re.sub(r"^```.*?^```", "", body, flags=re.M | re.S), re.M)
        yield heading, [line for line in lines if not line.startswith("#") and not LEFT_OUT.match(line)]
        if heading == last:
            return


def run(command, folder):
    """The exit status and what was said, both streams."""
    with open(os.path.join(folder, "..", "bin", "path"), encoding="utf-8") as path:
        environment = {**os.environ, "PATH": path.read() + ":" + os.environ["PATH"], "XDG_CONFIG_HOME": os.path.realpath(folder)}
    environment.pop("PCGNS_WISDOM", None)
    done = subprocess.run(["bash", "-c", command], cwd=folder, env=environment, stdin=subprocess.DEVNULL, timeout=120,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", check=False)
    return done.returncode, done.stdout


def add_launcher(folder):
    """mpirun, with as many ranks as a trial can have; and the programs, also those that the page calls ./NAME."""
    os.makedirs(folder)
    launcher = shlex.join(os.environ.get("PCGNS_MPIEXEC", "mpiexec.openmpi").split())
    with open(os.path.join(folder, "mpirun"), "w", encoding="utf-8") as script:
        script.write(f'#!/bin/sh\n[ "$1" != -n ] || {{ n=$2; shift 2; }}\n'
                     f'[ "${{n:-1}}" -le 4 ] || n=3\nexec {launcher} -n "${{n:-1}}" "$@"\n')
    os.chmod(os.path.join(folder, "mpirun"), 0o755)
    with open(os.path.join(folder, "path"), "w", encoding="utf-8") as path:
        path.write(f"{os.path.realpath(folder)}:{BIN}")


def prepare(folder):
    """The files that the page names, beside a folder `bin`."""
    os.makedirs(folder)
    python = os.environ.get("PCGNS_PYTHON", sys.executable)
    make = [python, os.path.join(ROOT, "tests", "cli", "make_cgns.py")]
    joined = ["", "--after Zone1", "--before Zone0 --after Zone2", "--before Zone1 --after Zone3", "--before Zone2"]
    for i in range(4):
        options = f"--zones Zone{i} --size 9x8x7 --fields Pressure Temperature Work {joined[i + 1]}"
        subprocess.run([*make, f"out_{i:04d}.cgns", *options.split()], cwd=folder, check=True)
    subprocess.run([python, os.path.join(ROOT, "docs", "pictures", "meshes.py"), "structured", "body.cgns"], cwd=folder,
        check=True)
    for command in ["pcgns-merge -q -o out.cgns 'out_%04d.cgns'",
                    "pcgns-repartition -q --parts 4 -o 'part_%d.cgns' out.cgns",
                    "pcgns-repartition -q --parts 5 -o 'restart_%04d.cgns' out.cgns",
                    "pcgns-repartition -q --parts 4 --style seacas -o out.cgns out.cgns",
                    "cp out.cgns old.cgns; cp out.cgns new.cgns",
                    "pcgns-bench run blocks --extents 9x8x7 --engines queue,posix --json >before.json"]:
        status, said = run(command, folder)
        if status:
            sys.exit(f"{command}: {said}")


def adapt(command, folder):
    """What a trial cannot have as the page has it: extents of a problem, a scratch file system, inputs of a certain kind."""
    if "--steps" in command:
        for i, name in enumerate(sorted(glob.glob(os.path.join(folder, "out_*.cgns")))):
            subprocess.run([os.environ.get("PCGNS_PYTHON", sys.executable), os.path.join(ROOT, "tests", "cli", "make_cgns.py"),
                name, "--zones", f"Zone{i}", "--steps", "2"], check=True)
    if "ours.json" in command:
        for name in glob.glob(os.path.join(folder, "out_*.cgns")):
            os.remove(name)
        shutil.copy(os.path.join(ROOT, "examples", "heat", "boxes.json"), os.path.join(folder, "ours.json"))
        run("mpirun -n 4 heat --form boxes --cells 12x8x8 --steps 1 --write-every 1 --out out", folder)
    if "after.json" in command and "run blocks" not in command:
        shutil.copy(os.path.join(folder, "before.json"), os.path.join(folder, "after.json"))
    command = command.replace("run blocks", "run blocks --extents 9x8x7 --engines queue,posix")
    return command.replace("/scratch", ".")


def remove_outputs(command, folder):
    """What an earlier command of the page has left under the name of an output."""
    inputs = command.split("--with")[0]
    for name in re.findall(r"(?:-o|--output|--plan-file|--plan-plot) '?([^\s']+)", inputs):
        for path in glob.glob(os.path.join(folder, re.sub(r"%\d*d", "*", name))):
            os.remove(path)


def type_in(command, folder, show):
    """Whether it ends well."""
    begin = time.monotonic()
    status, said = run(command, folder)
    print(f"{time.monotonic() - begin:6.1f} s  $ {command}", flush=True)
    if show or status:
        print("".join(f"            {line}\n" for line in said.splitlines()), end="")
    if status:
        print(f"            [exit status {status}]")
    has_no_partitioner = "mpich" in os.environ.get("PCGNS_MPIEXEC", "") and "is built without PT-Scotch" in said
    return status == 0 or has_no_partitioner or (command.startswith(MAY_NOT_TELL) and "cannot tell" in said)


def main():
    """Types all commands."""
    show, failed, count = "--show" in sys.argv[1:], 0, 0
    with open(os.path.join(ROOT, "README.md"), encoding="utf-8") as readme:
        page = readme.read()
    with tempfile.TemporaryDirectory(prefix="pcgns-readme.") as top:
        add_launcher(os.path.join(top, "bin"))
        prepared = os.path.join(top, "prepared")
        prepare(prepared)
        for heading, commands in blocks(page, "Quick start", "Bench"):
            folder = os.path.join(top, "trial")
            os.makedirs(folder, exist_ok=True)
            for command in commands:
                count += 1
                typed = re.sub(r"(?<!\S)\./", "", re.sub(r"\s+# .*", "", command))
                if heading != "Quick start":
                    shutil.rmtree(folder)
                    shutil.copytree(prepared, folder)
                    remove_outputs(typed, folder)
                    typed = adapt(typed, folder)
                failed += not type_in(typed, folder, show)
    print(f"{count} commands, {failed} failed")
    return 1 if failed or count < 25 else 0


if __name__ == "__main__":
    sys.exit(main())
