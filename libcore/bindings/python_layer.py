"""The functions of pcgnslib.h in Python: pcgns/_capi.py."""

import re

from fortran import HANDLES, computable, dimension_of, least_of, moves_values, stored_type, type_argument

LEAST = {"product": "call.product(m_dimvals, {})", "box": "call.box(rmin, rmax, {})", "helper": "call.{}({})", "unknown": "0"}
CTYPES = {"number": "c_void_p", "int": "c_int", "cgsize_t": "c_int64", "float": "c_float", "double": "c_double", "MPI_Comm": "c_int",
          "MPI_Info": "c_int", "MPI_Fint": "c_int"}
DTYPES = {"int": "int32", "cgsize_t": "int64", "float": "float32", "double": "float64"}
HINTS = {"float": "float", "double": "float", "MPI_Comm": "Communicator", "MPI_Info": "Hints"}
SMALL = ("IndexDimension", "m_numdim", "rank", "nsets", "dimensions", "n")
PATHS = ("cg_goto", "cg_gorel")
#: As many values as another call says: of the arrays that the functions of partitions have.
PIECE_VALUES = {"data": "call.partition_values(p, S)", "numbers": "call.piece_values(p, P, location)",
                "send": "call.list_values(\"{}\", p, location, N)[0]", "receive": "call.list_values(\"{}\", p, location, N)[1]",
                "interfaces": "call.list_values(\"{}\", p, location, N)[1]"}
#: What a call changes that Python must know: requests that no longer wait, the mode, the file of the current node.
ENDS = {"cgp_close": "flushed=fn", "cg_close": "flushed=fn", "cgp_queue_flush": "flushed=fn",
        "cgp_partition_create": "partition=(p_.value, fn, B)", "cgp_partition_from_map": "partition=(p_.value, fn, B)",
        "queue_flush": "flushed=EVERYTHING", "cgp_pio_mode": "mode=mode", "cg_goto": "goes_to=fn",
        "cg_gopath": "goes_to=fn", "cg_golist": "goes_to=fn"}


def is_enumeration(description, argument):
    return argument["type"] in description["enumerations"]


def ctype(argument):
    return CTYPES.get(argument["type"], "c_int")


def pointer(argument):
    """The ctypes type of an argument of C."""
    if argument["kind"] == "scalar" and argument["intent"] == "in":
        return ctype(argument)
    if argument["kind"] == "scalar":
        return f"POINTER({ctype(argument)})"
    return "c_char_p" if argument["kind"] == "string" else "c_void_p"


def allocated(function, argument):
    """Small results are made for the caller; memory that many ranks or later calls fill is the caller's."""
    return (argument["kind"] == "array" and argument["intent"] == "out" and argument["most"] > 0
            and argument["type"] != "void" and not moves_values(function))


def is_given(function, argument):
    """True if the argument is one in Python, too."""
    return argument["intent"] == "in" or (argument["kind"] == "array" and not allocated(function, argument))


def hint(description, function, argument):
    if is_enumeration(description, argument):
        return argument["type"] if argument["intent"] == "out" and argument["kind"] == "scalar" else "int"
    if argument["kind"] == "scalar":
        return HINTS.get(argument["type"], "int")
    if argument["kind"] in ("string", "text"):
        return "str"
    if argument["kind"] == "strings":
        return "Sequence[str]"
    if argument["kind"] == "pointers":
        return "Sequence[Optional[numpy.ndarray]]"
    if is_small(function, argument):
        return "Numbers"
    return "Optional[numpy.ndarray]" if argument["intent"] == "in" or is_bulk(argument) else "numpy.ndarray"


def is_small(function, argument):
    """True for numbers that may be a list: few, or read before the call returns."""
    if argument["kind"] != "array" or argument["intent"] != "in" or argument["type"] == "void":
        return False
    words = set(re.findall(r"[A-Za-z_]\w*", argument["shape"]))
    return words <= set(SMALL) or not moves_values(function)


def is_bulk(argument):
    return argument["kind"] == "array" and argument["most"] == 0


def before(description, function, argument):
    """(lines before the call, what is passed, the result or None)."""
    name, kind = argument["name"], argument["kind"]
    if kind == "scalar" and argument["intent"] == "in":
        return [], (f"handle_of({name})" if argument["type"] in HANDLES else name), None
    if kind == "scalar":
        result = f"{name}_.value"
        if is_enumeration(description, argument):
            result = f"entry_of({argument['type']}, {result})"
        return [f"{name}_ = {ctype(argument)}()"], f"byref({name}_)", result
    if kind == "string" and argument["intent"] == "in" and moves_values(function):
        return [f"{name}_ = call.text(\"{name}\", {name})"], f"{name}_", None
    if kind == "string" and argument["intent"] == "in":
        return [], f"encoded({name})", None
    if kind == "string":
        room = max(1024, int(argument["shape"]))
        return [f"{name}_ = create_string_buffer({room})"], f"{name}_", f"decoded({name}_.value)"
    if kind == "text":
        return [f"{name}_ = c_void_p()"], f"byref({name}_)", f"taken(library(), {name}_)"
    if kind == "strings":
        return [f"{name}_ = call.strings(\"{name}\", {name}, {least_of(function, argument, LEAST)})"], f"{name}_", None
    if kind == "pointers":
        return [f"{name}_ = {pointers(function, argument)}"], f"{name}_", None
    return array(function, argument)


def pointers(function, argument):
    """Several arrays of the file, as they are there: each has the box, and the type of its own."""
    what, place = stored_type(function, argument)
    *place, numbers = place.split(", ")
    known = dimension_of(function)
    dimension = LEAST["helper"].format(*known) if known[0] else known[1]
    types = f"call.stored_each({', '.join([repr(what), numbers, *place])})".replace("'", '"')
    return (f"call.pointers(\"{argument['name']}\", {argument['name']}, {'_read_' in function['name']}, "
            f"{least_of(function, argument, LEAST)}, call.box(rmin, rmax, {dimension}), {types})")


def checked_scalars(function):
    """An argument that is not a number must not keep this rank from a call in which others wait."""
    if not moves_values(function):
        return []
    return [f"{a['name']} = call.integer(\"{a['name']}\", {a['name']}, {64 if a['type'] == 'cgsize_t' else 32})"
            for a in function["arguments"] if a["kind"] == "scalar" and a["intent"] == "in"
            and a["type"] not in (*HANDLES, "number", "float", "double")]


def least(function, argument):
    """How many values the argument must have at least; 0 if that is unknown."""
    if argument["shape"] != "PieceValues" or not function["name"].startswith("cgp_partition_"):
        return least_of(function, argument, LEAST)
    kind = "cgp_partition_interface_neighbour" if "_interface_" in function["name"] else "cgp_partition_neighbour"
    return PIECE_VALUES[argument["name"]].format(kind)


def array(function, argument):
    name = argument["name"]
    if allocated(function, argument):
        size, result = size_of(function, argument)
        return [f"{name}_ = numpy.zeros({size}, numpy.{DTYPES.get(argument['type'], 'int32')})"], f"address({name}_)", result
    if argument["shape"] == "Identifiers":
        return [f"{name}_ = call.identifier(\"{name}\", {name}, type)"], f"{name}_", None
    if is_small(function, argument):
        how = (f"call.numbers(\"{name}\", {name}, numpy.{DTYPES.get(argument['type'], 'int32')}, {least(function, argument)}"
               f"{layout(function, argument)})")
        return [f"{name}_ = {how}"], f"{name}_", None
    writable = argument["intent"] == "out"
    if argument["type"] == "void":
        stored = stored_type(function, argument)
        given = f"call.stored(\"{stored[0]}\", {stored[1]})" if stored else type_argument(function, argument) or "None"
        how = f"call.values(\"{name}\", {name}, {writable}, {least(function, argument)}, {given})"
    else:
        dtype = DTYPES.get(argument["type"], "int32")
        how = (f"call.array(\"{name}\", {name}, {writable}, {least(function, argument)}, numpy.{dtype}"
               f"{layout(function, argument)})")
    return [f"{name}_ = {how}"], f"{name}_", None


def layout(function, argument):
    """Of how many points or elements the values are (0: the call does not say), where those of each lie together; where
    they lie apart, as those of parents do, `apart`."""
    shape, name = argument["shape"], argument["name"]
    together = re.fullmatch(r"(.+) \* (PointIndices|ElementNodes)", shape)
    if together and computable(function, together[1]):
        return f", {together[1]}"
    if shape == "PieceValues" and name in ("points", "donor_data", "parent_data"):
        return ", 0, apart=True" if name == "parent_data" else ", 0"
    if name in ("range", "donor_range"):
        return ", 2"
    if function["name"] in ("cg_section_write", "cg_section_general_write") and name == "elements":
        return ", end - start + 1"
    parents = re.fullmatch(r"[24] \* (.+)", shape)
    return f", {parents[1]}, apart=True" if name in ("parent_data", "parentelements") and parents else ""


def size_of(function, argument):
    """(how many values are made room for, how many of them are the result)."""
    given = {a["name"] for a in function["arguments"] if a["intent"] == "in"}
    if {"fn", "B", "Z"} <= given and "IndexDimension" in argument["shape"]:
        return argument["shape"].replace("IndexDimension", "cg_index_dim(fn, B, Z)"), f"{argument['name']}_"
    counts = {a["name"] for a in function["arguments"] if a["kind"] == "scalar" and a["intent"] == "out"}
    shown = f"[:{argument['shape']}_.value]" if argument["shape"] in counts else ""
    return str(argument["most"]), f"{argument['name']}_{shown}"


def docstring(description, function):
    lines = [function["prototype"], "", f"Called {description['calls'][function['call']]}."]
    for argument in function["arguments"]:
        if argument["kind"] == "array":
            lines.append(f"{argument['name']}: {argument['shape']} values{explained(description, argument)}.")
    if function["not_found"]:
        lines.append("Raises NodeNotFound if the node does not have it.")
    return ['    """' + lines[0], *[("    " + line) if line else "" for line in lines[1:]], '    """']


def explained(description, argument):
    words = re.findall(r"[A-Z][A-Za-z]+", argument["shape"])
    known = [f"{w}: {description['sizes'][w]['text']}" for w in words if w in description["sizes"]]
    return f" ({'; '.join(known)})" if known else ""


def returned(description, function):
    found = [a for a in function["arguments"] if a["intent"] == "out" and not is_given(function, a)]
    hints = [hint(description, function, a) for a in found]
    if function["result"] == "text":
        return "Optional[str]"
    return {0: "None", 1: hints[0] if hints else ""}.get(len(hints), f"Tuple[{', '.join(hints)}]")


def function_text(description, function):
    name = function["name"]
    given = [f"{a['name']}: {hint(description, function, a)}" for a in function["arguments"] if is_given(function, a)]
    if name in PATHS:
        given.append("*path: Union[str, int]")
    lines = [f"def {name}({', '.join(given)}) -> {returned(description, function)}:",
             *docstring(description, function)]
    steps = [before(description, function, a) for a in function["arguments"]]
    passed = ", ".join([p for _, p, _ in steps] + (["*path_of(path)"] if name in PATHS else []))
    invoked = f"library().{c_symbol(function)}({passed})"
    if function["result"] == "nothing":
        return [*lines, f"    {invoked}", "", ""]
    if function["result"] == "text":
        return [*lines, f"    return decoded({invoked})", "", ""]
    of_file = ", fn" if moves_values(function) and any(a["name"] == "fn" for a in function["arguments"]) else ""
    lines.append(f"    call = Call(\"{name}\", {moves_values(function)}{of_file})")
    lines += [f"    {line}" for line in checked_scalars(function)]
    lines += [f"    {line}" for some, _, _ in steps for line in some]
    lines.append("    if call.goes_on():")
    lines.append(f"        call.status = {invoked}")
    lines.append(f"    call.end({ENDS.get(name, '')})")
    results = [r for _, _, r in steps if r]
    if results:
        lines.append(f"    return {', '.join(results)}")
    return [*lines, "", ""]


def c_symbol(function):
    """Communicators and hints cross as numbers."""
    handles = any(a["type"] in HANDLES for a in function["arguments"])
    return function["symbol"] + ("_f" if handles else "")


def signature(function):
    results = {"status": "c_int", "text": "c_char_p", "nothing": "None"}
    types = "".join(pointer(a) + ", " for a in function["arguments"])
    listed = "None" if function["variadic"] else f"({types})"
    return f"    \"{c_symbol(function)}\": ({results[function['result']]}, {listed}),"


def enumeration_text(name, entries):
    if not name.endswith("_t"):
        return []
    lines = [f"class {name}(enum.IntEnum):"]
    lines += [f"    {entry} = {value}" for entry, value in entries.items()]
    lines += ["", ""]
    return lines + [f"{entry} = {name}.{entry}" for entry in entries if entry not in ("None",)] + ["", ""]


def layer_text(description):
    functions = [f for f in description["functions"] if not f["only_c"]]
    lines = [HEAD]
    lines += [f"{name} = {value}" for name, value in description["constants"].items()] + ["", ""]
    for name, entries in description["enumerations"].items():
        lines += enumeration_text(name, entries)
    lines += ["SIGNATURES = {", *[signature(f) for f in functions], "}", "declare(SIGNATURES)", "", ""]
    for function in functions:
        lines += function_text(description, function)
    exported = [*description["constants"], *(e for n, t in description["enumerations"].items() if n.endswith("_t")
                                             for e in [n, *t]), *(f["name"] for f in functions)]
    lines += ["__all__ = [", *[f"    \"{name}\"," for name in exported], "]", ""]
    return "\n".join(lines)


HEAD = '''"""The functions of pcgnslib.h on NumPy arrays, which are never copied; generated from the header.

Names and arguments are those of C; what C returns through pointers is the result here, in the same order. Arrays of
more than one dimension are in Fortran order, the first index the fastest; those of points, elements and parents may have
one of them in each row or in each column. A call that fails raises Error with the library's text. None for an array: this
rank has nothing. Queued requests keep their arrays until the queue is flushed.
"""

import enum
from ctypes import POINTER, byref, c_char_p, c_double, c_float, c_int, c_int64, c_void_p, create_string_buffer
from typing import Optional, Sequence, Tuple, Union

import numpy

from ._call import (EVERYTHING, Call, Communicator, Error, Hints, NodeNotFound, Numbers, address, declare,
                    decoded, encoded, entry_of, handle_of, library, path_of, taken)

'''
