"""driver.py: what the programs here that measure have in common: their options, a folder for data, the report."""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path

from measure import Failed, measure_pair, seconds

HERE = Path(__file__).resolve().parent


def parser_of(doc, cases, pairs):
    """The options of all; `cases` are the names that --cases may have."""
    parser = argparse.ArgumentParser(description=doc.split("\n")[0])
    parser.add_argument("--bin-dir", type=Path, required=True, help="folder of the programs")
    parser.add_argument("--mpiexec", default=os.environ.get("PCGNS_MPIEXEC", "mpiexec"), help="launcher with options")
    parser.add_argument("--cases", default=",".join(cases), help="comma-separated: %(default)s")
    parser.add_argument("--pairs", type=int, default=pairs, help="pairs that count, after one to warm up (%(default)s)")
    parser.add_argument("--dir", type=Path, help="keep the data here (up to 9 GB); default: a temporary folder")
    parser.add_argument("--patience", type=float, default=20, metavar="SECONDS",
                        help="wait so long for other programs to end before a run (%(default)s)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures as JSON, in seconds and bytes")
    return parser


def context(options, folder):
    """Where and with what it was measured."""
    file_system = subprocess.run(["stat", "-f", "-c", "%T", folder], capture_output=True, text=True, check=True)
    return {"cpus": os.cpu_count(), "load": os.getloadavg()[0], "file_system": file_system.stdout.strip(),
            "mpiexec": options.mpiexec, "pairs": options.pairs}


def drive(program, options, known, bench_in):
    """Runs each case, a method of what `bench_in(options, folder)` gives; its `report` is written. The exit status."""
    try:
        cases = options.cases.split(",")
        for case in cases:
            if case not in known:
                raise Failed(f"--cases: '{case}' is not one of {', '.join(known)}")
        with ExitStack() as stack:
            folder = options.dir or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix=f"{program}.")))
            folder.mkdir(parents=True, exist_ok=True)
            bench = bench_in(options, folder.resolve())
            about = context(options, folder)
            print(", ".join(f"{name} {value}" for name, value in about.items()), flush=True)
            for case in cases:
                getattr(bench, case)()
        if options.json:
            document = {"schema": f"pcgns-{program.replace('_', '-')}/1", "context": about, "cases": bench.report}
            options.json.write_text(json.dumps(document, indent=2) + "\n")
    except (Failed, OSError, subprocess.SubprocessError) as error:
        print(f"{program}.py: error: {error}", file=sys.stderr)
        return 2
    return 0


def measure_pairs(result, scene, launcher, ranks, commands, options):
    """Pairs in turns; the first one warms up and does not count. What the report has of them."""
    print(f"{result.name}: {result.ratio_of}", flush=True)
    for number in range(options.pairs + 1):
        pair = measure_pair(scene, launcher, ranks, *commands)
        print(f"  {number or 'warm':>4}  baseline {pair.baseline:.2f}  net {pair.net:.2f}  ratio {result.ratio(pair):.2f}"
              f"  others' CPU {pair.others:.2f} s", flush=True)
        if number:
            result.pairs.append(pair)
    print(result.verdict(), flush=True)
    return {"name": result.name, "bound": result.bound, "median": result.median, "pass": result.passed,
            "ratios": result.ratios, "pairs": [asdict(pair) for pair in result.pairs]}


def peaks_of(launcher, ranks, command, folder):
    """Peak resident memory of each rank in bytes, and the seconds that it took."""
    told = folder / "peaks"
    told.unlink(missing_ok=True)
    wall, _ = seconds(launcher.command(ranks, [sys.executable, HERE / "peak_memory.py", told, *command]))
    return [int(line) for line in told.read_text().split()], wall


def made(folder, name, command):
    """The files part_*.cgns that `command` makes in a folder, once; it has the word FOLDER for it."""
    folder = folder / name
    done = folder / "-".join(["made", *(str(word) for word in command if isinstance(word, int))])
    if not done.exists():
        print(f"making {folder}", flush=True)
        folder.mkdir(parents=True, exist_ok=True)
        seconds([folder if word == "FOLDER" else str(word) for word in command])
        done.touch()
    return sorted(folder.glob("part_*.cgns"))
