// pairing.cpp: which node of one mesh is compared with which of the other, and how nodes differ.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "pcgns/base/error.hpp"
#include "pcgns/base/glob.hpp"
#include "pcgns/cgns/compare_trees.hpp"
#include "pcgns/cgns/labels.hpp"
#include "pcgns/cgns/locations.hpp"
#include "pcgns/cgns/node.hpp"
#include "pcgns/cgns/zone_shape.hpp"
#include "pcgns/digest/canonical.hpp"
#include "pcgns/verify/compare/plan/pairing.hpp"
#include "pcgns/verify/compare/plan/patterns.hpp"

namespace pcgns::verify::compare {

namespace {

enum class Side : std::uint8_t { a, b };

using cgns::DataType;
using cgns::Node;

Entity entity_at(const Node& node, int cell_dimension) {
  const auto text = cgns::location_of(node);
  if (text == "Vertex") return Entity::vertex;
  if (cgns::is_of_cells(text, cell_dimension)) return Entity::cell;
  return text.ends_with("FaceCenter") ? Entity::face : Entity::value;
}

/// Describes a node present on one side only: "DataArray_t R8[5]".
std::string presence(const Node& node) {
  auto text = node.label.empty() ? std::string("no label") : node.label;
  if (node.type != DataType::MT || node.link) text += " " + cgns::brief(node);
  return text;
}

/// CellDimension of a base.
int dimension_of_cells(const Node& base) {
  const auto sizes = cgns::integers_in(&base);
  return sizes && !sizes->empty() ? static_cast<int>(sizes->front()) : 3;
}

/// The entity of arrays below `node`.
Entity entity_of_children(const Node& node, int cell_dimension) {
  if (node.label == "GridCoordinates_t" || node.label == "ParticleCoordinates_t") return Entity::vertex;
  if (node.child("PointList") != nullptr || node.child("PointRange") != nullptr) return Entity::entry;
  return cgns::is_solution(node.label) ? entity_at(node, cell_dimension) : Entity::value;
}

/// Null if there is none.
const Node* partner_of(const Node& child, const ComparePartners& partners) {
  const auto found = partners.find(&child);
  return found == partners.end() ? nullptr : found->second;
}

using Kind = NodeFinding::Kind;

bool is_text(const Node& node) { return node.type == DataType::C1 && !node.is_bulk(); }
bool is_line(const Node& node) { return is_text(node) && node.dims.size() == 1; }

/// What a node inherits from the nodes above.
struct Above {
  int cell_dimension = 3;
  std::string zone = {};
  const Node* zone_a = nullptr;
  const Node* zone_b = nullptr;
  Entity entity = Entity::value;
  bool wanted = false;      ///< Selected by --only.
  int points = -1;          ///< Index into Pairing::point_sets: of the nearest node above with a point set.
  bool has_points = false;  ///< The parent has that point set.
  const Node* ignored_a = nullptr;  ///< The point set of the parent, if it is left out on both sides.
  const Node* ignored_b = nullptr;
};

class Pairer {
 public:
  Pairer(const Criteria& criteria, const InterfaceDigests& interfaces)
      : criteria_(criteria), interfaces_(interfaces), matched_(criteria.only.size()) {}

  Pairing run(const Node& a, const Node& b) {
    named_ = digest::interfaces_of_regions(a);
    named_.merge(digest::interfaces_of_regions(b));
    children(a, b, "/", {.wanted = criteria_.only.empty()});
    for (std::size_t i = 0; i < matched_.size(); ++i) {
      if (!matched_[i]) throw Error(ErrorKind::usage, why_idle(criteria_.only[i], a, b, criteria_));
    }
    if (leaves_out_ && !compares_ && result_.nodes == 0 && result_.findings.empty())
      throw Error(ErrorKind::usage, "nothing is compared: --ignore leaves out all that could be");
    return std::move(result_);
  }

 private:
  void children(const Node& a, const Node& b, const std::string& path, const Above& above) {
    const auto partners = partners_of_children(a, b, interfaces_);
    std::unordered_set<const Node*> taken;
    for (const auto& child : a.children) {
      const auto* partner = partner_of(child, partners);
      if (partner != nullptr) taken.insert(partner);
      const auto child_path = cgns::join(path, child.name);
      if (is_passed_over(a, child, child_path, above)) continue;
      if (partner == nullptr) {
        alone(a, child, child_path, above, Side::a);
      } else {
        both(child, *partner, child_path, above,
             digest::states_default(a, child) && digest::states_default(b, *partner));
      }
    }
    for (const auto& child : b.children) {
      const auto child_path = cgns::join(path, child.name);
      if (!taken.contains(&child) && !is_passed_over(b, child, child_path, above))
        alone(b, child, child_path, above, Side::b);
    }
  }

  [[nodiscard]] bool is_passed_over(const Node& parent, const Node& node, const std::string& path,
                                    const Above& above) {
    return is_left_out(parent, node, path) || &node == above.ignored_a || &node == above.ignored_b ||
           is_point_set(node, above);
  }

  /// True for a node that is compared as a set of points.
  [[nodiscard]] bool is_point_set(const Node& node, const Above& above) const {
    if (!above.has_points) return false;
    const auto& set = result_.point_sets[static_cast<std::size_t>(above.points)];
    return !set.alike && (&node == set.a.node || &node == set.b.node);
  }

  /// Registers the point sets of two nodes if their order may differ, or their points where only the values
  /// at them are compared.
  void pair_points(const Node& a, const Node& b, const std::string& path, Above& above) {
    above.has_points = false;
    if (digest::ends_point_set(a) || digest::ends_point_set(b)) above.points = -1;
    const auto set_a = digest::point_set_of(a);
    const auto set_b = digest::point_set_of(b);
    if (!set_a || !set_b || set_a->width != set_b->width) return;
    const auto path_a = cgns::join(path, set_a->node->name);
    const auto path_b = cgns::join(path, set_b->node->name);
    const bool is_wanted_in_a = is_wanted(path_a);
    const bool is_wanted_in_b = is_wanted(path_b);
    const bool is_wanted_here = above.wanted || is_wanted_in_a || is_wanted_in_b;
    const bool are_ranges = set_a->is_range && set_b->is_range;
    const bool are_numbered = are_ranges && (is_wanted_here || set_a->node->data == set_b->node->data);
    if (are_numbered && set_a->width != 1) return;
    PointSetPair set{.path = path_a,
                     .zone = above.zone,
                     .location = cgns::location_of(a),
                     .a = *set_a,
                     .b = *set_b,
                     .width = set_a->width,
                     .wanted = is_wanted_here,
                     .numbered = are_numbered,
                     .alike = are_numbered || (!are_ranges && set_a->is_range == set_b->is_range &&
                                               set_a->count == set_b->count)};
    if (any_matches(criteria_.ignore, path_a) || any_matches(criteria_.ignore, path_b)) {
      leaves_out_ = true;
      above.ignored_a = set_a->node;
      above.ignored_b = set_b->node;
      return;
    }
    above.has_points = true;
    if (set.wanted && !set.alike) ++result_.nodes;  // Two lists alike count where they are compared in order.
    add(std::move(set), above);
  }

  void add(PointSetPair set, Above& above) {
    above.points = static_cast<int>(result_.point_sets.size());
    result_.point_sets.push_back(std::move(set));
  }

  /// Registers the point sets to which two regions refer: the values of the regions are in their order.
  void pair_region(const Node& a, const Node& b, const std::string& path_of_region, Above& above) {
    if (above.zone_a == nullptr || above.points >= 0) return;
    const bool is_in_zone = path_of_region == cgns::join(above.zone, a.name);
    if (!is_in_zone) return;
    const auto points_a = digest::points_of_region(*above.zone_a, a);
    const auto points_b = digest::points_of_region(*above.zone_b, b);
    if (!points_a || !points_b || points_a->node->name != points_b->node->name) return;
    const auto set_a = digest::point_set_of(*points_a->node);
    const auto set_b = digest::point_set_of(*points_b->node);
    if (!set_a || !set_b || set_a->width != set_b->width) return;
    const bool are_numbered = set_a->is_range && set_b->is_range && set_a->node->data == set_b->node->data;
    if (are_numbered && set_a->width != 1) return;
    const auto container = cgns::join(above.zone, points_a->container->name);
    const auto path = cgns::join(container, points_a->node->name);
    const auto list = cgns::join(path, set_a->node->name);
    if (any_matches(criteria_.ignore, list) ||
        any_matches(criteria_.ignore, cgns::join(path, set_b->node->name)))
      return;
    const auto [known, is_new] =
        region_points_.try_emplace({set_a->node, set_b->node}, static_cast<int>(result_.point_sets.size()));
    if (!is_new) return void(above.points = known->second);
    add({.path = list,
         .zone = above.zone,
         .location = cgns::location_of(*points_a->node),
         .a = *set_a,
         .b = *set_b,
         .width = set_a->width,
         .wanted = false,
         .elsewhere = is_compared(list),
         .numbered = are_numbered},
        above);
  }

  /// True if --only selects the node, or one above it.
  [[nodiscard]] bool is_compared(std::string path) const {
    for (; !path.empty(); path.resize(path.rfind('/')))
      if (any_matches(criteria_.only, path)) return true;
    return criteria_.only.empty();
  }

  [[nodiscard]] bool is_left_out(const Node& parent, const Node& node, const std::string& path) {
    if (is_no_content(parent, node)) return true;
    const bool is_ignored = any_matches(criteria_.ignore, path);
    leaves_out_ = leaves_out_ || is_ignored;
    return is_ignored;
  }

  bool is_wanted(const std::string& path) {
    bool wanted = false;
    for (std::size_t i = 0; i < matched_.size(); ++i) {
      if (!matches(criteria_.only[i], path)) continue;
      matched_[i] = true;
      wanted = true;
    }
    return wanted;
  }

  /// Marks patterns that match below a node reported as a whole.
  void mark_matches(const Node& node, const std::string& path) {
    if (criteria_.only.empty()) return;
    (void)is_wanted(path);
    for (const auto& child : node.children) mark_matches(child, cgns::join(path, child.name));
  }

  /// Reports a node without partner. Below one that is not selected, others may be.
  void alone(const Node& parent, const Node& node, const std::string& path, const Above& above, Side side) {
    if (digest::states_default(parent, node)) {
      compares_ = is_wanted(path) || above.wanted || compares_;  // with what the other side does not state
      return mark_matches(node, path);
    }
    if (is_wanted(path) || above.wanted) {
      mark_matches(node, path);
      result_.findings.push_back({.path = path,
                                  .kind = side == Side::a ? Kind::only_a : Kind::only_b,
                                  .counts = side == Side::a || !criteria_.subset,
                                  .a = side == Side::a ? presence(node) : "",
                                  .b = side == Side::b ? presence(node) : "",
                                  .nodes = cgns::count_nodes(node)});
      return;
    }
    for (const auto& child : node.children) {
      const auto child_path = cgns::join(path, child.name);
      if (!is_left_out(node, child, child_path)) alone(node, child, child_path, above, side);
    }
  }

  /// `are_defaults`: both state a default, which they may do in different extents.
  void both(const Node& a, const Node& b, const std::string& path, Above above, bool are_defaults) {
    above.wanted = is_wanted(path) || above.wanted;
    if (above.wanted) ++result_.nodes;
    if (are_defaults) return;
    if (above.wanted) {
      if (a.name != b.name) tell(path, has_free_name(a, b) ? Kind::renamed : Kind::name, a.name, b.name);
      if (a.label != b.label) tell(path, Kind::label, cgns::label_text(a), cgns::label_text(b));
      values(a, b, path, above);
    }
    if (cgns::is_zone(a.label)) {
      above.zone = path;
      above.zone_a = &a;
      above.zone_b = &b;
    }
    if (a.label == "CGNSBase_t") above.cell_dimension = dimension_of_cells(a);
    above.entity = entity_of_children(a, above.cell_dimension);
    above.has_points = false;
    pair_points(a, b, path, above);
    pair_region(a, b, path, above);
    children(a, b, path, above);
  }

  void tell(const std::string& path, Kind kind, std::string a, std::string b) {
    result_.findings.push_back(
        {.path = path, .kind = kind, .counts = kind < Kind::width, .a = std::move(a), .b = std::move(b)});
  }

  /// True for two interfaces to which no region refers by name.
  [[nodiscard]] bool has_free_name(const Node& a, const Node& b) const {
    return cgns::is_interface(a) && !named_.contains(&a) && !named_.contains(&b);
  }

  void values(const Node& a, const Node& b, const std::string& path, const Above& above) {
    if (a.link || b.link) return links(a, b, path);
    if (cgns::is_empty(a) && cgns::is_empty(b)) return;
    if (!are_comparable(a.type, b.type)) return tell(path, Kind::type, brief(a), brief(b));
    const bool are_texts = is_text(a) && is_text(b);
    const bool are_lines = is_line(a) && is_line(b);
    if (!are_lines && a.dims != b.dims) return tell(path, Kind::extents, brief(a), brief(b));
    if (are_texts) return texts(a, b, path);
    if (a.type != b.type)
      tell(path, Kind::width, std::string(to_string(a.type)), std::string(to_string(b.type)));
    pair(a, b, path, above);
  }

  void links(const Node& a, const Node& b, const std::string& path) {
    if (!a.link || !b.link || *a.link != *b.link) tell(path, Kind::values, cgns::brief(a), cgns::brief(b));
  }

  /// Reports texts as a whole, not character by character.
  void texts(const Node& a, const Node& b, const std::string& path) {
    static const std::unordered_map<int, Fingerprint> no_arrays;
    if (a.data == b.data) return;
    const auto difference =
        cgns::value_difference(a, b, {.arrays = no_arrays, .folder_a = {}, .folder_b = {}});
    tell(path, Kind::values, difference ? difference->a : "", difference ? difference->b : "");
  }

  static std::string brief(const Node& node) { return cgns::is_empty(node) ? "no value" : cgns::brief(node); }

  void pair(const Node& a, const Node& b, const std::string& path, const Above& above) {
    const auto place = [](const Node& node) {
      return ArrayPair::Place{
          .target = node.array, .node = node.is_bulk() ? nullptr : &node, .type = node.type};
    };
    const bool is_array = a.label == "DataArray_t";
    const auto index = static_cast<int>(result_.arrays.size());
    auto* const set =
        above.points < 0 ? nullptr : &result_.point_sets[static_cast<std::size_t>(above.points)];
    const bool is_list = set != nullptr && set->a.node == &a;
    if (is_list) set->array = index;
    const bool is_of_points = set != nullptr && !is_list && digest::belongs_to_points(a, set->a.count);
    result_.arrays.push_back({.path = path,
                              .zone = above.zone,
                              .a = place(a),
                              .b = place(b),
                              .dims = a.dims,
                              .entity = is_array ? above.entity : Entity::value,
                              .tolerance = tolerance_of(criteria_, path, a.type),
                              .points = is_of_points ? above.points : -1});
  }

  const Criteria& criteria_;
  const InterfaceDigests& interfaces_;
  std::vector<bool> matched_;
  std::map<std::pair<const Node*, const Node*>, int> region_points_;  ///< By the nodes of both sets.
  std::unordered_set<const Node*> named_;  ///< Interfaces of both sides whose names count.
  bool leaves_out_ = false;                ///< Nodes that could be compared are ignored.
  bool compares_ = false;                  ///< A default was met that only one side states.
  Pairing result_;
};

}  // namespace

Pairing pair_nodes(const Node& a, const Node& b, const Criteria& criteria,
                   const InterfaceDigests& interfaces) {
  return Pairer(criteria, interfaces).run(a, b);
}

}  // namespace pcgns::verify::compare
