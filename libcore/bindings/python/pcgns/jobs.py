"""The jobs of the programs as functions.

Each has the long options of its program as keywords: `--allow-missing` is `allow_missing=True`, an option with a value
takes a string or a number, one that may be repeated a list. What the options mean is in the manual page of the program;
an unknown one is an `Error` that suggests the right name.

All are collective over `comm`, a communicator of mpi4py; without one, over all ranks of mpi4py where that is imported,
otherwise this process works alone. Every rank gets the same report. A failure is an `Error` on every rank. ^C on any rank
stops the job in order, on all ranks, and then is a KeyboardInterrupt there, `Stopped` on the others.

`progress(phase, moved, total)` is called while the job runs, with bytes; `note(level, text)` with what the program would
print (level: "detail", "info", "warning" or "error"). An exception of theirs stops the job in order, too.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import re
import signal
import threading
from typing import Any, Callable, Iterable, Iterator, List, Optional, Tuple, Type, TypeVar, Union

from ._library import Error, InPlaceError, Stopped, communicator_of, handle_of, library
from .reports import (CheckReport, CompareReport, DigestReport, InfoReport, MergeReport, RepartitionReport,
                      RestripeReport, report_from)

Name = Union[str, "os.PathLike[str]"]
Names = Union[Name, Iterable[Name]]
Progress = Callable[[str, int, int], Any]
NoteTaker = Callable[[str, str], Any]
T = TypeVar("T")

_LEVELS = ("detail", "info", "warning", "error")
_FAILURES = {2: Error, 3: Stopped, 4: InPlaceError}

_PHASE = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_char_p)
_PROGRESS = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64)
_NOTE = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int, ctypes.c_char_p)
_STOP = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)


class _Calls(ctypes.Structure):
    """struct pcgns_listener"""

    _fields_ = [("size", ctypes.c_size_t), ("context", ctypes.c_void_p), ("phase", _PHASE), ("progress", _PROGRESS),
                ("note", _NOTE), ("stop", _STOP)]


class _Listener:
    """What the library calls. An exception cannot pass through it: it is kept, stops the job, and is raised afterwards."""

    def __init__(self, progress: Optional[Progress], note: Optional[NoteTaker]):
        self.raised: Optional[BaseException] = None
        self._progress, self._note = progress, note
        self._phase = ""
        self.calls = _Calls(ctypes.sizeof(_Calls), None, _PHASE(self._on_phase), _PROGRESS(self._on_progress),
                            _NOTE(self._on_note), _STOP(self._on_stop))

    def _run(self, step: Callable[[], Any]) -> None:
        try:
            if self.raised is None:
                step()
        except BaseException as error:  # noqa: BLE001 (KeyboardInterrupt is the point of it)
            self.raised = error

    @contextlib.contextmanager
    def hears_signals(self) -> Iterator[None]:
        """What a handler of signals raises, as that of ^C does, is kept, too. Python runs handlers before the first
        instruction of a function that C calls, from where the exception would be lost."""
        handlers = {}
        if threading.current_thread() is threading.main_thread():
            handlers = {number: signal.getsignal(number) for number in signal.valid_signals()}
            handlers = {number: handler for number, handler in handlers.items() if callable(handler)}

        def keep(number: int, frame: Any) -> None:
            try:
                handlers[number](number, frame)
            except BaseException as error:  # noqa: BLE001
                self.raised = self.raised or error

        try:
            for number in handlers:
                signal.signal(number, keep)
            yield
        finally:
            for number, handler in handlers.items():
                signal.signal(number, handler)

    def _tell(self, moved: int, total: int) -> None:
        if self._progress is not None:
            self._progress(self._phase, moved, total)

    def _on_phase(self, _context: Any, phase: bytes) -> None:
        self._phase = phase.decode("utf-8", "replace")
        self._run(lambda: self._tell(0, 0))

    def _on_progress(self, _context: Any, moved: int, total: int) -> None:
        self._run(lambda: self._tell(moved, total))

    def _on_note(self, _context: Any, level: int, text: bytes) -> None:
        if self._note is not None:
            self._run(lambda: self._note(_LEVELS[level], text.decode("utf-8", "replace")))

    def _on_stop(self, _context: Any) -> int:
        self._run(lambda: None)
        return int(self.raised is not None)


def _names(files: Names) -> List[str]:
    names = [files] if isinstance(files, (str, bytes, os.PathLike)) else list(files)
    return [os.fsdecode(name) for name in names]


def _plain(value: Any) -> Any:
    """What JSON has for a value of another type: a name, a number of NumPy, several of them."""
    if isinstance(value, (bytes, os.PathLike)):
        return os.fsdecode(value)
    return value.tolist() if hasattr(value, "tolist") else list(value)


def _request(files: Names, own: dict, options: dict) -> str:
    """`own`: the named parameters of a job, `options`: its further keywords."""
    request: dict = {"files": _names(files)}
    for name, value in [*own.items(), *options.items()]:
        key = name.rstrip("_").replace("_", "-")  # with_, for which Python has a use of its own
        if value is None:
            continue
        if key in request:
            raise Error(f"'{key}' is given twice, perhaps by another name")
        request[key] = _names(value) if key == "with" else value
    text = json.dumps(request, default=_plain, ensure_ascii=False)
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise Error(f"a name that is not UTF-8 cannot be given: {ascii(text[max(0, error.start - 20):error.end])}") from None
    return text


def _agreed(comm: Any, request: Callable[[], str]) -> str:
    """A request. A rank that cannot make its own would leave the others waiting in the job: they get an error, too."""
    text, error = "", None
    try:
        text = request()
    except Exception as raised:  # noqa: BLE001 (whatever an argument raises)
        error = raised
    failures = [repr(error) if error else None]
    if comm is not None:
        failures = comm.allgather(failures[0])
    if error:
        raise error
    for rank, failure in enumerate(failures):
        if failure:
            raise Error(f"rank {rank} has no request for the job: {failure}")
    return text


def _call(job: str, comm: Any, request: str, listener: _Listener) -> Tuple[int, dict, str]:
    handle = handle_of(comm)
    report = ctypes.c_void_p()
    status = library().pcgns_job_f(job.encode(), ctypes.c_int(handle), request.encode(), ctypes.byref(listener.calls),
                                   ctypes.byref(report))
    text = ctypes.string_at(report).decode() if report else "{}"
    library().pcgns_free(report)
    return status, json.loads(text), library().pcgns_job_error().decode("utf-8", "replace")


#: Options without a value, or that need none: True here.
_FLAGS = frozenset(
    "allow-missing auto check-stored dry-run each full-numbering ignore-missing keep-partial keep-zones match-coordinates "
    "no-digest overwrite plan resume shuffle single-file store strict subset tree virtual wisdom-layout".split())

_OPTION = re.compile(r"(?<![\w-])(?:--([a-z][a-z-]*[a-z])(?:=(\S*\w))?|-o (\S+))")


def _as_keyword(option: "re.Match[str]") -> str:
    name, value, output = option.groups()
    if name is None:
        return f"out={output!r}" if output[0] not in "'\"" else f"out={output}"
    keyword = {"output": "out", "with": "others"}.get(name, name.replace("-", "_"))
    if value is not None:
        return f"{keyword}={value}"
    return f"{keyword}=True" if name in _FLAGS else keyword


def _in_python(message: str) -> str:
    """What the library says of options, as keywords; whole command lines stay."""
    text, command, rest = message.partition(" pcgns-")
    return _OPTION.sub(_as_keyword, text) + command + rest


def _run(job: str, kind: Type[T], files: Names, comm: Any, progress: Optional[Progress], note: Optional[NoteTaker],
         own: dict, options: dict) -> T:
    listener = _Listener(progress, note)
    comm = communicator_of(comm)
    with listener.hears_signals():
        request = _agreed(comm, lambda: _request(files, own, options))
        status, document, message = _call(job, comm, request, listener)
    if listener.raised is not None:
        raise listener.raised
    if message:
        raise _FAILURES.get(status, Error)(_in_python(message), document)
    return report_from(kind, document)


def merge(files: Names, out: Optional[Name] = None, *, comm: Any = None, progress: Optional[Progress] = None,
          note: Optional[NoteTaker] = None, **options: Any) -> MergeReport:
    """Merges the per-rank files of a solver into one file; see pcgns-merge(1).

    `files`: names, "@list", or a pattern such as "out_%04d.cgns". With dry_run=True `out` may be left out.

    >>> merge("out_%04d.cgns", "out.cgns", steps="last", overwrite=True)  # doctest: +SKIP
    """
    return _run("merge", MergeReport, files, comm, progress, note, {"output": out}, options)


def repartition(files: Names, out: Optional[Name] = None, parts: Optional[int] = None, *, comm: Any = None,
                progress: Optional[Progress] = None, note: Optional[NoteTaker] = None,
                **options: Any) -> RepartitionReport:
    """Makes the files that a solver restarts from on `parts` ranks; see pcgns-repartition(1).

    >>> repartition("out.cgns", "part_%04d.cgns", 96, ghosts=1, method="graph")  # doctest: +SKIP
    """
    return _run("repartition", RepartitionReport, files, comm, progress, note,
                {"output": out, "parts": parts}, options)


def restripe(files: Names, out: Optional[Name] = None, *, comm: Any = None, progress: Optional[Progress] = None,
             note: Optional[NoteTaker] = None, **options: Any) -> RestripeReport:
    """Rewrites files in another storage layout; see pcgns-restripe(1).

    >>> restripe("out.cgns", "small.cgns", deflate=6, shuffle=True)  # doctest: +SKIP
    """
    return _run("restripe", RestripeReport, files, comm, progress, note, {"output": out}, options)


def check(files: Names, *, comm: Any = None, progress: Optional[Progress] = None, note: Optional[NoteTaker] = None,
          **options: Any) -> CheckReport:
    """Checks files against the standard, and the mesh for errors; see pcgns-verify(1). The report is true if valid."""
    return _run("check", CheckReport, files, comm, progress, note, {}, options)


def compare(files: Names, others: Names, *, comm: Any = None, progress: Optional[Progress] = None,
            note: Optional[NoteTaker] = None, **options: Any) -> CompareReport:
    """Compares two meshes, each a file or a file set; see pcgns-verify(1). The report is true if they are the same.

    >>> compare("new.cgns", "old.cgns", rel=1e-12, tol=["Turbulent*=rel:1e-6"])  # doctest: +SKIP
    """
    return _run("compare", CompareReport, files, comm, progress, note, {"with": others}, options)


def digest(files: Names, *, comm: Any = None, progress: Optional[Progress] = None, note: Optional[NoteTaker] = None,
           **options: Any) -> DigestReport:
    """The digest of the content, whatever its storage and partition; see pcgns-verify(1). str() of it: the digits."""
    return _run("digest", DigestReport, files, comm, progress, note, {}, options)


def info(files: Names, *, comm: Any = None, progress: Optional[Progress] = None, note: Optional[NoteTaker] = None,
         **options: Any) -> InfoReport:
    """What is in a file or a file set, from its trees alone; see pcgns-verify(1)."""
    return _run("info", InfoReport, files, comm, progress, note, {}, options)
