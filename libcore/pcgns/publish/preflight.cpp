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
#include "pcgns/publish/detail/completion.hpp"
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

/// A file that has a name of `names_for`.
struct Existing {
  file::FileIdentity identity;
  std::int64_t output = 0;
  std::int64_t name = 0;  ///< In `names_for`.
};

void add_existing(std::span<const std::string> outputs, std::size_t index, std::vector<Existing>& existing) {
  const auto names = names_for(outputs[index]);
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (const auto identity = file::identity_of(names[i]))
      existing.push_back({*identity, static_cast<std::int64_t>(index), static_cast<std::int64_t>(i)});
  }
}

/// Compares files, not names: an output may be a link to what is read, or the other way round.
class ReplacedFiles {
 public:
  ReplacedFiles(std::span<const std::string> outputs, const std::vector<Existing>& existing) {
    for (const auto& file : existing) {
      auto names = names_for(outputs[static_cast<std::size_t>(file.output)]);
      names_.emplace(file.identity, std::move(names[static_cast<std::size_t>(file.name)]));
    }
  }
  /// Throws Error{usage} if one of them is the file `read`.
  void require_without(const std::string& read) const {
    if (names_.empty()) return;
    const auto identity = file::identity_of(read);
    const auto found = identity ? names_.find(*identity) : names_.end();
    if (found == names_.end()) return;
    throw usage_error(found->second,
                      fmt::format("the output is one of the inputs ({}); choose another name", read));
  }

 private:
  std::map<file::FileIdentity, std::string> names_;
};

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
      throw usage_error(name, "two outputs have this name");
    }
  }
}

void require_folder(const std::string& output) {
  const auto folder = std::filesystem::path(part_path(output)).parent_path().string();
  struct stat facts = {};
  if (::stat(folder.c_str(), &facts) != 0) {
    if (errno != ENOENT) throw system_error("cannot write to the output directory", folder, errno);
    const auto as_named = std::filesystem::path(output).parent_path().string();
    const std::string why = "there is no such directory for the output";
    throw Error(ErrorKind::io, at(as_named, "", why), {.file = as_named, .why = why});
  }
  if (!S_ISDIR(facts.st_mode)) throw system_error("cannot write to the output directory", folder, ENOTDIR);
  if (::access(folder.c_str(), W_OK | X_OK) != 0)
    throw system_error("cannot write to the output directory", folder, errno);
}

/// Of the names that are written on the way to an output, the longest is not its own.
void require_short_name(const std::string& output) {
  const std::filesystem::path longest = journal_path(output);
  const auto most = ::pathconf(longest.parent_path().c_str(), _PC_NAME_MAX);
  const auto beyond = std::ssize(longest.filename().native()) - most;
  if (most < 0 || beyond <= 0) return;
  const auto found = std::ssize(std::filesystem::path(output).filename().native());
  throw usage_error(output,
                    fmt::format("the name has {} bytes, expected at most {}: the file system allows {}, and "
                                "the journal has a longer name",
                                found, found - beyond, most));
}

void require_free_name(const StageOptions& options, const std::string& output) {
  const auto facts = facts_of(output);
  if (!facts) return;
  // Replacing the link or its target would both be wrong for someone.
  if (S_ISLNK(facts->st_mode))
    throw usage_error(output, "the output is a symbolic link; give the name of the file it leads to");
  if (S_ISDIR(facts->st_mode)) throw system_error("cannot write the output", output, EISDIR);
  if (!S_ISREG(facts->st_mode)) throw usage_error(output, "the output is not a regular file");
  const bool is_left = options.resume && was_published(output);
  const bool is_of_the_same_run = is_left && accepts_published(options);
  const auto part = facts_of(part_path(output));
  const bool is_of_another_run = part && part->st_ino != facts->st_ino;
  const bool may_be_complete = options.resume && !is_of_another_run && is_marked_complete(output);
  if (options.overwrite || is_of_the_same_run || may_be_complete) return;
  const bool has_nothing_to_resume = options.resume && !part && !is_left;
  throw usage_error(output, has_nothing_to_resume
                                ? "already exists, and there is nothing to resume (no journal): an earlier "
                                  "run may have completed it; remove it or use --overwrite to make it anew"
                                : "already exists; --overwrite replaces it");
}

void require_no_part(const StageOptions& options, const std::string& output) {
  if (options.resume) return;
  if (facts_of(part_path(output))) throw part_exists(output);
}

void require_free(const StageOptions& options, const std::string& output) {
  require_free_name(options, output);
  require_no_part(options, output);
}

/// Nothing may replace one of these.
std::vector<std::string> kept(const StageOptions& options, std::vector<std::string> read) {
  read.insert(read.end(), options.wisdom_files.begin(), options.wisdom_files.end());
  return read;
}

}  // namespace

void require_possible(const StageOptions& options, std::span<const std::string> outputs,
                      const std::vector<std::string>& read) {
  for (const auto& output : outputs) {
    require_folder(output);
    require_short_name(output);
  }
  std::vector<Existing> existing;
  for (std::size_t i = 0; i < outputs.size(); ++i) add_existing(outputs, i, existing);
  const ReplacedFiles replaced(outputs, existing);
  for (const auto& name : kept(options, read)) replaced.require_without(name);
  for (const auto& output : outputs) require_free(options, output);
}

void preflight(par::Session& session, const StageOptions& options, std::span<const std::string> outputs,
               const std::vector<std::string>& read, std::int64_t bytes) {
  const auto step = step_of(options, "examining");
  const auto each_of_mine = [&](std::size_t count, const auto& use) {
    for (auto i = static_cast<std::size_t>(session.rank()); i < count;
         i += static_cast<std::size_t>(session.size()))
      use(i);
  };
  std::vector<Existing> mine;
  par::collectively(session.comm(), step, [&] {
    each_of_mine(outputs.size(), [&](std::size_t i) {
      require_folder(outputs[i]);
      require_short_name(outputs[i]);
      add_existing(outputs, i, mine);
    });
  });
  const ReplacedFiles replaced(outputs, par::gather_joined(session.comm(), mine));
  par::collectively(session.comm(), step, [&] {
    const auto names = kept(options, read);
    each_of_mine(names.size(), [&](std::size_t i) { replaced.require_without(names[i]); });
  });
  par::collectively(session.comm(), step, [&] {
    each_of_mine(outputs.size(), [&](std::size_t i) { require_free(options, outputs[i]); });
    if (!session.is_root()) return;
    require_different(outputs);
    if (!options.resume && !outputs.empty())
      require_room(std::filesystem::absolute(outputs.front()).parent_path().string(), bytes);
  });
}

}  // namespace pcgns::publish
