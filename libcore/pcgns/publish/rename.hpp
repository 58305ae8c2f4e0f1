// rename.hpp: renames staged files to their final names, atomically and durably.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace pcgns::publish {

/// Renames `from` to `to` in the same folder, durably. Unless `overwrite`, throws Error{usage} if `to`
/// exists, even if it was created concurrently.
void give_name(const std::string& from, const std::string& to, bool overwrite);

struct Naming {
  std::string from;
  std::string to;
};

/// Renames many files like give_name, in order: all or, on failure, none. Replaced files are kept until all
/// renames succeed if the file system can exchange names; otherwise a failure may leave some replaced. (One
/// rename needs no undoing.)
/// `before` is called with the index of each file before its rename and may throw.
void give_names(const std::vector<Naming>& files, bool overwrite,
                const std::function<void(std::size_t)>& before);

}  // namespace pcgns::publish
