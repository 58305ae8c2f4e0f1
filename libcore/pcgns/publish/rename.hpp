// rename.hpp: the moment in which an output appears.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace pcgns::publish {

/// Gives the file `from` the name `to` in the same folder, and makes that durable. Unless `overwrite`, a file
/// that has the name already is never replaced, whoever made it and when: Error{usage}.
void give_name(const std::string& from, const std::string& to, bool overwrite);

struct Naming {
  std::string from;
  std::string to;
};

/// The same for many files, in order: all of them or, if one fails, none. What is replaced is still there
/// until all have their names, if the file system can exchange names; otherwise a failure can leave some
/// replaced. `before`: called with the index of each before its turn; it may throw.
void give_names(const std::vector<Naming>& files, bool overwrite,
                const std::function<void(std::size_t)>& before);

}  // namespace pcgns::publish
