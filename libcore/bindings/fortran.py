"""The Fortran module, and the C functions that stand behind it.

Each procedure of the module is an interface to a C function `pcgnsf_NAME`, which gets arrays and strings as descriptors
(ISO_Fortran_binding.h): so one interface serves all types, kinds and ranks, nothing is copied, and what a descriptor
tells about an argument is checked. There is no Fortran code that runs.
"""

import re

SCALAR = {"number": "integer(c_int)", "int": "integer(c_int)", "cgsize_t": "integer(cgsize_t)", "float": "real(c_float)",
          "double": "real(c_double)", "MPI_Comm": "integer(c_int)", "MPI_Info": "integer(c_int)",
          "MPI_Fint": "integer(c_int)", "void": "PCGNS_ANY"}
HANDLES = ("MPI_Comm", "MPI_Info")
LEVELS = 20  # CG_MAX_GOTO_DEPTH


def written(description):
    """Functions that Fortran has."""
    return [f for f in description["functions"] if not f["only_c"]]


def kind_of(argument):
    return SCALAR.get(argument["type"], "integer(c_int)")


def computable(function, shape):
    """True if the arguments that go in tell how many values there are."""
    scalars = {a["name"] for a in function["arguments"] if a["kind"] == "scalar" and a["intent"] == "in"}
    return bool(shape) and set(re.findall(r"[A-Za-z_]\w*", shape)) <= scalars


def dimension_of(function):
    """(helper of a binding, arguments) that tells the number of indices of the array that a call is about; None: unknown."""
    given = [a["name"] for a in function["arguments"] if a["kind"] == "scalar" and a["intent"] == "in"]
    if "rank" in given:
        return "", "rank"
    if function["name"] in ("cg_zone_write", "cgp_zone_write"):
        return "zone_dimension", "fn, B, type"
    if {"fn", "B", "Z"} <= set(given):
        return "dimension", "fn, B, Z"
    if {"fn", "B", "P"} <= set(given):
        return "", "1"
    if function["name"].startswith("cgp_array_multi_"):
        return "dimension_of_each", "A"
    return ("array_dimension", "A") if "A" in given and function["name"].startswith("cgp_array_") else None


def memory_dimension_of(function):
    """What tells the number of indices of the array in memory; "" if nothing does."""
    given = [a["name"] for a in function["arguments"] if a["kind"] == "scalar" and a["intent"] == "in"]
    return next((name for name in ("m_numdim", "rank") if name in given), "1" if "P" in given else "")


def least_of(function, argument, words):
    """How many values the argument must have at least, in a language whose `words` call the helpers of its binding."""
    shape, known, in_memory = argument["shape"], dimension_of(function), memory_dimension_of(function)
    if computable(function, shape):
        return shape
    if shape.endswith(" * ElementNodes") and "S" in {a["name"] for a in function["arguments"]}:
        return shape.replace("ElementNodes", words["helper"].format("element_nodes", "fn, B, Z, S"))
    if shape == "MemoryValues" and in_memory:
        return words["product"].format(in_memory)
    points = re.fullmatch(r"(.+) \* PointIndices", shape)
    if points and not computable(function, points[1]):
        return words["unknown"]
    if points and (not known or argument["name"] == "donor_data"):  # at least one index
        return points[1]
    if not known:
        return words["unknown"]
    dimension = words["helper"].format(*known) if known[0] else known[1]
    if points:
        return f"{points[1]} * {dimension}"
    if shape == "BoxValues":
        return words["box"].format(dimension)
    is_for_each_index = re.fullmatch(r"(\d \* )?IndexDimension", shape)
    return shape.replace("IndexDimension", dimension) if is_for_each_index else words["unknown"]


#: What tells the type of the values that a file has, for calls that move them as they are.
STORED = {"cgp_coord": ("coord", "fn, B, Z, C"), "cgp_field": ("field", "fn, B, Z, S, F"), "cgp_sol": ("field", "fn, B, Z, S, 1"),
          "cgp_particle_coord": ("particle_coord", "fn, B, P, C"),
          "cgp_particle_field": ("particle_field", "fn, B, P, S, F"), "cgp_array": ("array", "A"),
          "queue_slice": ("slice", "type, fn, B, Z, SN")}


def stored_type(function, argument):
    """(what, arguments) whose type these values must have; None if they may have any, or an argument says it. Where a
    call moves several arrays, the last argument has the numbers of all."""
    found = re.fullmatch(r"(cgp_\w+?|queue_slice)(?:_multi)?_(?:write|read)(?:_data)?", function["name"])
    return STORED.get(found[1]) if found and argument["name"] in ("data", "buf") else None


def type_argument(function, argument):
    """The argument that gives the type of these values in memory; "" if there is none."""
    if argument["type"] != "void" or argument["kind"] != "array":
        return ""
    types = [a["name"] for a in function["arguments"] if a["type"] == "DataType_t" and a["intent"] == "in"]
    return "m_type" if "m_type" in types else next((t for t in types if t != "s_type"), "")


def moves_values(function):
    """True if a wrong argument must not keep this rank from the call: other ranks may wait in it."""
    return function["call"] == "by mode" or function["name"].startswith("queue_slice_") or (
        function["call"] == "collective" and any(a["kind"] == "array" for a in function["arguments"]))


def names_of(function):
    """Fortran knows no case: P beside p becomes P_2."""
    names, taken = {}, {"ierr"}
    for argument in function["arguments"]:
        name = argument["name"]
        names[name] = name if name.lower() not in taken else name + "_2"
        taken.add(name.lower())
    return names


# The module.

def declaration(argument, name):
    kind, intent = argument["kind"], argument["intent"]
    if kind == "scalar":
        how = "value" if intent == "in" else "intent(out)"
        return f"{kind_of(argument)}, {how} :: {name}"
    if kind in ("string", "text"):
        return f"character(kind=c_char, len=*), intent({intent}) :: {name}"
    if kind == "strings":
        return f"character(kind=c_char, len=*), dimension(..), intent(in) :: {name}"
    if kind == "pointers":
        return f"type(c_ptr), dimension(..), intent(in) :: {name}"
    # What a call leaves alone keeps its values: inout, where C has out. Values without a type have no intent then, so
    # that their address can be given instead, by c_loc.
    how = "intent(in), " if intent == "in" else "" if argument["type"] == "void" else "intent(inout), "
    return f"{kind_of(argument)}, dimension(..), {how}optional :: {name}"


def procedure(name, symbol, arguments, indent="    "):
    """An interface body; `arguments`: names and declarations."""
    listed = ", ".join(a for a, _ in arguments)
    head = f"subroutine {name}({listed}) bind(C, name=\"{symbol}\")"
    lines = [*folded(head, indent), f"{indent}  import"]
    lines += [f"{indent}  {text}" for _, text in arguments]
    return lines + [f"{indent}end subroutine {name}"]


def folded(text, indent, width=110):
    """Lines of free form, continued where they are long."""
    lines, rest = [], indent + text
    while len(rest) > width:
        cut = rest.rfind(", ", 0, width) + 2
        lines.append(rest[:cut].rstrip() + " &")
        rest = indent + "    " + rest[cut:]
    return [*lines, rest]


STATUS = ("ierr", "integer(c_int), intent(out), optional :: ierr")


def arguments_of(function):
    names = names_of(function)
    found = [(names[a["name"]], declaration(a, names[a["name"]])) for a in function["arguments"]]
    if function["result"] == "text":
        found.append(("text", "character(kind=c_char, len=*), intent(out) :: text"))
    if function["result"] == "status":
        found.append(STATUS)
    return found


def path_arguments(function):
    """cg_goto(fn, B, ierr, label, index, ..., 'end')."""
    given = [(a["name"], declaration(a, a["name"])) for a in function["arguments"]]
    given.append(("ierr", "integer(c_int), intent(out) :: ierr"))
    for level in range(1, LEVELS + 1):
        given.append((f"label{level}", f"character(kind=c_char, len=*), intent(in), optional :: label{level}"))
        given.append((f"index{level}", f"integer(c_int), intent(in), optional :: index{level}"))
    given.append((f"label{LEVELS + 1}", f"character(kind=c_char, len=*), intent(in), optional :: label{LEVELS + 1}"))
    return given


def interface_of(function):
    name = function["name"]
    arguments = path_arguments(function) if function["variadic"] else arguments_of(function)
    if forms(function):
        return interface_of_forms(function, arguments)
    if name == "cg_golist":  # a function in the reference library's module
        return [f"  interface {name}_f", *procedure(name + "_plain", "pcgnsf_" + name, arguments),
                f"  end interface {name}_f", ""]
    lines = [f"  interface {name}", *procedure(name + "_f", "pcgnsf_" + name, arguments)]
    handle = next((a for a in function["arguments"] if a["type"] in HANDLES), None)
    if handle:
        typed = [(n, f"type({handle['type']}), intent(in) :: {n}" if n == handle["name"] else d) for n, d in arguments]
        lines += ["#ifdef PCGNS_MPI_F08", *procedure(name + "_f08", f"pcgnsf_{name}_f08", typed), "#endif"]
    return [*lines, f"  end interface {name}", ""]


def wide_argument(function):
    """A number of the default kind that programs for the reference library give, or get, as cgsize_t; "" if none."""
    for argument in function["arguments"]:
        name, gives_number = argument["name"], argument["kind"] == "scalar" and argument["intent"] == "in"
        if name in ("m_numdim", "nptsets") or (name == "dimensions" and gives_number):
            return name
        if name == "normal_index" and argument["intent"] == "in":
            return name
    return ""


def address_argument(function):
    """Values that these programs give by their address, as c_loc(values) or c_null_ptr; "" if none."""
    names = [a["name"] for a in function["arguments"] if a["type"] == "cgsize_t" and a["kind"] == "array"]
    for name in ("parent_data", "parentelements", "offsets"):
        if name in names and (name == "parent_data" or "_read" in function["name"]):
            return name
    return next((a["name"] for a in function["arguments"] if takes_addresses(function) and a["type"] == "void"), "")


def takes_addresses(function):
    """True for values of any type which the reference library's interface takes by address alone. As these cannot be told
    from an array of type(*), the names with _f take addresses, those without take arrays."""
    return "particle" in function["name"] and any(a["type"] == "void" and a["kind"] == "array" for a in function["arguments"])


def forms(function):
    """The forms of a procedure, by the end of its name: {argument: its declaration}. The first is that of the header."""
    if function["variadic"] or function["name"] == "cg_golist":
        return {}
    if any(a["type"] == "number" for a in function["arguments"]):  # an address in C
        return {"plain": {}, "at": {"value": "type(c_ptr), value :: value"}, "calls": {"value": "type(c_funptr), value :: value"}}
    wide, at = wide_argument(function), address_argument(function)
    found = {"plain": {}}
    if wide:
        found["wide"] = {wide: wide_declaration(function, wide)}
    if at:
        found["at"] = {at: f"type(c_ptr), value :: {at}"}
    if wide and at:
        found["at_wide"] = found["at"] | found["wide"]
    return found if len(found) > 1 else {}


def wide_declaration(function, name):
    argument = next(a for a in function["arguments"] if a["name"] == name)
    if argument["kind"] == "array":
        return f"integer(cgsize_t), dimension(..), intent(in) :: {name}"
    return f"integer(cgsize_t), {'value' if argument['intent'] == 'in' else 'intent(out)'} :: {name}"


def interface_of_forms(function, arguments):
    name, found = function["name"], forms(function)
    lines = ["  interface"]
    for form, declared in found.items():
        symbol = "pcgnsf_" + name + ("" if form == "plain" else "_" + form)
        lines += procedure(f"{name}_{form}", symbol, [(n, declared.get(n, d)) for n, d in arguments])
    lines.append("  end interface")
    for_f = [form for form in found if not takes_addresses(function) or form.startswith("at")]
    others = [form for form in found if not takes_addresses(function) or not form.startswith("at")]
    for generic, chosen in ((name + "_f", for_f), (name, others)):
        listed = "procedure " + ", ".join(f"{name}_{form}" for form in chosen)
        lines += [f"  interface {generic}", *folded(listed, "    "), f"  end interface {generic}"]
    return [*lines, ""]


def text_sizes(function):
    """cg_descriptor_size_f beside cg_descriptor_read_f: how long the text is."""
    if not any(a["kind"] == "text" for a in function["arguments"]):
        return []
    names = names_of(function)
    arguments = [(names[a["name"]], declaration(a, names[a["name"]])) for a in function["arguments"]
                 if a["intent"] == "in"]
    for argument in function["arguments"]:
        if argument["kind"] == "text":
            arguments.append((f"{argument['name']}_size", f"integer(c_int), intent(out) :: {argument['name']}_size"))
    name = size_name(function)
    return [f"  interface {name}", *procedure(name + "_f", "pcgnsf_" + name, [*arguments, STATUS]),
            f"  end interface {name}", ""]


def size_name(function):
    return re.sub("_read$", "", function["name"]) + "_size"


def constants_of(description):
    lines = []
    for name, value in description["constants"].items():
        if name == "CG_BUILD_64BIT":
            continue  # a logical in Fortran
        lines.append(f"  integer(c_int), parameter, public :: {name} = {value}")
    for type_name, entries in description["enumerations"].items():
        lines += ["", f"  ! {type_name}"]
        lines += [f"  integer(c_int), parameter, public :: {name} = {value}" for name, value in entries.items()]
        if "UserDefined" in list(entries)[1]:
            lines += table_of(type_name, entries)
    return lines


def table_of(type_name, entries):
    """The names as the reference library's tables have them: GridLocationName(Vertex)."""
    names = ["Null", "UserDefined", *list(entries)[2:]]
    head = f"character(len=32), parameter, public :: {type_name[:-2]}Name(0:{len(names) - 1}) = [character(len=32) :: "
    return folded(head + ", ".join(f"'{n}'" for n in names) + "]", "  ")


def check_names(description):
    """Fortran knows no case: no two public names may differ in that alone."""
    seen = {}
    names = [*description["constants"], *(e for t in description["enumerations"].values() for e in t),
             *(f["name"] for f in written(description))]
    for name in names:
        other = seen.setdefault(name.lower(), name)
        if other != name or names.count(name) > 1:
            raise ValueError(f"{name} and {other} are the same name in Fortran")


def module_text(description):
    check_names(description)
    lines = HEAD.splitlines()
    lines += constants_of(description)
    lines += ["", *EXTRA_INTERFACES.splitlines()]
    for function in written(description):
        lines += interface_of(function) + text_sizes(function)
    for function in written(description):
        lines.append(f"  public :: {function['name']}, {function['name']}_f")
        if text_sizes(function):
            lines.append(f"  public :: {size_name(function)}, {size_name(function)}_f")
    return "\n".join([*lines, "end module pcgns", ""])


HEAD = """\
! pcgns.F90: parallel CGNS files for solvers in Fortran; generated from pcgnslib.h. See pcgnslib(3).
!
! Names with _f and their order of arguments are those of the reference library: its programs change `use cgns` to
! `use pcgns`. The names without _f are the same procedures under the names of C; ierr may be left out: a failure then
! ends all ranks with its message. Arrays may have any rank and are never copied; values of no type may be real or
! integer of 4 or 8 bytes, complex or character. A rank that has nothing leaves an array out, or gives one that is not
! allocated. For values of particles, the names with _f take addresses, as c_loc gives them, and no arrays.

! Another type than `any` lets compilers print C prototypes of the interfaces, for comparison.
#ifndef PCGNS_ANY
#define PCGNS_ANY type(*)
#endif

module pcgns
  use, intrinsic :: iso_c_binding
#ifdef PCGNS_MPI_F08
  use mpi_f08, only: MPI_Comm, MPI_Info
#endif
  implicit none
  private

  integer, parameter, public :: cgsize_t = c_int64_t, cglong_t = c_int64_t, cgid_t = c_double
  integer, parameter, public :: cgenum_t = c_int, cgint_t = c_int
  logical, parameter, public :: CG_BUILD_64BIT = .true.

  ! Names of the reference library's module before they began with CG_.
  integer(c_int), parameter, public :: MODE_READ = 0, MODE_WRITE = 1, MODE_MODIFY = 2
  integer(c_int), parameter, public :: ALL_OK = 0, ERROR = 1, NODE_NOT_FOUND = 2, INCORRECT_PATH = 3
  public :: cgp_get_cgns_type, cg_get_type
  public :: c_ptr, c_funptr, c_loc, c_funloc, c_null_ptr ! which the reference library's module also passes on
  public :: cg_exit_on_error_f, cg_set_rind_core_f, cg_set_rind_zero_f, cg_1to1_read_global_f
"""

EXTRA_INTERFACES = """\
  ! The DataType_t of a variable: RealDouble, LongInteger, ...; DataTypeUserDefined if CGNS has none.
  interface cgp_get_cgns_type
    integer(c_int) function cgp_get_cgns_type_f(variable) bind(C, name="pcgnsf_cgns_type")
      import
      PCGNS_ANY, dimension(..), intent(in) :: variable
    end function cgp_get_cgns_type_f
  end interface cgp_get_cgns_type
  interface cg_get_type
    integer(c_int) function cg_get_type_f(variable) bind(C, name="pcgnsf_cgns_type")
      import
      PCGNS_ANY, dimension(..), intent(in) :: variable
    end function cg_get_type_f
  end interface cg_get_type

  ! What the reference library's interface has beside its functions of C.
  interface
    integer(c_int) function cg_golist(fn, B, depth, labels, indices) bind(C, name="pcgns_cg_golist")
      import
      integer(c_int), value :: fn, B, depth
      type(c_ptr), intent(in) :: labels(*) ! strings of C
      integer(c_int), intent(in) :: indices(*)
    end function cg_golist
    ! Not 0: every error ends the program, of all ranks, with its message.
    subroutine cg_exit_on_error_f(flag) bind(C, name="pcgnsf_exit_on_error")
      import
      integer(c_int), value :: flag
    end subroutine cg_exit_on_error_f
    subroutine cg_set_rind_core_f(ierr) bind(C, name="pcgnsf_set_rind_core")
      import
      integer(c_int), intent(out), optional :: ierr
    end subroutine cg_set_rind_core_f
    subroutine cg_set_rind_zero_f(ierr) bind(C, name="pcgnsf_set_rind_zero")
      import
      integer(c_int), intent(out), optional :: ierr
    end subroutine cg_set_rind_zero_f
    ! All matching interfaces of a base, one after the other.
    subroutine cg_1to1_read_global_f(fn, B, connectname, zonename, donorname, range, donor_range, transform, ierr) &
      bind(C, name="pcgnsf_1to1_read_global")
      import
      integer(c_int), value :: fn, B
      character(kind=c_char, len=*), dimension(..), intent(inout) :: connectname, zonename, donorname
      integer(cgsize_t), dimension(..), intent(inout) :: range, donor_range
      integer(c_int), dimension(..), intent(inout) :: transform
      integer(c_int), intent(out), optional :: ierr
    end subroutine cg_1to1_read_global_f
  end interface
"""
