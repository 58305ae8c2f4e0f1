#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "pcgns/base/error.hpp"
#include "pcgns/base/glob.hpp"
#include "pcgns/cgns/compare_trees.hpp"
#include "pcgns/cgns/labels.hpp"
#include "pcgns/cgns/node.hpp"
#include "pcgns/fileset/metadata.hpp"
#include "pcgns/verify/compare/plan/pairing.hpp"

namespace pcgns::verify::compare {

namespace {

enum class Side : std::uint8_t { a, b };

using cgns::DataType;
using cgns::Node;

/// True for a range: two points with any number of indices each.
bool has_ends(const Node& range) {
  return !range.is_bulk() && range.dims.size() == 2 && range.dims[1] == 2 && cgns::is_integer(range.type) &&
         !range.data.empty();
}

/// Number of points from the first half of `ends` to the second; nothing if invalid.
std::optional<std::int64_t> points_between(const std::vector<std::int64_t>& ends) {
  // Beyond any real mesh; such ranges are not compared point by point.
  constexpr std::int64_t most = std::int64_t(1) << 40;
  const auto width = ends.size() / 2;
  std::int64_t count = 1;
  for (std::size_t i = 0; i < width; ++i) {
    if (ends[i] < 1 || ends[width + i] < ends[i] || ends[width + i] > most) return std::nullopt;
    const auto extent = ends[width + i] - ends[i] + 1;
    if (count > most / extent) return std::nullopt;
    count *= extent;
  }
  return count;
}

Entity entity_at(const Node& node) {
  const auto text = cgns::location_of(node);
  if (text == "Vertex") return Entity::vertex;
  if (text == "CellCenter") return Entity::cell;
  return text.ends_with("FaceCenter") ? Entity::face : Entity::value;
}

/// True for a node that states a default.
bool says_nothing(const Node& node) {
  if (node.label == "GridLocation_t") return cgns::text_of(node) == "Vertex" && node.children.empty();
  if (node.label != "Rind_t" || node.is_bulk()) return false;
  return std::all_of(node.data.begin(), node.data.end(), [](std::byte byte) { return byte == std::byte{0}; });
}

/// "a Family_t"
std::string label_text(const Node& node) {
  return node.label.empty() ? "a node without label" : fmt::format("a {}", node.label);
}

/// Describes a node present on one side only: "DataArray_t R8[5]".
std::string presence(const Node& node) {
  auto text = node.label.empty() ? std::string("no label") : node.label;
  if (node.type != DataType::MT || node.link) text += " " + cgns::brief(node);
  return text;
}

/// GridConnectivity1to1_t.
bool is_interface(const Node& node) { return node.label == "GridConnectivity1to1_t"; }

/// The values of both ranges of an interface, and of its transform.
std::vector<std::int64_t> points_of_interface(const Node& interface) {
  std::vector<std::int64_t> numbers;
  for (const auto* name : {"PointRange", "PointRangeDonor", "Transform"}) {
    const auto* node = interface.child(name);
    const bool has_numbers = node != nullptr && cgns::is_integer(node->type) && !node->data.empty();
    const auto values = has_numbers ? cgns::integers_of(*node) : std::vector<std::int64_t>{};
    numbers.push_back(static_cast<std::int64_t>(values.size()));
    numbers.insert(numbers.end(), values.begin(), values.end());
  }
  return numbers;
}

/// The point set of `node`; without a node if there is none, or if it is invalid.
PointSetPair::Points points_of(const Node& node) {
  if (const auto* list = node.child("PointList"); list != nullptr && list->dims.size() == 2) {
    return cgns::is_integer(list->type) ? PointSetPair::Points{list, false, list->dims[1]}
                                        : PointSetPair::Points{};
  }
  const auto* range = node.child("PointRange");
  if (range == nullptr || !has_ends(*range)) return {};
  const auto count = points_between(cgns::integers_of(*range));
  return count ? PointSetPair::Points{range, true, *count} : PointSetPair::Points{};
}

/// The entity of arrays below `node`.
Entity entity_of_children(const Node& node) {
  if (node.label == "GridCoordinates_t" || node.label == "ParticleCoordinates_t") return Entity::vertex;
  if (node.child("PointList") != nullptr || node.child("PointRange") != nullptr) return Entity::entry;
  return cgns::is_solution(node.label) ? entity_at(node) : Entity::value;
}

/// Nodes of b, by the names of their partners in a.
using ComparePartners = std::unordered_map<std::string_view, const cgns::Node*>;

using cgns::Node;

void pair_interfaces(const Node& a, const Node& b, ComparePartners& partners) {
  std::map<std::vector<std::int64_t>, const Node*> free;
  for (const auto& interface : b.children) {
    if (is_interface(interface) && a.child(interface.name) == nullptr)
      free.emplace(points_of_interface(interface), &interface);
  }
  for (const auto& interface : a.children) {
    if (!is_interface(interface) || partners.contains(interface.name)) continue;
    const auto found = free.find(points_of_interface(interface));
    if (found == free.end() || cgns::text_of(*found->second) != cgns::text_of(interface)) continue;
    partners.emplace(interface.name, found->second);
    free.erase(found);
  }
}

/// Null if there are several.
const Node* lone_base(const Node& root) {
  const Node* found = nullptr;
  for (const auto& child : root.children) {
    if (child.label != "CGNSBase_t") continue;
    if (found != nullptr) return nullptr;
    found = &child;
  }
  return found;
}

/// Partners of the children of `a` among those of `b`, by name. The only base of each side always matches.
/// Interfaces without partner by name match those that connect the same points. Both nodes must outlive the
/// result.
ComparePartners partners_of_children(const Node& a, const Node& b) {
  ComparePartners partners;
  for (const auto& child : b.children) partners.emplace(child.name, &child);
  const auto* base_a = lone_base(a);
  const auto* base_b = lone_base(b);
  if (base_a != nullptr && base_b != nullptr) partners.emplace(base_a->name, base_b);
  if (a.label == "ZoneGridConnectivity_t") pair_interfaces(a, b, partners);
  return partners;
}

/// Null if there is none.
const Node* partner_of(const Node& child, const ComparePartners& partners) {
  const auto found = partners.find(child.name);
  return found == partners.end() ? nullptr : found->second;
}

using cgns::DataType;
using cgns::Node;
using Kind = NodeFinding::Kind;

bool is_text(const Node& node) { return node.type == DataType::C1 && !node.is_bulk(); }
bool is_line(const Node& node) { return is_text(node) && node.dims.size() == 1; }

/// What a node inherits from the nodes above.
struct Above {
  std::string zone = {};
  Entity entity = Entity::value;
  bool wanted = false;      ///< Selected by --only.
  int points = -1;          ///< Index into Pairing::point_sets: of the nearest node above with a point set.
  bool has_points = false;  ///< The parent has that point set.
};

class Pairer {
 public:
  explicit Pairer(const Criteria& criteria) : criteria_(criteria), matched_(criteria.only.size()) {}

  Pairing run(const Node& a, const Node& b) {
    children(a, b, "/", {.wanted = criteria_.only.empty()});
    for (std::size_t i = 0; i < matched_.size(); ++i) {
      if (!matched_[i])
        throw Error(ErrorKind::usage, fmt::format("--only '{}' matches no node", criteria_.only[i]));
    }
    return std::move(result_);
  }

 private:
  void children(const Node& a, const Node& b, const std::string& path, const Above& above) {
    const auto partners = partners_of_children(a, b);
    std::unordered_set<const Node*> taken;
    for (const auto& child : a.children) {
      const auto* partner = partner_of(child, partners);
      if (partner != nullptr) taken.insert(partner);
      const auto child_path = cgns::join(path, child.name);
      if (is_passed_over(a, child, child_path, above)) continue;
      if (partner == nullptr) {
        alone(child, child_path, above, Side::a);
      } else {
        both(child, *partner, child_path, above);
      }
    }
    for (const auto& child : b.children) {
      const auto child_path = cgns::join(path, child.name);
      if (!taken.contains(&child) && !is_passed_over(b, child, child_path, above))
        alone(child, child_path, above, Side::b);
    }
  }

  [[nodiscard]] bool is_passed_over(const Node& parent, const Node& node, const std::string& path,
                                    const Above& above) const {
    return is_left_out(parent, node, path) || is_point_set(node, above);
  }

  /// True for a node that is compared as a set of points.
  [[nodiscard]] bool is_point_set(const Node& node, const Above& above) const {
    if (!above.has_points) return false;
    const auto& set = result_.point_sets[static_cast<std::size_t>(above.points)];
    return !set.alike && (&node == set.a.node || &node == set.b.node);
  }

  /// Registers the point sets of two nodes if their order may differ.
  void pair_points(const Node& a, const Node& b, const std::string& path, Above& above) {
    above.has_points = false;
    PointSetPair set{.path = {},
                     .zone = above.zone,
                     .location = cgns::location_of(a),
                     .a = points_of(a),
                     .b = points_of(b)};
    if (set.a.node == nullptr || set.b.node == nullptr || (set.a.is_range && set.b.is_range)) return;
    set.width = set.a.node->dims[0];
    if (set.b.node->dims[0] != set.width || set.width < 1) return;
    set.path = cgns::join(path, set.a.node->name);
    if (any_matches(criteria_.ignore, set.path)) return;
    set.alike = set.a.is_range == set.b.is_range && set.a.count == set.b.count;
    above.points = static_cast<int>(result_.point_sets.size());
    above.has_points = true;
    result_.point_sets.push_back(std::move(set));
  }

  [[nodiscard]] bool is_left_out(const Node& parent, const Node& node, const std::string& path) const {
    if (node.label == "CGNSLibraryVersion_t" || node.name == "CGNSWritingLibraryVersion") return true;
    if (fileset::is_metadata(parent, node) || node.name == fileset::per_rank_name) return true;
    return any_matches(criteria_.ignore, path);
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
  void alone(const Node& node, const std::string& path, const Above& above, Side side) {
    if (says_nothing(node)) return;
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
      if (!is_left_out(node, child, child_path)) alone(child, child_path, above, side);
    }
  }

  void both(const Node& a, const Node& b, const std::string& path, Above above) {
    above.wanted = is_wanted(path) || above.wanted;
    if (above.wanted) {
      ++result_.nodes;
      if (a.name != b.name) tell(path, is_interface(a) ? Kind::renamed : Kind::name, a.name, b.name);
      if (a.label != b.label) tell(path, Kind::label, label_text(a), label_text(b));
      values(a, b, path, above);
    }
    if (cgns::is_zone(a.label)) above.zone = path;
    above.entity = entity_of_children(a);
    above.has_points = false;
    if (above.wanted) pair_points(a, b, path, above);
    children(a, b, path, above);
  }

  void tell(const std::string& path, Kind kind, std::string a, std::string b) {
    result_.findings.push_back(
        {.path = path, .kind = kind, .counts = kind < Kind::width, .a = std::move(a), .b = std::move(b)});
  }

  void values(const Node& a, const Node& b, const std::string& path, const Above& above) {
    if (a.link || b.link) return links(a, b, path);
    if (!scalar_of(a.type) && !scalar_of(b.type)) return;
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

  static std::string brief(const Node& node) {
    return node.type == DataType::MT ? "no value" : cgns::brief(node);
  }

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
    result_.arrays.push_back({.path = path,
                              .zone = above.zone,
                              .a = place(a),
                              .b = place(b),
                              .dims = a.dims,
                              .entity = is_array ? above.entity : Entity::value,
                              .tolerance = tolerance_of(criteria_, path, a.type),
                              .points = is_list ? -1 : above.points});
  }

  const Criteria& criteria_;
  std::vector<bool> matched_;
  Pairing result_;
};

}  // namespace

Pairing pair_by_name(const Node& a, const Node& b, const Criteria& criteria) {
  return Pairer(criteria).run(a, b);
}

namespace {

using cgns::DataType;
using kernel::Scalar;

constexpr std::array<std::string_view, 14> kind_names = {
    "only in A", "only in B", "label", "type",      "extents",    "name",    "values",
    "reordered", "points",    "width", "tolerated", "renumbered", "renamed", "note"};
constexpr std::array<std::string_view, 5> entity_names = {"value", "vertex", "cell", "face", "entry"};

constexpr std::array<std::pair<DataType, Scalar>, 10> scalars = {{{DataType::B1, Scalar::byte},
                                                                  {DataType::C1, Scalar::character},
                                                                  {DataType::I4, Scalar::i32},
                                                                  {DataType::U4, Scalar::u32},
                                                                  {DataType::I8, Scalar::i64},
                                                                  {DataType::U8, Scalar::u64},
                                                                  {DataType::R4, Scalar::f32},
                                                                  {DataType::X4, Scalar::f32},
                                                                  {DataType::R8, Scalar::f64},
                                                                  {DataType::X8, Scalar::f64}}};

bool is_complex(DataType type) { return type == DataType::X4 || type == DataType::X8; }

}  // namespace

std::string_view to_string(NodeFinding::Kind kind) { return kind_names[static_cast<std::size_t>(kind)]; }
std::string_view to_string(Entity entity) { return entity_names[static_cast<std::size_t>(entity)]; }

std::optional<Scalar> scalar_of(DataType type) {
  const auto found =
      std::find_if(scalars.begin(), scalars.end(), [&](const auto& known) { return known.first == type; });
  return found == scalars.end() ? std::nullopt : std::optional(found->second);
}

int parts_of(DataType type) { return is_complex(type) ? 2 : 1; }

bool are_comparable(DataType a, DataType b) {
  const auto x = scalar_of(a);
  const auto y = scalar_of(b);
  return x && y && kernel::are_comparable(*x, *y) && is_complex(a) == is_complex(b);
}

kernel::Tolerance tolerance_of(const Criteria& criteria, const std::string& path, DataType type) {
  for (auto rule = criteria.rules.rbegin(); rule != criteria.rules.rend(); ++rule) {
    if (matches(rule->pattern, path)) return rule->tolerance;
  }
  const bool is_real = type == DataType::R4 || type == DataType::R8 || is_complex(type);
  if (is_real) return criteria.tolerance;
  return {.nan_is_equal = criteria.tolerance.nan_is_equal};
}

}  // namespace pcgns::verify::compare
