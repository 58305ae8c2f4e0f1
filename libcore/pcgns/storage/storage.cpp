#include "pcgns/storage/storage.hpp"

#include <sys/statfs.h>
#include <sys/xattr.h>

#include <array>
#include <bit>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "pcgns/base/error.hpp"

namespace pcgns::storage {

namespace {

struct Magic {
  std::uint32_t number;
  std::string_view kind;
};

/// From statfs(2), and from the headers of the file systems that it does not list.
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

/// struct lov_user_md_v1 and _v3 begin alike.
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
  result.stripe_count = std::max(1, stripes->count);
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
  if (statfs(path.c_str(), &facts) != 0) throw system_error("cannot examine the file system", path, errno);
  FileSystem result;
  result.kind = kind_of(static_cast<std::uint32_t>(facts.f_type));
  // Test-only: what is done on other file systems can be tried with stand-ins for their tools.
  if (const char* pretended = std::getenv("PCGNS_PRETEND_FILE_SYSTEM")) result.kind = pretended;
  result.free_bytes = static_cast<std::int64_t>(facts.f_bavail) * facts.f_frsize;
  if (facts.f_bsize >= 4096 && std::has_single_bit(static_cast<std::uint64_t>(facts.f_bsize))) {
    result.block_size = facts.f_bsize;
  }
  if (result.kind == "lustre") ask_lustre(path, result);
  return result;
}

}  // namespace pcgns::storage
