// name_pattern.hpp: regular expressions that users write for the names of zones, bases and files.
#pragma once

#include <cstddef>
#include <optional>
#include <regex>
#include <string>

namespace pcgns::fileset {

/// An ECMAScript regular expression for whole names. Where nested repetitions fit no way, std::regex tries
/// all ways, of which there are exponentially many: whether there is one is first found step by step.
class NamePattern {
 public:
  /// Throws std::regex_error.
  explicit NamePattern(const std::string& text);

  [[nodiscard]] bool matches(const std::string& name) const;
  [[nodiscard]] bool matches(const std::string& name, std::smatch& groups) const;
  [[nodiscard]] std::size_t group_count() const { return pattern_.mark_count(); }

 private:
  std::regex pattern_;
  std::optional<std::regex> stepwise_ = {};  ///< Of most patterns.
};

}  // namespace pcgns::fileset
