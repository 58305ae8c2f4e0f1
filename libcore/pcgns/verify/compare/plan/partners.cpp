// partners.cpp: which children of two nodes belong together.
#include <algorithm>
#include <optional>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "pcgns/cgns/array_digest.hpp"
#include "pcgns/cgns/node.hpp"
#include "pcgns/digest/canonical.hpp"
#include "pcgns/verify/compare/plan/pairing.hpp"

namespace pcgns::verify::compare {

namespace {

using cgns::Node;

/// Zero if there is no such node, or its values are neither known nor in the tree.
Fingerprint digest_of(const Node* node, const InterfaceDigests& digests) {
  if (node == nullptr) return {};
  const auto known = digests.find(node);
  if (known != digests.end()) return known->second;
  return node->data.empty() ? Fingerprint{} : cgns::digest_of_values(node->type, node->data);
}

/// The digests of the points that an interface connects.
std::vector<Fingerprint> points_of_interface(const Node& interface, const InterfaceDigests& digests) {
  const auto* list = interface.child("PointList");
  std::vector<Fingerprint> points{digest_of(list != nullptr ? list : interface.child("PointRange"), digests)};
  for (const auto* name : {"PointRangeDonor", "Transform", "PointListDonor", "CellListDonor"})
    points.push_back(digest_of(interface.child(name), digests));
  return points;
}

/// Pairs the interfaces of two nodes: those with the same content, whatever their names, before all others.
class InterfacePairs {
 public:
  InterfacePairs(const Node& a, const Node& b, const InterfaceDigests& digests, ComparePartners& partners)
      : a_(interfaces_of(a, digests)), b_(interfaces_of(b, digests)), partners_(partners) {}

  void run() {
    const auto same_content = [](const Interface& x, const Interface& y) {
      return x.content && y.content && *x.content == *y.content;
    };
    const auto same_name = [](const Interface& x, const Interface& y) {
      return x.node->name == y.node->name;
    };
    pair([&](const Interface& x, const Interface& y) { return same_name(x, y) && same_content(x, y); });
    pair(same_content);
    pair(same_name);
    pair([](const Interface& x, const Interface& y) {
      return x.node->label == y.node->label && x.points == y.points &&
             cgns::text_of(*x.node) == cgns::text_of(*y.node);
    });
  }

 private:
  struct Interface {
    const Node* node;
    std::optional<Fingerprint> content;
    std::vector<Fingerprint> points;
  };

  static std::vector<Interface> interfaces_of(const Node& parent, const InterfaceDigests& digests) {
    std::vector<Interface> found;
    for (const auto& node : parent.children) {
      if (!digest::has_free_name(parent, node) || is_no_content(parent, node)) continue;
      const auto digest = digests.find(&node);
      found.push_back({.node = &node,
                       .content = digest == digests.end() ? std::nullopt : std::optional(digest->second),
                       .points = points_of_interface(node, digests)});
    }
    return found;
  }

  /// Pairs each free interface with the first free one that is `alike`.
  template <typename Alike>
  void pair(const Alike& alike) {
    std::erase_if(a_, [&](const Interface& x) {
      const auto found = std::find_if(b_.begin(), b_.end(), [&](const Interface& y) { return alike(x, y); });
      if (found == b_.end()) return false;
      partners_.emplace(x.node, found->node);
      b_.erase(found);
      return true;
    });
  }

  std::vector<Interface> a_;  ///< Not paired yet.
  std::vector<Interface> b_;
  ComparePartners& partners_;
};

/// Null if there are several.
const Node* lone_base(const Node& root) {
  const Node* found = nullptr;
  for (const auto& child : root.children) {
    if (child.label != "CGNSBase_t" || is_no_content(root, child)) continue;
    if (found != nullptr) return nullptr;
    found = &child;
  }
  return found;
}

}  // namespace

bool is_no_content(const Node& parent, const Node& node) {
  return digest::is_no_content(parent, node) && !digest::states_default(parent, node);
}

ComparePartners partners_of_children(const Node& a, const Node& b, const InterfaceDigests& digests) {
  ComparePartners partners;
  InterfacePairs(a, b, digests, partners).run();
  std::unordered_set<const Node*> taken;
  for (const auto& [x, y] : partners) taken.insert(y);
  std::unordered_map<std::string_view, const Node*> by_name;
  for (const auto& child : b.children) {
    if (!taken.contains(&child) && !is_no_content(b, child)) by_name.emplace(child.name, &child);
  }
  for (const auto& child : a.children) {
    const auto found = by_name.find(child.name);
    if (found != by_name.end() && !is_no_content(a, child)) partners.emplace(&child, found->second);
  }
  const auto* base_a = lone_base(a);
  const auto* base_b = lone_base(b);
  if (base_a != nullptr && base_b != nullptr) partners.emplace(base_a, base_b);
  return partners;
}

}  // namespace pcgns::verify::compare
