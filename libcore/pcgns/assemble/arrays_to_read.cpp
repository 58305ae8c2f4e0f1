#include <algorithm>

#include "pcgns/assemble/assembly_file.hpp"
#include "pcgns/assemble/conventions.hpp"
#include "pcgns/assemble/marks.hpp"
#include "pcgns/assemble/own_marks.hpp"
#include "pcgns/base/bytes.hpp"

namespace pcgns::assemble {

namespace {

constexpr std::int64_t largest_mark = 64 * kibi;

class ArrayCollector {
 public:
  explicit ArrayCollector(const tree::InputSet& inputs) : inputs_(inputs) {}

  /// `node`, if it is small.
  void add_small(const tree::Node& node) {
    if (node.is_bulk() && inputs_.arrays[static_cast<std::size_t>(node.array)].bytes() <= largest_mark) {
      add(node);
    }
  }

  /// All that is small below the UserDefinedData_t of a zone.
  void add_marks(const tree::Node& node, bool below_user_data) {
    if (node.name == numbering_name) return add_ranges(node);
    below_user_data = below_user_data || node.label == "UserDefinedData_t";
    if (below_user_data) add_small(node);
    for (const auto& child : node.children) add_marks(child, below_user_data);
  }

  /// PointList, PointListDonor and their like, and the places of their points, of any size.
  void add_point_lists(const tree::Node& node) {
    if (node.name == numbering_name) {
      const auto* places = node.child(index_name);
      if (places != nullptr && places->is_bulk()) add(*places);
      return;
    }
    if (node.label == "IndexArray_t" && node.is_bulk()) add(node);
    for (const auto& child : node.children) add_point_lists(child);
  }

  /// The names of nodes in their order, of any number.
  void add_orders(const tree::Node& base) {
    const auto* marks = base.link ? nullptr : base.child(own_marks_name);
    for (std::size_t i = 0; marks != nullptr && i < marks->children.size(); ++i) {
      const auto* order = marks->children[i].child(node_order_name);
      for (std::size_t k = 0; order != nullptr && k < order->children.size(); ++k) {
        if (order->children[k].is_bulk()) add(order->children[k]);
      }
    }
  }

  [[nodiscard]] std::vector<int> take() {
    std::sort(arrays_.begin(), arrays_.end());
    arrays_.erase(std::unique(arrays_.begin(), arrays_.end()), arrays_.end());
    return std::move(arrays_);
  }

 private:
  /// The numbers beside CellRange and CellSize are not looked at here.
  void add_ranges(const tree::Node& numbering) {
    for (const auto name : {std::string_view("CellRange"), std::string_view("CellSize"), join_ghosts_mark}) {
      if (const auto* node = numbering.child(name)) add_small(*node);
    }
  }

  void add(const tree::Node& node) { arrays_.push_back(node.array); }

  const tree::InputSet& inputs_;
  std::vector<int> arrays_;
};

bool has_marks(const tree::Node& zone) {
  return has_maia_marks(zone) || has_cassiopee_marks(zone) || has_seacas_marks(zone) || has_xcore_marks(zone);
}

}  // namespace

std::vector<int> arrays_to_read(const tree::InputSet& inputs, const Request& request) {
  if (request.keep_zones || request.convention == Convention::whole) return {};
  const auto zones = zones_of(inputs);
  const bool by_file = !request.assembly.empty();
  if (!by_file && !request.match_coordinates &&
      std::none_of(zones.begin(), zones.end(), [](auto& zone) { return has_marks(*zone.zone); })) {
    return {};
  }
  ArrayCollector collector(inputs);
  if (by_file) {
    for (const auto* node : nodes_of_assembly(request, zones)) collector.add_small(*node);
  }
  for (const auto& root : inputs.trees) {
    for (const auto& base : root.children) collector.add_orders(base);
  }
  for (const auto& zone : zones) {
    if (by_file || has_marks(*zone.zone)) collector.add_marks(*zone.zone, false);
    // Joins of whole zones lead to parts, too, and whole zones of Cassiopée name their process.
    if (is_structured(*zone.zone)) collector.add_point_lists(*zone.zone);
    if (const auto* process = tree::find(*zone.zone, cassiopee_rank_path)) collector.add_small(*process);
  }
  return collector.take();
}

}  // namespace pcgns::assemble
