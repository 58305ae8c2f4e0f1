#include "pcgns/publish/stage_options.hpp"

#include <fmt/format.h>

#include <filesystem>

namespace pcgns::publish {

namespace {

std::string beside(const std::string& output, std::string_view suffix) {
  const auto path = std::filesystem::absolute(output);
  return (path.parent_path() / fmt::format(".{}.{}", path.filename().string(), suffix)).string();
}

}  // namespace

std::string part_path(const std::string& output) { return beside(output, "pcgns-part"); }
std::string replaced_path(const std::string& output) { return beside(output, "pcgns-replaced"); }
std::string journal_path(const std::string& output) { return beside(output, "pcgns-journal"); }

std::string step_of(const StageOptions& options, std::string_view doing) {
  return fmt::format("{} the {}", doing, options.one_of_many ? "outputs" : "output");
}

}  // namespace pcgns::publish
