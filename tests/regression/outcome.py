"""outcome.py: what a run leaves, and in what two outcomes differ.

What is compared, and what is not, is said here: MEASURED, PROSE and PLACES are patterns of JSON key paths, such as
`findings[].text`, in documents on stdout and in files.
"""

import hashlib
import json
import os
import re
import stat

# Values that no two runs have in common: the key must be there, whatever its value.
MEASURED = re.compile(r"""(.*\.)?(\w+_)?seconds(\..*)?      # times: of phases, of samples, and their statistics
    |context\.(date|host|kernel)                            # of pcgns-bench run
    |context\.file_system\..*
    |context\.versions\.pcgns|runs\[\]\.tool\.driver\.version                             # names the commit
    |problems\[\]\.measurements\[\]\.samples\[\]\.counters(\..*)?  # who reads and writes what depends on who is free
    """, re.VERBOSE)
# Sentences, whose words may change: the key must be there. --words compares them.
PROSE = re.compile(r"""(.*\.)?(text|title|about|help|explanation|error|evidence|striping|expected|found)
    |description|(.*\.)?(message|\w+Description)\.text""", re.VERBOSE)
# Sentences around numbers: of these only the numbers are compared.
PLACES = re.compile(r"(.*\.)?(position|at)")
# The line of a journal that names the device and the inode of the staged file.
OF_ONE_FILE = re.compile(rb"^file .*\n", re.MULTILINE)
DIGEST = re.compile(r"\b[0-9a-f]{32}\b")
RULE = re.compile(r"\b[FTMJBVS]\d{4}\b")


class Rules:
    """How outcomes are compared: `renamed`: what --map has; `words`: sentences must be equal too."""

    def __init__(self, renamed=None, words=False):
        self.renamed = renamed or {}
        self.words = words


# --- JSON ---


def leaves(value, path=()):
    """(path, value) of everything in a document that is not an object or array, and of those that are empty."""
    members = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    if not members:
        yield path, value
    for key, member in members:
        yield from leaves(member, (*path, key))


def pattern_of(path):
    """`findings[].text` of ("findings", 3, "text")."""
    return "".join("[]" if isinstance(key, int) else f".{key}" for key in path).lstrip(".")


def text_of(path):
    """`findings[3].text` of the same."""
    return "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in path).lstrip(".")


def renamed_path(path, keys):
    """The path in a new document; `keys`: pattern of an old path, or of its beginning, to the new one."""
    for length in range(len(path), 0, -1):
        new = keys.get(pattern_of(path[:length]))
        if new is not None:
            places = iter([key for key in path[:length] if isinstance(key, int)])
            words = re.findall(r"\[\]|[^.\[\]]+", new)
            return tuple(next(places) if word == "[]" else word for word in words) + path[length:]
    return path


def comparable(document, rules, renamed=None):
    """{path: value} of a document, without what need not be equal; `renamed`: the names of a later version."""
    renamed = renamed or {}
    keys, values = renamed.get("keys", {}), renamed.get("values", {})
    made = {}
    for path, value in leaves(document):
        pattern = pattern_of(path)
        if MEASURED.fullmatch(pattern):
            value = "(measured)"
        elif PROSE.fullmatch(pattern) and isinstance(value, str) and not rules.words:
            value = "(words)" if value else ""
        elif PLACES.fullmatch(pattern) and isinstance(value, str) and not rules.words:
            value = re.findall(r"\d+", value)
        elif path == ("schema",):
            value = renamed.get("schema", value)
        elif isinstance(value, str):
            value = values.get(pattern, {}).get(value, value)
        made[renamed_path(path, keys)] = value
    return made


def schema_of(document):
    """The name and version of its schema."""
    return document.get("schema", "") if isinstance(document, dict) else ""


def json_differences(before, after, rules):
    """In what two documents differ, in words."""
    schema = schema_of(before)
    old = comparable(before, rules, rules.renamed.get(schema if isinstance(schema, str) else ""))
    new = comparable(after, rules)
    for path, value in old.items():
        if path not in new:
            yield f"key {text_of(path)} is only before"
        elif json.dumps(new[path]) != json.dumps(value):
            yield f"key {text_of(path)}: {json.dumps(value)[:60]}, {json.dumps(new[path])[:60]}"
    yield from (f"key {text_of(path)} is only after" for path in new if path not in old)


def parsed(data):
    """The JSON document in these bytes; None if there is none."""
    if data[:1] not in (b"{", b"["):
        return None
    try:
        return json.loads(data)
    except ValueError:
        return None


# --- files ---


def without_inode(data):
    """The bytes of a file, but for what names one file on one disk."""
    return OF_ONE_FILE.sub(b"", data) if data.startswith(b"pcgns-journal") else data


class Left:
    """A file, folder or link that is in the folder of a run after a step."""

    def __init__(self, path):
        status = os.lstat(path)
        self.path = path
        self.kind = stat.filemode(status.st_mode)
        self.data = None  # what is compared of a short text
        self.content = os.readlink(path) if os.path.islink(path) else ""
        if stat.S_ISREG(status.st_mode):
            self.read()

    def read(self):
        """Looks at the bytes."""
        with open(self.path, "rb") as file:
            data = without_inode(file.read())
        if data[:1] in (b"{", b"["):
            self.data = parsed(data)
        self.content = hashlib.sha256(data).hexdigest()


def left_in(folder):
    """{name: Left} of everything below a folder."""
    made = {}
    for here, folders, files in os.walk(folder):
        for name in [*folders, *files]:
            path = os.path.join(here, name)
            made[os.path.relpath(path, folder)] = Left(path)
    return made


def bytes_that_differ(before, after):
    """Where two files that are still there differ."""
    try:
        with open(before, "rb") as one, open(after, "rb") as other:
            a, b = without_inode(one.read()), without_inode(other.read())
    except OSError:
        return "other bytes"
    places = [at for at, (x, y) in enumerate(zip(a, b)) if x != y]
    sizes = "" if len(a) == len(b) else f"{len(a)} and {len(b)} bytes; "
    where = f", the first at {places[0]}" if places else ""
    return f"{sizes}{len(places)} bytes differ{where}"


def file_differences(name, before, after, names_only, rules, folders):
    """In what a file differs that both builds have left; `folders`: where the files are in the end."""
    if before.kind != after.kind:
        yield f"{name}: {before.kind}, {after.kind}"
    elif names_only or before.content == after.content:
        return
    elif before.data is not None and after.data is not None:
        yield from (f"{name}: {line}" for line in json_differences(before.data, after.data, rules))
    else:
        yield f"{name}: {bytes_that_differ(*(os.path.join(folder, name) for folder in folders))}"


# --- a step of a run ---


class Outcome:
    """Exit code, what is on stdout, whether anything is on stderr, and the files after a step."""

    def __init__(self, code, stdout, stderr, files):
        self.code = code
        self.stdout = stdout
        self.stderr = stderr
        self.files = files

    def streams(self):
        """Which streams have something."""
        said = [name for name, text in (("stdout", self.stdout), ("stderr", self.stderr)) if text.strip()]
        return " and ".join(said) or "neither"

    def answers(self, pattern):
        """What is in a text on stdout that scripts look for."""
        return pattern.findall(self.stdout.decode("utf-8", "replace"))


def differences(before, after, names_only, rules, folders):
    """In what two outcomes of a step differ; `names_only`: tells of a name whether its bytes may be any."""
    if before.code != after.code:
        yield f"exit code {before.code}, {after.code}"
    if before.streams() != after.streams():
        yield f"something on {before.streams()}, {after.streams()}"
    documents = [parsed(one.stdout.strip()) for one in (before, after)]
    if None not in documents:
        yield from json_differences(*documents, rules)
    elif documents != [None, None]:
        yield "stdout is a JSON document in one of them only"
    else:
        for what, pattern in (("digests", DIGEST), ("rules", RULE)):
            old, new = before.answers(pattern), after.answers(pattern)
            if old != new:
                yield f"{what} {' '.join(old)[:80]}, {' '.join(new)[:80]}"
    for name in sorted({*before.files, *after.files}):
        if name not in after.files or name not in before.files:
            yield f"{name} is only {'before' if name in before.files else 'after'}"
        else:
            yield from file_differences(name, before.files[name], after.files[name], names_only(name), rules, folders)
