#include "pcgns/plan/compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <unordered_map>
#include <unordered_set>

#include "pcgns/base/error.hpp"
#include "pcgns/plan/compare_nodes.hpp"
#include "pcgns/plan/glob.hpp"
#include "pcgns/sids/labels.hpp"
#include "pcgns/tree/compare.hpp"

namespace pcgns::plan {

namespace {

using tree::DataType;
using tree::Node;
using Kind = NodeFinding::Kind;

constexpr std::array<std::string_view, 14> kind_names = {
    "only in A", "only in B", "label", "type",      "extents",    "name",    "values",
    "reordered", "points",    "width", "tolerated", "renumbered", "renamed", "note"};
constexpr std::array<std::string_view, 5> entity_names = {"value", "vertex", "cell", "face", "entry"};

bool is_complex(DataType type) { return type == DataType::X4 || type == DataType::X8; }

/// What the nodes above say of a node.
struct Above {
  std::string zone = {};
  std::string_view parent = {};  ///< Its label.
  Entity entity = Entity::value;
  bool wanted = false;      ///< By --only.
  int points = -1;          ///< Index into Pairing::point_sets: of the nearest node above that has one.
  bool has_points = false;  ///< That is the parent.
};

class Pairer {
 public:
  explicit Pairer(const CompareRequest& request) : request_(request), matched_(request.only.size()) {}

  Pairing run(const Node& a, const Node& b) {
    children(a, b, "/", {.wanted = request_.only.empty()});
    for (std::size_t i = 0; i < matched_.size(); ++i) {
      if (!matched_[i])
        throw Error(ErrorKind::usage, fmt::format("--only '{}' matches no node", request_.only[i]));
    }
    return std::move(result_);
  }

 private:
  void children(const Node& a, const Node& b, const std::string& path, const Above& above) {
    std::unordered_map<std::string_view, const Node*> others;
    for (const auto& child : b.children) others.emplace(child.name, &child);
    if (path == "/") pair_lone_bases(a, b, others);
    if (a.label == "ZoneGridConnectivity_t") pair_joins(a, b, others);
    std::unordered_set<const Node*> taken;
    for (const auto& child : a.children) {
      const auto child_path = tree::join(path, child.name);
      const auto other = others.find(child.name);
      if (other != others.end()) taken.insert(other->second);
      if (is_left_out(a, child, child_path) || is_point_set(child, above)) continue;
      if (other == others.end()) {
        alone(child, child_path, above, Side::a);
      } else {
        both(child, *other->second, child_path, above);
      }
    }
    for (const auto& child : b.children) {
      const auto child_path = tree::join(path, child.name);
      if (!taken.contains(&child) && !is_left_out(b, child, child_path) && !is_point_set(child, above))
        alone(child, child_path, above, Side::b);
    }
  }

  /// Joins that have no partner by name get one that joins the same points with the same points.
  static void pair_joins(const Node& a, const Node& b,
                         std::unordered_map<std::string_view, const Node*>& others) {
    std::map<std::vector<std::int64_t>, const Node*> free;
    for (const auto& join : b.children) {
      if (is_join(join) && a.child(join.name) == nullptr) free.emplace(points_of_join(join), &join);
    }
    for (const auto& join : a.children) {
      if (!is_join(join) || others.contains(join.name)) continue;
      const auto found = free.find(points_of_join(join));
      if (found == free.end() || tree::text_of(*found->second) != tree::text_of(join)) continue;
      others.emplace(join.name, found->second);
      free.erase(found);
    }
  }

  /// Where each side has one base, that is the same base, whatever it is called.
  static void pair_lone_bases(const Node& a, const Node& b,
                              std::unordered_map<std::string_view, const Node*>& others) {
    const auto lone_base = [](const Node& root) {
      const Node* found = nullptr;
      for (const auto& child : root.children) {
        if (child.label != "CGNSBase_t") continue;
        if (found != nullptr) return static_cast<const Node*>(nullptr);
        found = &child;
      }
      return found;
    };
    const auto* base_a = lone_base(a);
    const auto* base_b = lone_base(b);
    if (base_a != nullptr && base_b != nullptr) others.emplace(base_a->name, base_b);
  }

  /// True for a node whose points are compared as a set.
  [[nodiscard]] bool is_point_set(const Node& node, const Above& above) const {
    if (!above.has_points) return false;
    const auto& set = result_.point_sets[static_cast<std::size_t>(above.points)];
    return !set.alike && (&node == set.a.node || &node == set.b.node);
  }

  /// Points that the two nodes have, if their order may be another.
  void pair_points(const Node& a, const Node& b, const std::string& path, Above& above) {
    above.has_points = false;
    PointSetPair set{
        .path = {}, .zone = above.zone, .location = location_of(a), .a = points_of(a), .b = points_of(b)};
    if (set.a.node == nullptr || set.b.node == nullptr || (set.a.is_range && set.b.is_range)) return;
    set.width = set.a.node->dims[0];
    if (set.b.node->dims[0] != set.width || set.width < 1) return;
    set.path = tree::join(path, set.a.node->name);
    if (any_matches(request_.ignore, set.path)) return;
    set.alike = set.a.is_range == set.b.is_range && set.a.count == set.b.count;
    above.points = static_cast<int>(result_.point_sets.size());
    above.has_points = true;
    result_.point_sets.push_back(std::move(set));
  }

  [[nodiscard]] bool is_left_out(const Node& parent, const Node& node, const std::string& path) const {
    if (node.label == "CGNSLibraryVersion_t" || node.name == "CGNSWritingLibraryVersion") return true;
    if (request_.left_out && request_.left_out(parent, node)) return true;
    return any_matches(request_.ignore, path);
  }

  bool is_wanted(const std::string& path) {
    bool wanted = false;
    for (std::size_t i = 0; i < matched_.size(); ++i) {
      if (!matches(request_.only[i], path)) continue;
      matched_[i] = true;
      wanted = true;
    }
    return wanted;
  }

  /// Patterns may match below a node that is told as a whole.
  void mark_matches(const Node& node, const std::string& path) {
    if (request_.only.empty()) return;
    (void)is_wanted(path);
    for (const auto& child : node.children) mark_matches(child, tree::join(path, child.name));
  }

  /// A node that has no partner; below one that is not wanted there may be some that are.
  void alone(const Node& node, const std::string& path, const Above& above, Side side) {
    if (says_nothing(node)) return;
    if (is_wanted(path) || above.wanted) {
      mark_matches(node, path);
      result_.findings.push_back({.path = path,
                                  .kind = side == Side::a ? Kind::only_a : Kind::only_b,
                                  .counts = side == Side::a || !request_.subset,
                                  .a = side == Side::a ? presence(node) : "",
                                  .b = side == Side::b ? presence(node) : "",
                                  .nodes = tree::count_nodes(node)});
      return;
    }
    for (const auto& child : node.children) {
      const auto child_path = tree::join(path, child.name);
      if (!is_left_out(node, child, child_path)) alone(child, child_path, above, side);
    }
  }

  void both(const Node& a, const Node& b, const std::string& path, Above above) {
    above.wanted = is_wanted(path) || above.wanted;
    if (above.wanted) {
      ++result_.nodes;
      if (a.name != b.name) tell(path, is_join(a) ? Kind::renamed : Kind::name, a.name, b.name);
      if (a.label != b.label) tell(path, Kind::label, label_text(a), label_text(b));
      values(a, b, path, above);
    }
    if (sids::is_zone(a.label)) above.zone = path;
    above.parent = a.label;
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
    if (a.link || b.link) {
      if (!a.link || !b.link || *a.link != *b.link) tell(path, Kind::values, tree::brief(a), tree::brief(b));
      return;
    }
    const auto type_a = scalar_of(a.type);
    const auto type_b = scalar_of(b.type);
    if (!type_a && !type_b) return;
    if (!type_a || !type_b || !kernel::are_comparable(*type_a, *type_b) ||
        is_complex(a.type) != is_complex(b.type)) {
      return tell(path, Kind::type, brief(a), brief(b));
    }
    const bool are_texts = a.type == DataType::C1 && !a.is_bulk() && !b.is_bulk();
    if (are_texts && a.dims.size() == 1 && b.dims.size() == 1) return texts(a, b, path);
    if (a.dims != b.dims) return tell(path, Kind::extents, brief(a), brief(b));
    if (are_texts) return texts(a, b, path);
    if (a.type != b.type)
      tell(path, Kind::width, std::string(to_string(a.type)), std::string(to_string(b.type)));
    pair(a, b, path, above);
  }

  /// Texts are told as they read, not letter by letter.
  void texts(const Node& a, const Node& b, const std::string& path) {
    static const std::unordered_map<int, Fingerprint> no_arrays;
    if (a.data == b.data) return;
    const auto difference =
        tree::value_difference(a, b, {.arrays = no_arrays, .folder_a = {}, .folder_b = {}});
    tell(path, Kind::values, difference ? difference->a : "", difference ? difference->b : "");
  }

  static std::string brief(const Node& node) {
    return node.type == DataType::MT ? "no value" : tree::brief(node);
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
                              .tolerance = tolerance_of(request_, path, a.type),
                              .points = is_list ? -1 : above.points});
  }

  const CompareRequest& request_;
  std::vector<bool> matched_;
  Pairing result_;
};

}  // namespace

std::string_view to_string(NodeFinding::Kind kind) { return kind_names[static_cast<std::size_t>(kind)]; }
std::string_view to_string(Entity entity) { return entity_names[static_cast<std::size_t>(entity)]; }

std::optional<kernel::Scalar> scalar_of(DataType type) {
  using kernel::Scalar;
  switch (type) {
    case DataType::B1:
      return Scalar::byte;
    case DataType::C1:
      return Scalar::character;
    case DataType::I4:
      return Scalar::i32;
    case DataType::U4:
      return Scalar::u32;
    case DataType::I8:
      return Scalar::i64;
    case DataType::U8:
      return Scalar::u64;
    case DataType::R4:
    case DataType::X4:
      return Scalar::f32;
    case DataType::R8:
    case DataType::X8:
      return Scalar::f64;
    case DataType::MT:
    case DataType::LK:
      break;
  }
  return std::nullopt;
}

int parts_of(DataType type) { return is_complex(type) ? 2 : 1; }

kernel::Tolerance tolerance_of(const CompareRequest& request, const std::string& path, DataType type) {
  for (auto rule = request.rules.rbegin(); rule != request.rules.rend(); ++rule) {
    if (matches(rule->pattern, path)) return rule->tolerance;
  }
  const bool is_real = type == DataType::R4 || type == DataType::R8 || is_complex(type);
  if (is_real) return request.tolerance;
  return {.nan_is_equal = request.tolerance.nan_is_equal};
}

Pairing pair_by_name(const Node& a, const Node& b, const CompareRequest& request) {
  return Pairer(request).run(a, b);
}

}  // namespace pcgns::plan
