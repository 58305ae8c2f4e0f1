// rename.hpp: renames staged files to their final names, atomically and durably.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace pcgns::publish {

struct Naming {
  std::string from;
  std::string to;  ///< In the same folder.
};

/// Gives `from` the permissions of the file `to`, if there is one, for a rename that replaces it. Throws
/// Error{io}.
void keep_mode(const std::string& from, const std::string& to);

/// Renames files durably and in order: all or, on failure, none. Unless `overwrite`, throws Error{usage} if a
/// name exists, even if it was created concurrently. A file that replaces another one takes its permissions;
/// replaced files are kept until all renames succeed if the file system can exchange names, otherwise a
/// failure may leave some replaced. (One rename needs no undoing.) `before` is called with the index of each
/// file before its rename and may throw. Throws Error{in_place} if the files have their names, but a folder
/// cannot be synced, which keeps replaced files under their replaced_path(), or a replaced file not removed.
void give_names(const std::vector<Naming>& files, bool overwrite,
                const std::function<void(std::size_t)>& before = {});

}  // namespace pcgns::publish
