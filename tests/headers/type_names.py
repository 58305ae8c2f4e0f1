"""type_names.py FOLDER...: types of one qualified name that several files define, which no compiler tells.

Reads what clang-format has laid out: at namespace scope, lines begin in the first column.
"""

import re
import sys
from collections import defaultdict
from pathlib import Path

NAMESPACE = re.compile(r"(?:inline )?namespace (?:([\w:]+) )?\{")
TYPE = re.compile(r"(?:template <.*> )?(?:struct|class|enum class) ([\w:]+)[^;]*\{")


def types_of(path):
    """The types that `path` defines where other files see them."""
    scopes = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if opened := NAMESPACE.match(line):
            scopes.append(opened[1])
        elif line.startswith("}  // namespace"):
            scopes.pop()
        elif (found := TYPE.match(line)) and None not in scopes:
            yield "::".join([*scopes, found[1]])


def main():
    places = defaultdict(list)
    for folder in map(Path, sys.argv[1:]):
        for path in sorted(folder.rglob("*.[ch]pp")):
            for name in types_of(path):
                places[name].append(str(path))
    clashes = {name: files for name, files in places.items() if len(files) > 1}
    for name, files in clashes.items():
        print(f"{name}: {', '.join(files)}")
    return 1 if clashes else 0


if __name__ == "__main__":
    sys.exit(main())
