#include "pcgns/fileset/plan/conventions/name_pattern.hpp"

namespace pcgns::fileset {

NamePattern::NamePattern(const std::string& text) : pattern_(text, std::regex::ECMAScript) {
#ifdef __GLIBCXX__
  try {
    stepwise_.emplace(text, std::regex::ECMAScript | std::regex_constants::__polynomial);
  } catch (const std::regex_error&) {  // References to groups cannot be matched so.
  }
#endif
}

bool NamePattern::matches(const std::string& name) const {
  std::smatch groups;
  return matches(name, groups);
}

bool NamePattern::matches(const std::string& name, std::smatch& groups) const {
  // Some names are longer than those of nodes; std::regex recurses over the text.
  constexpr std::size_t longest = 1024;
  if (name.size() > longest || (stepwise_ && !std::regex_match(name, *stepwise_))) return false;
  return std::regex_match(name, groups, pattern_);
}

}  // namespace pcgns::fileset
