#include "pcgns/plan/compare.hpp"

#include <fmt/format.h>

#include <unordered_map>
#include <unordered_set>

#include "pcgns/base/error.hpp"
#include "pcgns/plan/compare_nodes.hpp"
#include "pcgns/plan/compare_partners.hpp"
#include "pcgns/plan/glob.hpp"
#include "pcgns/sids/grid_location.hpp"
#include "pcgns/sids/labels.hpp"
#include "pcgns/tree/compare.hpp"

namespace pcgns::plan {

namespace {

using tree::DataType;
using tree::Node;
using Kind = NodeFinding::Kind;

bool is_text(const Node& node) { return node.type == DataType::C1 && !node.is_bulk(); }
bool is_line(const Node& node) { return is_text(node) && node.dims.size() == 1; }

/// What the nodes above say of a node.
struct Above {
  std::string zone = {};
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
    const auto partners = partners_of_children(a, b);
    std::unordered_set<const Node*> taken;
    for (const auto& child : a.children) {
      const auto* partner = partner_of(child, partners);
      if (partner != nullptr) taken.insert(partner);
      const auto child_path = tree::join(path, child.name);
      if (is_passed_over(a, child, child_path, above)) continue;
      if (partner == nullptr) {
        alone(child, child_path, above, Side::a);
      } else {
        both(child, *partner, child_path, above);
      }
    }
    for (const auto& child : b.children) {
      const auto child_path = tree::join(path, child.name);
      if (!taken.contains(&child) && !is_passed_over(b, child, child_path, above))
        alone(child, child_path, above, Side::b);
    }
  }

  [[nodiscard]] bool is_passed_over(const Node& parent, const Node& node, const std::string& path,
                                    const Above& above) const {
    return is_left_out(parent, node, path) || is_point_set(node, above);
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
    PointSetPair set{.path = {},
                     .zone = above.zone,
                     .location = sids::location_of(a),
                     .a = points_of(a),
                     .b = points_of(b)};
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
    if (!a.link || !b.link || *a.link != *b.link) tell(path, Kind::values, tree::brief(a), tree::brief(b));
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

Pairing pair_by_name(const Node& a, const Node& b, const CompareRequest& request) {
  return Pairer(request).run(a, b);
}

}  // namespace pcgns::plan
