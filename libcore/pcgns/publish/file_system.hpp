// file_system.hpp: properties of a file system, and the stripes of files on it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace pcgns::publish {

struct FileSystem {
  std::string kind;  ///< "lustre", "gpfs", "beegfs", "nfs", "tmpfs", "ext4", "xfs", …, or "other".
  std::int64_t block_size = 4096;  ///< Preferred I/O size in bytes; 4 KiB if not reported.
  std::int64_t stripe_size = 0;    ///< Bytes; 0 if there are no stripes or they are unknown.
  int stripe_count = 1;            ///< -1: over all targets.
  std::int64_t free_bytes = 0;     ///< Available to this user.
};

/// The file system of `path` (an existing file or folder). The stripes are those of the file, or of new files
/// in the folder. Throws Error{io} if `path` does not exist.
[[nodiscard]] FileSystem file_system(const std::string& path);

struct Stripes {
  std::int64_t size = 0;  ///< Bytes.
  int count = 0;          ///< -1: over all targets.
};

/// Decodes the extended attribute "lustre.lov" (struct lov_user_md_v1 and _v3 of Lustre's header
/// lustre_user.h); empty if `attribute` is neither.
[[nodiscard]] std::optional<Stripes> stripes_of(std::span<const std::byte> attribute);

/// Requested striping.
struct Striping {
  int count = 0;          ///< Stripes; -1: over all targets; 0: default.
  std::int64_t size = 0;  ///< Bytes; 0: default.
  std::string pool = {};  ///< Empty: default.

  [[nodiscard]] bool is_asked_for() const { return count != 0 || size > 0 || !pool.empty(); }
};

/// How a file was created.
struct Striped {
  enum class Way : std::uint8_t {
    tool,   ///< By the file system's tool; `told` is what it reports for the file.
    hints,  ///< The tool is missing: hints were passed to MPI-IO when it created the file.
    none,   ///< The file system has no stripes; the file is not created.
  };
  Way way = Way::none;
  std::string told = {};
};

/// Creates the empty file `path`, which must not exist, on a file system of kind `kind` (FileSystem::kind).
/// Throws Error{io} if the tool fails.
[[nodiscard]] Striped make_striped(const std::string& path, const std::string& kind,
                                   const Striping& striping);

/// Default striping for a file of `bytes` written by `ranks`: one stripe per GiB, at most four per rank,
/// rounded up to a power of two. Stripe size is 1 MiB for files up to 1 GiB, 4 MiB up to 64 GiB, and 16 MiB
/// beyond.
[[nodiscard]] Striping striping_for(std::int64_t bytes, int ranks);

}  // namespace pcgns::publish
