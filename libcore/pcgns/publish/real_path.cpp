#include "pcgns/publish/real_path.hpp"

#include <filesystem>
#include <system_error>

#include "pcgns/par/collective.hpp"

namespace pcgns::publish {

std::string real_path(const std::string& name) {
  const auto absolute = std::filesystem::absolute(name);
  std::error_code failure;
  const auto folder = std::filesystem::canonical(absolute.parent_path(), failure);
  // Opening or creating the file reports what is wrong with its folder.
  return (failure ? absolute : folder / absolute.filename()).string();
}

std::string real_path(par::Session& session, const std::string& output) {
  std::string path;
  par::on_root(session.comm(), "examining the output", [&] { path = real_path(output); });
  par::broadcast(session.comm(), path);
  return path;
}

}  // namespace pcgns::publish
