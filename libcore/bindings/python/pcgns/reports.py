"""What jobs report, as dataclasses. Their fields are the members of the programs' JSON documents (share/pcgns/schema);
sizes are in bytes, times in seconds. `document` is the whole document."""

from __future__ import annotations

import dataclasses
import typing
from dataclasses import dataclass, field
from typing import Any, Dict, List, Optional, Tuple, Type, TypeVar, Union

T = TypeVar("T")


def _value(kind: Any, value: Any) -> Any:
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if value is None:
        return None
    if origin is Union:  # Optional
        return _value(arguments[0], value)
    if origin is list:
        return [_value(arguments[0], one) for one in value]
    if origin is tuple:
        return tuple(value)
    return report_from(kind, value) if dataclasses.is_dataclass(kind) else value


def report_from(kind: Type[T], document: dict) -> T:
    """A dataclass from a JSON object. Members that the class does not know are left out: later versions add some."""
    types = typing.get_type_hints(kind)
    known = {name: _value(types[name], document[name]) for name in types if name in document}
    if "document" in types:
        known["document"] = document
    return kind(**known)


@dataclass(frozen=True)
class Note:
    kind: str  #: info, warning or loss
    text: str


@dataclass(frozen=True)
class Seconds:
    """Wall time of each phase; None where the job did not come to it."""

    reading: float = 0.0
    planning: float = 0.0
    laying_out: Optional[float] = None
    moving: Optional[float] = None
    syncing: Optional[float] = None
    checking: Optional[float] = None
    publishing: Optional[float] = None
    total: Optional[float] = None


@dataclass(frozen=True)
class MergedZone:
    zone: str
    pieces: int
    convention: str
    evidence: str


@dataclass(frozen=True)
class SharedPoints:
    compared: int
    differing: int
    arrays: int
    largest_difference: float
    largest_relative_difference: float
    unmeasured: int = 0  #: Of differing: a value is not a finite real or integer.


@dataclass(frozen=True)
class MergeReport:
    status: str  #: planned or done
    inputs: int
    bases: int
    zones: int
    nodes: int
    arrays: int
    bytes: int
    ranks: int
    rounds: int
    bytes_per_round: int
    memory_per_rank: int
    alignment: int
    notes: List[Note]
    merged_zones: List[MergedZone]
    seconds: Seconds
    output: Optional[str] = None  #: None in a plan without one
    shared_points: Optional[SharedPoints] = None
    digest: Optional[str] = None
    bytes_moved: Optional[int] = None
    document: Dict[str, Any] = field(default_factory=dict, repr=False)


@dataclass(frozen=True)
class RepartitionReport:
    status: str  #: planned or done
    parts: int
    zones: int
    pieces: int
    most_cells: int
    least_cells: int
    max_over_mean: float
    thinnest_side: int
    cut_faces: int
    vertex_inflation: float
    notes: List[Note]
    ranks: int
    seconds: Seconds
    output: Optional[str] = None  #: None in a plan without one
    most_neighbours: Optional[int] = None
    mean_neighbours: Optional[float] = None
    most_bytes: Optional[int] = None
    least_bytes: Optional[int] = None
    max_over_target: Optional[float] = None
    digest: Optional[str] = None
    bytes_moved: Optional[int] = None
    plan: Optional[Dict[str, Any]] = None
    document: Dict[str, Any] = field(default_factory=dict, repr=False)


@dataclass(frozen=True)
class Storage:
    file_bytes: int
    array_bytes: int
    contiguous: int
    chunked: int
    compact: int
    alignment: int


@dataclass(frozen=True)
class LargestError:
    error: float
    at: str


@dataclass(frozen=True)
class Rounding:
    absolute: LargestError
    relative: LargestError


@dataclass(frozen=True)
class RestripedFile:
    input: str
    bases: int
    zones: int
    nodes: int
    arrays: int
    bytes: int
    notes: List[Note]
    before: Storage
    seconds: Seconds
    output: Optional[str] = None  #: None in a plan without one
    after: Optional[Storage] = None
    striping: Optional[str] = None
    estimated_ratio: Optional[float] = None
    digest: Optional[str] = None
    bytes_moved: Optional[int] = None
    rounding: Optional[Rounding] = None


@dataclass(frozen=True)
class RestripeReport:
    status: str  #: planned or done
    ranks: int
    files: List[RestripedFile]
    seconds: float
    document: Dict[str, Any] = field(default_factory=dict, repr=False)


@dataclass(frozen=True)
class CheckFinding:
    code: str
    severity: str  #: note, warning or error
    layer: str
    file: str
    path: str
    position: str
    title: str
    expected: str
    found: str
    count: int


@dataclass(frozen=True)
class CheckReport:
    """True if the mesh is valid."""

    status: str  #: valid, invalid, or failed: a file could not be checked
    name: str
    files: int
    errors: int
    warnings: int
    notes: int
    not_shown: int
    findings: List[CheckFinding]
    meshes: Optional[List[Dict[str, Any]]] = None
    document: Dict[str, Any] = field(default_factory=dict, repr=False)

    def __bool__(self) -> bool:
        return self.status == "valid"


@dataclass(frozen=True)
class Difference:
    path: str
    kind: str
    counts: bool  #: Whether it is a difference, or only worth knowing.
    text: str
    a: Optional[str] = None
    b: Optional[str] = None
    nodes: Optional[int] = None
    values: Optional[Dict[str, Any]] = None


@dataclass(frozen=True)
class CompareReport:
    """True if the meshes are the same."""

    status: str  #: same or different
    nodes: int
    values: int
    different: int
    ranks: int
    findings: List[Difference]
    document: Dict[str, Any] = field(default_factory=dict, repr=False)

    def __bool__(self) -> bool:
        return self.status == "same"


@dataclass(frozen=True)
class NodeDigest:
    path: str
    digest: str


@dataclass(frozen=True)
class NodeChange:
    path: str
    change: str
    below: int
    ignored: bool


@dataclass(frozen=True)
class MeshDigest:
    name: str
    digest: str = ""  #: 32 hexadecimal digits; empty if it could not be computed: see `error`.
    files: int = 0
    nodes: int = 0
    tree: Optional[List[NodeDigest]] = None
    same: Optional[bool] = None  #: With check_manifest or check_stored.
    changes: Optional[List[NodeChange]] = None
    error: Optional[str] = None


@dataclass(frozen=True)
class DigestReport:
    meshes: List[MeshDigest]
    document: Dict[str, Any] = field(default_factory=dict, repr=False)

    @property
    def digest(self) -> str:
        """That of the only mesh, or of the first one."""
        return self.meshes[0].digest

    @property
    def same(self) -> bool:
        """Whether nothing has changed since the manifest of check_manifest or check_stored."""
        return all(mesh.same is not False and mesh.error is None for mesh in self.meshes)

    def __str__(self) -> str:
        return self.digest


@dataclass(frozen=True)
class InfoReport:
    name: str
    files: int
    storage: Dict[str, Any]
    bases: List[Dict[str, Any]]
    partition: Optional[Dict[str, Any]] = None
    document: Dict[str, Any] = field(default_factory=dict, repr=False)

    @property
    def zones(self) -> List[Tuple[str, str]]:
        """(base, zone) of every zone."""
        return [(base["name"], zone["name"]) for base in self.bases for zone in base["zones"]]
