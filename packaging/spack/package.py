# For the repository of Spack, put the header of its licence on top, and the checksum of the tarball below.
from spack_repo.builtin.build_systems.cmake import CMakePackage

from spack.package import *


class Pcgns(CMakePackage):
    """Parallel tools and library for the CGNS restart files of flow solvers: merge, repartition, verify, restripe."""

    homepage = "https://pcgns.example"
    url = "https://pcgns.example/releases/pcgns-0.1.0.tar.gz"

    license("BSD-3-Clause", checked_by="pcgns-maintainers")

    # Enter the checksum of the release's tarball.
    version("0.1.0", sha256="0000000000000000000000000000000000000000000000000000000000000000")

    variant("scotch", default=False, description="Partition graphs with PT-Scotch")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("cmake@3.22:", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("python@3.9:", type="build")

    depends_on("mpi@3:")
    depends_on("hdf5@1.10: +mpi")
    depends_on("zlib-api")
    depends_on("fmt@9:")
    depends_on("spdlog@1.10:")
    depends_on("cli11@2.1:")
    depends_on("nlohmann-json@3.11:")
    depends_on("xxhash@0.8:")
    depends_on("scotch@7: +mpi", when="+scotch")

    conflicts("%gcc@:11", msg="pcgns needs C++20 as GCC 12 has it")
    conflicts("%clang@:13", msg="pcgns needs C++20 as Clang 14 has it")

    generator("ninja")

    def cmake_args(self):
        return [
            self.define("PCGNS_BUILD_TESTS", False),
            self.define("PCGNS_PTSCOTCH", "ON" if self.spec.satisfies("+scotch") else "OFF"),
            self.define("MPI_C_COMPILER", self.spec["mpi"].mpicc),
        ]

    def test_version(self):
        """every program says which version it is"""
        for name in ("merge", "repartition", "verify", "restripe", "bench"):
            with test_part(self, f"test_version_{name}", purpose=f"version of pcgns-{name}"):
                program = which(join_path(self.prefix.bin, f"pcgns-{name}"), required=True)
                out = program("--version", output=str.split, error=str.split)
                check_outputs(str(self.spec.version), out)

    def test_write_and_read(self):
        """two ranks write one file through the queue, read it, and compare every value"""
        launcher = which(join_path(self.spec["mpi"].prefix.bin, "mpiexec"), required=True)
        bench = join_path(self.prefix.bin, "pcgns-bench")
        problem = ["--extents", "16x16x16", "--grid", "1x1x2", "--engines", "queue", "--repetitions", "1"]
        out = launcher("-n", "2", bench, "run", "blocks", *problem, output=str.split, error=str.split)
        check_outputs([r"write +queue", r"read +queue"], out)
