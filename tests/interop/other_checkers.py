#!/usr/bin/env python3
"""other_checkers.py PYTHON: what cgnscheck and pyCGNS say where each rule of pcgns-verify check is broken.

PYTHON is one with pyCGNS (pip install pycgns 'numpy<2.3'). The damages are those of tests/verify; what is new beside the
undamaged file counts, and of several damages of a rule the most severe word: "refuses" (it does not read the file to its
end), "error", "warning"; rules without a word are those that it is silent about. Prints the two tables of
libcore/pcgns/cgns/detail/other_checkers.cpp. pyCGNS is asked with its default grammar: its grammar SIDS ends in an
exception on good files (6.3.5).
"""

import collections
import concurrent.futures
import importlib
import pathlib
import re
import subprocess
import sys
import tempfile
import textwrap

HERE = pathlib.Path(__file__).resolve().parent
VERIFY = HERE.parent / "verify"
sys.path.insert(0, str(VERIFY))

import run_mutations  # noqa: E402  pylint: disable=wrong-import-position
import readers_table  # noqa: E402  pylint: disable=wrong-import-position
import valid  # noqa: E402  pylint: disable=wrong-import-position
from mutate import MUTATIONS  # noqa: E402  pylint: disable=wrong-import-position

WORDS = ("warning", "error", "refuses")  # from the mildest
# CGNS.VAL forgets to import importlib.util.
VAL = "import importlib.util; from CGNS.VAL.CGNS_VAL import main; main()"


def said_by(*command):
    """What a program prints, None if it ends badly or takes longer than a minute."""
    try:
        done = subprocess.run([str(word) for word in command], stdin=subprocess.DEVNULL, capture_output=True,
            timeout=60, check=False)
    except subprocess.TimeoutExpired:
        return None
    text = done.stdout.decode("utf-8", "replace")
    return None if done.returncode or b"Traceback" in done.stderr else text


def cgnscheck(path):
    """(severity, message) of each complaint, numbers left out, or None."""
    text = said_by("cgnscheck", "-w3", path)
    found = re.findall(r"^ *(ERROR|WARNING):? *(.*)$", text or "", re.MULTILINE)
    return text and collections.Counter((word.lower(), re.sub(r"\d+", "", message)) for word, message in found)


def pycgns(path):
    """(severity, identifier) of each complaint, or None."""
    text = said_by(sys.argv[1], "-W", "ignore", "-c", VAL, path)
    found = re.findall(r"^\[(\w+):([EW])\]", text or "", re.MULTILINE)
    return text and collections.Counter(({"E": "error", "W": "warning"}[level], name) for name, level in found)


CHECKERS = {"cgnscheck": cgnscheck, "pycgns": pycgns}


def together(found):
    """The complaints about several files, or None if one is refused."""
    return None if None in found else sum(found, collections.Counter())


def worst(words):
    return max(words, key=lambda word: WORDS.index(word) if word else -1)


def word_for(checker, files, before):
    """The most severe new word on any of the files; empty if there is none, or if it refuses the good files."""
    words = [""]
    if before is None:
        return ""
    for path in files:
        found = checker(path)
        words += ["refuses"] if found is None else [severity for severity, _ in found - before]
    return worst(words)


def main():
    """Prints the tables."""
    for module in sorted(VERIFY.glob("mutations_*.py")):
        importlib.import_module(module.stem)
    readers_table.stating_old_versions()
    with tempfile.TemporaryDirectory() as temporary, concurrent.futures.ThreadPoolExecutor(2) as pool:
        folder = pathlib.Path(temporary)
        good = {name: run_mutations.written(valid.build(name), folder, name) for name in valid.BUILDERS}
        before = {(name, kind): together([checker(path) for path in files])
            for name, files in good.items() for kind, checker in CHECKERS.items()}

        def row(change):
            files = run_mutations.damaged(change, folder, f"{change.code}-{change.name}")
            return [word_for(checker, files, before[change.base, kind]) for kind, checker in CHECKERS.items()]

        rows = list(zip(MUTATIONS, pool.map(row, MUTATIONS)))
    for number, kind in enumerate(CHECKERS):
        codes = collections.defaultdict(lambda: "")
        for change, words in rows:
            codes[change.code] = worst([codes[change.code], words[number]])
        print(f"constexpr Said {kind}_says[] = {{")
        for word in reversed(WORDS):
            names = " ".join(sorted(code for code, said in codes.items() if said == word))
            lines = "\n     ".join(f'"{line} "' for line in textwrap.wrap(names, 95))
            print(f'    {{"{word}",\n     {lines or chr(34) * 2}}},')
        print("};")


if __name__ == "__main__":
    main()
