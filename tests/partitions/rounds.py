"""rounds.py: plays rounds one after the other, each in a folder of its own."""

import argparse
import tempfile


def main(doc, play, usual):
    """Plays `usual` rounds, or as many as --soak says: play(seed, folder) gives what is wrong, in lines. The exit status."""
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--soak", type=int, default=usual)
    args, failed = parser.parse_args(), 0
    for seed in range(args.seed, args.seed + args.soak):
        with tempfile.TemporaryDirectory(prefix="pcgns-rounds.") as folder:
            found = play(seed, folder)
        if found:
            failed += 1
            print(f"FAILED --seed {seed} --soak 1", *found[:6], sep="\n    ", flush=True)
    print(f"{args.soak} rounds, {failed} failed")
    return 1 if failed else 0
