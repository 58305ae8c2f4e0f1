"""peak_memory.py: runs a command and adds a line with the most memory it had resident, in bytes, to a report.

Stands between a launcher and a program, once for each rank: mpiexec -n 2 peak_memory.py REPORT PROGRAM ...
"""

import os
import sys


def main():
    report, *command = sys.argv[1:]
    child = os.posix_spawnp(command[0], command, os.environ)
    _, status, usage = os.wait4(child, 0)
    line = f"{usage.ru_maxrss * 1024}\n".encode()
    file = os.open(report, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
    os.write(file, line)
    os.close(file)
    return os.waitstatus_to_exitcode(status)


if __name__ == "__main__":
    sys.exit(main())
