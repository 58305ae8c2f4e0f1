// job.hpp: state and selection shared by the stages of a merge.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "pcgns/base/error.hpp"
#include "pcgns/cgns/compare_trees.hpp"
#include "pcgns/cgns/input_set.hpp"
#include "pcgns/fileset/plan/unite/merge.hpp"

namespace pcgns::fileset {

/// Input nodes that the output omits.
using LeftOut = std::unordered_set<const cgns::Node*>;

/// Selects the zones, solutions and fields of the output.
///
/// Patterns are those of glob.hpp. `only` restricts each of the three levels at which one of its patterns
/// matches; a matched solution keeps all of its fields unless one of them matches, too. `omit` takes
/// precedence over `only`.
class Selection {
 public:
  /// Throws Error{usage} for a pattern that matches nothing.
  Selection(const cgns::InputSet& inputs, const MergeRequest& request);

  [[nodiscard]] bool keeps_zone(const std::string& path) const { return keeps(Level::zone, path); }
  /// The solutions of `zone`, and the fields of its other solutions, to omit.
  [[nodiscard]] LeftOut left_out(const cgns::Node& zone, const std::string& path) const;

 private:
  enum class Level : std::uint8_t { zone, solution, field };
  class Matches;

  [[nodiscard]] bool keeps(Level level, const std::string& path) const;
  [[nodiscard]] bool keeps_all_fields(const cgns::Node& solution, const std::string& path) const;
  void add_fields_left_out(const cgns::Node& solution, const std::string& path, LeftOut& left_out) const;

  std::vector<std::string> only_;
  std::vector<std::string> omit_;
  std::array<bool, 3> restricted_ = {};  ///< By level.
};

/// A node of one input.
struct Source {
  int file = 0;  ///< Index into InputSet::files.
  const cgns::Node* node = nullptr;
};
using Sources = std::vector<Source>;

/// The nodes of one name below one parent, in file order.
struct Group {
  std::string_view name;
  Sources sources;
};

[[nodiscard]] Sources roots_of(const cgns::InputSet& inputs);

/// True if all files have the tree of the base, not just a link to it.
[[nodiscard]] bool is_base(const Group& group);

/// Children of `parents` by name, in order of first occurrence.
[[nodiscard]] std::vector<Group> grouped_children(const Sources& parents);

struct MergeJob {
  const cgns::InputSet& inputs;
  const Survey& survey;
  const MergeRequest& request;
  const Selection& selection;
  Notes notes;
  ZoneOrder zone_order = {};

  [[nodiscard]] const cgns::File& file(int index) const {
    return inputs.files[static_cast<std::size_t>(index)];
  }
  [[nodiscard]] const std::string& path_of(int index) const { return file(index).path; }
  [[nodiscard]] cgns::Contents contents(int file_a, int file_b) const;
};

/// An error that names both files and their values at `path`.
[[nodiscard]] Error contradiction(const MergeJob& job, const std::string& path, int file_a, int file_b,
                                  const cgns::Difference& difference, std::string_view advice = {});

/// Advice if files differ at `path`, a table of time steps, because one of them has more of these; else
/// empty.
[[nodiscard]] std::string_view advice_on_steps(const MergeJob& job, const std::string& path, int file_a,
                                               int file_b);

/// Throws if nodes of one name have different labels and SIDS defines one of them.
void require_one_label(const MergeJob& job, const Sources& sources, const std::string& path);

/// Throws Error{input} if something in `file` would mean something else in a file of the version of `newest`,
/// which that of all is.
void require_one_meaning(MergeJob& job, const Source& file, const Source& newest);

}  // namespace pcgns::fileset
