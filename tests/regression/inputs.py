"""inputs.py: the generated inputs of the runs, in one folder that both builds read.

`make(folder)` writes them. A set of parts is a folder with a file `list`, which names its files for @LIST.
"""

import concurrent.futures
import copy
import importlib
import json
import os
import pathlib
import shlex
import sys

TESTS = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(TESTS / name) for name in ("partitions", "verify", "benchmark", "cli", "restripe")]
sys.dont_write_bytecode = True

import h5py  # noqa: E402
import numpy as np  # noqa: E402

import cgns  # noqa: E402
import comparisons  # noqa: E402
import damage  # noqa: E402
import digest_cases  # noqa: E402
import make_cgns  # noqa: E402
import make_cube  # noqa: E402
import make_fields  # noqa: E402
import make_parts  # noqa: E402
import random_mesh  # noqa: E402
import run_mutations  # noqa: E402
import split  # noqa: E402
import unmark  # noqa: E402
import valid  # noqa: E402
from mutate import MUTATIONS  # noqa: E402
from points import point_range  # noqa: E402
from random_structured import Dice  # noqa: E402

for module in sorted((TESTS / "verify").glob("mutations_*.py")):
    importlib.import_module(module.stem)

# Command lines of make_cgns.py; {}: the number of the file, and in its name.
WHOLE_ZONES = [
    (4, "row/out_{0}.cgns --zones Zone{0} --size 9x8x7 --family Solid --float R4"),
    (4, "zoo/out_{0}.cgns --zones Zone{0} --size 24x24x24"),
    (2, "steps/out_{0}.cgns --zones Zone{0} --steps 3"),
    (2, "extras/out_{0}.cgns --zones Zone{0} --extras --descriptor of-{0}"),
    (2, "twins/out_{0}.cgns --zones Zone1 --seed {0}"),
    (2, "same/out_{0}.cgns --zones Zone1 --descriptor of-{0}"),
    (2, "states/out_{0}.cgns --zones Zone{0} --mach 0.{0}5"),
]
SINGLES = """
zoo/out_1.cgns --zones Zone1 --size 24x24x24 --gzip
zoo/out_2.cgns --zones Zone2 --size 24x24x24 --big-endian
zoo/out_3.cgns --zones Zone3 --size 24x24x24 --chunked --big-endian --superblock 0
steps/out_2.cgns --zones Zone2 --steps 4
gap/out_0.cgns --zones Zone0
gap/out_2.cgns --zones Zone2 --no-order
links/grid.cgns --zones Zone0
links/out_0.cgns --zones Zone0 --link grid.cgns:/Base/Zone0/FlowSolution /Base/Zone0/Linked --link :/Base/Zone0/FlowSolution /Base/Zone0/Same
links/out_1.cgns --zones Zone1
unlike/out_0.cgns --zones Zone1
unlike/out_1.cgns --zones Zone1 --size 6x4x3
broken/out_0.cgns --zones Zone0 --link gone.cgns:/Base/Zone0/FlowSolution /Base/Zone0/Linked
lonely/out_0.cgns --zones Zone0 --after Zone7
bases/out_0.cgns --base One --zones Zone0
bases/out_1.cgns --base Two --zones Zone0
timeless.cgns --zones Zone1 --superblock 0 --no-order
steps.cgns --zones Zone1 Zone2 --steps 3 --size 12x11x10
"""
CUTS = [("structured", 1, 3, 0), ("structured", 4, 4, 1), ("structured", 12, 3, 0), ("unstructured", 2, 3, 0),
    ("unstructured", 5, 4, 0), ("unstructured", 9, 2, 0)]  # kind, seed, ranks, ghost planes
UNMARKED = [("structured", 1, 3), ("unstructured", 2, 3), ("unstructured", 7, 4)]  # kind, seed, ranks
HALVES = [{"zone": "/Base/Zone", "rank": 0, "first": [1, 1, 1], "last": [12, 3, 8]},
    {"zone": "/Base/Zone", "rank": 1, "first": [1, 4, 1], "last": [12, 8, 8]}]
SPEEDS = [1, 2, 1, 0.5, 2.5]


def cut_sets():
    """(name, kind, seed, ranks, ghosts, convention) of every random mesh in every convention that can carry it."""
    for kind, seed, ranks, ghosts in CUTS:
        tree = random_mesh.mesh(seed, kind)
        for convention in split.NAMES:
            if split.can_carry(tree, convention):
                planes = 0 if convention == "cassiopee-ghosts" else ghosts
                yield f"{kind}-{seed}-{convention}", kind, seed, ranks, planes, convention


def unmarked_sets():
    """(name, kind, seed, ranks)."""
    return [(f"{kind}-{seed}", kind, seed, ranks) for kind, seed, ranks in UNMARKED]


def damage_name(change):
    """What a damaged file of pcgns-verify is called."""
    return f"{change.code}-{change.name}"


def torn_name(kind):
    """What a damaged set of pcgns-merge is called."""
    return f"{kind.convention}-{kind.name}"


def write_list(folder, inputs):
    """The file that @LIST reads."""
    (folder / "list").write_text("".join(f"{os.path.abspath(path)}\n" for path in inputs), encoding="utf-8")


def called(module, words):
    """Runs the main function of a generator."""
    before = sys.argv
    sys.argv = [module.__name__, *words]
    try:
        module.main()
    finally:
        sys.argv = before


def make_whole_zones(folder):
    """Whole zones, as solvers write them, and stored in many ways."""
    lines = [line.format(i) for count, line in WHOLE_ZONES for i in range(count)]
    for line in [*lines, *SINGLES.split("\n")]:
        words = shlex.split(line)
        if words:
            (folder / words[0]).parent.mkdir(parents=True, exist_ok=True)
            called(make_cgns, [str(folder / words[0]), *words[1:]])
    for name, words in (("fields", []), ("chunks", ["--chunks", "--big"]), ("smooth", ["--smooth"])):
        called(make_fields, [str(folder / f"{name}.cgns"), "--size", "22", *words])


def make_sets(folder):
    """Split zones: in every convention, and without marks."""
    for name, kind, seed, ranks, ghosts, convention in cut_sets():
        made = split.split(random_mesh.mesh(seed, kind), convention, ranks, seed, ghosts)
        write_list(folder / "cut" / name, made.write(str(folder / "cut" / name)))
        cgns.write(folder / "cut" / name / "expected.cgns", made.expected)
    for name, kind, seed, ranks in unmarked_sets():
        parts = unmark.Unmarked(random_mesh.mesh(seed, kind), ranks, seed, Dice([seed, 11]), kind == "structured")
        write_list(folder / "unmarked" / name, parts.made.write(str(folder / "unmarked" / name)))
    for name, words in (("boxes", ["17", "2", "2", "1"]), ("tetra", ["8", "3"])):
        (folder / name).mkdir()
        called(make_parts, [name, str(folder / name), *words])


def make_torn_sets(folder):
    """Sets that cannot be merged; their options are those of damage.py."""
    good = {convention: damage.good(convention) for convention in sorted({kind.convention for kind in damage.KINDS})}
    for kind in damage.KINDS:
        torn = copy.deepcopy(good[kind.convention])
        later = kind.damage(torn)
        here = folder / "torn" / torn_name(kind)
        here.mkdir(parents=True)
        write_list(here, torn.write(str(here)))
        if later is not None:
            later(str(here))


def block():
    """A zone of 12 x 8 x 8 cells, with a condition on all of jmin, and smaller ones at imin and imax."""
    cells = np.array([12, 8, 8])
    root = cgns.new_root()
    base = root.add("Base", "CGNSBase_t", np.array([3, 3], np.int32))
    zone = base.add("Zone", "Zone_t", np.array([cells + 1, cells, np.zeros(3)], np.int32))
    zone.add("ZoneType", "ZoneType_t", "Structured")
    values = [np.random.default_rng(axis).standard_normal(tuple(cells[::-1] + 1)) for axis in range(3)]
    valid.add_coordinates(zone, values, tuple(cells[::-1] + 1))
    conditions = zone.add("ZoneBC", "ZoneBC_t")
    for name, family, low, high in (("Wall", "Solid", (1, 1, 1), (13, 1, 9)), ("Inlet", "Open", (1, 3, 2), (1, 7, 6)),
            ("Far", "Open", (13, 3, 1), (13, 9, 5))):
        condition = conditions.add(name, "BC_t", "FamilySpecified")
        condition.add("PointRange", "IndexRange_t", point_range(low, high))
        condition.add("FamilyName", "FamilyName_t", family)
    return root


def make_meshes(folder):
    """What pcgns-repartition cuts: cubes with weights, a block with conditions."""
    root = make_cube.cube(12)
    base = root.child("Base")
    base.children[0].name = "Large"
    base.children.append(make_cube.cube(6).child("Base").children[0])
    random = np.random.default_rng(5)
    for zone in base.labelled("Zone_t"):
        cells = int(zone.value[1, 0])
        flow = zone.add("Flow", "FlowSolution_t")
        flow.add("GridLocation", "GridLocation_t", "CellCenter")
        flow.add("Work", "DataArray_t", random.lognormal(size=cells))
        flow.add("Steps", "DataArray_t", random.integers(0, 9, cells).astype(np.int32))
        flow.add("Home", "DataArray_t", random.integers(0, 3, cells).astype(np.int32))
        zone.add("Ideas", "UserDefinedData_t").add("Negative", "DataArray_t", -np.ones(cells))
    cgns.write(folder / "cubes.cgns", root)
    cgns.write(folder / "cube.cgns", make_cube.cube(9, np.int64), cgns.Style(gzip=True))
    cgns.write(folder / "block.cgns", block())
    for number in (2, 3, 5):
        cgns.write(folder / f"mesh-{number}.cgns", random_mesh.mesh(number, "structured"))
        cgns.write(folder / f"cells-{number}.cgns", random_mesh.mesh(number, "unstructured"))
    (folder / "speeds").write_text("\n".join(map(str, SPEEDS)) + "\n", encoding="ascii")
    for name, parts in (("halves", HALVES), ("half", HALVES[:1])):
        (folder / f"{name}.json").write_text(json.dumps({"partitions": 2, "parts": parts}), encoding="ascii")


def make_verified(folder):
    """Valid files, damaged ones, pairs to compare, and files of one content in many forms."""
    for name in ("valid", "damaged", "pairs", "forms"):
        (folder / name).mkdir()
    for name in valid.BUILDERS:
        run_mutations.written(valid.build(name), folder / "valid", name)
    for change in MUTATIONS:
        here = folder / "damaged" / damage_name(change)
        here.mkdir()
        write_list(here, run_mutations.damaged(change, here, "in"))
    for name, pair in comparisons.COMPARISONS.items():
        left, right = pair.trees()
        cgns.write(folder / "pairs" / f"{name}_a.cgns", left)
        cgns.write(folder / "pairs" / f"{name}_b.cgns", right, pair.style)
    digest_cases.write_forms(str(folder / "forms"), "sections", digest_cases.sections(9000))


def make_bad_files(folder):
    """Files that are no CGNS files, and text files that cannot be read as what they should be."""
    (folder / "bad").mkdir()
    (folder / "bad" / "empty.cgns").write_bytes(b"")
    (folder / "bad" / "text.cgns").write_text("no mesh\n", encoding="ascii")
    (folder / "bad" / "broken.json").write_text('{"partitions": 2,', encoding="ascii")
    (folder / "bad" / "gone.list").write_text("nowhere.cgns\n", encoding="ascii")
    whole = (folder / "row" / "out_0.cgns").read_bytes()
    (folder / "bad" / "cut.cgns").write_bytes(whole[:len(whole) // 2])
    (folder / "bad" / "hole.cgns").write_bytes(whole[:900] + bytes(200) + whole[1100:])
    with h5py.File(folder / "bad" / "other.h5", "w") as file:
        file["values"] = [1, 2, 3]


def bench_report(factor, ranks):
    """A report of pcgns-bench, with times that are not measured but made up."""
    samples = [0.5 * factor, 0.51 * factor, 0.49 * factor] + [0.5 * factor] * 3
    spread = {"min": 0.4, "mean": 0.45, "max": 0.5}
    statistics = {"mean": 0.5 * factor, "deviation": 0.01, "min": samples[2], "median": samples[0], "max": samples[1]}
    measurements = [{"engine": engine, "what": what, "seconds": statistics, "data_seconds": statistics,
        "samples": [{"seconds": second, "data_seconds": second, "counters": {},
            "phases": [{"name": "all", "bytes": 8000, "rank_seconds": spread}]} for second in samples]}
        for engine in ("queue", "posix") for what in ("write", "read")]
    context = {"date": "2026-01-01T00:00:00Z", "host": "here", "kernel": "Linux", "cores": 2, "ranks": ranks, "nodes": 1,
        "file_system": {"folder": "/tmp", "kind": "ext", "block_size": 4096, "stripe_size": 0, "stripe_count": 0},
        "cache": "warm", "sync": False, "hints": {}, "versions": {"pcgns": "0.1.0", "mpi": "Open MPI", "hdf5": "1.10"}}
    return {"schema": "pcgns-bench-run/1", "scenario": "b", "preset": "laptop", "repetitions": 3, "warm_ups": 1,
        "single_calls": False, "context": context,
        "settings": {"buffer": 1048576, "alignment": 4096, "owners": 1, "writers": 1},
        "problems": [{"label": "8 kB", "parameters": {"size": 8000}, "bytes": 8000, "measurements": measurements}]}


def make_reports(folder):
    """Reports of pcgns-bench."""
    for name, factor, ranks in (("old", 1, 2), ("slow", 1.5, 2), ("wide", 0.6, 4)):
        (folder / f"{name}.json").write_text(json.dumps(bench_report(factor, ranks)), encoding="ascii")


MAKERS = (  # with the names in the folder for which they are needed; without them, always
    (make_verified, {"valid", "damaged", "pairs", "forms"}),
    (make_sets, {"cut", "unmarked", "boxes", "tetra"}),
    (make_torn_sets, {"torn"}),
    (make_meshes, set()),
    (make_bad_files, set()),
    (make_reports, set()),
)


def make(folder, needed):
    """The inputs; of what takes long, only those `needed`, by their first names in the folder."""
    folder.mkdir(parents=True)
    make_whole_zones(folder)  # others are made of them
    with concurrent.futures.ProcessPoolExecutor(2) as pool:
        for job in [pool.submit(maker, folder) for maker, names in MAKERS if names & needed or not names]:
            job.result()
