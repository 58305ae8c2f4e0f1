# Programs, library, headers, package files for CMake and pkg-config, manual pages, completions, schemas.
set(PCGNS_BASH_COMPLETION_DIR ${CMAKE_INSTALL_DATADIR}/bash-completion/completions CACHE STRING "Where bash looks")
set(PCGNS_ZSH_COMPLETION_DIR ${CMAKE_INSTALL_DATADIR}/zsh/site-functions CACHE STRING "Where zsh looks")
set(PCGNS_FISH_COMPLETION_DIR ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d CACHE STRING "Where fish looks")
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/pcgns${PCGNS_LIBRARY_SUFFIX})

get_property(programs DIRECTORY tools PROPERTY BUILDSYSTEM_TARGETS)
list(FILTER programs INCLUDE REGEX "^pcgns-")
install(TARGETS ${programs})
# Two components: c, the shared library of the C interface; core, the archives of the C++ one.
install(TARGETS pcgns_c EXPORT pcgnsCTargets)
install(TARGETS pcgns_model pcgns_core EXPORT pcgnsCoreTargets)
# Public headers only: what lies in plan/, run/ or detail/ of a module is its own matter.
install(DIRECTORY libcore/pcgns DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING REGEX "\\.h(pp)?$"
        REGEX "/libcore/pcgns/[^/]+/([^/]+/)*(plan|run|detail)$" EXCLUDE)

# What the header of the other MPI library defines: pcgnsConfig.cmake refuses that.
include(CheckSymbolExists)
include(CMakePushCheckState)
cmake_push_check_state(RESET)
set(CMAKE_REQUIRED_LIBRARIES MPI::MPI_C)
check_symbol_exists(OPEN_MPI mpi.h PCGNS_MPI_IS_OPEN_MPI)
check_symbol_exists(MPICH_VERSION mpi.h PCGNS_MPI_IS_MPICH)
cmake_pop_check_state()
set(pcgns_mpi "")
set(pcgns_other_mpi "")
if(PCGNS_MPI_IS_OPEN_MPI)
  set(pcgns_mpi "Open MPI")
  set(pcgns_other_mpi MPICH_VERSION)
elseif(PCGNS_MPI_IS_MPICH)
  set(pcgns_mpi MPICH)
  set(pcgns_other_mpi OPEN_MPI)
endif()

include(CMakePackageConfigHelpers)
configure_package_config_file(cmake/pcgnsConfig.cmake.in pcgnsConfig.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(pcgnsConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(EXPORT pcgnsCTargets NAMESPACE pcgns:: DESTINATION ${package_dir})
install(EXPORT pcgnsCoreTargets NAMESPACE pcgns:: DESTINATION ${package_dir})
install(FILES ${PROJECT_BINARY_DIR}/pcgnsConfig.cmake ${PROJECT_BINARY_DIR}/pcgnsConfigVersion.cmake cmake/pcgnsDebianHDF5.cmake DESTINATION ${package_dir})

foreach(kind IN ITEMS HDF5 MPI_C)
  list(TRANSFORM ${kind}_INCLUDE_DIRS PREPEND -I OUTPUT_VARIABLE ${kind}_flags)
  list(JOIN ${kind}_flags " " ${kind}_flags)
  list(JOIN ${kind}_LIBRARIES " " ${kind}_libraries)
endforeach()
set(scotch_libraries "")
if(PCGNS_HAS_PTSCOTCH)
  set(scotch_libraries "${PTSCOTCH_LIBRARY} ${SCOTCH_LIBRARY} ")
endif()
set(sanitizer_flags)
if(PCGNS_SANITIZE)
  set(sanitizer_flags " -fsanitize=address,undefined")
endif()
foreach(package IN ITEMS pcgns pcgns-core)
  set(package_file ${PROJECT_BINARY_DIR}/${package}${PCGNS_LIBRARY_SUFFIX}.pc)
  configure_file(cmake/${package}.pc.in ${package_file} @ONLY)
  install(FILES ${package_file} DESTINATION ${pkgconfig_dir})
endforeach()

foreach(section IN ITEMS 3 5 7)
  file(GLOB pages CONFIGURE_DEPENDS man/*.${section})
  install(FILES ${pages} DESTINATION ${CMAKE_INSTALL_MANDIR}/man${section})
endforeach()

# The programs say which options they have: that makes their completions and manual pages.
find_package(Python3 3.9 REQUIRED COMPONENTS Interpreter)
set(share ${PROJECT_BINARY_DIR}/share)
set(executables)
set(documents)
foreach(program IN LISTS programs)
  list(APPEND executables $<TARGET_FILE:${program}>)
  list(APPEND documents ${share}/bash/${program} ${share}/zsh/_${program} ${share}/fish/${program}.fish ${share}/man1/${program}.1)
  install(FILES ${share}/bash/${program} DESTINATION ${PCGNS_BASH_COMPLETION_DIR})
  install(FILES ${share}/zsh/_${program} DESTINATION ${PCGNS_ZSH_COMPLETION_DIR})
  install(FILES ${share}/fish/${program}.fish DESTINATION ${PCGNS_FISH_COMPLETION_DIR})
  install(FILES ${share}/man1/${program}.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
endforeach()
file(GLOB templates CONFIGURE_DEPENDS completions/* man/*.in)
add_custom_command(OUTPUT ${documents}
  # MPI libraries leak.
  COMMAND ${CMAKE_COMMAND} -E env ASAN_OPTIONS=detect_leaks=0
          $<TARGET_FILE:Python3::Interpreter> ${PROJECT_SOURCE_DIR}/completions/generate.py ${share} ${executables}
  DEPENDS ${programs} ${templates} COMMENT "Making completions and manual pages" VERBATIM)
set(names_page ${share}/man3/pcgnslib-names.3)
add_custom_command(OUTPUT ${names_page}
  COMMAND $<TARGET_FILE:Python3::Interpreter> ${PROJECT_SOURCE_DIR}/man/pcgnslib_names.py
          ${PROJECT_SOURCE_DIR}/man/pcgnslib-names.tsv ${names_page}
  DEPENDS man/pcgnslib_names.py man/pcgnslib-names.tsv COMMENT "Making the table of names" VERBATIM)
install(FILES ${names_page} DESTINATION ${CMAKE_INSTALL_MANDIR}/man3)
add_custom_target(pcgns_documents ALL DEPENDS ${documents} ${names_page})

# What they print has a schema beside them; that of requests (pcgns.h) comes from the options, too.
set(requests)
foreach(job IN ITEMS merge repartition restripe verify-check verify-compare verify-digest verify-info)
  list(APPEND requests ${share}/schema/pcgns-${job}-request.schema.json)
endforeach()
add_custom_command(OUTPUT ${requests}
  COMMAND ${CMAKE_COMMAND} -E env ASAN_OPTIONS=detect_leaks=0
          $<TARGET_FILE:Python3::Interpreter> -B ${PROJECT_SOURCE_DIR}/tools/schema/requests.py ${share}/schema ${executables}
  DEPENDS ${programs} completions/generate.py tools/schema/requests.py COMMENT "Making the schemas of requests" VERBATIM)
add_custom_target(pcgns_schemas ALL DEPENDS ${requests})
install(FILES ${requests} DESTINATION ${CMAKE_INSTALL_DATADIR}/pcgns/schema)
file(GLOB schemas CONFIGURE_DEPENDS tools/schema/*.json)
install(FILES ${schemas} DESTINATION ${CMAKE_INSTALL_DATADIR}/pcgns/schema)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})

# The Python package, which loads the shared library of this prefix.
set(PCGNS_PYTHON_DIR lib/python3/dist-packages CACHE STRING "Where Python looks for packages")
install(DIRECTORY libcore/bindings/python/pcgns DESTINATION ${PCGNS_PYTHON_DIR}
        FILES_MATCHING PATTERN "*.py" PATTERN "py.typed" PATTERN "__pycache__" EXCLUDE)
if(PCGNS_HAS_BINDINGS)
  install(FILES ${PROJECT_BINARY_DIR}/python/pcgns/_capi.py DESTINATION ${PCGNS_PYTHON_DIR}/pcgns)
endif()
