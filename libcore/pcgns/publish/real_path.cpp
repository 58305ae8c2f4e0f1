#include "pcgns/publish/real_path.hpp"

#include <filesystem>
#include <system_error>

#include "pcgns/par/collective.hpp"

namespace pcgns::publish {

std::string real_path(par::Session& session, const std::string& output) {
  std::string path;
  par::on_root(session.comm(), "examining the output", [&] {
    const auto absolute = std::filesystem::absolute(output);
    std::error_code failure;
    const auto folder = std::filesystem::canonical(absolute.parent_path(), failure);
    // Whoever creates the output says what is wrong with its folder.
    path = (failure ? absolute : folder / absolute.filename()).string();
  });
  par::broadcast(session.comm(), path);
  return path;
}

}  // namespace pcgns::publish
