"""What stands below the generated functions of _capi: arguments on their way to C, results, errors."""

from __future__ import annotations

import ctypes
import functools
import math
import operator
import os
from typing import Any, Dict, List, NamedTuple, Optional, Sequence, Tuple, Union

import numpy

from . import _library
from ._library import Error

Communicator = Any  #: of mpi4py, or its handle of Fortran; None: all ranks
Hints = Any  #: MPI.Info of mpi4py, or its handle of Fortran
Numbers = Union[int, Sequence[int], numpy.ndarray, None]

OK, NOT_FOUND = 0, 2
QUEUED = 2  # CGP_QUEUED
STRUCTURED = 2  # of ZoneType_t
SLICE_COORDS, SLICE_ELEMENTS, SLICE_SOLUTION, SLICE_ARRAY, SLICE_FIELD = 1, 2, 3, 4, 5  # of SliceType_t
EVERYTHING = -1  #: all files

#: DataType_t of the types that NumPy and CGNS both have; text is in bytes.
TYPES = {"int32": 2, "float32": 3, "float64": 4, "bytes8": 5, "int8": 5, "int64": 6, "complex64": 7, "complex128": 8}
TYPE_NAMES = {2: "Integer", 3: "RealSingle", 4: "RealDouble", 5: "Character", 6: "LongInteger", 7: "ComplexSingle",
              8: "ComplexDouble"}


class Stored(NamedTuple):
    """The DataType_t of an array of the file; 0: unknown."""

    type: int


class NodeNotFound(Error):
    """An optional node is missing."""


class _State:
    """One for a process, as the library has one current node and one mode."""

    signatures: Dict[str, Any] = {}
    mode = 1
    here = 0  # the file of the current node
    waiting: List[Any] = []  # (file, memory) of requests in the queue
    partitions: Dict[int, Tuple[int, int]] = {}  # (file, base) of each


def number_of(given: Any, bits: int) -> int:
    """Any whole number, also NumPy's. Says what is none, which ctypes does not."""
    try:
        number = operator.index(given)
    except TypeError:
        raise TypeError(f"{given!r} is not a whole number") from None
    if not -(1 << bits - 1) <= number < 1 << bits - 1:
        raise OverflowError(f"{number} does not fit into {bits} bits")
    return number


class Int(ctypes.c_int):
    """An argument `int`, or an enumerator."""

    @classmethod
    def from_param(cls, given: Any) -> ctypes.c_int:
        return ctypes.c_int(number_of(given, 32))


class Int64(ctypes.c_int64):
    """An argument `cgsize_t`."""

    @classmethod
    def from_param(cls, given: Any) -> ctypes.c_int64:
        return ctypes.c_int64(number_of(given, 64))


def declare(signatures: Dict[str, Any]) -> None:
    """Result and arguments of each function of the library."""
    checked = {ctypes.c_int: Int, ctypes.c_int64: Int64}
    for name, (result, arguments) in signatures.items():
        _State.signatures[name] = (result, arguments and tuple(checked.get(argument, argument) for argument in arguments))


@functools.lru_cache(maxsize=1)
def library() -> ctypes.CDLL:
    """The shared library of the C interface, loaded when first needed, with MPI ready."""
    loaded = _library.library()
    for name, (result, arguments) in _State.signatures.items():
        function = getattr(loaded, name, None)
        if function is None:
            raise Error(f"{loaded._name} has no {name}: it is older than this package")
        function.restype = result
        function.argtypes = arguments
    _library.handle_of(None)
    return loaded


def handle_of(thing: Any) -> int:
    """The handle of Fortran of a communicator or of hints."""
    return thing if isinstance(thing, int) else _library.handle_of(thing)


def encoded(text: Optional[Union[str, os.PathLike]]) -> Optional[bytes]:
    return None if text is None else os.fsencode(text)


def decoded(text: Optional[bytes]) -> Optional[str]:
    return None if text is None else os.fsdecode(text)


def taken(loaded: ctypes.CDLL, memory: ctypes.c_void_p) -> str:
    """A text of the library, which is freed."""
    if not memory.value:
        return ""
    text = os.fsdecode(ctypes.string_at(memory.value))
    loaded.pcgns_cg_free(memory)
    return text


def entry_of(enumeration: Any, number: int) -> Any:
    """The entry, or the number if a file has one that the enumeration does not know."""
    try:
        return enumeration(number)
    except ValueError:
        return number


def path_of(path: Sequence[Union[str, int]]) -> List[Any]:
    """The arguments after B of cg_goto."""
    given = [ctypes.c_char_p(os.fsencode(step)) if isinstance(step, (str, bytes, os.PathLike)) else Int.from_param(step)
             for step in path]
    return given if path and path[-1] == "end" else [*given, ctypes.c_char_p(b"end")]


def address(array: numpy.ndarray) -> int:
    return array.ctypes.data


#: Indices of a point, or parents and their sides of an element.
MOST_OF_EACH = 4


def order_of(array: numpy.ndarray, count: Optional[int], apart: bool) -> Optional[str]:
    """The order in which an array of two dimensions has what C expects: the values of one of `count` points or elements
    after the other or, `apart`, the first values of all, then the second ones. `count` 0: not known; more than the
    values of each. None: the array does not tell, or is none of these, and the order of memory counts."""
    if count is None or array.ndim != 2 or array.shape[0] == array.shape[1]:
        return None
    known = count or max(array.shape)
    if known not in array.shape or (count == 0 and known <= MOST_OF_EACH):
        return None
    return "C" if (array.shape[0] == known) != apart else "F"


class Call:
    """One call. An argument that is wrong raises Error; a call in which other ranks wait fails on them, too."""

    def __init__(self, name: str, moves_values: bool, fn: Optional[int] = None):
        self.name, self.moves_values = name, moves_values
        self.fn = _State.here if fn is None else fn
        self.status = OK
        self.wrong = ""
        self.kept: List[Any] = []

    def refuse(self, argument: str, why: str) -> None:
        self.wrong = self.wrong or f"{self.name}: argument {argument} {why}"

    def dimension(self, fn: int, B: int, Z: int) -> int:
        """Number of indices of the zone; 0 if there is no such zone, which the call then says."""
        found = ctypes.c_int()
        known = library().pcgns_cg_index_dim(fn, B, Z, ctypes.byref(found)) == OK
        return found.value if known else 0

    def zone_dimension(self, fn: int, B: int, zone_type: int) -> int:
        """The same of a zone that is made."""
        found = ctypes.c_int()
        known = library().pcgns_cg_cell_dim(fn, B, ctypes.byref(found)) == OK
        return (found.value if zone_type == STRUCTURED else 1) if known else 0

    def array_info(self, A: int) -> Tuple[int, int, str]:
        """(DataType_t, number of indices, name) of an array at the current node; 0 if there is none."""
        data_type, dimension, extents = ctypes.c_int(), ctypes.c_int(), (ctypes.c_int64 * 12)()
        name = ctypes.create_string_buffer(1024)
        known = library().pcgns_cg_array_info(A, name, ctypes.byref(data_type), ctypes.byref(dimension),
                                              ctypes.addressof(extents)) == OK
        return (data_type.value, dimension.value, os.fsdecode(name.value)) if known else (0, 0, "")

    def array_dimension(self, A: int) -> int:
        return self.array_info(A)[1]

    def element_nodes(self, fn: int, B: int, Z: int, S: int) -> int:
        """Of each element of a section; 0 if they differ."""
        kind, number = ctypes.c_int(), ctypes.c_int()
        known = library().pcgns_cg_section_read(fn, B, Z, S, ctypes.create_string_buffer(1024), ctypes.byref(kind),
                                                ctypes.byref(ctypes.c_int64()), ctypes.byref(ctypes.c_int64()),
                                                ctypes.byref(ctypes.c_int()), ctypes.byref(ctypes.c_int())) == OK
        return max(number.value, 0) if known and library().pcgns_cg_npe(kind.value, ctypes.byref(number)) == OK else 0

    def partition_values(self, p: int, S: int) -> int:
        """Of solution S on this rank; 0 if there is none, which the call then says."""
        fn, B = _State.partitions.get(p, (0, 0))
        location, size = ctypes.c_int(), ctypes.c_int64()
        known = library().pcgns_cg_sol_info(fn, B, 1, S, ctypes.create_string_buffer(1024), ctypes.byref(location)) == OK
        return size.value if known and library().pcgns_cgp_partition_size(p, location.value, ctypes.byref(size)) == OK else 0

    def piece_values(self, p: int, P: int, location: int) -> int:
        total = ctypes.c_int64()
        known = library().pcgns_cgp_partition_piece_size(p, P, location, None, None, ctypes.byref(total)) == OK
        return total.value if known else 0

    def list_values(self, name: str, p: int, location: int, N: int) -> Tuple[int, int]:
        """Of the lists for a neighbour: to send and to receive. `name`: of the function that says so."""
        sent, received = ctypes.c_int64(), ctypes.c_int64()
        known = getattr(library(), f"pcgns_{name}")(p, location, N, None, ctypes.byref(sent), ctypes.byref(received)) == OK
        return (sent.value, received.value) if known else (0, 0)

    def box(self, rmin: Numbers, rmax: Numbers, dimension: int) -> int:
        """Number of values of a range; 0 if it is none."""
        if rmin is None or rmax is None or self.wrong:
            return 0
        first, last = (numpy.asarray(numbers).ravel(order="K")[:dimension].tolist() for numbers in (rmin, rmax))
        return math.prod(max(b - a + 1, 0) for a, b in zip(first, last)) if dimension else 0

    def product(self, extents: Numbers, dimension: int) -> int:
        """Number of values of an array in memory."""
        return 0 if extents is None or self.wrong else math.prod(numpy.asarray(extents).ravel()[:dimension].tolist())

    def dimension_of_each(self, numbers: Numbers) -> int:
        """Of arrays at the current node, which a call moves together."""
        given = [] if numbers is None or self.wrong else numpy.asarray(numbers).ravel().tolist()
        return self.array_dimension(given[0]) if given else 0

    def stored_each(self, what: str, numbers: Numbers, *place: int) -> List[Union[int, Stored]]:
        """The same as `stored` for each of these numbers."""
        given = [] if numbers is None or self.wrong else numpy.asarray(numbers).ravel().tolist()
        return [self.stored(what, *place, number) for number in given]

    def stored(self, what: str, *place: Any) -> Union[int, Stored]:
        """The type that an array of the file has; none if it does not exist, which the call then says."""
        if self.wrong:
            return Stored(0)
        if what == "slice":
            return self.stored_slice(*place)
        if what == "array":
            return Stored(self.array_info(*place)[0])
        found, name = ctypes.c_int(), ctypes.create_string_buffer(1024)
        known = getattr(library(), f"pcgns_cg_{what}_info")(*place, ctypes.byref(found), name) == OK
        return Stored(found.value if known else 0)

    def stored_slice(self, kind: int, fn: int, B: int, Z: int, SN: Union[str, Numbers]) -> Union[int, Stored]:
        """That of what a request of the queue is about."""
        if isinstance(SN, str):
            return Stored(self._type_of_named(SN) if kind == SLICE_ARRAY else 0)
        number, *field = [0] if SN is None else numpy.asarray(SN).ravel().tolist()
        if kind == SLICE_ELEMENTS:
            return TYPES["int64"]  # cgsize_t, whatever the file has
        if kind == SLICE_COORDS:
            return self.stored("coord", fn, B, Z, number)
        return self.stored("field", fn, B, Z, number, field[0] if kind == SLICE_FIELD else 1)

    def _type_of_named(self, wanted: str) -> int:
        """Of an array at the current node."""
        number = ctypes.c_int()
        if library().pcgns_cg_narrays(ctypes.byref(number)) != OK:
            return 0
        arrays = (self.array_info(A) for A in range(1, number.value + 1))
        return next((data_type for data_type, _, name in arrays if name == wanted), 0)

    def integer(self, name: str, given: Any, bits: int) -> int:
        """A number of a call in which other ranks wait."""
        try:
            return number_of(given, bits)
        except (TypeError, OverflowError) as error:
            self.refuse(name, f"is wrong: {error}")
            return 0

    def text(self, name: str, given: Any) -> Optional[bytes]:
        """A name, of such a call."""
        try:
            return encoded(given)
        except TypeError:
            self.refuse(name, f"is of type {type(given).__name__}, needed is a text")
        except UnicodeError as error:
            self.refuse(name, f"is wrong: {error}")
        return None

    def numbers(self, name: str, given: Numbers, dtype: Any, least: int, count: Optional[int] = None,
                apart: bool = False) -> Optional[int]:
        """Numbers that the call reads before it returns: a list, or an array of any order (order_of)."""
        if given is None:
            return None
        array = self._as_numbers(name, given, numpy.dtype(dtype), count, apart)
        self._keep(name, array, least)
        return address(array)

    def _as_numbers(self, name: str, given: Numbers, dtype: numpy.dtype, count: Optional[int], apart: bool) -> numpy.ndarray:
        """Refuses what the numbers of C cannot hold, instead of taking another value."""
        try:
            own = numpy.asarray(given)
            array = own.astype(dtype).ravel(order=order_of(own, count, apart) or "K")
        except (ValueError, TypeError, OverflowError) as error:
            self.refuse(name, f"is wrong: {error}")
            return numpy.zeros(0, dtype)
        if dtype.kind == "i" and own.size > 0 and (own.dtype.kind not in "biufO" or numpy.any(own != own.astype(dtype))):
            self.refuse(name, f"has values that are not whole numbers of {8 * dtype.itemsize} bits")
        return array

    def array(self, name: str, given: Optional[numpy.ndarray], writable: bool, least: int, dtype: Any,
              count: Optional[int] = None, apart: bool = False) -> Optional[int]:
        """Integers as C has them, in the order of memory."""
        if given is None or not self._is_array(name, given, writable):
            return None
        order = order_of(given, count, apart)
        if given.dtype != numpy.dtype(dtype):
            self.refuse(name, f"has the dtype {given.dtype}, needed is {numpy.dtype(dtype)}")
        elif order is not None and not given.flags[f"{order}_CONTIGUOUS"]:
            self.refuse(name, f"with the extents {given.shape} must be contiguous in {'C' if order == 'C' else 'Fortran'} order")
        elif not (given.flags.c_contiguous or given.flags.f_contiguous):
            self.refuse(name, "is not contiguous in memory: it would have to be copied")
        self._keep(name, given, least)
        return address(given)

    def values(self, name: str, given: Optional[numpy.ndarray], writable: bool, least: int,
               data_type: Union[int, Stored, None]) -> Optional[int]:
        """Values of any type that CGNS has; `data_type`: what the call, or the array of the file, says they are."""
        if given is None or not self._is_array(name, given, writable):
            return None
        own = TYPES.get("bytes8" if given.dtype.kind == "S" else given.dtype.name)
        if own is None or not given.dtype.isnative:
            self.refuse(name, f"has the dtype {given.dtype}, which CGNS does not have")
        else:
            self._require_type(name, given, own, data_type)
        if not given.flags.f_contiguous:
            self.refuse(name, "is not contiguous in Fortran order, the first index the fastest: it would have to be copied")
        self._keep(name, given, least)
        return address(given)

    def _require_type(self, name: str, given: numpy.ndarray, own: int, data_type: Union[int, Stored, None]) -> None:
        who, needed = ("the file has", data_type.type) if isinstance(data_type, Stored) else ("the call says", data_type)
        is_known = needed is not None and (who == "the call says" or needed in TYPE_NAMES)
        if is_known and own != needed:
            self.refuse(name, f"has the dtype {given.dtype}, {who} {TYPE_NAMES.get(int(needed), str(needed))}")

    def identifier(self, name: str, given: Union[str, Numbers], kind: int) -> Any:
        """What a request of the queue is about: numbers or a name."""
        if kind != 0 and isinstance(given, str) != (kind == SLICE_ARRAY):
            self.refuse(name, "is a name, needed are numbers" if isinstance(given, str) else "is not the name of an array")
        if not isinstance(given, str):
            return self.numbers(name, given, numpy.int32, 2 if kind == SLICE_FIELD else 1)
        text = ctypes.create_string_buffer(self.text(name, given) or b"")
        self.kept.append(text)
        return ctypes.addressof(text)

    def strings(self, name: str, given: Sequence[str], least: int) -> Any:
        if len(given) < least:
            self.refuse(name, f"has {len(given)} strings, needed are {least}")
        texts = (ctypes.c_char_p * max(1, len(given)))(*[self.text(name, text) for text in given])
        self.kept.append(texts)
        return ctypes.addressof(texts)

    def pointers(self, name: str, given: Sequence[Optional[numpy.ndarray]], writable: bool, least: int, size: int,
                 types: Sequence[Union[int, Stored]]) -> Any:
        """Arrays of `size` values each. `types`: those of the file."""
        if len(given) < least:
            self.refuse(name, f"has {len(given)} arrays, needed are {least}")
        places = [self.values(f"{name}[{i}]", array, writable, size, types[i] if i < len(types) else None)
                  for i, array in enumerate(given)]
        pointers = (ctypes.c_void_p * max(1, len(places)))(*places)
        self.kept.append(pointers)
        return ctypes.addressof(pointers)

    def _is_array(self, name: str, given: Any, writable: bool) -> bool:
        if not isinstance(given, numpy.ndarray):
            self.refuse(name, f"is of type {type(given).__name__}, needed is a NumPy array")
            return False
        if writable and not given.flags.writeable:
            self.refuse(name, "is filled by the call, but cannot be written to")
        return True

    def _keep(self, name: str, array: numpy.ndarray, least: int) -> None:
        if array.size < least:
            self.refuse(name, f"has {array.size} values, needed are {least}")
        self.kept.append(array)

    def goes_on(self) -> bool:
        """Whether the call is to be made."""
        if self.wrong:
            self.status = library().pcgns_cgp_wrong_argument(os.fsencode(self.wrong), int(self.moves_values))
        return not self.wrong or self.moves_values

    def end(self, flushed: int = 0, mode: Optional[int] = None, goes_to: Optional[int] = None,
            partition: Optional[Tuple[int, int, int]] = None) -> None:
        """Raises what went wrong. `flushed`: the file, or EVERYTHING, of which no request waits any longer."""
        if self.wrong and self.moves_values:
            library().pcgns_cgp_wrong_argument(None, 1)  # if the call did not get as far
        if flushed:
            _State.waiting = [w for w in _State.waiting if flushed not in (EVERYTHING, w[0])]
        if self.status != OK:
            text = decoded(library().pcgns_cgp_get_error()) or self.wrong
            raise (NodeNotFound if self.status == NOT_FOUND else Error)(text)
        if mode is not None:
            _State.mode = int(mode)
        if goes_to is not None:
            _State.here = goes_to
        if partition is not None:
            _State.partitions[partition[0]] = partition[1:]
        if self.moves_values and (_State.mode == QUEUED or self.name.startswith("queue_slice_")):
            _State.waiting.append((self.fn, self.kept))


declare({
    "pcgns_cg_free": (ctypes.c_int, (ctypes.c_void_p,)),
    "pcgns_cgp_get_error": (ctypes.c_char_p, ()),
    "pcgns_cgp_wrong_argument": (ctypes.c_int, (ctypes.c_char_p, ctypes.c_int)),
})
