// storage.hpp: what the file system tells of itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace pcgns::storage {

struct FileSystem {
  std::string kind;  ///< "lustre", "gpfs", "beegfs", "nfs", "tmpfs", "ext4", "xfs", …, or "other".
  std::int64_t block_size =
      4096;  ///< Bytes in which it prefers to be written; 4 KiB where it says nothing useful.
  std::int64_t stripe_size = 0;  ///< Bytes; 0 where there are no stripes or they are not known.
  int stripe_count = 1;
  std::int64_t free_bytes = 0;  ///< For this user.
};

/// Of the file system that `path` (a file or a folder that exists) lies on; the stripes are those of the
/// file, or of new files in the folder. Throws Error{io} if there is no such path.
[[nodiscard]] FileSystem file_system(const std::string& path);

struct Stripes {
  std::int64_t size = 0;  ///< Bytes.
  int count = 0;          ///< -1: over all targets.
};

/// Out of the extended attribute "lustre.lov" (struct lov_user_md_v1 and _v3 of Lustre's user header
/// lustre_user.h); nothing if `attribute` is none of these.
[[nodiscard]] std::optional<Stripes> stripes_of(std::span<const std::byte> attribute);

}  // namespace pcgns::storage
