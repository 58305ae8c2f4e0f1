// assembly_match.hpp: which zones an assembly file speaks of.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "pcgns/assemble/assembly_file.hpp"

namespace pcgns::assemble {

/// What the assembly file says of a zone: either `part` or `rule` is set, or it says nothing.
struct AssemblyMatch {
  const AssemblyPart* part = nullptr;
  const AssemblyRule* rule = nullptr;
  std::string original = {};
  std::string rank = {};  ///< Digits, as a rule made them; empty if it makes none.
};

/// For each of `zones`. Throws Error{input} naming the place in the assembly file for parts that do not
/// exist, that are named twice, or that are not told from others, and rules that no zone matches.
[[nodiscard]] std::vector<AssemblyMatch> matches(const tree::InputSet& inputs, const Request& request,
                                                 const AssemblyFile& assembly,
                                                 const std::vector<ZoneView>& zones);

}  // namespace pcgns::assemble
