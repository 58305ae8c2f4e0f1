#include "pcgns/par/info.hpp"

#include <algorithm>
#include <array>

namespace pcgns::par {

std::string mpi_library() {
  std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> text = {};
  int length = 0;
  MPI_Get_library_version(text.data(), &length);
  return text.data();
}

MPI_Info info_of(std::string_view hints) {
  MPI_Info info = MPI_INFO_NULL;
  MPI_Info_create(&info);
  while (!hints.empty()) {
    const auto one = hints.substr(0, hints.find(';'));
    hints.remove_prefix(std::min(hints.size(), one.size() + 1));
    const auto equals = one.find('=');
    if (equals == std::string_view::npos) continue;
    MPI_Info_set(info, std::string(one.substr(0, equals)).c_str(),
                 std::string(one.substr(equals + 1)).c_str());
  }
  return info;
}

}  // namespace pcgns::par
