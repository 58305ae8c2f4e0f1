"""pcgnslib-calls(3): every function with its arguments in C, Fortran and Python, and who calls it."""

import python_layer
from fortran import computable

INTRODUCTION = r"""For whoever writes a call: each function as C declares it, with its arguments in Fortran and Python where
these have it.
Which functions of the reference library there are, and what is different, is in
.BR pcgnslib\-names (3).
Fortran's
.I ierr
may be left out.
.PP
Who calls:
"""


def escaped(text):
    """Text as troff takes it."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + text if text[:1] in (".", "'") else text


def in_fortran(function):
    """The call with the names of its arguments."""
    given = [a["name"] for a in function["arguments"]]
    if function["variadic"]:
        given += ["ierr", "label", "index", "...", "'end'"]
    elif function["result"] == "text":
        given.append("text")
    elif function["result"] == "status":
        given.append("ierr")
    return f"call {function['name']}({', '.join(given)})"


def in_python(function):
    given = [a["name"] for a in function["arguments"] if python_layer.is_given(function, a)]
    if function["variadic"]:
        given.append("*path")
    results = [a["name"] for a in function["arguments"] if a["intent"] == "out" and not python_layer.is_given(function, a)]
    call = f"{function['name']}({', '.join(given)})"
    if function["result"] == "text":
        results = ["text"]
    return f"{', '.join(results)} = {call}" if results else call


def arrays(function):
    """Numbers of values of arrays, in words."""
    found = []
    for argument in function["arguments"]:
        if argument["kind"] in ("array", "strings", "pointers") and argument["shape"]:
            checked = ", checked" if computable(function, argument["shape"]) else ""
            found.append(f"{argument['name']}: {argument['shape']} ({'read' if argument['intent'] == 'in' else 'filled'}{checked})")
    return "; ".join(found)


def entry(function):
    lines = [".TP", ".B " + escaped(function["prototype"])]
    if function["only_c"]:
        return [*lines, escaped(f"In C alone: {function['only_c']}.")]
    lines += [f"Fortran: {escaped(in_fortran(function))}", ".br", f"Python: {escaped(in_python(function))}", ".br"]
    end = " CG_NODE_NOT_FOUND: the node is missing." if function["not_found"] else ""
    lines.append(escaped(f"Who calls: {function['call']}.{end}"))
    if arrays(function):
        lines += [".br", escaped(f"Values: {arrays(function)}.")]
    return lines


def page(description):
    version = ".".join(str(description["constants"][f"PCGNS_VERSION_{part}"]) for part in ("MAJOR", "MINOR", "PATCH"))
    lines = [f".TH PCGNSLIB\\-CALLS 3 \"2026-11-25\" \"pcgns {version}\" \"pcgns Manual\"", ".SH NAME",
             "pcgnslib\\-calls \\- how the functions of pcgnslib.h are called from C, Fortran and Python", ".SH DESCRIPTION",
             *INTRODUCTION.strip().splitlines()]
    for call, text in description["calls"].items():
        lines += [".TP", f".B {escaped(call)}", escaped(text[0].upper() + text[1:] + ".")]
    lines += [".PP", "Numbers of values name arguments, and:"]
    for word, size in description["sizes"].items():
        lines += [".TP", f".B {escaped(word)}", escaped(size["text"][0].upper() + size["text"][1:] + ".")]
    lines.append(".SH FUNCTIONS")
    for function in sorted(description["functions"], key=lambda f: f["name"].lower()):
        lines += entry(function)
    return "\n".join([*lines, ".SH \"SEE ALSO\"", ".BR pcgnslib (3),", ".BR pcgnslib\\-names (3)", ""])
