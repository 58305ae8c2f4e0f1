#!/usr/bin/env python3
"""Whether header, table, Fortran module and Python functions say the same.

    check.py HEADER TABLE MADE [FORTRAN_COMPILER]     MADE: the folder that generate.py filled

Generators may have mistakes, and files may be old. So what was made is read back by others: the interfaces of the
module by the Fortran compiler, which prints C prototypes of them; the Python functions by Python.
"""

import importlib.util
import inspect
import pathlib
import subprocess
import sys
import types

sys.dont_write_bytecode = True

import ctypes  # noqa: E402

from pycparser import c_parser  # noqa: E402

import describe  # noqa: E402
import fortran  # noqa: E402
import generate  # noqa: E402
import python_layer  # noqa: E402

#: As gfortran writes the types of Fortran in C.
IN_C = {"cgsize_t": "long", "float": "float", "double": "double", "void": "signed char", "char": "char",
        "pointer": "void"}


def expected_prototype(function):
    """(name in lower case, type, is a pointer, is const) of each argument of the procedure in Fortran."""
    names = fortran.names_of(function)
    found = []
    for argument in function["arguments"]:
        kind, intent = argument["kind"], argument["intent"]
        value = "pointer" if kind == "pointers" else argument["type"]
        by_value = kind == "scalar" and intent == "in"
        found.append((names[argument["name"]].lower(), IN_C.get(value, "int"), not by_value, intent == "in" and not by_value))
    if function["result"] == "text":
        found.append(("text", "char", True, False))
    if function["result"] == "status":
        found.append(("ierr", "int", True, False))
    return found


def printed_prototypes(module, compiler):
    """What the compiler makes of the interfaces of the module."""
    command = [compiler, "-fc-prototypes", "-fsyntax-only", "-DPCGNS_ANY=integer(c_signed_char)", str(module.resolve())]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=module.parent)
    lines = [line for line in done.stdout.splitlines() if "pcgnsf_" in line and line.endswith(";")]
    if not lines:
        raise describe.Mistake(f"{compiler} prints no prototypes of {module}: {done.stderr.strip()[:500]}")
    tree = c_parser.CParser().parse("\n".join(lines))
    found = {}
    for node in tree.ext:
        arguments = []
        for parameter in node.type.args.params if node.type.args else []:
            depth, name, const, _ = describe.pointer_depth(parameter.type)
            if parameter.name:
                arguments.append((parameter.name.lower(), name, depth > 0, const and depth > 0))
        found[node.name.lower()] = arguments
    return found


def check_fortran(description, module, compiler):
    """Every function has a procedure with its arguments, types and intents."""
    printed = printed_prototypes(module, compiler)
    wrong = []
    for function in fortran.written(description):
        name = f"pcgnsf_{function['name']}".lower()
        if name not in printed:
            wrong.append(f"{function['name']} has no interface in Fortran")
        elif not function["variadic"] and printed[name] != expected_prototype(function):
            pairs = zip(expected_prototype(function), printed[name])
            different = next((f"{a}, in Fortran {b}" for a, b in pairs if a != b), "the number of arguments")
            wrong.append(f"{function['name']} differs from its interface in Fortran: {different}")
    return wrong


def loaded_layer(path):
    """The functions of _capi.py, without the library that they call."""
    package = types.ModuleType("checked")
    package.__path__ = [str(path.parent), str(pathlib.Path(__file__).parent / "python/pcgns")]
    sys.modules["checked"] = package
    spec = importlib.util.spec_from_file_location("checked._capi", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def expected_ctype(argument):
    named = {"c_void_p": ctypes.c_void_p, "c_int": ctypes.c_int, "c_int64": ctypes.c_int64, "c_float": ctypes.c_float, "c_double": ctypes.c_double}
    value = named[python_layer.ctype(argument)]
    if argument["kind"] == "scalar":
        return value if argument["intent"] == "in" else ctypes.POINTER(value)
    return ctypes.c_char_p if argument["kind"] == "string" else ctypes.c_void_p


def check_python(description, path):
    """Every function has one in Python, with its arguments and their types in C."""
    layer, wrong = loaded_layer(path), []
    for function in fortran.written(description):
        made = getattr(layer, function["name"], None)
        if made is None:
            wrong.append(f"{function['name']} has no function in Python")
            continue
        parameters = list(inspect.signature(made).parameters)
        expected = [a["name"] for a in function["arguments"] if python_layer.is_given(function, a)]
        if parameters != expected + (["path"] if function["variadic"] else []):
            wrong.append(f"{function['name']} takes {parameters} in Python, expected {expected}")
        declared = layer.SIGNATURES[python_layer.c_symbol(function)][1]
        types_in_c = None if function["variadic"] else tuple(expected_ctype(a) for a in function["arguments"])
        if declared != types_in_c:
            wrong.append(f"{function['name']} has other types of arguments in Python")
    return wrong


def check_enumerations(description, path):
    layer = loaded_layer(path)
    return [f"{entry} is not {number} in Python" for entries in description["enumerations"].values()
            for entry, number in entries.items() if getattr(layer, entry, number) != number]


def check_fresh(description, made):
    """Shapes stand in comparisons and allocations; so texts are compared."""
    wrong = []
    for name, text in generate.texts(description).items():
        old = (made / name).read_text().splitlines()
        new = text.splitlines()
        if old != new:
            line = next((i for i, (a, b) in enumerate(zip(old, new)) if a != b), min(len(old), len(new)))
            shown = new[line].strip() if line < len(new) else "nothing"
            wrong.append(f"{name}:{line + 1} is not what header and table give: {shown}")
    return wrong


def main():
    header, table, made, *compiler = sys.argv[1:]
    made = pathlib.Path(made)
    try:
        description = describe.describe(header, table)
        wrong = check_python(description, made / "_capi.py") + check_enumerations(description, made / "_capi.py")
        if compiler:
            wrong += check_fortran(description, made / "pcgns.F90", compiler[0])
        wrong += check_fresh(description, made)
    except describe.Mistake as mistake:
        wrong = [str(mistake)]
    for line in wrong:
        print(f"check.py: error: {line}", file=sys.stderr)
    if not wrong:
        print(f"{len(fortran.written(description))} functions agree")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
