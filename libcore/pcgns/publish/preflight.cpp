#include "pcgns/publish/preflight.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <optional>

#include "pcgns/par/collective.hpp"
#include "pcgns/publish/detail/part_file.hpp"

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

void require_free_name(const StageOptions& options, const std::vector<std::string>& inputs) {
  const auto facts = facts_of(options.output);
  if (!facts && std::filesystem::is_symlink(options.output)) {
    throw Error(ErrorKind::usage, at(options.output, "", "is a dangling symbolic link"));
  }
  if (!facts) return;
  if (S_ISDIR(facts->st_mode)) throw system_error("cannot write the output", options.output, EISDIR);
  if (!S_ISREG(facts->st_mode))
    throw Error(ErrorKind::usage, at(options.output, "", "the output is not a regular file"));
  for (const auto& input : inputs) {
    const auto other = facts_of(input);
    if (other && is_same_file(*facts, *other)) {
      throw Error(ErrorKind::usage, at(options.output, "", "the output is one of the inputs"));
    }
  }
  const bool is_of_the_same_run = options.one_of_many && options.resume && was_published(options.output);
  if (!options.overwrite && !is_of_the_same_run) {
    throw Error(ErrorKind::usage, at(options.output, "", "already exists; --overwrite replaces it"));
  }
}

void require_no_part(const StageOptions& options) {
  if (options.resume) return;
  const auto part = part_path(options.output);
  if (facts_of(part)) throw part_exists(part);
}

void require_possible(const StageOptions& options, const std::vector<std::string>& inputs) {
  require_folder(options.output);
  require_free_name(options, inputs);
  require_no_part(options);
}

}  // namespace

void preflight(par::Session& session, const StageOptions& options, std::span<const std::string> outputs,
               const std::vector<std::string>& inputs, std::int64_t bytes) {
  par::collectively(session.comm(), step_of(options, "examining"), [&] {
    auto one = options;
    for (auto i = static_cast<std::size_t>(session.rank()); i < outputs.size();
         i += static_cast<std::size_t>(session.size())) {
      one.output = outputs[i];
      require_possible(one, inputs);
    }
    if (session.is_root() && !options.resume && !outputs.empty())
      require_room(std::filesystem::absolute(outputs.front()).parent_path().string(), bytes);
  });
}

void preflight(par::Session& session, const StageOptions& options, std::span<const std::string> outputs,
               const cgns::InputSet& inputs, std::int64_t bytes) {
  std::vector<std::string> paths;
  for (const auto& file : inputs.files) paths.push_back(file.path);
  preflight(session, options, outputs, paths, bytes);
}

}  // namespace pcgns::publish
