// merge_select.hpp: --only and --omit.
#pragma once

#include <array>
#include <string>
#include <unordered_set>
#include <vector>

#include "pcgns/plan/merge.hpp"

namespace pcgns::plan {

/// Nodes of inputs that do not come into the output.
using LeftOut = std::unordered_set<const tree::Node*>;

/// Says which zones, solutions and fields the output has.
///
/// Patterns are those of glob.hpp. `only` restricts each of the three levels at which one of its patterns
/// matches anything; a solution that is matched keeps all of its fields if none of them is. `omit` goes
/// before `only`.
class Selection {
 public:
  /// Throws Error{usage} for a pattern that matches nothing.
  Selection(const tree::InputSet& inputs, const MergeRequest& request);

  [[nodiscard]] bool keeps_zone(const std::string& path) const { return keeps(Level::zone, path); }
  /// The solutions of `zone`, and the fields of its other solutions, that stay out.
  [[nodiscard]] LeftOut left_out(const tree::Node& zone, const std::string& path) const;

 private:
  enum class Level : std::uint8_t { zone, solution, field };
  class Matches;

  [[nodiscard]] bool keeps(Level level, const std::string& path) const;
  [[nodiscard]] bool keeps_all_fields(const tree::Node& solution, const std::string& path) const;
  void add_fields_left_out(const tree::Node& solution, const std::string& path, LeftOut& left_out) const;

  std::vector<std::string> only_;
  std::vector<std::string> omit_;
  std::array<bool, 3> restricted_ = {};  ///< By level.
};

}  // namespace pcgns::plan
