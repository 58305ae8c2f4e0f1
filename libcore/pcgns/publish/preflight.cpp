#include "pcgns/publish/preflight.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <system_error>

#include "pcgns/file/open_files.hpp"
#include "pcgns/io/scratch_file.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/publish/detail/part_file.hpp"

namespace pcgns::publish {

namespace {

/// Of the name itself, if it is a symbolic link.
std::optional<struct stat> facts_of(const std::string& path) {
  struct stat facts = {};
  if (::lstat(path.c_str(), &facts) != 0) return std::nullopt;
  return facts;
}

/// Every name that is written or removed on the way to `output`.
std::vector<std::string> names_for(const std::string& output) {
  return {output, part_path(output), journal_path(output), io::scratch_path(output)};
}

/// Compares files, not names: an output may be a link to what is read, or the other way round.
void require_unread(std::span<const std::string> outputs, const std::vector<std::string>& read) {
  std::map<file::FileIdentity, std::string> written;
  for (const auto& output : outputs) {
    for (auto& name : names_for(output)) {
      if (const auto identity = file::identity_of(name)) written.emplace(*identity, std::move(name));
    }
  }
  if (written.empty()) return;
  for (const auto& name : read) {
    const auto identity = file::identity_of(name);
    const auto found = identity ? written.find(*identity) : written.end();
    if (found == written.end()) continue;
    throw Error(ErrorKind::usage,
                at(found->second, "",
                   fmt::format("the output is one of the inputs ({}); choose another name", name)));
  }
}

/// Outputs must not replace each other, nor what is staged for another one.
void require_different(std::span<const std::string> outputs) {
  std::map<std::filesystem::path, std::filesystem::path> folders;
  std::set<std::filesystem::path> seen;
  for (const auto& output : outputs) {
    const auto folder = std::filesystem::absolute(output).parent_path();
    const auto [known, is_new] = folders.try_emplace(folder);
    std::error_code failure;
    if (is_new) known->second = std::filesystem::canonical(folder, failure);
    if (failure) throw system_error("cannot write the output", folder.string(), failure.value());
    for (const auto& name : names_for(output)) {
      if (seen.insert(known->second / std::filesystem::path(name).filename()).second) continue;
      throw Error(ErrorKind::usage, at(name, "", "two outputs have this name"));
    }
  }
}

void require_folder(const std::string& output) {
  const auto folder = std::filesystem::path(part_path(output)).parent_path().string();
  struct stat facts = {};
  if (::stat(folder.c_str(), &facts) != 0)
    throw system_error("cannot write to the output directory", folder, errno);
  if (!S_ISDIR(facts.st_mode)) throw system_error("cannot write to the output directory", folder, ENOTDIR);
  if (::access(folder.c_str(), W_OK | X_OK) != 0)
    throw system_error("cannot write to the output directory", folder, errno);
}

void require_free_name(const StageOptions& options, const std::string& output) {
  const auto facts = facts_of(output);
  if (!facts) return;
  // Replacing the link or its target would both be wrong for someone.
  if (S_ISLNK(facts->st_mode))
    throw Error(ErrorKind::usage,
                at(output, "", "the output is a symbolic link; give the name of the file it leads to"));
  if (S_ISDIR(facts->st_mode)) throw system_error("cannot write the output", output, EISDIR);
  if (!S_ISREG(facts->st_mode))
    throw Error(ErrorKind::usage, at(output, "", "the output is not a regular file"));
  const bool is_of_the_same_run = options.one_of_many && options.resume && was_published(output);
  if (!options.overwrite && !is_of_the_same_run) {
    throw Error(ErrorKind::usage, at(output, "", "already exists; --overwrite replaces it"));
  }
}

void require_no_part(const StageOptions& options, const std::string& output) {
  if (options.resume) return;
  if (facts_of(part_path(output))) throw part_exists(output);
}

}  // namespace

void require_possible(const StageOptions& options, std::span<const std::string> outputs,
                      const std::vector<std::string>& read) {
  for (const auto& output : outputs) require_folder(output);
  require_unread(outputs, read);
  for (const auto& output : outputs) {
    require_free_name(options, output);
    require_no_part(options, output);
  }
}

void preflight(par::Session& session, const StageOptions& options, std::span<const std::string> outputs,
               const std::vector<std::string>& read, std::int64_t bytes) {
  par::collectively(session.comm(), step_of(options, "examining"), [&] {
    std::vector<std::string> mine;
    for (auto i = static_cast<std::size_t>(session.rank()); i < outputs.size();
         i += static_cast<std::size_t>(session.size()))
      mine.push_back(outputs[i]);
    require_possible(options, mine, read);
    if (!session.is_root()) return;
    require_different(outputs);
    if (!options.resume && !outputs.empty())
      require_room(std::filesystem::absolute(outputs.front()).parent_path().string(), bytes);
  });
}

}  // namespace pcgns::publish
