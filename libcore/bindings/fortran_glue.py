"""The C functions behind the Fortran module: from descriptors to the arguments of pcgnslib.h."""

import re

from fortran import (HANDLES, LEVELS, computable, forms, least_of, moves_values, size_name, stored_type, type_argument,
                     written)

LEAST = {"product": "pcgnsf_product(&call, m_dimvals_at, (int){})", "box": "pcgnsf_box(&call, rmin_at, rmax_at, {})",
         "helper": "pcgnsf_{}({})", "unknown": "-1"}

HEAD = """\
/* pcgns_fortran.c: the C functions behind the Fortran module; generated from pcgnslib.h. */
#include "pcgns_fortran.h"
"""


def plain(argument):
    """The C type of one value as Fortran has it."""
    known = {"MPI_Comm": "MPI_Fint", "MPI_Info": "MPI_Fint", "cgsize_t": "cgsize_t", "float": "float",
             "double": "double", "int": "int", "MPI_Fint": "MPI_Fint"}
    return known.get(argument["type"], "int")


def parameter(argument):
    name = argument["name"]
    if argument["kind"] == "scalar":
        return f"{plain(argument)}{'' if argument['intent'] == 'in' else '*'} {name}"
    return f"const CFI_cdesc_t* {name}"


def value_type(argument):
    known = ("int", "cgsize_t", "float", "double", "void", "char")
    return argument["type"] if argument["type"] in known else f"CGNS_ENUMT({argument['type']})"


def taken(function, argument):
    """(statements before the call, expression of the call, statements after it)."""
    name, kind, out = argument["name"], argument["kind"], argument["intent"] == "out"
    if kind == "scalar":
        return scalar(argument)
    if kind == "string" and out:
        return ([f"char {name}_text[PCGNSF_ROOM({argument['shape']})] = {{0}};"], f"{name}_text",
                [f"pcgnsf_fill(&call, {name}, {name}_text);"])
    if kind == "string":
        return [f"const char* {name}_text = pcgnsf_string(&call, {name});"], f"{name}_text", []
    if kind == "text":
        return ([f"char* {name}_text = NULL;"], f"&{name}_text",
                [f"pcgnsf_fill(&call, {name}, {name}_text);", f"if (call.status == CG_OK) cg_free({name}_text);"])
    if kind == "strings":
        count = argument["shape"] if computable(function, argument["shape"]) else "-1"
        return ([f"char** {name}_texts = pcgnsf_strings(&call, \"{name}\", {name}, {count});"],
                f"(void*){name}_texts", [])
    if kind == "pointers":
        count = argument["shape"] if computable(function, argument["shape"]) else "-1"
        return [f"void* {name}_at = pcgnsf_array(&call, \"{name}\", {name}, {count});"], f"{name}_at", []
    return array(function, argument)


def scalar(argument):
    name = argument["name"]
    if argument["type"] in HANDLES:
        return [], f"{argument['type']}_f2c({name})", []
    if argument["type"] == "number":
        return [], f"(void*)(intptr_t){name}", []
    if argument["type"] in ("int", "cgsize_t", "float", "double", "MPI_Fint"):
        return [], name, []
    cast = f"CGNS_ENUMT({argument['type']})"
    return [], f"({cast}{'*' if argument['intent'] == 'out' else ''}){name}", []


def in_c(stored):
    """The arguments that tell the type of values; a name or numbers are where the descriptor has them."""
    return re.sub(r"\bSN\b", "SN_at", stored[1])


def array(function, argument):
    name = argument["name"]
    least = least_of(function, argument, LEAST)
    given = type_argument(function, argument)
    stored = stored_type(function, argument)
    if argument["shape"] == "Identifiers":
        how = f"pcgnsf_identifier(&call, \"{name}\", {name}, type)"
    elif stored:
        how = f"pcgnsf_stored(&call, \"{name}\", {name}, {least}, pcgnsf_{stored[0]}_type({in_c(stored)}))"
    elif given:
        how = f"pcgnsf_typed(&call, \"{name}\", {name}, {least}, {given})"
    else:
        how = f"pcgnsf_array(&call, \"{name}\", {name}, {least})"
    return [f"{value_type(argument)}* {name}_at = {how};"], f"{name}_at", []


def function_text(function):
    steps = [taken(function, a) for a in function["arguments"]]
    parameters = [parameter(a) for a in function["arguments"]]
    name = function["name"]
    if function["result"] == "text":
        parameters.append("const CFI_cdesc_t* text")
    if function["result"] == "status":
        parameters.append("int* ierr")
    lines = [f"void pcgnsf_{name}({', '.join(parameters) or 'void'}) {{"]
    given = ", ".join(e for _, e, _ in steps)
    if function["result"] == "nothing":
        return [*lines, f"  {name}({given});", "}", ""]
    lines.append(f"  Call call = {{.name = \"{name}\", .moves_values = {int(moves_values(function))}}};")
    lines += [f"  {line}" for before, _, _ in steps for line in before]
    if function["result"] == "text":
        return [*lines, f"  pcgnsf_fill(&call, text, {name}({given}));", "  pcgnsf_end(&call, NULL);", "}", ""]
    # A call that other ranks wait in is made even if an argument is wrong: it fails on all of them.
    lines.append(f"  if (pcgnsf_goes_on(&call)) call.status = {name}({given});")
    lines += [f"  {line}" for _, _, after in steps for line in after]
    return [*lines, "  pcgnsf_end(&call, ierr);", "}", ""]


def size_text(function):
    texts = [a for a in function["arguments"] if a["kind"] == "text"]
    if not texts:
        return []
    steps = [taken(function, a) for a in function["arguments"]]
    parameters = [parameter(a) for a in function["arguments"] if a["intent"] == "in"]
    parameters += [f"int* {a['name']}_size" for a in texts]
    lines = [f"void pcgnsf_{size_name(function)}({', '.join([*parameters, 'int* ierr'])}) {{",
             f"  Call call = {{.name = \"{size_name(function)}\"}};"]
    given = []
    for argument, (before, expression, _) in zip(function["arguments"], steps):
        if argument["intent"] == "out" and argument["kind"] == "scalar":
            lines.append(f"  {value_type(argument)} {argument['name']}_value;")
            expression = f"&{argument['name']}_value"
        lines += [f"  {line}" for line in before]
        given.append(expression)
    lines.append(f"  if (pcgnsf_goes_on(&call)) call.status = {function['name']}({', '.join(given)});")
    for argument in texts:
        lines.append(f"  *{argument['name']}_size = pcgnsf_size(&call, {argument['name']}_text);")
    return [*lines, "  pcgnsf_end(&call, ierr);", "}", ""]


def path_text(function):
    """cg_goto and cg_gorel, whose arguments C counts when it runs."""
    own = [parameter(a) for a in function["arguments"]]
    levels = []
    for level in range(1, LEVELS + 1):
        levels += [f"const CFI_cdesc_t* label{level}", f"const int* index{level}"]
    levels.append(f"const CFI_cdesc_t* label{LEVELS + 1}")
    labels = ", ".join(f"label{n}" for n in range(1, LEVELS + 2))
    indices = ", ".join(f"index{n}" for n in range(1, LEVELS + 1))
    given = ", ".join(a["name"] for a in function["arguments"])
    return [f"void pcgnsf_{function['name']}({', '.join([*own, 'int* ierr', *levels])}) {{",
            f"  const CFI_cdesc_t* labels[] = {{{labels}}};", f"  const int* indices[] = {{{indices}, NULL}};",
            f"  Call call = {{.name = \"{function['name']}\"}};",
            f"  call.status = {function['name']}({given}, \"end\");",
            f"  pcgnsf_descend(&call, {function['arguments'][0]['name']}, labels, indices);",
            "  pcgnsf_end(&call, ierr);", "}", ""]


def handle_text(function):
    """The same for the types of mpi_f08, which hold the number."""
    handles = [a for a in function["arguments"] if a["type"] in HANDLES]
    if not handles:
        return []
    parameters = [f"const {parameter(a).replace(' ', '* ', 1)}" if a in handles else parameter(a)
                  for a in function["arguments"]]
    given = [("*" if a in handles else "") + a["name"] for a in function["arguments"]]
    return [f"void pcgnsf_{function['name']}_f08({', '.join([*parameters, 'int* ierr'])}) {{",
            f"  pcgnsf_{function['name']}({', '.join([*given, 'ierr'])});", "}", ""]


def forms_text(function):
    """The same with arguments in other forms. Those of cg_configure, which are of many kinds, are in reference.c."""
    if any(a["type"] == "number" for a in function["arguments"]):
        return []
    lines = []
    for form, declared in forms(function).items():
        if declared:
            lines += form_text(function, form, declared)
    return lines


def form_text(function, form, declared):
    steps = [varied_argument(a, declared[a["name"]]) if a["name"] in declared else (parameter(a), [], a["name"], [])
             for a in function["arguments"]]
    parameters = ", ".join([*(p for p, _, _, _ in steps), "int* ierr"])
    given = ", ".join([*(g for _, _, g, _ in steps), "ierr"])
    return [f"void pcgnsf_{function['name']}_{form}({parameters}) {{",
            *(f"  {line}" for _, before, _, _ in steps for line in before), f"  pcgnsf_{function['name']}({given});",
            *(f"  {line}" for _, _, _, after in steps for line in after), "}", ""]


def varied_argument(argument, declaration):
    """(parameter, statements before the call, what is passed, statements after it)."""
    name = argument["name"]
    if declaration.startswith("type(c_ptr)"):
        return (f"void* {name}", ["CFI_CDESC_T(0) place;",
                f"CFI_establish((CFI_cdesc_t*)&place, &{name}, CFI_attribute_other, CFI_type_cptr, 0, 0, NULL);"],
                "(CFI_cdesc_t*)&place", [])
    if argument["kind"] == "array":
        return (f"const CFI_cdesc_t* {name}", ["int numbers[3];", "CFI_CDESC_T(1) narrow;",
                f"pcgnsf_narrow({name}, numbers, (CFI_cdesc_t*)&narrow);"], "(CFI_cdesc_t*)&narrow", [])
    if argument["intent"] == "out":
        return f"cgsize_t* {name}", ["int number = 0;"], "&number", [f"*{name} = number;"]
    return f"cgsize_t {name}", [], f"(int){name}", []


def glue_text(description):
    lines = [HEAD]
    for function in written(description):
        lines += path_text(function) if function["variadic"] else function_text(function)
        lines += size_text(function) + handle_text(function) + forms_text(function)
    return "\n".join(lines)
