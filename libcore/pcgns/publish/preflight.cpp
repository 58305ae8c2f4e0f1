#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <optional>

#include "pcgns/par/collective.hpp"
#include "pcgns/publish/staged_file.hpp"

namespace pcgns::publish {

namespace {

std::optional<struct stat> facts_of(const std::string& path) {
  struct stat facts = {};
  if (::stat(path.c_str(), &facts) != 0) return std::nullopt;
  return facts;
}

bool is_same_file(const struct stat& a, const struct stat& b) {
  return a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

void require_folder(const std::string& output) {
  const auto folder = std::filesystem::path(part_path(output)).parent_path().string();
  const auto facts = facts_of(folder);
  if (!facts) throw system_error("cannot write the output", folder, errno);
  if (!S_ISDIR(facts->st_mode)) throw system_error("cannot write the output", folder, ENOTDIR);
  if (::access(folder.c_str(), W_OK | X_OK) != 0)
    throw system_error("cannot write the output", folder, errno);
}

void require_free_name(const StageOptions& options, const std::vector<std::string>& inputs,
                       bool is_one_of_many) {
  const auto facts = facts_of(options.output);
  if (!facts && std::filesystem::is_symlink(options.output)) {
    throw Error(ErrorKind::usage, at(options.output, "", "is a symbolic link that leads nowhere"));
  }
  if (!facts) return;
  if (S_ISDIR(facts->st_mode)) throw system_error("cannot write the output", options.output, EISDIR);
  if (!S_ISREG(facts->st_mode))
    throw Error(ErrorKind::usage, at(options.output, "", "the output is no regular file"));
  for (const auto& input : inputs) {
    const auto other = facts_of(input);
    if (other && is_same_file(*facts, *other)) {
      throw Error(ErrorKind::usage, at(options.output, "", "the output is one of the inputs"));
    }
  }
  const bool is_of_the_same_run = is_one_of_many && options.resume && was_published(options.output);
  if (!options.overwrite && !is_of_the_same_run) {
    throw Error(ErrorKind::usage, at(options.output, "", "exists already; --overwrite replaces it"));
  }
}

void require_no_part(const StageOptions& options) {
  if (options.resume) return;
  const auto part = part_path(options.output);
  if (facts_of(part)) throw part_exists(part);
}

}  // namespace

Error part_exists(const std::string& part) {
  return {ErrorKind::io,
          at(part, "",
             "another run is writing this output, or one was interrupted; --resume continues it, "
             "or remove the file to start anew")};
}

std::string part_path(const std::string& output) {
  const auto path = std::filesystem::absolute(output);
  return (path.parent_path() / fmt::format(".{}.pcgns-part", path.filename().string())).string();
}

std::string journal_path(const std::string& output) {
  const auto path = std::filesystem::absolute(output);
  return (path.parent_path() / fmt::format(".{}.pcgns-journal", path.filename().string())).string();
}

void require_possible(const StageOptions& options, const std::vector<std::string>& inputs,
                      bool is_one_of_many) {
  require_folder(options.output);
  require_free_name(options, inputs, is_one_of_many);
  require_no_part(options);
}

void preflight(par::Session& session, const StageOptions& options, const std::vector<std::string>& inputs) {
  par::on_root(session.comm(), "looking at the output",
               [&] { require_possible(options, inputs, options.one_of_many); });
}

}  // namespace pcgns::publish
