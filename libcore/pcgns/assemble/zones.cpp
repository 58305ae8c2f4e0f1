#include "pcgns/assemble/zones.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "pcgns/assemble/marks.hpp"
#include "pcgns/assemble/own_marks.hpp"
#include "pcgns/assemble/restore.hpp"
#include "pcgns/assemble/whole_zones.hpp"
#include "pcgns/assemble/zone_names.hpp"
#include "pcgns/sids/labels.hpp"

namespace pcgns::assemble {

namespace {

using tree::Node;

/// Labels of what a part has a piece of.
bool is_cut(std::string_view label) {
  constexpr std::array labels = {"GridCoordinates_t",
                                 "FlowSolution_t",
                                 "DiscreteData_t",
                                 "ArbitraryGridMotion_t",
                                 "Elements_t",
                                 "ZoneBC_t",
                                 "BC_t",
                                 "BCDataSet_t",
                                 "BCData_t",
                                 "OversetHoles_t",
                                 "IndexArray_t",
                                 "IndexRange_t",
                                 "ZoneGridConnectivity_t",
                                 "ZoneSubRegion_t",
                                 "Rind_t",
                                 "GridConnectivity_t",
                                 "GridConnectivity1to1_t"};
  return std::find(labels.begin(), labels.end(), label) != labels.end();
}

/// What stands behind a link is a piece of the part's, or all of the zone's: it cannot stay where it is.
void require_at_hand(const tree::InputSet& inputs, int file, const Node& node, const std::string& path) {
  for (const auto& child : node.children) {
    const auto child_path = tree::join(path, child.name);
    const bool has_points = is_cut(child.label) || (child.label == "DataArray_t" && is_cut(node.label));
    if (child.link && has_points) {
      throw input_error(inputs.files[static_cast<std::size_t>(file)].path, child_path,
                        "is a link; a zone in parts needs --links copy");
    }
    require_at_hand(inputs, file, child, child_path);
  }
}

/// The zones of `parts`, by the zone of their first part. Their links lead from the folder of that part's
/// file, as `output` says.
std::unordered_map<const Node*, Node> made_zones(Job& job, std::string& output) {
  std::unordered_map<const Node*, Node> made;
  const auto marks = zone_marks(job.merge.inputs);
  for (const auto& original : job.parts.originals) {
    for (const auto& part : original.parts) {
      const auto path = tree::join(tree::join("/", part.base->name), part.zone->name);
      require_at_hand(job.merge.inputs, part.file, *part.zone, path);
    }
    output = job.merge.path_of(original.parts.front().file);
    auto zone = original.structured ? structured_zone(job, original) : unstructured_zone(job, original);
    const auto noted = marks.find(tree::join("/" + original.base, original.name));
    if (noted != marks.end()) restore(job, noted->second, zone);
    made[original.parts.front().zone] = std::move(zone);
  }
  return made;
}

/// Puts zones in the places of their first parts, and takes out all parts.
class Replacement {
 public:
  Replacement(const PartSet& parts, std::unordered_map<const Node*, Node> made) : made_(std::move(made)) {
    for (const auto& original : parts.originals) {
      of_cassiopee_ = of_cassiopee_ || original.convention == Convention::cassiopee;
      for (const auto& part : original.parts) names_[part.zone] = original.name;
    }
  }

  void replace_in(Node& base) {
    Renamed renamed;
    std::vector<Node> children;
    for (auto& child : base.children) {
      if (child.name == own_marks_name) continue;  // They tell of a partition that is no more.
      const auto name = names_.find(&child);
      if (name == names_.end()) {
        if (of_cassiopee_ && sids::is_zone(child.label)) remove_mark(child, cassiopee_rank_path);
        children.push_back(std::move(child));
        continue;
      }
      renamed[child.name] = name->second;
      const auto zone = made_.find(&child);
      if (zone != made_.end()) children.push_back(std::move(zone->second));
    }
    base.children = std::move(children);
    rename_in_tables(base, renamed);
  }

 private:
  std::unordered_map<const Node*, Node> made_;
  std::unordered_map<const Node*, std::string> names_;
  bool of_cassiopee_ = false;  ///< Then all zones name their rank, cut or not.
};

void put_values_below(Node& node, const std::unordered_map<int, std::vector<std::byte>*>& values) {
  if (const auto found = values.find(node.array); node.is_bulk() && found != values.end()) {
    node.data = *found->second;
  }
  for (auto& child : node.children) put_values_below(child, values);
}

}  // namespace

void put_values(tree::InputSet& inputs, const std::vector<int>& arrays,
                std::vector<std::vector<std::byte>> values) {
  std::unordered_map<int, std::vector<std::byte>*> by_array;
  for (std::size_t i = 0; i < arrays.size(); ++i) by_array[arrays[i]] = &values[i];
  if (by_array.empty()) return;
  for (auto& root : inputs.trees) put_values_below(root, by_array);
}

void assemble_zones(tree::InputSet& inputs, const PartSet& parts, const std::vector<NumberSet>& sets,
                    const std::vector<NumberFacts>& numbers, const plan::Survey& survey,
                    const plan::MergeRequest& request, plan::Notes& notes, plan::Composites& composites,
                    bool allow_missing) {
  if (parts.originals.empty()) return;
  require_no_namesake(inputs, parts.originals);
  auto whole = request;
  whole.only.clear();  // What is selected, is selected of whole zones.
  whole.omit.clear();
  const plan::Selection all(inputs, whole);
  plan::Job merge{.inputs = inputs, .survey = survey, .request = whole, .selection = all, .notes = notes};
  Job job{.merge = merge,
          .parts = parts,
          .arrays = inputs.arrays,
          .composites = composites.arrays,
          .numberings = composites.numberings,
          .ragged = composites.ragged,
          .numbers = numbers,
          .number_sets = &sets,
          .turned = &composites.turned,
          .allow_missing = allow_missing};
  Replacement replacement(parts, made_zones(job, whole.output));
  notes = std::move(merge.notes);
  for (auto& root : inputs.trees) {
    for (auto& base : root.children) replacement.replace_in(base);
  }
}

}  // namespace pcgns::assemble
