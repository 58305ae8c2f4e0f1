#include "pcgns/publish/wisdom.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <vector>

#include "pcgns/base/bytes.hpp"
#include "pcgns/base/error.hpp"
#include "pcgns/base/file_descriptor.hpp"
#include "pcgns/base/words.hpp"
#include "pcgns/par/info.hpp"
#include "pcgns/publish/file_system.hpp"

namespace pcgns::publish {

namespace {

constexpr std::string_view no_wisdom = "none";
constexpr auto below_config = "pcgns/wisdom.json";
/// Some thousand entries; JSON takes 80 times as much memory.
constexpr std::int64_t most_bytes = mebi;

std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

std::string host_name() {
  std::array<char, 256> name = {};
  static_cast<void>(::gethostname(name.data(), name.size() - 1));
  return name.data();
}

/// By the XDG Base Directory Specification; PCGNS_WISDOM replaces all places.
std::vector<std::string> usual_files() {
  const auto named = variable("PCGNS_WISDOM");
  if (named == no_wisdom) return {};
  if (!named.empty()) return {named};
  std::vector<std::string> files = {users_wisdom()};
  auto folders = variable("XDG_CONFIG_DIRS");
  if (folders.empty()) folders = "/etc";
  for (std::size_t begin = 0; begin < folders.size();) {
    const auto end = std::min(folders.find(':', begin), folders.size());
    if (end > begin) files.push_back(folders.substr(begin, end - begin) + "/" + below_config);
    begin = end + 1;
  }
  return files;
}

/// The entry of `file` for `place`. Throws Error if it is foreign. A machine has several file systems, and
/// one that nobody has tuned is a reason to complain only if the file is named.
FoundWisdom found_in(const std::string& file, const plan::WisdomPlace& place, bool layout, bool is_named) {
  const auto wisdom = read_wisdom(file);
  const auto* const entry = plan::entry_for(wisdom, place);
  if (entry == nullptr) {
    if (!is_named && plan::knows_host(wisdom, place)) return {};
    const auto why = plan::why_foreign(wisdom, place);
    if (!why.empty()) throw input_error(file, "", why);
    return {};
  }
  FoundWisdom found{.file = file, .settings = entry->settings};
  if (!layout) std::erase_if(found.settings, [](const auto& one) { return plan::is_layout(one.first); });
  return found;
}

}  // namespace

std::string users_wisdom() {
  if (const auto named = variable("PCGNS_WISDOM"); !named.empty() && named != no_wisdom) return named;
  auto folder = variable("XDG_CONFIG_HOME");
  if (folder.empty() && !variable("HOME").empty()) folder = variable("HOME") + "/.config";
  return folder.empty() ? "" : folder + "/" + below_config;
}

std::string kept_wisdom() { return variable("PCGNS_WISDOM") == no_wisdom ? "" : users_wisdom(); }

plan::Wisdom read_wisdom(const std::string& file) {
  const FileDescriptor opened(file, O_RDONLY | O_NONBLOCK);  // a pipe would wait for its writer
  struct stat facts = {};
  if (::fstat(opened.get(), &facts) != 0) throw system_error("cannot read", file, errno);
  if (!S_ISREG(facts.st_mode) || facts.st_size > most_bytes)
    throw input_error(file, "", "is not a file of pcgns-bench tune");
  std::string text(static_cast<std::size_t>(facts.st_size), '\0');
  opened.read_at(0, std::as_writable_bytes(std::span(text)));
  return plan::parse_wisdom(text, file);
}

plan::WisdomPlace wisdom_place(plan::WisdomUse use, const std::string& folder, int ranks) {
  return {.use = use,
          .file_system = file_system(folder.empty() ? "." : folder).kind,
          .host = host_name(),
          .mpi = plan::mpi_name(par::mpi_library()),
          .ranks = ranks};
}

FoundWisdom find_wisdom(const WisdomRequest& request, const std::string& folder, int ranks) {
  if (request.file == no_wisdom) return {};
  if (!request.file.empty()) {
    auto named = found_in(request.file, wisdom_place(request.use, folder, ranks), request.layout, true);
    if (named.file.empty())
      named.warning = input_error(request.file, "",
                                  fmt::format("has nothing for {} on {}: this wisdom is not used",
                                              plan::name_of(request.use), plural(ranks, "rank")))
                          .what();
    return named;
  }
  FoundWisdom found;
  for (const auto& file : usual_files()) {
    std::error_code failure;
    const bool is_named = file == variable("PCGNS_WISDOM");
    if (file.empty() || (!is_named && !std::filesystem::exists(file, failure))) continue;
    try {
      auto one = found_in(file, wisdom_place(request.use, folder, ranks), request.layout, is_named);
      if (one.file.empty()) continue;
      one.warning = found.warning;
      return one;
    } catch (const Error& error) {
      if (found.warning.empty()) found.warning = std::string(error.what()) + ": this wisdom is not used";
    }
  }
  return found;
}

}  // namespace pcgns::publish
