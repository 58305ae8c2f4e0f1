#include "pcgns/publish/file_system.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <mpi.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <vector>

#include "pcgns/base/bytes.hpp"
#include "pcgns/base/error.hpp"
#include "pcgns/base/file_descriptor.hpp"
#include "pcgns/plan/wisdom.hpp"
#include "pcgns/publish/command.hpp"

namespace pcgns::publish {

namespace {

struct Magic {
  std::uint32_t number;
  std::string_view kind;
};

/// Magic numbers from statfs(2), and from headers of file systems that it does not list.
constexpr std::array<Magic, 11> magics = {{{0x0BD00BD0, "lustre"},
                                           {0x47504653, "gpfs"},
                                           {0x19830326, "beegfs"},
                                           {0x00006969, "nfs"},
                                           {0x01021994, "tmpfs"},
                                           {0x0000EF53, "ext4"},
                                           {0x58465342, "xfs"},
                                           {0x9123683E, "btrfs"},
                                           {0x2FC12FC1, "zfs"},
                                           {0x794C7630, "overlay"},
                                           {0xFF534D42, "cifs"}}};

std::string kind_of(std::uint32_t number) {
  for (const auto& magic : magics) {
    if (magic.number == number) return std::string(magic.kind);
  }
  return "other";
}

/// Common prefix of struct lov_user_md_v1 and _v3.
struct LovUserMd {
  std::uint32_t magic;
  std::uint32_t pattern;
  std::array<std::uint32_t, 4> object_id;
  std::uint32_t stripe_size;
  std::uint16_t stripe_count;
  std::uint16_t stripe_offset;
};
constexpr std::uint32_t lov_user_magic_v1 = 0x0BD10BD0;
constexpr std::uint32_t lov_user_magic_v3 = 0x0BD30BD0;

void ask_lustre(const std::string& path, FileSystem& result) {
  std::array<std::byte, 4096> attribute;
  const auto size = getxattr(path.c_str(), "lustre.lov", attribute.data(), attribute.size());
  if (size <= 0) return;
  const auto stripes = stripes_of(std::span(attribute).first(static_cast<std::size_t>(size)));
  if (!stripes) return;
  result.stripe_size = stripes->size;
  result.stripe_count = stripes->count == 0 ? 1 : stripes->count;
}

}  // namespace

std::optional<Stripes> stripes_of(std::span<const std::byte> attribute) {
  LovUserMd lov = {};
  if (attribute.size() < sizeof lov) return std::nullopt;
  std::memcpy(&lov, attribute.data(), sizeof lov);
  if (lov.magic != lov_user_magic_v1 && lov.magic != lov_user_magic_v3) return std::nullopt;
  return Stripes{lov.stripe_size, std::bit_cast<std::int16_t>(lov.stripe_count)};
}

FileSystem file_system(const std::string& path) {
  struct statfs facts = {};
  const int failed = statfs(path.c_str(), &facts);
  if (failed != 0 && errno == ENOENT) throw Error(ErrorKind::io, at(path, "", "there is no such directory"));
  if (failed != 0) throw system_error("cannot examine the file system", path, errno);
  FileSystem result;
  result.kind = kind_of(static_cast<std::uint32_t>(facts.f_type));
  // Test-only: allows stand-ins for the tools of other file systems.
  if (const char* pretended = std::getenv("PCGNS_PRETEND_FILE_SYSTEM")) result.kind = pretended;
  result.free_bytes = static_cast<std::int64_t>(facts.f_bavail) * facts.f_frsize;
  if (facts.f_bsize >= 4096 && std::has_single_bit(static_cast<std::uint64_t>(facts.f_bsize))) {
    result.block_size = facts.f_bsize;
  }
  if (result.kind == "lustre") ask_lustre(path, result);
  return result;
}

namespace {

using Words = std::vector<std::string>;

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
                                fmt::format("{} {} failed ({}): {}", words[0], words[1], result.status,
                                            one_line(result.output))));
}

/// `size_option`: "-S", or "-s" for old versions of lfs.
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

/// Empty if lfs is not installed.
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

/// BeeGFS stripes files by their folder's pattern, so the file is created in a temporary folder and moved.
class PatternFolder {
 public:
  explicit PatternFolder(const std::string& path) : path_(path + "-folder") {
    if (::mkdir(path_.c_str(), 0700) != 0) throw system_error("cannot create the directory", path_, errno);
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
    throw system_error("cannot create the output", path, failure);
  }

 private:
  std::string path_;
};

/// For BeeGFS 7, or for BeeGFS 8 if `is_new`.
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

/// Striping as MPI-IO hints.
Striped make_with_hints(const std::string& path, const Striping& striping) {
  MPI_Info info = MPI_INFO_NULL;
  MPI_Info_create(&info);
  if (striping.count != 0) MPI_Info_set(info, "striping_factor", fmt::format("{}", striping.count).c_str());
  if (striping.size > 0) MPI_Info_set(info, "striping_unit", fmt::format("{}", striping.size).c_str());
  MPI_File file = MPI_FILE_NULL;
  const int code = MPI_File_open(MPI_COMM_SELF, path.c_str(), MPI_MODE_CREATE | MPI_MODE_EXCL | MPI_MODE_RDWR,
                                 info, &file);
  MPI_Info_free(&info);
  if (code != MPI_SUCCESS)
    throw Error(ErrorKind::io, at(path, "", "cannot create the output through MPI-IO"));
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
  const auto most = std::min(std::int64_t{4} * ranks, plan::most_stripes);
  const auto wanted = std::clamp<std::int64_t>(divide_up(bytes, gibi), 1, most);
  Striping striping{.count = 1};
  while (striping.count < wanted) striping.count *= 2;
  striping.size = bytes <= gibi ? mebi : bytes <= 64 * gibi ? 4 * mebi : 16 * mebi;
  static_assert(mebi % plan::stripe_unit == 0);
  return striping;
}

}  // namespace pcgns::publish
