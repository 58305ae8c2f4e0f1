"""user_text.py ROOT LIST: retired words in the text that users read.

LIST has a line for each retired word: a regular expression, a tab, and the paths (shell patterns, separated by
blanks) where it may stand. Looked at are the string literals of libcore and tools, and the whole of README.md,
CHANGELOG.md, man, completions, tools/schema (descriptions only) and libcore/decisions. Prints a line for each
retired word that is found, and ends with 1 if there is any, and with 2 if nothing was looked at.
"""

import fnmatch
import re
import sys
from pathlib import Path

CODE = re.compile(
    r'//[^\n]*|/\*.*?\*/|\'(?:\\.|[^\'\\\n])\'|R"([^(\s]*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"', re.S
)
DESCRIPTION = re.compile(r'"(?:description|title)":\s*"((?:\\.|[^"\\])*)"')
TEXTS = ["README.md", "CHANGELOG.md", "man/*", "completions/*", "libcore/decisions/*.md"]


def literals(source):
    """(line, text) of every string literal; adjacent ones are one text, included files none."""
    texts, end = [], None
    for found in CODE.finditer(source):
        word = found.group()
        if not word.startswith(('"', 'R"')):
            continue
        if re.search(r"#\s*include\s*$", source[max(0, found.start() - 16) : found.start()]):
            continue
        if end is not None and not source[end : found.start()].strip():
            texts[-1][1] += word[1:-1]
        else:
            texts.append([source.count("\n", 0, found.start()) + 1, word[1:-1]])
        end = found.end()
    return texts


def user_text(root):
    """(path, line, text) of everything that a user may read."""
    for folder in ("libcore", "tools"):
        for path in sorted((root / folder).rglob("*.[ch]*")):
            if path.suffix in (".cpp", ".hpp", ".h", ".c"):
                for line, text in literals(path.read_text(encoding="utf-8")):
                    yield path, line, text
    for path in sorted((root / "tools" / "schema").glob("*.json")):
        source = path.read_text(encoding="utf-8")
        for found in DESCRIPTION.finditer(source):
            yield path, source.count("\n", 0, found.start()) + 1, found.group(1)
    for pattern in TEXTS:
        for path in sorted(root.glob(pattern)):
            for line, text in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                yield path, line, text


def retired_words(path):
    """(regular expression, patterns of paths) of every line of the list."""
    for line in path.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            word, _, places = line.partition("\t")
            yield re.compile(word), places.split()


def main(root, words):
    """Prints what is found; the exit status."""
    words = list(retired_words(Path(words)))
    looked_at = found = 0
    for path, line, text in user_text(root):
        looked_at += 1
        name = path.relative_to(root).as_posix()
        for word, places in words:
            match = word.search(text)
            if match and not any(fnmatch.fnmatch(name, place) for place in places):
                print(f"{name}:{line}: retired: '{match.group()}' in: {text.strip()[:100]}")
                found += 1
    return 2 if not looked_at or not words else 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2]))
