"""tool.py: runs pcgns-merge, alone or on ranks.

The environment is that of bats.bash: PCGNS_BIN_DIR, and PCGNS_MPIEXEC for the launcher with its options.
"""

import os
import signal
import subprocess

PROGRAMS = os.environ.get("PCGNS_BIN_DIR", "build/openmpi/bin")
MERGE = os.path.join(PROGRAMS, "pcgns-merge")
SECONDS = int(os.environ.get("PCGNS_TIMEOUT", "30"))


class Result:
    """Exit code (124: it took too long), and what it said on stderr."""

    def __init__(self, code, said):
        self.code = code
        self.said = said

    def why(self):
        """The error message in short."""
        lines = [line for line in self.said.splitlines() if ": error: " in line] or self.said.splitlines()[-1:]
        return f"exit code {self.code}: {lines[0] if lines else 'no message'}"


def merge(inputs, output, ranks=0, options=()):
    """Merges files; 0 ranks: without the launcher."""
    launcher = os.environ.get("PCGNS_MPIEXEC", "mpiexec.openmpi").split() + ["-n", str(ranks)] if ranks else []
    command = [*launcher, MERGE, "-q", "-o", output, *options, *inputs]
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
            start_new_session=True) as process:
        try:
            said = process.communicate(timeout=SECONDS)[1]
            return Result(process.returncode, said.decode("utf-8", "replace"))
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            return Result(124, f"still running after {SECONDS} s")


def errors(files):
    """What pcgns-verify check says about a mesh that is not valid; nothing about a valid one."""
    command = [os.path.join(PROGRAMS, "pcgns-verify"), "check", "--fail-on", "error", *files]
    result = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=SECONDS, check=False)
    return result.stdout.decode("utf-8", "replace") if result.returncode else ""
