"""corpus.py: the real sets of files per rank, merged, are what was cut.

    corpus.py SET [--ranks 0 1 2 3 4 7]

Every form of a set (a file per rank, a file with links to them, a single file) is merged on the first of the numbers
of ranks (0: no launcher) and compared with its reference; on the other numbers it must give the same bytes. A set of
SEACAS without numbers must be refused, and with --match-coordinates it is the reference with other numbers, or, where
its coordinates are damaged, refused again. Exit status: 0 right, 1 wrong, 77 there is no such set.
"""

import argparse
import filecmp
import glob
import os
import re
import sys
import tempfile

import cgns
import compare
import mesh_order
import renumber
import tool

BESIDE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "shared", "corpus")
CORPUS = os.path.join(os.environ.get("PCGNS_CORPUS", BESIDE), "perrank")
REFUSED = re.compile(r"no (global )?(numbers|ids)|need global numbers|match-coordinates|cannot (locate|be located)")
MATCH = ["--match-coordinates"]
DAMAGED = ["seacas-u-circle-square-2d-n2"]  # its writer has mixed up the coordinates


class Case:
    """Inputs of a merge, the reference, and what the parts cannot give back."""

    def __init__(self, form, inputs, reference, **rules):
        self.form = form
        self.inputs = inputs
        self.reference = reference
        self.rules = compare.Rules(**rules)


def found(folder, pattern):
    """The files of a set, by their numbers."""
    files = glob.glob(os.path.join(folder, pattern))
    return sorted(files, key=lambda path: [int(n) for n in re.findall(r"\d+", os.path.basename(path))])


def cases_of(name):
    """The forms of a set."""
    folder = os.path.join(CORPUS, name)
    maker = {"maia": maia, "seacas": seacas, "cassiopee": cassiopee}[name.split("-")[0]]
    return maker(name, folder)


def maia(name, folder):
    """I4 for I8, an explicit GridLocation Vertex; the linked and the single form know nothing of time."""
    reference = os.path.join(folder, "reference.cgns")
    loose = {"any_integer": True, "vertex_default": True}
    parents = [] if "bcds" in name else [r"/NGonElements/ParentElements$"]  # a reference without them
    lost = [r"/BaseIterativeData$"]
    return [
        Case("parts", found(folder, "part_[0-9]*.cgns"), reference, skip=parents, **loose),
        Case("linked", [os.path.join(folder, "linked", "part.cgns")], reference, skip=parents + lost, **loose),
        Case("single", [os.path.join(folder, "part_single.cgns")], reference, skip=parents + lost, **loose),
    ]


def seacas(name, folder):
    """Information has a time stamp; the old writer knew neither units nor what families are."""
    inputs = [path for path in found(folder, "*.cgns.[0-9]*") if re.search(r"\.\d+\.\d+$", path)]
    reference = os.path.join(folder, "reference.cgns")
    skip = [r"^/Base/Information$"]
    if "presplit-old" in name:
        reference = os.path.join(folder, "reference-gold.cgns")
        skip += [r"/DataClass$", r"/DimensionalUnits$", r"/bc-[^/]*/", r"^/CGNSLibraryVersion$", r"/GridLocation$",
            r"/ZoneGridConnectivity$"]  # the reference joins planes inside the zone to themselves
        return [Case("parts", inputs, reference, skip=skip, any_integer=True, base_name="Base")]
    return [Case("parts", inputs, reference, skip=skip)]


def cassiopee(name, folder):
    """Joins have lost their names; the set with ghosts belongs to the reference of the one without."""
    ghosts = "ghost" in name
    home = folder.replace("-ghost1", "") if ghosts else folder
    loose = {"join_names": False}
    reference = os.path.join(home, "reference.cgns")
    made = [Case("parts", found(os.path.join(folder, "t"), "t_[0-9]*.cgns"), reference, **loose)]
    single = os.path.join(folder, "split_single.cgns")
    return made + ([Case("single", [single], reference, **loose)] if os.path.exists(single) else [])


def check(case, ranks, folder, options=(), prepare=lambda expected, merged: None):
    """What is wrong with a form, in lines."""
    outputs = [os.path.join(folder, f"{case.form}-{number}.cgns") for number in ranks]
    for number, output in zip(ranks, outputs):
        result = tool.merge(case.inputs, output, number, options)
        if result.code != 0:
            return [f"{case.form} on {number} ranks: {result.why()}"]
        if not filecmp.cmp(outputs[0], output, shallow=False):
            return [f"{case.form}: other bytes on {number} ranks than on {ranks[0]}"]
    trees = [cgns.read(path) for path in (case.reference, outputs[0])]
    try:
        prepare(*trees)
    except renumber.Differs as error:
        return [f"{case.form}: {error}"]
    for tree in trees:
        mesh_order.normalize(tree)
    differences = compare.compare(*trees, case.rules)
    return [f"{case.form}: {line}" for line in differences]


def check_refused(inputs, ranks, folder, options=()):
    """A set that cannot be merged says so, and leaves nothing."""
    wrong = []
    for number in ranks:
        output = os.path.join(folder, f"refused-{number}.cgns")
        result = tool.merge(inputs, output, number, options)
        if result.code != 2 or not REFUSED.search(result.said):
            wrong.append(f"not refused on {number} ranks: {result.why()}")
        if os.path.exists(output):
            wrong.append(f"an output all the same on {number} ranks")
    return wrong


def main():
    """Checks a set."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sets", nargs="*", metavar="SET")
    parser.add_argument("--ranks", type=int, nargs="+", default=[0, 1, 2, 3, 4, 7])
    args = parser.parse_args()
    wrong = []
    for name in args.sets:
        if not os.path.isdir(os.path.join(CORPUS, name)):
            return 77
        with tempfile.TemporaryDirectory(prefix="pcgns-corpus.") as folder:
            cases = cases_of(name)
            if name.startswith("seacas-u-"):
                lines = check_refused(cases[0].inputs, args.ranks, folder)
                if name in DAMAGED:
                    lines += check_refused(cases[0].inputs, args.ranks, folder, MATCH)
                else:
                    lines += check(cases[0], args.ranks, folder, MATCH, renumber.like)
            else:  # every number of ranks for the first form, two for the others
                lines = [line for n, case in enumerate(cases)
                    for line in check(case, args.ranks if n == 0 else args.ranks[:2], folder)]
        wrong += [f"{name}: {line}" for line in lines]
    print("\n".join(wrong[:60]) or "all right")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
