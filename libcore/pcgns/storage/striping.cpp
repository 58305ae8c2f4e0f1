#include "pcgns/storage/striping.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <mpi.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <optional>
#include <vector>

#include "pcgns/base/bytes.hpp"
#include "pcgns/base/error.hpp"
#include "pcgns/base/file_descriptor.hpp"
#include "pcgns/storage/command.hpp"

namespace pcgns::storage {

namespace {

using Words = std::vector<std::string>;

constexpr int least_stripe = 64 * kibi;  // Lustre's unit
constexpr int most_stripes = 2000;

std::string one_line(std::string text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
  std::string line;
  for (const char c : text) {
    if (c != '\n' && c != '\t') {
      line += c;
    } else if (!line.ends_with(' ')) {
      line += ' ';
    }
  }
  return line;
}

[[noreturn]] void refuse(const std::string& path, const Words& words, const CommandResult& result) {
  throw Error(ErrorKind::io, at(path, "",
                                fmt::format("{} {} has failed ({}): {}", words[0], words[1], result.status,
                                            one_line(result.output))));
}

/// `size_option`: "-S", or "-s" for the lfs of old.
Words setstripe(const std::string& path, const Striping& striping, const std::string& size_option) {
  Words words = {"lfs", "setstripe"};
  if (striping.count != 0) words.insert(words.end(), {"-c", fmt::format("{}", striping.count)});
  if (striping.size > 0) words.insert(words.end(), {size_option, fmt::format("{}", striping.size)});
  if (!striping.pool.empty()) words.insert(words.end(), {"-p", striping.pool});
  words.push_back(path);
  return words;
}

bool is_too_old(const CommandResult& result) {
  return result.status != 0 && result.output.find("-- 'S'") != std::string::npos;
}

/// Nothing if there is no lfs.
std::optional<Striped> make_on_lustre(const std::string& path, const Striping& striping) {
  auto words = setstripe(path, striping, "-S");
  auto result = run_command(words);
  if (result && is_too_old(*result)) {
    words = setstripe(path, striping, "-s");
    result = run_command(words);
  }
  if (!result) return std::nullopt;
  if (result->status != 0) refuse(path, words, *result);
  const auto told = run_command({"lfs", "getstripe", path});
  return Striped{Striped::Way::tool, told ? one_line(told->output) : ""};
}

/// BeeGFS spreads new files as it is told for their folder: the file is made in one of its own, and moved.
class PatternFolder {
 public:
  explicit PatternFolder(const std::string& path) : path_(path + "-folder") {
    if (::mkdir(path_.c_str(), 0700) != 0) throw system_error("cannot make the folder", path_, errno);
  }
  ~PatternFolder() { ::rmdir(path_.c_str()); }
  PatternFolder(const PatternFolder&) = delete;
  PatternFolder& operator=(const PatternFolder&) = delete;
  PatternFolder(PatternFolder&&) = delete;
  PatternFolder& operator=(PatternFolder&&) = delete;

  [[nodiscard]] const std::string& path() const { return path_; }

  void make_file(const std::string& path) const {
    const auto inside = path_ + "/part";
    FileDescriptor(inside, O_RDWR | O_CREAT | O_EXCL).close();
    if (::rename(inside.c_str(), path.c_str()) == 0) return;
    const int failure = errno;
    ::unlink(inside.c_str());
    throw system_error("cannot make the output", path, failure);
  }

 private:
  std::string path_;
};

/// Of BeeGFS 7, and of BeeGFS 8.
Words set_pattern(const Striping& striping, const std::string& folder, bool is_new) {
  Words words = is_new ? Words{"beegfs", "entry", "set"} : Words{"beegfs-ctl", "--setpattern"};
  if (striping.count > 0)
    words.push_back(fmt::format("--{}={}", is_new ? "num-targets" : "numtargets", striping.count));
  if (striping.size > 0)
    words.push_back(fmt::format("--{}={}", is_new ? "chunk-size" : "chunksize", striping.size));
  if (!striping.pool.empty())
    words.push_back(fmt::format("--{}={}", is_new ? "pool" : "storagepoolid", striping.pool));
  words.push_back(folder);
  return words;
}

Words tell_pattern(const std::string& path, bool is_new) {
  if (is_new) return {"beegfs", "entry", "info", path};
  return {"beegfs-ctl", "--getentryinfo", path};
}

std::optional<Striped> make_on_beegfs(const std::string& path, const Striping& striping) {
  const PatternFolder folder(path);
  for (const bool is_new : {false, true}) {
    const auto words = set_pattern(striping, folder.path(), is_new);
    const auto result = run_command(words);
    if (!result) continue;
    if (result->status != 0) refuse(path, words, *result);
    folder.make_file(path);
    const auto told = run_command(tell_pattern(path, is_new));
    return Striped{Striped::Way::tool, told ? one_line(told->output) : ""};
  }
  return std::nullopt;
}

/// As MPI-IO understands it.
Striped make_with_hints(const std::string& path, const Striping& striping) {
  MPI_Info info = MPI_INFO_NULL;
  MPI_Info_create(&info);
  if (striping.count != 0) MPI_Info_set(info, "striping_factor", fmt::format("{}", striping.count).c_str());
  if (striping.size > 0) MPI_Info_set(info, "striping_unit", fmt::format("{}", striping.size).c_str());
  MPI_File file = MPI_FILE_NULL;
  const int code = MPI_File_open(MPI_COMM_SELF, path.c_str(), MPI_MODE_CREATE | MPI_MODE_EXCL | MPI_MODE_RDWR,
                                 info, &file);
  MPI_Info_free(&info);
  if (code != MPI_SUCCESS) throw Error(ErrorKind::io, at(path, "", "cannot make the output through MPI-IO"));
  MPI_File_close(&file);
  return {Striped::Way::hints, {}};
}

}  // namespace

Striped make_striped(const std::string& path, const std::string& kind, const Striping& striping) {
  std::optional<Striped> made;
  if (kind == "lustre") {
    made = make_on_lustre(path, striping);
  } else if (kind == "beegfs") {
    made = make_on_beegfs(path, striping);
  } else {
    return {};
  }
  return made ? *made : make_with_hints(path, striping);
}

Striping striping_for(std::int64_t bytes, int ranks) {
  const auto most = std::min<std::int64_t>(4LL * ranks, most_stripes);
  const auto wanted = std::clamp<std::int64_t>(divide_up(bytes, gibi), 1, most);
  Striping striping{.count = 1};
  while (striping.count < wanted) striping.count *= 2;
  striping.size = bytes <= gibi ? mebi : bytes <= 64 * gibi ? 4 * mebi : 16 * mebi;
  static_assert(mebi % least_stripe == 0);
  return striping;
}

}  // namespace pcgns::storage
