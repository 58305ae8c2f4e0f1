"""pcgnslib_names.py TABLE PAGE: the manual page pcgnslib-names(3) from the table of names.

A line of the table is a name of the reference library, `same`, `different` or `absent`, and how or why, with tabs
between; a line that begins with # says nothing.
"""

import sys
from collections import defaultdict
from pathlib import Path

STATES = {
    "same": "Same meaning",
    "different": "Different",
    "absent": "Absent",
}

HEAD = r""".TH PCGNSLIB-NAMES 3 "2026-11-25" "pcgns 0.1.0" "pcgns Manual"
.SH NAME
pcgnslib-names \- which functions of the reference CGNS library pcgnslib.h has
.SH DESCRIPTION
For a program that is written for the reference library: what it finds, what is different, and what is absent.
How a function is called from C, Fortran and Python is in
.BR pcgnslib-calls (3).
.PP
.BR pcgnslib (3)
has @present of the @all functions of the reference library 4.5
.RB ( cg_
and
.BR cgp_ ),
with the same arguments and codes.
The functions of its lower layer
.RB ( cgio_ )
are absent.
.PP
In general, and therefore not repeated below:
sizes have 64 bits;
what is written can be read before the file is closed;
a call that writes nodes is made by all ranks of the file with the same arguments;
no limit of 2\~GB applies to a call.
"""

TAIL = r""".SH "SEE ALSO"
.BR pcgnslib (3),
.BR pcgnslib-calls (3),
.BR pcgns (7)
"""


def rows(table):
    for number, line in enumerate(Path(table).read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("#"):
            continue
        name, state, note = (line.split("\t") + ["", ""])[:3]
        if state not in STATES or (state != "same") != bool(note):
            sys.exit(f"{table}:{number}: {name}: expected same, or different or absent and a reason")
        yield name, state, note


def listed(names):
    """Names side by side, in bold."""
    return ".nh\n.B " + ", ".join(names) + "\n.hy\n"


def section(state, groups):
    text = f'.SH "{STATES[state].upper()}"\n'
    for note, names in groups.items():
        text += f".TP\n.B {', '.join(names)}\n{note[:1].upper()}{note[1:]}.\n" if note else listed(names)
    return text


def page(table):
    groups = {state: defaultdict(list) for state in STATES}
    for name, state, note in rows(table):
        groups[state][note.replace("-", r"\-")].append(name)
    count = {state: sum(map(len, group.values())) for state, group in groups.items()}
    text = HEAD.replace("@present", str(count["same"] + count["different"])).replace("@all", str(sum(count.values())))
    return text + "".join(section(state, groups[state]) for state in ("different", "absent", "same")) + TAIL


if __name__ == "__main__":
    output = Path(sys.argv[2])
    output.parent.mkdir(parents=True, exist_ok=True)
    output.write_text(page(sys.argv[1]), encoding="utf-8")
