# What most sources include, parsed once for a target. Only headers of others: sources name all that they need, and
# a change of a header of ours rebuilds only what includes it.
function(pcgns_precompile target)
  target_precompile_headers(${target} PRIVATE
    <algorithm> <array> <bit> <cerrno> <charconv> <chrono> <cmath> <cstddef> <cstdint> <cstdio> <cstdlib> <cstring>
    <filesystem> <fstream> <functional> <iterator> <limits> <map> <memory> <numeric> <optional> <set> <span> <string>
    <string_view> <tuple> <unordered_map> <utility> <vector> <fmt/format.h> ${ARGN})
endfunction()
