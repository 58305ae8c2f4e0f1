#include <algorithm>
#include <string>
#include <unordered_set>

#include "pcgns/base/bytes.hpp"
#include "pcgns/fileset/metadata.hpp"
#include "pcgns/fileset/plan/conventions/assembly_file.hpp"
#include "pcgns/fileset/plan/conventions/conventions.hpp"
#include "pcgns/fileset/plan/conventions/own_metadata.hpp"

namespace pcgns::fileset {

namespace {

constexpr std::int64_t largest_metadata_node = 64 * kibi;

class ArrayCollector {
 public:
  explicit ArrayCollector(const cgns::InputSet& inputs) : inputs_(inputs) {}

  /// Adds the array of `node` if it is small.
  void add_small(const cgns::Node& node) {
    if (node.is_bulk() && inputs_.array(node.array).bytes() <= largest_metadata_node) {
      add(node);
    }
  }

  /// Adds all small arrays below the UserDefinedData_t of a zone.
  void add_metadata(const cgns::Node& node, bool below_user_data) {
    if (node.name == numbering_name) return add_ranges(node);
    below_user_data = below_user_data || node.label == "UserDefinedData_t";
    if (below_user_data) add_small(node);
    for (const auto& child : node.children) add_metadata(child, below_user_data);
  }

  /// Adds PointList, PointListDonor and similar lists, and the recorded positions of their points, of any
  /// size.
  void add_point_lists(const cgns::Node& node) {
    if (node.name == numbering_name) {
      const auto* places = node.child(index_name);
      if (places != nullptr && places->is_bulk()) add(*places);
      return;
    }
    if (node.label == "IndexArray_t" && node.is_bulk()) add(node);
    for (const auto& child : node.children) add_point_lists(child);
  }

  /// Adds the recorded child names, however many there are.
  void add_orders(const cgns::Node& base) {
    const auto* metadata = base.link ? nullptr : base.child(own_metadata_name);
    for (std::size_t i = 0; metadata != nullptr && i < metadata->children.size(); ++i) {
      const auto* sections = metadata->children[i].child(section_order_name);
      if (sections != nullptr && sections->is_bulk()) add(*sections);
      const auto* order = metadata->children[i].child(node_order_name);
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
  /// Global numbers beside CellRange and CellSize are not needed here.
  void add_ranges(const cgns::Node& numbering) {
    const auto* uncut = numbering.child(uncut_arrays_node);
    if (uncut != nullptr && uncut->is_bulk()) add(*uncut);
    for (const auto name :
         {std::string_view("CellRange"), std::string_view("CellSize"), interface_ghosts_node}) {
      if (const auto* node = numbering.child(name)) add_small(*node);
    }
  }

  void add(const cgns::Node& node) { arrays_.push_back(node.array); }

  const cgns::InputSet& inputs_;
  std::vector<int> arrays_;
};

/// "Base/Zone" of all structured zones.
std::unordered_set<std::string> structured_zones(const std::vector<ZoneView>& zones) {
  std::unordered_set<std::string> names;
  for (const auto& zone : zones) {
    if (is_structured(*zone.zone)) names.insert(cgns::join(zone.base->name, zone.zone->name));
  }
  return names;
}

/// Indices of structured zones are mapped while planning.
void add_lists_of_indices(const ZoneView& zone, const std::unordered_set<std::string>& structured,
                          ArrayCollector& collector) {
  if (is_structured(*zone.zone)) return collector.add_point_lists(*zone.zone);
  for (const auto& interface : interfaces_of(*zone.zone)) {
    if (structured.contains(cgns::join(interface.base_of_donor(*zone.base), interface.donor)))
      collector.add_point_lists(*interface.node);
  }
}

bool has_metadata(const cgns::Node& zone) {
  return has_maia_metadata(zone) || has_cassiopee_metadata(zone) || has_seacas_metadata(zone) ||
         has_xcore_metadata(zone);
}

}  // namespace

std::vector<int> arrays_to_read(const cgns::InputSet& inputs, const Request& request) {
  if (request.convention == Convention::whole) return {};
  const auto zones = zones_of(inputs);
  const bool by_file = !request.assembly.empty();
  if (!by_file && !request.match_coordinates &&
      std::none_of(zones.begin(), zones.end(), [](auto& zone) { return has_metadata(*zone.zone); })) {
    return {};
  }
  ArrayCollector collector(inputs);
  if (by_file) {
    for (const auto* node : nodes_of_assembly(request, zones)) collector.add_small(*node);
  }
  for (const auto& root : inputs.trees) {
    for (const auto& base : root.children) collector.add_orders(base);
  }
  const auto structured = structured_zones(zones);
  for (const auto& zone : zones) {
    if (by_file || has_metadata(*zone.zone)) collector.add_metadata(*zone.zone, false);
    // Interfaces of whole zones lead to pieces, too, and whole zones of Cassiopée record their rank.
    add_lists_of_indices(zone, structured, collector);
    if (const auto* process = cgns::find(*zone.zone, cassiopee_rank_path)) collector.add_small(*process);
  }
  return collector.take();
}

}  // namespace pcgns::fileset
