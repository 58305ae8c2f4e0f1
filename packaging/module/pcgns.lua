-- Environment module (Lmod) of an installation in PREFIX: cmake --install build --prefix PREFIX, then set root below.
local version = "0.1.0"
local root = pathJoin("/opt/pcgns", version)

whatis("Name: pcgns")
whatis("Version: " .. version)
whatis("Description: parallel tools and library for the CGNS restart files of flow solvers")

-- The MPI library and the parallel HDF5 that pcgns was built with; give the names that they have at your site.
depends_on("openmpi")
depends_on("hdf5")

prepend_path("PATH", pathJoin(root, "bin"))
prepend_path("MANPATH", pathJoin(root, "share/man"))
for _, lib in ipairs({ "lib", "lib64" }) do
  if isDir(pathJoin(root, lib)) then
    prepend_path("LD_LIBRARY_PATH", pathJoin(root, lib))
    prepend_path("PKG_CONFIG_PATH", pathJoin(root, lib, "pkgconfig"))
  end
end
prepend_path("CMAKE_PREFIX_PATH", root)
prepend_path("XDG_DATA_DIRS", pathJoin(root, "share"))
