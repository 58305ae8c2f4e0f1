#include "pcgns/partition/plan/unstructured_zone.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "pcgns/cgns/locations.hpp"
#include "pcgns/fileset/metadata.hpp"
#include "pcgns/partition/plan/style.hpp"
#include "pcgns/partition/plan/uncut.hpp"

namespace pcgns::partition {

namespace {

using cgns::DataType;
using cgns::Node;

/// A range of points becomes a list of the points in the part.
class PartBuilder {
 public:
  PartBuilder(const DistributedZone& zone, std::size_t part, FileBuilder& file)
      : zone_(zone), part_(part), file_(file) {}

  Node build() {
    const auto& part = zone_.pieces[part_];
    auto node = cgns::integer_node(name_of(zone_, part), "Zone_t", {1, 3}, {part.vertices, part.cells, 0},
                                   zone_.zone->type);
    node.extras = zone_.zone->extras;
    bool has_interfaces = false;
    for (const auto& child : zone_.zone->children) {
      if (child.label == "ZoneGridConnectivity_t" && !child.link) {
        has_interfaces = true;
        add_interfaces(file_.copied_alone(child), &child, node);
      } else if (is_on_interface(child) || is_kept_whole(child, false)) {
        continue;  // kept by uncut.hpp
      } else if (fileset::is_metadata(child)) {
        continue;  // of earlier parts
      } else if (auto made = node_of(child, {.path = child.name, .count = holds_values(child) ? 1 : 0})) {
        node.children.push_back(*std::move(made));
      }
    }
    if (!has_interfaces)
      add_interfaces(
          {.name = cgns::unique_name(node, "ZoneGridConnectivity"), .label = "ZoneGridConnectivity_t"},
          nullptr, node);
    auto numbers = numbering(zone_.numbers, part_);
    // Readers want values in an array; a zone without cells has no numbers of cells.
    std::erase_if(numbers.children, [](const Node& array) { return cgns::count_of(array.dims) == 0; });
    node.children.push_back(std::move(numbers));
    add_name_metadata(part, node.children.back());
    if (!uncut_arrays_.empty()) node.children.back().children.push_back(record_of_uncut(uncut_arrays_));
    add_owners(node);
    return node;
  }

  /// A particle zone; the piece keeps its name.
  Node build_particles() {
    const auto count = zone_.pieces[part_].vertices;
    auto node =
        cgns::integer_node(zone_.zone->name, zone_.zone->label, zone_.zone->dims, {count}, zone_.zone->type);
    node.extras = zone_.zone->extras;
    for (const auto& child : zone_.zone->children) {
      if (auto made = node_of(child, {.path = child.name})) node.children.push_back(*std::move(made));
    }
    auto numbers = numbering(zone_.numbers, part_);
    numbers.children.push_back(cgns::text_node(std::string(fileset::particle_count_name), "Descriptor_t",
                                               std::to_string(cgns::integers_of(*zone_.zone).front())));
    node.children.push_back(std::move(numbers));
    return node;
  }

 private:
  /// Adds metadata that the name of the part does not tell.
  void add_name_metadata(const UnstructuredPiece& part, Node& numbers) const {
    const bool tells_rank = zone_.style == Style::maia;
    if (tells_rank && name_of(zone_, part) == maia_name(zone_.zone->name, part.rank, part.number)) return;
    numbers.children.push_back(
        cgns::text_node(std::string(fileset::original_name_node), "Descriptor_t", zone_.zone->name));
    if (tells_rank) return;
    numbers.children.push_back(
        cgns::text_node(std::string(fileset::rank_node), "Descriptor_t", std::to_string(part.rank)));
  }

  /// Adds the owners of the ghosts.
  void add_owners(Node& zone) {
    Node owners{.name = std::string(fileset::ghosts_name), .label = "UserDefinedData_t"};
    for (const auto& [name, values] : zone_.owners) {
      if (values.count(part_) > 0)
        owners.children.push_back(integers(name, "DataArray_t", values, part_, DataType::I8, false));
    }
    if (!owners.children.empty()) zone.children.push_back(std::move(owners));
  }

  /// Adds the Rind_t of nodes with ghosts after their own values.
  void add_rind(const Node& original, Node& node) const {
    const auto ghosts = zone_.ghosts.find(&original);
    if (ghosts == zone_.ghosts.end() || ghosts->second[part_] == 0) return;
    std::erase_if(node.children, [](const Node& child) { return child.label == "Rind_t"; });
    node.children.push_back(
        cgns::integer_node("Rind", "Rind_t", {2}, {0, ghosts->second[part_]}, DataType::I4));
  }

  /// Where a node is in its zone, and of how many points of the part its arrays may have values; 0: of none.
  struct Context {
    std::string path;
    std::int64_t count = 0;
    const DistributedSet* set = nullptr;  ///< That of the closest node above with points.
  };

  static bool holds_values(const Node& node) {
    return node.label == "ZoneSubRegion_t" ||
           (node.label == "UserDefinedData_t" && node.child_labelled("GridLocation_t") != nullptr);
  }

  static bool has_arrays_of_points(const Node& node) {
    constexpr std::array<std::string_view, 5> labels = {"BC_t", "BCDataSet_t", "BCData_t", "ZoneSubRegion_t",
                                                        "UserDefinedData_t"};
    return std::find(labels.begin(), labels.end(), node.label) != labels.end();
  }

  /// A single value for all points looks like that of the only point of a piece; more are no values of
  /// points.
  void record_uncut(const Node& node, const Context& context) {
    const bool is_number = node.label == "DataArray_t" && !node.link && node.type != DataType::C1;
    const auto values = cgns::count_of(node.dims);
    if (is_number && ((values == 1 && context.count == 1) || (values > 1 && context.count > 0)))
      uncut_arrays_.push_back(context.path);
  }

  static std::size_t first_part_of(const DistributedSet& set) {
    const auto found =
        std::find_if(set.counts.begin(), set.counts.end(), [](auto count) { return count > 0; });
    return found == set.counts.end() ? 0 : static_cast<std::size_t>(found - set.counts.begin());
  }

  /// An empty list stays so: the first part that has the node above has it.
  [[nodiscard]] bool is_elsewhere(const DistributedSet& set, const Context& context) const {
    if (set.counts[part_] > 0) return false;
    if (part_ != (context.set == nullptr ? 0 : first_part_of(*context.set))) return true;
    return std::any_of(set.counts.begin(), set.counts.end(), [](auto count) { return count > 0; });
  }

  /// Nothing if the part has none of the points of the node.
  std::optional<Node> node_of(const Node& node, const Context& context) {
    if (const auto array = zone_.arrays.find(&node); array != zone_.arrays.end())
      return array_node(node, array->second);
    record_uncut(node, context);
    const auto found = zone_.sets.find(&node);
    const auto* set = found == zone_.sets.end() ? nullptr : &found->second;
    if (set != nullptr && is_elsewhere(*set, context)) return std::nullopt;
    const auto count = !has_arrays_of_points(node) ? 0 : set != nullptr ? set->counts[part_] : context.count;
    auto made = file_.copied_alone(node);
    for (const auto& child : node.children) {
      const bool is_own_range = set != nullptr && !set->firsts.empty() && child.label == "IndexRange_t" &&
                                (child.name == "ElementRange" || child.name == "PointRange");
      const bool is_of_earlier_parts = set != nullptr && child.name == fileset::numbering_name;
      if (is_own_range) {
        made.children.push_back(range_node(child, *set));
      } else if (is_of_earlier_parts) {
        continue;
      } else if (auto below = node_of(child, {.path = cgns::join(context.path, child.name),
                                              .count = count,
                                              .set = set != nullptr ? set : context.set})) {
        made.children.push_back(*std::move(below));
      }
    }
    if (set != nullptr && !set->numbers.empty())
      made.children.push_back(numbering(set->numbers, part_, set->range));
    if (set != nullptr && node.label == "Elements_t") set_boundary(node, set->counts[part_], made);
    add_rind(node, made);
    return made;
  }

  /// Boundary elements come first in a section that counts them. Those of a part do only if there are no
  /// others.
  static void set_boundary(const Node& section, std::int64_t count, Node& made) {
    const auto values = cgns::integers_of(section);
    if (values.size() != 2 || values[1] == 0) return;
    const auto range = cgns::integers_of(*section.child("ElementRange"));
    const bool are_all = values[1] == range[1] - range[0] + 1;
    made.data = cgns::integer_node({}, {}, {2}, {values[0], are_all ? count : 0}, section.type).data;
    if (are_all) return;
    made.child(fileset::numbering_name)
        ->children.push_back(cgns::text_node(std::string(fileset::boundary_size_node), "Descriptor_t",
                                             std::to_string(values[1])));
  }

  Node range_node(const Node& range, const DistributedSet& set) {
    const auto first = set.firsts[part_];
    auto made =
        cgns::integer_node(range.name, range.label, range.dims, {first, first + set.counts[part_] - 1},
                           range.type == DataType::I8 ? DataType::I8 : DataType::I4);
    file_.add_what_is_below(range, made);
    return made;
  }

  Node array_node(const Node& node, const DistributedArray& array) {
    Node made{.name = node.name, .label = node.label, .type = node.type, .dims = node.dims};
    if (node.label == "IndexRange_t") {
      made.name = node.name == "ElementRange" ? "ElementList" : "PointList";
      made.label = "IndexArray_t";
      made.dims = {1, 0};
    }
    const auto& columns = array.columns;
    const auto count = columns.front().count(part_);
    auto& extent = made.dims[array.axis];
    extent = 1;
    const auto others = cgns::count_of(made.dims);
    extent = count * std::ssize(columns) / std::max<std::int64_t>(1, others);
    fill(made, columns, part_);
    file_.add_what_is_below(node, made);
    return made;
  }

  /// Gives the node the values of `columns` for part (or piece) `part`.
  void fill(Node& node, const std::vector<DistributedValues>& columns, std::size_t part) {
    std::vector<plan::Transfer> transfers;
    std::vector<plan::Direct> direct;
    std::int64_t at = 0;
    for (const auto& column : columns) {
      const auto add = [&](std::size_t run) {
        const auto count = column.begins[run + 1] - column.begins[run];
        if (count == 0) return;
        if (column.direct >= 0) {
          direct.push_back({.array = column.direct,
                            .run = static_cast<std::int64_t>(run),
                            .target_begin = at,
                            .count = count});
        } else {
          transfers.push_back({.source = column.source,
                               .source_begin = column.begins[run],
                               .target_begin = at,
                               .count = count});
        }
        at += count;
      };
      add(part);
      if (column.ghosts > 0) add(part + column.ghosts);
    }
    if (at > 0) file_.set_values(node, std::move(transfers), std::move(direct));
  }

  Node integers(std::string name, std::string label, const DistributedValues& values, std::size_t part,
                DataType type, bool is_list) {
    Node node{.name = std::move(name), .label = std::move(label), .type = type};
    node.dims = is_list ? std::vector<std::int64_t>{1, values.count(part)}
                        : std::vector<std::int64_t>{values.count(part)};
    fill(node, {values}, part);
    return node;
  }

  /// `range`: the original range of a point list, kept for the merge.
  Node numbering(const std::vector<std::pair<std::string, DistributedValues>>& numbers, std::size_t part,
                 const Node* range = nullptr) {
    Node node{.name = std::string(fileset::numbering_name), .label = "UserDefinedData_t"};
    for (const auto& [name, values] : numbers)
      node.children.push_back(integers(name, "DataArray_t", values, part, DataType::I8, false));
    if (range != nullptr) {
      node.children.push_back(file_.copied(*range));
      node.children.back().name = fileset::range_node;
    }
    return node;
  }

  static bool is_kept_for_merge(const Node& node) {
    if (node.link) return false;
    return cgns::is_interface(node) || (node.label == "OversetHoles_t" && !why_uncut_holes(node).empty());
  }

  void add_interfaces(Node container, const Node* original, Node& zone) {
    for (std::size_t i = 0; original != nullptr && i < original->children.size(); ++i) {
      const auto& child = original->children[i];
      const auto interface = std::find_if(
          zone_.interfaces.begin(), zone_.interfaces.end(),
          [&](const DistributedInterface& distributed) { return distributed.interface == &child; });
      if (interface != zone_.interfaces.end()) {
        add_pieces(*interface, container);
      } else if (is_kept_for_merge(child)) {
        continue;  // kept by uncut.hpp
      } else if (auto made = node_of(child, {.path = cgns::join(container.name, child.name)})) {
        container.children.push_back(*std::move(made));
      }
    }
    // Only one of several containers is valid at a time step, so each has those between the parts.
    interfaces_ = 0;
    for (const auto& interface : zone_.interfaces) {
      if (interface.interface == nullptr) add_pieces(interface, container);
    }
    const bool is_empty = original != nullptr && original->children.empty();
    if (!container.children.empty() || is_empty) zone.children.push_back(std::move(container));
  }

  void add_pieces(const DistributedInterface& interface, Node& container) {
    for (std::size_t piece = 0; piece < interface.pieces.size(); ++piece) {
      if (interface.pieces[piece].part != static_cast<int>(part_)) continue;
      auto node = interface.interface != nullptr ? piece_of(interface, piece) : node_of(interface, piece);
      node.name = cgns::unique_name(container, node.name);
      container.children.push_back(std::move(node));
    }
  }

  DataType index_type() const { return zone_.zone->type == DataType::I8 ? DataType::I8 : DataType::I4; }

  /// The interface between two parts.
  Node node_of(const DistributedInterface& interface, std::size_t index) {
    const auto& piece = interface.pieces[index];
    const bool is_named = zone_.style == Style::maia;
    auto node = cgns::text_node(is_named ? piece.name : fmt::format("Cut_{}", interfaces_++),
                                "GridConnectivity_t", piece.donor);
    node.children.push_back(
        cgns::text_node("GridConnectivityType", "GridConnectivityType_t", "Abutting1to1"));
    node.children.push_back(cgns::text_node("GridLocation", "GridLocation_t", zone_.interface_location));
    node.children.push_back(
        integers("PointList", "IndexArray_t", interface.points, index, index_type(), true));
    node.children.push_back(
        integers("PointListDonor", "IndexArray_t", interface.donors, index, index_type(), true));
    if (is_named)
      node.children.push_back(cgns::text_node("GridConnectivityDonorName", "Descriptor_t", piece.opposite));
    node.children.push_back(cgns::text_node("Decomp", "Descriptor_t", "is_decomp"));
    return node;
  }

  /// The piece of an interface of the zone between two parts.
  Node piece_of(const DistributedInterface& interface, std::size_t index) {
    const auto& piece = interface.pieces[index];
    auto node = cgns::text_node(piece.name, interface.interface->label, piece.donor);
    node.extras = interface.interface->extras;
    for (const auto& child : interface.interface->children) {
      const bool is_index = child.label == "IndexArray_t" || child.label == "IndexRange_t";
      if (is_index) {
        const bool is_donor = child.name.ends_with("Donor");
        const auto type = child.type == DataType::I8 ? DataType::I8 : DataType::I4;
        auto list = integers(child.name, "IndexArray_t", is_donor ? interface.donors : interface.points,
                             index, type, true);
        if (const auto at = list.name.find("Range"); at != std::string::npos)
          list.name.replace(at, 5, "List");
        file_.add_what_is_below(child, list);
        node.children.push_back(std::move(list));
      } else if (child.name == "GridConnectivityDonorName") {
        add_opposite_name(file_, child, piece.opposite, node);
      } else if (is_left_out_of_pieces(child)) {
        continue;
      } else {
        node.children.push_back(file_.copied(child));
      }
    }
    add_interface_name(file_, *interface.interface, node);
    const auto range =
        std::find_if(interface.interface->children.begin(), interface.interface->children.end(),
                     [](const Node& child) { return child.name == "PointRange"; });
    node.children.push_back(numbering({{"Index", interface.numbers}}, index,
                                      range == interface.interface->children.end() ? nullptr : &*range));
    return node;
  }

  const DistributedZone& zone_;
  std::size_t part_;
  FileBuilder& file_;
  std::vector<std::string> uncut_arrays_;  ///< Paths from the zone.
  int interfaces_ = 0;                     ///< Number of interfaces between parts in the container.
};

}  // namespace

const std::string& name_of(const DistributedZone& zone, const UnstructuredPiece& part) {
  return zone.names[static_cast<std::size_t>(&part - zone.pieces.data())];
}

Node unstructured_piece(const DistributedZone& zone, std::size_t part, FileBuilder& file) {
  return PartBuilder(zone, part, file).build();
}

Node particle_piece(const DistributedZone& zone, std::size_t part, FileBuilder& file) {
  return PartBuilder(zone, part, file).build_particles();
}

}  // namespace pcgns::partition
