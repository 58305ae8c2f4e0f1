"""runs.py: the list of runs, read from the tables *.runs beside it; and runs for what the tests of the tools can damage."""

import fnmatch
import glob
import os
import pathlib
import re
import shlex

HERE = pathlib.Path(__file__).resolve().parent
PROGRAMS = ("merge", "repartition", "restripe", "verify", "bench")
RANKS_AND_CODE = re.compile(r"(\d+)=(\d+|\*)")
GENERATED = re.compile(r"\$in/([^/]+)")
FOLDERS = re.compile(r"\$(in|single|perrank)\b")


class Trouble(Exception):
    """A list that cannot be run."""


class Step:
    """A start of a program, or, without `program`, a word of the table's own: copy, any-bytes, any-json."""

    def __init__(self, ranks, code, words, environment=None, kept=None):
        self.ranks = ranks
        self.code = code  # the expected one; None: any
        self.program = words[0] if ranks is not None else None
        self.words = words
        self.environment = environment or {}
        self.kept = kept  # the file that gets what is on stdout


class Run:
    """Steps that are taken one after the other in a folder of their own."""

    def __init__(self, name, steps=()):
        self.name = name
        self.steps = list(steps)

    def folders(self):
        """Which folders of inputs it needs: in, single, perrank."""
        return {found for step in self.steps for word in step.words for found in FOLDERS.findall(word)}

    def starts(self):
        """The steps that do something."""
        return [step for step in self.steps if step.words[0] not in ("any-bytes", "any-json")]

    def needs(self):
        """The first names of what it needs of the generated inputs."""
        return {name for step in self.steps for word in step.words for name in GENERATED.findall(word)}

    def programs(self):
        """Which programs it starts."""
        return {step.program for step in self.steps if step.program}

    def any_bytes(self, name):
        """True for a file of which only the name is compared."""
        return any(fnmatch.fnmatch(name, pattern) for step in self.steps if step.words[0] == "any-bytes"
            for pattern in step.words[1:])

    def any_json(self):
        """Key paths of documents that may have any value."""
        return {path for step in self.steps if step.words[0] == "any-json" for path in step.words[1:]}


def step_of(words, where):
    """The step in a line of a table, without the name."""
    if words[0] == "-":
        if words[1:2] not in (["copy"], ["any-bytes"], ["any-json"]):
            raise Trouble(f"{where}: '{words[1:2]}' is neither copy nor any-bytes nor any-json")
        return Step(None, 0, words[1:])
    start = RANKS_AND_CODE.fullmatch(words[0])
    if not start:
        raise Trouble(f"{where}: '{words[0]}' is not RANKS=CODE")
    environment = {}
    words = words[1:]
    while "=" in words[0]:
        key, _, value = words.pop(0).partition("=")
        environment[key] = value
    kept = None
    if words[-2:-1] == [">"]:
        words, kept = words[:-2], words[-1]
    if words[0] not in PROGRAMS:
        raise Trouble(f"{where}: '{words[0]}' is not one of {' '.join(PROGRAMS)}")
    return Step(int(start[1]), None if start[2] == "*" else int(start[2]), words, environment, kept)


def read_table(path):
    """The runs of a table. A line that begins with a blank is a further step of the run above."""
    made = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        words = shlex.split(line, comments=True)
        if not words:
            continue
        if not line[0].isspace():
            made.append(Run(words.pop(0)))
        made[-1].steps.append(step_of(words, f"{path.name}:{number}"))
    return made


def generated_runs():
    """Sets in every convention and damaged ones for pcgns-merge; damages and pairs for pcgns-verify."""
    import inputs  # pylint: disable=import-outside-toplevel  # needs h5py

    for number, (name, *_, convention) in enumerate(inputs.cut_sets()):
        place = f"$in/cut/{name}"
        options = ["--assembly", f"{place}/assembly.json"] if convention == "assembly" else []
        words = ["merge", "--json", "--check", "full", *options, "-o", "out.cgns", f"@{place}/list"]
        yield Run(f"merge-cut-{name}", [Step((0, 2, 0, 3)[number % 4], 0, words)])
    for number, kind in enumerate(inputs.damage.KINDS):
        name = inputs.torn_name(kind)
        words = ["merge", *kind.options, "-o", "out.cgns", f"@$in/torn/{name}/list"]
        yield Run(f"merge-torn-{name}", [Step(2 if number % 12 == 0 else 0, 2, words)])
    for number, change in enumerate(inputs.MUTATIONS):
        name = inputs.damage_name(change)
        words = ["verify", "check", "--json", "--max", "0", "--severity", "note", "--enable", change.code, *change.options,
            f"@$in/damaged/{name}/list"]
        yield Run(f"check-damaged-{name}", [Step(2 if number % 40 == 0 else 0, None, words, change.environment)])
    for name, pair in inputs.comparisons.COMPARISONS.items():
        words = ["verify", "compare", "--json", "-v", *pair.options, f"$in/pairs/{name}_a.cgns", "--with",
            f"$in/pairs/{name}_b.cgns"]
        yield Run(f"compare-pair-{name}", [Step(0, 1 if pair.expected else 0, words)])


def all_runs(tables):
    """The runs of these tables; of all here and the generated ones, unless some are named."""
    made = [run for path in tables or sorted(HERE.glob("*.runs")) for run in read_table(pathlib.Path(path))]
    made += [] if tables else generated_runs()
    names = [run.name for run in made]
    double = {name for name in names if names.count(name) > 1}
    if double:
        raise Trouble(f"two runs are called {' '.join(sorted(double))}")
    return made


def expanded(words, folders, here):
    """The words of a command with their folders, and with the files that patterns match in the folder `here`."""
    made = []
    for word in words:
        place = FOLDERS.sub(lambda found: str(folders[found[1]]), word)
        pattern = place if os.path.isabs(place) else os.path.join(here, place)
        files = sorted(glob.glob(pattern, include_hidden=False)) if re.search(r"[*?\[]", word) else []
        if files and not os.path.isabs(place):
            files = [os.path.relpath(file, here) for file in files]
        if not files and re.search(r"[*?\[]", word) and place != word:
            raise Trouble(f"no file is called {place}")
        made += files or [place]
    return made
