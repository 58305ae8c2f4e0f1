"""Counts the results that CTest left: python3 summary.py build/PRESET/results.xml...

A CTest test is a whole program or bats file; what is counted is the cases in it, told by the words of bats and
Catch2. The last line is `N passed, N failed`, with `, N skipped` where some were. A missing file counts as a failure.
The slowest cases of bats are told: a suite grows slow by a few.
"""

import collections
import os
import re
import sys
import xml.etree.ElementTree as ElementTree

Counts = collections.namedtuple("Counts", "passed failed skipped")

TAP = re.compile(r"^(not )?ok \d+ (.*?)(?: in (\d+)ms)?(?: # skip *(.*))?$", re.M)
SLOWEST = 10
CATCH_PASSED = re.compile(r"^All tests passed \(.* in (\d+) test cases?\)", re.M)
CATCH_FAILED = re.compile(r"^test cases: +\d+ .*$", re.M)


def catch_counts(text):
    """Every rank prints a summary; the worst one counts. A launcher may give ranks a terminal, and so colours."""
    text = re.sub(r"(\[NON-XML-CHAR-0x1B\]|\x1b)\[[0-9;]*m", "", text)
    total = failed = 0
    for match in CATCH_PASSED.finditer(text):
        total = max(total, int(match[1]))
    for match in CATCH_FAILED.finditer(text):
        total = max(total, int(match[0].split(":")[1].split("|")[0]))
        failed = max([failed, *map(int, re.findall(r"(\d+) failed", match[0]))])
    return Counts(total - failed, failed, 0)


def count(test, reasons):
    """The cases of one CTest test."""
    text = test.findtext("system-out") or ""
    status = test.get("status")
    cases = list(TAP.finditer(text))
    counts = catch_counts(text)
    if cases:
        failed = sum(1 for case in cases if case[1])
        skipped = [case[4] or "no reason given" for case in cases if case[4] is not None]
        reasons.update(skipped)
        counts = Counts(len(cases) - failed - len(skipped), failed, len(skipped))
    elif counts.passed + counts.failed == 0:
        counts = Counts(1, 0, 0) if status == "run" else Counts(0, 1, 0)  # "notrun": a program that is not there
    if status == "fail" and counts.failed == 0:
        counts = counts._replace(failed=1)
    return counts


def failures(test):
    """The names to print of one CTest test that failed."""
    name = test.get("name")
    cases = [case for case in TAP.finditer(test.findtext("system-out") or "") if case[1]]
    return [f"{name}: {case[2]}" for case in cases] or [name]


def durations(test):
    """(milliseconds, name) of the cases of one CTest test."""
    cases = TAP.finditer(test.findtext("system-out") or "")
    return [(int(case[3]), f"{test.get('name')}: {case[2]}") for case in cases if case[3]]


def main(paths):
    suites = collections.defaultdict(lambda: Counts(0, 0, 0))
    reasons = collections.Counter()
    failed, slow = [], []
    for path in paths:
        preset = os.path.basename(os.path.dirname(path))
        if not os.path.exists(path):
            suites[preset, "build"] = Counts(0, 1, 0)
            failed.append(f"{preset} build")
            continue
        for test in ElementTree.parse(path).iter("testcase"):
            suite = preset, re.match(r"\w+", test.get("name"))[0]
            counts = count(test, reasons)
            slow += [(milliseconds, preset, name) for milliseconds, name in durations(test)]
            suites[suite] = Counts(*map(sum, zip(suites[suite], counts)))
            if counts.failed:
                failed += [f"{preset} {name}" for name in failures(test)]

    total = Counts(*map(sum, zip(*suites.values(), Counts(0, 0, 0))))
    for (preset, suite), counts in suites.items():
        print(f"{preset:8} {suite:10} {counts.passed:5} passed {counts.failed:4} failed {counts.skipped:4} skipped")
    for milliseconds, preset, name in sorted(slow, reverse=True)[:SLOWEST]:
        print(f"{preset:8} {milliseconds / 1000:6.1f} s  {name}")
    for reason, number in sorted(reasons.items()):
        print(f"skipped {number}: {reason}")
    for name in failed:
        print(f"failed: {name}")
    line = f"{total.passed} passed, {total.failed} failed"
    print(f"{line}, {total.skipped} skipped" if total.skipped else line)
    return 1 if total.failed or not total.passed else 0


sys.exit(main(sys.argv[1:]))
