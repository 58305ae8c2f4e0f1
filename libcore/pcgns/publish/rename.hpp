// rename.hpp: the moment in which an output appears.
#pragma once

#include <string>

namespace pcgns::publish {

/// Gives the file `from` the name `to` in the same folder, and makes that durable. Unless `overwrite`, a file
/// that has the name already is never replaced, whoever made it and when: Error{usage}.
void give_name(const std::string& from, const std::string& to, bool overwrite);

}  // namespace pcgns::publish
