#!/usr/bin/env python3
"""The description of the C interface: prototypes from pcgnslib.h, read by a C parser, joined with interface.json,
which says what C cannot: who makes a call, how many values an array has, whether the library reads or fills it.

    describe.py HEADER TABLE > description.json      everything about each function, for generators and other tools
    describe.py --add HEADER TABLE                   enters functions that the table does not have yet
"""

import argparse
import dataclasses
import json
import pathlib
import re
import subprocess
import sys
import tempfile

from pycparser import c_ast, c_parser

# What the headers take from the system, as far as a parser of declarations needs it.
SYSTEM = {
    "mpi.h": "typedef int MPI_Comm; typedef int MPI_Info; typedef int MPI_Fint;",
    "stdint.h": "typedef int int32_t; typedef long int64_t; typedef unsigned long uint64_t;",
    "stddef.h": "typedef unsigned long size_t;",
}
SCALARS = ("number", "int", "cgsize_t", "float", "double", "MPI_Comm", "MPI_Info", "MPI_Fint")
COUNTED = ("cgsize_t", "float", "double", "void")  # pointers to these are seldom to one value


class Mistake(Exception):
    """What is wrong in header or table, in words for the one who changed it."""


@dataclasses.dataclass
class Argument:
    name: str
    type: str  # of one value: number (as a pointer), int, cgsize_t, float, double, char, void, MPI_Comm, the name of an enumeration
    kind: str  # scalar, array, string, strings, text (allocated by the library), pointers, handler
    intent: str  # in, out
    shape: str  # number of values: an expression of arguments and of the words in "sizes"; "" for scalars
    most: int  # the largest number of values there can be; 0: no limit
    optional: bool  # NULL says that there is nothing
    prototype: str  # as C declares it


@dataclasses.dataclass
class Function:
    name: str
    symbol: str
    result: str  # status, text, nothing
    call: str
    not_found: bool  # CG_NODE_NOT_FOUND says that an optional node is missing
    variadic: bool
    only_c: str  # why other languages do not have it; "" if they have
    arguments: list
    prototype: str


def preprocess(header, *options):
    with tempfile.TemporaryDirectory() as folder:
        for name, text in SYSTEM.items():
            (pathlib.Path(folder) / name).write_text(text + "\n")
        # Without the header of prefixed names, functions have those of the sources.
        command = ["cc", "-E", "-P", *options, "-nostdinc", "-DPCGNS_PCGNSNAMES_H", "-I", folder,
                   "-I", str(header.parent.parent), "-x", "c", str(header)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Mistake(done.stderr.strip())
    return done.stdout


def constants(header):
    """Macros that are plain numbers, as CG_MODE_READ."""
    found = re.findall(r"^#define ((?:CGP?|PCGNS)_[A-Za-z0-9_]+) (-?\d+)$", preprocess(header, "-dM"), re.MULTILINE)
    # (void*)1, which cg_configure takes, is a number in other languages.
    found += re.findall(r"^#define (CG_[A-Z_]+) \(\(void\s*\*\)(\d+)\)$", preprocess(header, "-dM"), re.MULTILINE)
    return {name: int(value) for name, value in sorted(found)}


def enumerations(tree):
    """Name of the type -> entry -> number."""
    found = {}
    for node in tree.ext:
        if not isinstance(node, c_ast.Typedef) or not isinstance(node.type, c_ast.TypeDecl):
            continue
        if not isinstance(node.type.type, c_ast.Enum):
            continue
        number, entries = 0, {}
        for entry in node.type.type.values.enumerators:
            number = number_of(entry.value, entries) if entry.value is not None else number
            entries[entry.name] = number
            number += 1
        found[node.name] = entries
    return found


def number_of(node, known):
    if isinstance(node, c_ast.Constant):
        return int(node.value, 0)
    if isinstance(node, c_ast.UnaryOp) and node.op == "-":
        return -number_of(node.expr, known)
    if isinstance(node, c_ast.ID) and node.name in known:
        return known[node.name]
    raise Mistake(f"an enumerator has a value that is not a number: {node}")


def pointer_depth(node):
    """(number of pointers, type of the value, whether the value is const, whether it is a function)."""
    depth = 0
    while isinstance(node, (c_ast.PtrDecl, c_ast.ArrayDecl)):
        depth += 1
        node = node.type
    if isinstance(node, c_ast.FuncDecl):
        return depth, "function", False, True
    return depth, " ".join(node.type.names), "const" in node.quals, False


def text_of(node):
    from pycparser import c_generator

    return c_generator.CGenerator().visit(node)


class Table:
    """interface.json."""

    def __init__(self, path):
        self.path = pathlib.Path(path)
        self.content = json.loads(self.path.read_text())
        self.functions = self.content["functions"]

    def call(self, name):
        given = self.functions[name].get("call")
        if given is None:
            for pattern, call in self.content["conventions"]["calls"]:
                if re.search(pattern, name):
                    given = call
                    break
        if given not in self.content["calls"]:
            raise Mistake(f"{self.path.name}: {name}: no convention says who calls it; \"call\" must be one of "
                          f"{', '.join(self.content['calls'])}")
        return given

    def argument(self, function, name):
        merged = dict(self.content["conventions"]["arguments"].get(name, {}))
        merged.update(self.functions[function].get("arguments", {}).get(name, {}))
        return merged


def argument_of(table, function, declared, enums):
    depth, type_name, const, is_function = pointer_depth(declared.type)
    said = table.argument(function, declared.name)
    intent = said.get("intent", "in" if const or depth == 0 else "out")
    shape = str(said.get("shape", ""))
    where = f"{function}: argument {declared.name}"
    if const and intent == "out":
        raise Mistake(f"{where} is const in the header and \"out\" in the table")
    if said.get("as") == "number":
        kind, type_name, intent, shape = "scalar", "number", "in", ""
    elif is_function:
        kind = "handler"
    elif type_name == "char":
        kind = {1: "string", 2: "strings" if intent == "in" else "text"}.get(depth)
        shape = shape or ("33" if kind == "string" and intent == "out" else "")
    elif depth == 2 and type_name == "void":
        kind = "pointers"
        intent = said.get("intent", "in")
    elif depth == 0:
        kind = "scalar"
    elif depth == 1:
        alone = (shape in ("", "1")) and type_name != "void" and intent == "out"
        kind = "scalar" if alone else "array"
        if shape == "" and (type_name in COUNTED or kind == "array"):
            raise Mistake(f"{where} needs a \"shape\" in {table.path.name}: the number of its values, 1 for one")
        shape = "" if alone else shape
    else:
        kind = None
    if kind is None or (kind in ("strings", "pointers") and not shape):
        raise Mistake(f"{where} needs a \"shape\" in {table.path.name}, or has a type that no rule knows")
    if type_name not in SCALARS + ("char", "void", "function") and type_name not in enums:
        raise Mistake(f"{where} has the unknown type {type_name}")
    optional = said.get("optional", depth == 1 and (type_name == "void" or kind == "array"))
    most = int(said.get("most", largest(table, shape) if kind == "array" else 0))
    return Argument(declared.name, type_name, kind, intent, shape, most, optional, text_of(declared))


def largest(table, shape):
    """The largest value of "2 * IndexDimension" and the like; 0 where an array may have any length."""
    factor, word = re.fullmatch(r"(?:(\d+) \* )?(\w+)", shape).groups() if re.fullmatch(r"(\d+ \* )?\w+", shape) else ("", "")
    if word.isdigit():
        return int(word)
    return int(factor or 1) * int(table.content["sizes"].get(word, {}).get("most", 0))


def function_of(table, node, enums):
    declared = node.type
    name = node.name
    parameters = declared.args.params if declared.args else []
    variadic = any(isinstance(p, c_ast.EllipsisParam) for p in parameters)
    parameters = [p for p in parameters if isinstance(p, c_ast.Decl)]
    depth, result, _, _ = pointer_depth(declared.type)
    results = {(0, "int"): "status", (1, "char"): "text", (0, "void"): "nothing"}
    if (depth, result) not in results:
        raise Mistake(f"{name}: no rule knows its result")
    said = table.functions[name]
    only_c = said.get("only_c", "")
    strays = set(said.get("arguments", {})) - {p.name for p in parameters}
    if strays:
        raise Mistake(f"{table.path.name}: {name} has no argument {', '.join(sorted(strays))}")
    arguments = [] if only_c else [argument_of(table, name, p, enums) for p in parameters]
    symbol = name if name.startswith("pcgns_") else "pcgns_" + name
    return Function(name, symbol, results[depth, result], table.call(name), said.get("not_found", False), variadic,
                    only_c, arguments, text_of(node).removeprefix("extern ").strip())


def check_shapes(functions, sizes):
    """Every word of a shape is an argument or explained."""
    for function in functions:
        names = {a.name for a in function.arguments}
        for argument in function.arguments:
            unknown = set(re.findall(r"[A-Za-z_]\w*", argument.shape)) - names - set(sizes)
            if unknown:
                raise Mistake(f"{function.name}: shape of {argument.name}: neither an argument nor in \"sizes\": "
                              f"{', '.join(sorted(unknown))}")


def parse(header):
    try:
        tree = c_parser.CParser().parse(preprocess(header), str(header))
    except c_parser.ParseError as error:
        raise Mistake(str(error)) from None
    functions = {}
    for node in tree.ext:
        if isinstance(node, c_ast.Decl) and isinstance(node.type, c_ast.FuncDecl):
            functions[node.name] = node
    return tree, functions


def describe(header, table_path):
    """All that is known about the interface; raises Mistake if header and table do not fit together."""
    header = pathlib.Path(header)
    table = Table(table_path)
    tree, nodes = parse(header)
    enums = enumerations(tree)
    missing, stale = set(nodes) - set(table.functions), set(table.functions) - set(nodes)
    if missing:
        raise Mistake(f"{table.path.name} does not describe {', '.join(sorted(missing))} (describe.py --add enters "
                      "them; then say what no convention does)")
    if stale:
        raise Mistake(f"{table.path.name} describes {', '.join(sorted(stale))}, which the header does not declare")
    functions = [function_of(table, node, enums) for node in nodes.values()]
    check_shapes(functions, table.content["sizes"])
    return {"schema": "pcgns-interface-1", "calls": table.content["calls"], "sizes": table.content["sizes"],
            "constants": constants(header), "enumerations": enums,
            "functions": [dataclasses.asdict(f) for f in functions]}


def add_missing(header, table_path):
    table = Table(table_path)
    for name in parse(pathlib.Path(header))[1]:
        table.functions.setdefault(name, {})
    table.path.write_text(dumped(table.content))


def dumped(content):
    """JSON with one line for each entry of the innermost tables: what a person edits and a diff shows."""
    lines = ["{"]
    last = list(content)[-1]
    for key, value in content.items():
        comma = "" if key == last else ","
        if not isinstance(value, dict):
            lines.append(f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}{comma}")
            continue
        lines.append(f"  {json.dumps(key)}: {{")
        entries = [f"    {json.dumps(name)}: {nested(entry)}" for name, entry in value.items()]
        lines.append(",\n".join(entries))
        lines.append(f"  }}{comma}")
    return "\n".join(lines + ["}"]) + "\n"


def nested(entry):
    """The conventions are tables, too."""
    if isinstance(entry, list):
        return "[\n" + ",\n".join("      " + json.dumps(e) for e in entry) + "\n    ]"
    if isinstance(entry, dict) and len(entry) > 6:
        return "{\n" + ",\n".join(f"      {json.dumps(k)}: {json.dumps(v)}" for k, v in entry.items()) + "\n    }"
    return json.dumps(entry, ensure_ascii=False)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--add", action="store_true", help="enter functions that the table does not have")
    parser.add_argument("header")
    parser.add_argument("table")
    arguments = parser.parse_args()
    try:
        if arguments.add:
            add_missing(arguments.header, arguments.table)
        else:
            json.dump(describe(arguments.header, arguments.table), sys.stdout, indent=1)
    except Mistake as mistake:
        print(f"describe.py: error: {mistake}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
