"""structured_quality.py: how good the parts of one structured zone are, beside what was published or measured of others.

SEACAS, Maia and Cassiopee on the same blocks and counts: max/mean of cells, the thinnest side in cells, faces between pieces.
Bounds: max/mean at most the smallest of theirs and 0.5 %, no side thinner than Maia's, at most 2 % more faces than Maia.
A missed bound is reported and is no failure: exit status 0, or 2 when something did not work.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

from repartition_speed import write_outline

# Cells, parts; max/mean of the most even of the three; Maia's thinnest side and cut faces.
PEERS = [((100, 100, 100), 7, 1.008, 33, 28581),
         ((100, 100, 100), 30, 1.031, 23, 65996),
         ((100, 100, 100), 64, 1.000, 25, 90000),
         ((100, 100, 100), 97, 1.031, 16, 109056),
         ((3034, 155, 139), 1000, 1.023, 31, 4_000_000),
         ((512, 64, 8), 13, 1.003, 8, 6616)]


def plan_of(program, folder, cells, parts):
    mesh = folder / "block.cgns"
    mesh.unlink(missing_ok=True)
    write_outline(mesh, [cells])
    words = [program, "-q", "--json", "--plan", "--parts", str(parts), "-o", folder / "part_%d.cgns", mesh]
    return json.loads(subprocess.run(words, check=True, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL).stdout)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin-dir", type=Path, required=True, help="folder of pcgns-repartition")
    program = parser.parse_args().bin_dir / "pcgns-repartition"
    print(f"{'cells':>13} {'parts':>5}  {'max/mean':>8} {'peers':>6}  {'side':>4} {'Maia':>4}  {'faces':>7} {'/ Maia':>6}")
    with tempfile.TemporaryDirectory() as folder:
        for cells, parts, even, side, faces in PEERS:
            try:
                plan = plan_of(program, Path(folder), cells, parts)
            except (OSError, subprocess.CalledProcessError) as error:
                print(f"structured_quality: {error}", file=sys.stderr)
                return 2
            most, thinnest, cut = plan["max_over_mean"], plan["thinnest_side"], plan["cut_faces"]
            missed = [word for word, is_missed in (("max/mean", most > even + 0.005), ("side", thinnest < side),
                                                   ("faces", cut > 1.02 * faces)) if is_missed]
            print(f"{'x'.join(map(str, cells)):>13} {parts:5}  {most:8.4f} {even:6.3f}  {thinnest:4} {side:4}  {cut:7} "
                  f"{cut / faces:6.4f}  {'miss: ' + ', '.join(missed) if missed else 'pass'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
