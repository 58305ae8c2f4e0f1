// wisdom.hpp: the tuned settings (plan/wisdom.hpp) that are kept on this machine, and which of them apply
// here.
#pragma once

#include <string>

#include "pcgns/plan/wisdom.hpp"

namespace pcgns::publish {

struct WisdomRequest {
  plan::WisdomUse use = plan::WisdomUse::programs;
  /// A file that the user named, which must be usable; "none": no wisdom; empty: PCGNS_WISDOM, or else the
  /// user's file and the system's.
  std::string file = {};
  bool layout = false;  ///< Also settings that change the bytes of a file.
};

struct FoundWisdom {
  std::string file = {};  ///< Empty: none applies.
  plan::Settings settings = {};
  std::string warning = {};  ///< Why a file is not used that should be.
};

/// For files in `folder`, moved by `ranks`. Throws Error if the file that the request names cannot be read,
/// is damaged, of a newer version, or of another host, MPI or file system; in all other places that is a
/// warning, and so is a named file that has nothing for the use or the ranks.
/// @note Local; MPI is initialised.
[[nodiscard]] FoundWisdom find_wisdom(const WisdomRequest& request, const std::string& folder, int ranks);

/// Where that is: host, MPI and file system of `folder`. @note Local; MPI is initialised.
[[nodiscard]] plan::WisdomPlace wisdom_place(plan::WisdomUse use, const std::string& folder, int ranks);

/// PCGNS_WISDOM, or pcgns/wisdom.json in the user's folder of configurations; empty if there is no such
/// folder.
[[nodiscard]] std::string users_wisdom();

/// Where wisdom is kept unless the user names a file: users_wisdom(), or nowhere (empty) if PCGNS_WISDOM is
/// none.
[[nodiscard]] std::string kept_wisdom();

/// The wisdom in a file. Throws Error that names it.
[[nodiscard]] plan::Wisdom read_wisdom(const std::string& file);

}  // namespace pcgns::publish
