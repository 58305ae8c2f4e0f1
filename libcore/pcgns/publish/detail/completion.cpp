#include "pcgns/publish/detail/completion.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/xattr.h>

#include <array>
#include <string_view>

namespace pcgns::publish {

namespace {

constexpr auto attribute = "user.pcgns.complete";

/// What a modification changes.
std::string state_of(const struct stat& facts) {
  return fmt::format("{} {}.{:09}", facts.st_size, facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec);
}

std::string text_of(const Making& making, Check check) {
  return fmt::format("{} {} check {}", making.plan, making.inputs, static_cast<int>(check));
}

/// The run that made `output`, as `text_of`; empty if that is not known, or no longer true.
std::string run_that_made(const std::string& output) {
  std::array<char, 512> text;
  const auto size = ::getxattr(output.c_str(), attribute, text.data(), text.size());
  struct stat facts = {};
  if (size < 0 || ::stat(output.c_str(), &facts) != 0) return {};
  const std::string_view mark(text.data(), static_cast<std::size_t>(size));
  const auto state = state_of(facts) + " ";
  return std::string(mark.starts_with(state) ? mark.substr(state.size()) : "");
}

}  // namespace

void mark_complete(const FileDescriptor& file, const Making& making) {
  struct stat facts = {};
  if (::fstat(file.get(), &facts) != 0) return;
  const auto mark = state_of(facts) + " " + text_of(making, making.check);
  (void)::fsetxattr(file.get(), attribute, mark.data(), mark.size(), 0);
}

bool is_marked_complete(const std::string& output) { return !run_that_made(output).empty(); }

Completion completion_of(const std::string& output, const Making& making) {
  const auto run = run_that_made(output);
  if (run.empty()) return Completion::unknown;
  for (const auto made : {Check::none, Check::meta, Check::full}) {
    if (run == text_of(making, made))
      return made >= making.check ? Completion::of_this_run : Completion::with_less_check;
  }
  return Completion::of_another_run;
}

}  // namespace pcgns::publish
