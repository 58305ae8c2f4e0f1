#!/usr/bin/env python3
"""run_mutations.py: every valid file is found valid, and every damage is found by the right rule at the right place.

    run_mutations.py [LAYER|valid]...      all layers and the valid files, unless some are named
"""

import concurrent.futures
import importlib
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import valid
from cgns import write
from mutate import MUTATIONS

VERIFY = os.path.join(os.environ.get("PCGNS_BIN_DIR", "build/openmpi/bin"), "pcgns-verify")
LETTERS = {"file": "F", "tree": "T", "mesh": "M", "joins": "J", "boundary": "B", "values": "V", "set": "S"}


def layer_of(code):
    """The layer whose rules have this letter."""
    return next(layer for layer, letter in LETTERS.items() if letter == code[0])


def run(*arguments, environment=()):
    """Exit code, what is on stdout, what is on stderr."""
    result = subprocess.run([VERIFY, *map(str, arguments)], stdin=subprocess.DEVNULL, capture_output=True, timeout=60,
        check=False, env={**os.environ, **dict(environment)})
    return result.returncode, result.stdout.decode(), result.stderr.decode()


def check(files, options=(), environment=()):
    """Exit code and findings; None if there is no report."""
    code, report, said = run("check", "--json", "-q", *options, *files, environment=environment)
    try:
        return code, json.loads(report)["findings"], said
    except ValueError:
        return code, None, said


def written(trees, folder, name, names=None):
    """The files of these trees."""
    if names is None:
        names = [f"{name}_{i}.cgns" for i in range(len(trees))] if len(trees) > 1 else [name + ".cgns"]
    files = [folder / file for file in names]
    for tree, file in zip(trees, files):
        write(file, tree)
    return files


def trouble_of_valid(name, folder):
    """What is wrong with what is found in a valid file."""
    code, findings, said = check(written(valid.build(name), folder, name), ["--severity", "warning"])
    if findings is None:
        return f"{name}: exit code {code}: {said}"
    if code != 0 or findings:
        return f"{name} is valid, but: exit code {code}: {findings}"
    return None


def damaged(change, folder, name):
    """The files of a damage."""
    trees = valid.build(change.base)
    if change.kind == "tree":
        change.change(trees[0])
    names = change.change(trees) if change.kind == "set" else None
    if names is not None:
        folder = folder / name
        folder.mkdir()
    files = written(trees, folder, name, names)
    if change.kind == "file":
        change.change(files[0])
    return files


def trouble_of(change, folder):
    """What is wrong with what is found of a damage."""
    name = f"{change.code}-{change.name}"
    options = ["--severity", "note", "--enable", change.code, *change.options]
    files = damaged(change, folder, name)
    code, findings, said = check(files, options, change.environment)
    if findings is None:
        return f"{name}: exit code {code}: {said}"
    places = [(found["code"], found["path"]) for found in findings]
    wanted = {(each, change.path) for each in change.codes}
    if wanted.isdisjoint(places):  # a rule of another layer tells it better
        code, findings, said = check(files, [*options, "--layer", layer_of(change.code)], change.environment)
        places = [(found["code"], found["path"]) for found in findings or []]
    if wanted.isdisjoint(places):
        return f"{name}: {change.code} at {change.path} is not among {places}"
    wants = 1 if any(found["severity"] == "error" for found in findings) else 0
    return None if code == wants else f"{name}: exit code {code} where {wants} is right"


def rules():
    """The codes of all rules."""
    report = run("check", "--list-rules", "--json")[1]
    return [rule["code"] for rule in json.loads(report)["rules"]]


def main():
    """The exit code."""
    layers = sys.argv[1:] or [*LETTERS, "valid"]
    for module in sorted(pathlib.Path(__file__).parent.glob("mutations_*.py")):
        importlib.import_module(module.stem)
    letters = {LETTERS[layer] for layer in layers if layer != "valid"}
    meshes = list(valid.BUILDERS) if "valid" in layers else []
    wanted = [change for change in MUTATIONS if change.code[0] in letters]
    troubles = [f"no mutation for rule {code}" for code in rules()
        if code[0] in letters and code not in {change.code for change in wanted}]
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(2) as pool:
        jobs = [pool.submit(trouble_of_valid, name, pathlib.Path(folder)) for name in meshes]
        jobs += [pool.submit(trouble_of, change, pathlib.Path(folder)) for change in wanted]
        troubles += [trouble for job in jobs if (trouble := job.result())]
    for trouble in troubles:
        print(trouble)
    print(f"{len(wanted)} mutations, {len(meshes)} valid meshes: {len(troubles)} troubles")
    return 1 if troubles else 0


if __name__ == "__main__":
    sys.exit(main())
