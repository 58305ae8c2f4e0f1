"""throttled.py FOLDER MOUNT_POINT: shows FOLDER as a file system on a slow device: one head, which seeks.

A request costs its bytes at a bandwidth, and a seek if it is not where the last one ended; one is served at a time.
Nothing is cached. Runs until it is unmounted (fusermount -u). Needs python3-fusepy and the right to mount.
"""

import argparse
import os
import threading
import time

import fusepy


class Device:
    """The time of one head over the bytes of all files."""

    def __init__(self, megabytes_per_second, seek_milliseconds):
        self.bytes_per_second = 1e6 * megabytes_per_second
        self.seek = 1e-3 * seek_milliseconds
        self.lock = threading.Lock()
        self.free_at, self.position = 0.0, None

    def wait(self, path, begin, count):
        """Short waits are not slept but owed: the kernel sleeps at least some 60 us."""
        with self.lock:
            cost = count / self.bytes_per_second + (self.seek if (path, begin) != self.position else 0)
            self.free_at = max(self.free_at, time.monotonic() - 1e-3) + cost
            self.position = path, begin + count
            time.sleep(max(0.0, self.free_at - time.monotonic()))


class Throttled(fusepy.Operations):
    """Passes everything on to a folder; reads and writes wait for the device."""

    def __init__(self, folder, device):
        self.folder, self.device = folder, device

    def place(self, path):
        return os.path.join(self.folder, path.lstrip("/"))

    def getattr(self, path, fh=None):
        found = os.fstat(fh) if fh is not None else os.lstat(self.place(path))
        return {name: getattr(found, name) for name in dir(found) if name.startswith("st_") and name != "st_ino"}

    def statfs(self, path):
        found = os.statvfs(self.place(path))
        return {name: getattr(found, name) for name in dir(found) if name.startswith("f_") and name != "f_fsid"}

    def readdir(self, path, fh):
        return [".", "..", *os.listdir(self.place(path))]

    def mkdir(self, path, mode):
        os.mkdir(self.place(path), mode)

    def rmdir(self, path):
        os.rmdir(self.place(path))

    def unlink(self, path):
        os.unlink(self.place(path))

    def rename(self, old, new):
        os.rename(self.place(old), self.place(new))

    def link(self, target, source):
        os.link(self.place(source), self.place(target))

    def chmod(self, path, mode):
        os.chmod(self.place(path), mode)

    def chown(self, path, uid, gid):
        os.lchown(self.place(path), uid, gid)

    def utimens(self, path, times=None):
        os.utime(self.place(path), times)

    def open(self, path, flags):
        return os.open(self.place(path), flags & ~os.O_APPEND)

    def create(self, path, mode, fi=None):
        return os.open(self.place(path), os.O_RDWR | os.O_CREAT | os.O_EXCL, mode)

    def truncate(self, path, length, fh=None):
        os.truncate(fh if fh is not None else self.place(path), length)

    def read(self, path, size, offset, fh):
        data = os.pread(fh, size, offset)
        self.device.wait(path, offset, len(data))
        return data

    def write(self, path, data, offset, fh):
        self.device.wait(path, offset, len(data))
        return os.pwrite(fh, data, offset)

    def release(self, path, fh):
        os.close(fh)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder")
    parser.add_argument("mount_point")
    parser.add_argument("--bandwidth", type=float, default=800, help="megabytes per second (%(default)s)")
    parser.add_argument("--seek", type=float, default=1, help="milliseconds (%(default)s)")
    options = parser.parse_args()
    fusepy.FUSE(Throttled(os.path.abspath(options.folder), Device(options.bandwidth, options.seek)), options.mount_point,
              foreground=True, direct_io=True, big_writes=True, max_write=131072, default_permissions=True)


if __name__ == "__main__":
    main()
