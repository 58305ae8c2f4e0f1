"""structure.py [--root DIR] [CHECK...]: whether the source is laid out as CONTRIBUTING.md says.

Prints a line for each violation and ends with 1 if there is any. Checks:
  map         CONTRIBUTING.md, libcore/CMakeLists.txt and the folders name the same modules in the same order
  direction   a module includes only modules below it
  pure        what decides (the ground modules and every plan/) reaches neither MPI nor HDF5 nor code that acts
  public      plan/, run/ and detail/ are included by their own module alone; public headers include public headers
  doors       every module has a header of its own name, and at most 12 public headers
  users       a header that one source file uses is part of that file, unless a test includes it or the file would be
              longer than 400 lines
  sizes       at most 60 files in a folder and 400 lines in a file
  functions   at most 60 lines in a function, 20 in nine of ten, 7 in half of them
"""

import argparse
import re
import sys
from collections import defaultdict
from pathlib import Path

MOST_PUBLIC = 12
MOST_FILES = 60
MOST_LINES = 400
MOST_OF_FUNCTION = 60
MOST_OF_NINE_TENTHS = 20
MOST_OF_HALF = 7
INSIDE = {"plan", "run", "detail"}
PARALLEL = re.compile(r"(mpi|hdf5|H5\w*)\.h$")
CODE = re.compile(r"^ *(?!//)\S")
NO_FUNCTION = re.compile(r"(class|struct|enum|union|namespace|extern|if|for|while|switch|return|else|do|try|catch)\b|#")
INCLUDE = re.compile(r'^ *# *include *([<"])([^>"]+)[>"]', re.M)


class Source:
    """The source files below `root`, and what they include."""

    def __init__(self, root):
        self.root = root
        build = (root / "libcore/CMakeLists.txt").read_text(encoding="utf-8")
        self.modules = self.cmake_list(build, "modules")
        self.ground = self.cmake_list(build, "pure_modules")
        self.text = {}
        for folder in ("libcore", "tools", "tests/unit", "tests/parallel"):
            for path in sorted((root / folder).rglob("*.[chi]pp")):
                self.text[str(path.relative_to(root))] = path.read_text(encoding="utf-8")
        self.includes = {path: self.resolved(path, text) for path, text in self.text.items()}
        self.library = [path for path in self.text if path.startswith("libcore/pcgns/")]

    @staticmethod
    def cmake_list(text, name):
        return re.search(rf"^set\({name} ([^)]*)\)", text, re.M)[1].split()

    def resolved(self, path, text):
        """(what stands in the include, the file it means or None)"""
        found = []
        for kind, name in INCLUDE.findall(text):
            places = [f"libcore/{name}", f"tools/{name}", f"{Path(path).parent}/{name}", f"tests/unit/{name}",
                      f"tests/parallel/{name}"]
            target = next((place for place in places if place in self.text), None) if kind == '"' else None
            found.append((name, target))
        return found

    def module(self, path):
        """The module that a file of the library belongs to, None for others."""
        words = path.split("/")
        if words[:2] != ["libcore", "pcgns"] or len(words) < 4:
            return None
        two = "/".join(words[2:4])
        return two if two in self.modules else words[2]

    def inside(self, path):
        """The words of a path below its module."""
        return path.split("/")[2 + len(self.module(path).split("/")):-1]

    def is_public(self, path):
        return path.endswith(".hpp") and not INSIDE & set(self.inside(path))

    def decides(self, path):
        return self.module(path) in self.ground or self.inside(path)[:1] == ["plan"]


def check_map(source):
    pages = (source.root / "CONTRIBUTING.md").read_text(encoding="utf-8")
    named = re.findall(r"^\| `([a-z0-9_/]+)` \|", pages.split("<!-- modules -->")[1], re.M)
    if sorted(named) != sorted(source.modules):
        yield f"CONTRIBUTING.md: not the modules of libcore/CMakeLists.txt: {sorted(set(named) ^ set(source.modules))}"
    elif named != source.modules[::-1]:
        yield "CONTRIBUTING.md: modules in another order than in libcore/CMakeLists.txt"
    for module in sorted({source.module(path) for path in source.library} - {None} - set(source.modules)):
        yield f"libcore/pcgns/{module}: no module of libcore/CMakeLists.txt"


def check_direction(source):
    level = {module: number for number, module in enumerate(source.modules)}
    for path in source.library:
        here = source.module(path)
        for name, target in source.includes[path]:
            there = source.module(target) if target else None
            if here in level and there in level and level[there] > level[here]:
                yield f"{path}: includes {name}, which is not below {here}"


def check_pure(source):
    for path in source.library:
        if source.module(path) is None or not source.decides(path):
            continue
        seen, open_paths = set(), [path]
        while open_paths:
            at = open_paths.pop()
            if at in seen:
                continue
            seen.add(at)
            if "run" in source.inside(at)[:1]:
                yield f"{path}: decides, and reaches {at}"
            for name, target in source.includes[at]:
                if PARALLEL.search(name):
                    yield f"{path}: decides, and reaches <{name}> through {at}"
                if target and source.module(target):
                    open_paths.append(target)


def check_public(source):
    for path in source.text:
        if path.startswith("tests/"):
            continue
        here = source.module(path)
        for name, target in source.includes[path]:
            there = source.module(target) if target else None
            if there is None or source.is_public(target) or (here == there and not source.is_public(path)):
                continue
            if here != there:
                yield f"{path}: includes {name}, which is no public header"
            else:
                yield f"{path}: a public header includes {name}, which is none"


def check_doors(source):
    public = defaultdict(list)
    for path in source.library:
        if source.module(path) and source.is_public(path):
            public[source.module(path)].append(Path(path).stem)
    for module in source.modules:
        if module == "capi":  # its public header is pcgnslib.h
            continue
        if Path(module).name not in public[module]:
            yield f"libcore/pcgns/{module}: has no {Path(module).name}.hpp"
        if len(public[module]) > MOST_PUBLIC:
            yield f"libcore/pcgns/{module}: {len(public[module])} public headers: {' '.join(sorted(public[module]))}"


def lines_of(text):
    return sum(1 for line in text.splitlines() if line.strip())


def check_users(source):
    users = defaultdict(set)
    for path in source.text:
        for _, target in source.includes[path]:
            users[target].add(path)
    for path in source.text:
        own = path[:-4] + ".cpp"
        others = users[path] - {own}
        if not path.endswith(".hpp") or not path.startswith("libcore") or len(others) != 1:
            continue
        user = others.pop()
        together = sum(lines_of(source.text.get(part, "")) for part in (path, own, user))
        # What decides does not become part of what acts.
        same_half = source.decides(user) == source.decides(path) if source.module(user) and source.module(path) else False
        inside = source.module(user) == source.module(path) and same_half and not (source.module(path) and source.is_public(path))
        if user.endswith(".cpp") and inside and not user.startswith("tests/") and together <= MOST_LINES:
            yield f"{path}: used by {user} alone"


def check_sizes(source):
    files = defaultdict(int)
    for path, text in source.text.items():
        files[str(Path(path).parent)] += 1
        lines = lines_of(text)
        if lines > MOST_LINES:
            yield f"{path}: {lines} lines"
    for folder, number in files.items():
        if number > MOST_FILES:
            yield f"{folder}: {number} files"


def opens_function(text):
    """Whether a declaration up to the brace of its body, or to the end of a body in one line, is that of a function: it
    has parameters, and nothing is assigned."""
    text = re.sub(r"^((template <.*?>|\[\[\w+\]\]) )+", "", text)
    head = re.match(r"(.*) \{$|(.*?\)[^;{}]*) \{.*\}$", text)
    head = head and (head[1] or head[2])
    if not head or "(" not in head or NO_FUNCTION.match(head):
        return False
    while re.search(r"\([^()]*\)", head):
        head = re.sub(r"\([^()]*\)", " ", head)
    return not re.search(r"[(=]", re.sub(r"operator\S+", "", head))


def functions(text):
    """(number of the first line, lines with code) of every function that is not inside another. As clang-format leaves
    them: the last brace stands below the first character of the declaration."""
    lines = text.splitlines()
    head = None  # where a declaration begins
    last = -1  # line of a function
    for at, line in enumerate(lines):
        if at <= last or not CODE.match(line):
            continue
        head = at if head is None else head
        if opens_function(" ".join(part.strip() for part in lines[head:at + 1])):
            end = re.match(" *", lines[head])[0] + "}"
            last = at if line.endswith("}") else next(i for i in range(at, len(lines)) if lines[i].startswith(end))
            yield head + 1, sum(1 for one in lines[head:last + 1] if CODE.match(one))
        if at <= last or line.endswith((";", "}", "{", ":")) or line.startswith("#"):
            head = None


def check_functions(source):
    lengths = []
    for path, text in source.text.items():
        if path.startswith("tests/"):
            continue
        for first, length in functions(text):
            lengths.append(length)
            if length > MOST_OF_FUNCTION:
                yield f"{path}:{first}: a function of {length} lines"
    lengths.sort()
    for share, most in ((0.5, MOST_OF_HALF), (0.9, MOST_OF_NINE_TENTHS)):
        length = lengths[int(share * len(lengths))]
        if length > most:
            yield f"functions: {share:.0%} have up to {length} lines, not {most}"


CHECKS = {name[6:]: check for name, check in list(globals().items()) if name.startswith("check_")}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=Path, default=Path(__file__).resolve().parents[2])
    parser.add_argument("checks", nargs="*", metavar="CHECK")
    arguments = parser.parse_args()
    source = Source(arguments.root)
    unknown = set(arguments.checks) - set(CHECKS)
    if unknown:
        parser.error(f"no such check: {sorted(unknown)}")
    violations = [line for name in arguments.checks or CHECKS for line in sorted(set(CHECKS[name](source)))]
    print("\n".join(violations), end="\n" if violations else "")
    return 1 if violations else 0


if __name__ == "__main__":
    sys.exit(main())
