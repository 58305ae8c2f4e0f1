#include "pcgns/fileset/plan/whole_zones.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "pcgns/cgns/labels.hpp"
#include "pcgns/cgns/zone_names.hpp"
#include "pcgns/fileset/metadata.hpp"
#include "pcgns/fileset/plan/conventions/conventions.hpp"
#include "pcgns/fileset/plan/conventions/own_metadata.hpp"
#include "pcgns/fileset/plan/merge_pieces.hpp"
#include "pcgns/fileset/plan/pieces.hpp"
#include "pcgns/fileset/plan/unite/nodes.hpp"
#include "pcgns/fileset/plan/unite/step_tables.hpp"
#include "pcgns/fileset/plan/zone_view.hpp"

namespace pcgns::fileset {

namespace {

/// The metadata of each zone (own_metadata.hpp) in the file of rank 0, by "/Base/Zone".
using ZoneMetadata = std::map<std::string, Source>;

/// Adds what only `from` has. Of two nodes of one name, only those of user data and containers of interfaces
/// are united; what is only above other nodes is not made.
void add_missing(const Job& job, int file, const cgns::Node& from, cgns::Node& to) {
  for (const auto& node : from.children) {
    auto* counterpart = to.child(node.name);
    const bool is_only_above = node.label == above_uncut_label;
    const bool is_container = node.label == "UserDefinedData_t" || node.label == "ZoneGridConnectivity_t";
    if (counterpart == nullptr) {
      if (!is_only_above) to.children.push_back(fileset::copied(job.merge, file, node));
    } else if (!counterpart->link && (is_only_above || (is_container && counterpart->label == node.label))) {
      add_missing(job, file, node, *counterpart);
    }
  }
}

void put_in_order(const std::vector<std::string>& names, std::vector<cgns::Node>& nodes) {
  std::unordered_map<std::string_view, std::size_t> places;
  for (std::size_t i = 0; i < names.size(); ++i) places.emplace(names[i], i);
  const auto place_of = [&](const cgns::Node& node) {
    const auto found = places.find(node.name);
    return found == places.end() ? std::numeric_limits<std::size_t>::max() : found->second;
  };
  std::stable_sort(nodes.begin(), nodes.end(),
                   [&](const cgns::Node& a, const cgns::Node& b) { return place_of(a) < place_of(b); });
}

ZoneMetadata zone_metadata(const cgns::InputSet& inputs) {
  ZoneMetadata found;
  for (std::size_t i = 0; i < inputs.trees.size(); ++i) {
    for (const auto& base : inputs.trees[i].children) {
      const auto* metadata = base.link ? nullptr : base.child(own_metadata_name);
      if (metadata == nullptr || metadata->link) continue;
      for (const auto& zone : metadata->children) {
        if (zone.child(node_order_name) != nullptr)
          found["/" + base.name + "/" + zone_in_metadata(zone)] = {static_cast<int>(i), &zone};
      }
    }
  }
  return found;
}

/// Restores nodes that no piece has and the recorded order. Nodes not in `metadata` come last.
void restore(const Job& job, const Source& metadata, cgns::Node& zone) {
  if (const auto* uncut = metadata.node->child(uncut_name)) add_missing(job, metadata.file, *uncut, zone);
  for (const auto& names : metadata.node->child(node_order_name)->children) {
    if (names.type != cgns::DataType::C1 || names.dims.size() != 2 || names.data.empty()) continue;
    auto* node = names.name == order_of_zone_name ? &zone : zone.child(names.name);
    if (node != nullptr) put_in_order(cgns::rows_of(names), node->children);
  }
}

using cgns::Node;

/// Labels of nodes that partitioning splits.
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

/// Rejects links to split nodes: the target may hold one piece or the whole, so it cannot be kept.
void require_at_hand(const cgns::InputSet& inputs, int file, const Node& node, const std::string& path) {
  for (const auto& child : node.children) {
    const auto child_path = cgns::join(path, child.name);
    const bool has_points = is_cut(child.label) || (child.label == "DataArray_t" && is_cut(node.label));
    if (child.link && has_points) {
      throw input_error(inputs.files[static_cast<std::size_t>(file)].path, child_path,
                        "is a link; split zones require --links copy");
    }
    require_at_hand(inputs, file, child, child_path);
  }
}

/// The metadata of pcgns-repartition in each base that has some; none where another convention counts.
std::map<std::string, OwnMetadata> own_metadata_of(const cgns::InputSet& inputs,
                                                   const std::vector<Original>& originals) {
  std::map<std::string, OwnMetadata> found;
  if (std::ranges::find(originals, Convention::own, &Original::convention) == originals.end()) return found;
  for (const auto& base : bases_with_own_metadata(inputs))
    if (auto metadata = own_metadata(inputs, base)) found.emplace(base, *std::move(metadata));
  return found;
}

std::vector<const Node*> nodes_of(const Original& original) {
  std::vector<const Node*> zones;
  for (const auto& piece : original.pieces) zones.push_back(piece.zone);
  return zones;
}

/// Merged zones of `pieces`, by the zone of their first piece. Their links are relative to the folder of that
/// piece's file; `output` receives that path.
std::unordered_map<const Node*, Node> made_zones(Job& job, std::string& output) {
  std::unordered_map<const Node*, Node> made;
  const auto metadata = zone_metadata(job.merge.inputs);
  const auto own = own_metadata_of(job.merge.inputs, job.pieces.originals);
  for (const auto& original : job.pieces.originals) {
    for (const auto& piece : original.pieces) {
      const auto path = cgns::join(cgns::join("/", piece.base->name), piece.zone->name);
      require_at_hand(job.merge.inputs, piece.file, *piece.zone, path);
    }
    output = job.merge.path_of(original.pieces.front().file);
    auto zone = original.structured ? structured_zone(job, original) : unstructured_zone(job, original);
    const auto recorded = own.find(original.base);
    if (original.convention == Convention::own && recorded != own.end())
      require_recorded_size(recorded->second, original.base, zone);
    const auto noted = metadata.find(original.path());
    if (noted != metadata.end()) restore(job, noted->second, zone);
    forget_lost(nodes_of(original), zone);
    made[original.pieces.front().zone] = std::move(zone);
  }
  return made;
}

/// Puts merged zones at their first pieces, and removes all pieces.
class Replacement {
 public:
  Replacement(const cgns::InputSet& inputs, const PieceSet& pieces,
              std::unordered_map<const Node*, Node> made)
      : made_(std::move(made)) {
    std::unordered_set<std::string> originals;
    for (const auto& original : pieces.originals) {
      of_cassiopee_ = of_cassiopee_ || original.convention == Convention::cassiopee;
      for (const auto& piece : original.pieces) names_[piece.zone] = original.name;
      originals.insert(original.path());
    }
    add_names_of_all(inputs, originals);
  }

  void replace_in(Node& root) {
    Renamed renamed;
    for (auto& base : root.children) replace_in(base, renamed);
    rename_in_tables(root, renamed, of_all_);
  }

 private:
  /// Tables may name pieces of other files, and empty ones. A name that is not of one zone in all files is
  /// unknown.
  void add_names_of_all(const cgns::InputSet& inputs, const std::unordered_set<std::string>& originals) {
    std::unordered_set<std::string> ambiguous;
    for (const auto& zone : zones_of(inputs)) {
      const auto path = cgns::path_of_zone(zone.base->name, zone.zone->name);
      const auto name = name_of(zone, originals);
      if (of_all_.try_emplace(path, name).first->second != name) ambiguous.insert(path);
    }
    for (const auto& path : ambiguous) of_all_.erase(path);
  }

  [[nodiscard]] std::string name_of(const ZoneView& zone,
                                    const std::unordered_set<std::string>& originals) const {
    const auto found = names_.find(zone.zone);
    if (found != names_.end()) return found->second;
    const auto piece = is_empty_piece(*zone.zone) ? maia_name(zone.zone->name) : std::nullopt;
    const bool is_of_one = piece && originals.contains(cgns::path_of_zone(zone.base->name, piece->original));
    return is_of_one ? piece->original : zone.zone->name;
  }

  void replace_in(Node& base, Renamed& renamed) {
    std::vector<Node> children;
    for (auto& child : base.children) {
      if (child.name == own_metadata_name) continue;  // Describes a partition that the output does not have.
      if (child.label == "Zone_t" && is_empty_piece(child)) continue;
      const auto name = names_.find(&child);
      if (name == names_.end()) {
        if (of_cassiopee_ && cgns::is_zone(child.label)) remove_metadata(child, cassiopee_rank_path);
        children.push_back(std::move(child));
        continue;
      }
      renamed[cgns::path_of_zone(base.name, child.name)] = name->second;
      const auto zone = made_.find(&child);
      if (zone != made_.end()) children.push_back(std::move(zone->second));
    }
    base.children = std::move(children);
  }

  std::unordered_map<const Node*, Node> made_;
  std::unordered_map<const Node*, std::string> names_;
  Renamed of_all_;             ///< Zones of all files.
  bool of_cassiopee_ = false;  ///< All zones, partitioned or not, record their rank.
};

/// Of parts without pieces, as those of particles alone are.
void remove_own_metadata(cgns::InputSet& inputs) {
  for (auto& root : inputs.trees) {
    for (auto& base : root.children)
      std::erase_if(base.children, [](const Node& child) { return child.name == own_metadata_name; });
  }
}

void put_values_below(Node& node, const std::unordered_map<int, std::vector<std::byte>*>& values) {
  if (const auto found = values.find(node.array); node.is_bulk() && found != values.end()) {
    node.data = *found->second;
  }
  for (auto& child : node.children) put_values_below(child, values);
}

}  // namespace

void put_values(cgns::InputSet& inputs, const std::vector<int>& arrays,
                std::vector<std::vector<std::byte>> values) {
  std::unordered_map<int, std::vector<std::byte>*> by_array;
  for (std::size_t i = 0; i < arrays.size(); ++i) by_array[arrays[i]] = &values[i];
  if (by_array.empty()) return;
  for (auto& root : inputs.trees) put_values_below(root, by_array);
}

std::vector<RangedList> merge_zones(cgns::InputSet& inputs, const PieceSet& pieces,
                                    const std::vector<NumberSet>& sets, const Survey& survey,
                                    const MergeRequest& request, Notes& notes, plan::Composites& composites,
                                    bool allow_missing) {
  std::vector<RangedList> ranged;
  if (pieces.originals.empty()) {
    remove_own_metadata(inputs);
    return ranged;
  }
  require_no_namesake(inputs, pieces.originals);
  require_free_names(inputs, pieces.originals);
  auto whole = request;
  whole.only.clear();  // Selections apply to whole zones.
  whole.omit.clear();
  const Selection all(inputs, whole);
  MergeJob merge{.inputs = inputs, .survey = survey, .request = whole, .selection = all, .notes = notes};
  Job job{.merge = merge,
          .pieces = pieces,
          .arrays = inputs.arrays,
          .composites = composites.arrays,
          .numberings = composites.numberings,
          .ragged = composites.ragged,
          .numbers = survey.numberings,
          .number_sets = &sets,
          .turned = &composites.turned,
          .allow_missing = allow_missing,
          .ranged = &ranged};
  Replacement replacement(inputs, pieces, made_zones(job, whole.output));
  notes = std::move(merge.notes);
  for (auto& root : inputs.trees) replacement.replace_in(root);
  return ranged;
}

}  // namespace pcgns::fileset
