#include "pcgns/plan/compare_partners.hpp"

#include <map>
#include <vector>

#include "pcgns/plan/compare_nodes.hpp"

namespace pcgns::plan {

namespace {

using tree::Node;

void pair_joins(const Node& a, const Node& b, ComparePartners& partners) {
  std::map<std::vector<std::int64_t>, const Node*> free;
  for (const auto& join : b.children) {
    if (is_join(join) && a.child(join.name) == nullptr) free.emplace(points_of_join(join), &join);
  }
  for (const auto& join : a.children) {
    if (!is_join(join) || partners.contains(join.name)) continue;
    const auto found = free.find(points_of_join(join));
    if (found == free.end() || tree::text_of(*found->second) != tree::text_of(join)) continue;
    partners.emplace(join.name, found->second);
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

}  // namespace

ComparePartners partners_of_children(const Node& a, const Node& b) {
  ComparePartners partners;
  for (const auto& child : b.children) partners.emplace(child.name, &child);
  const auto* base_a = lone_base(a);
  const auto* base_b = lone_base(b);
  if (base_a != nullptr && base_b != nullptr) partners.emplace(base_a->name, base_b);
  if (a.label == "ZoneGridConnectivity_t") pair_joins(a, b, partners);
  return partners;
}

const Node* partner_of(const Node& child, const ComparePartners& partners) {
  const auto found = partners.find(child.name);
  return found == partners.end() ? nullptr : found->second;
}

}  // namespace pcgns::plan
