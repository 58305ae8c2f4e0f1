// compare_partners.hpp: which nodes below two nodes belong together.
#pragma once

#include <string_view>
#include <unordered_map>

#include "pcgns/tree/node.hpp"

namespace pcgns::plan {

/// Nodes of b, by the names of their partners in a.
using ComparePartners = std::unordered_map<std::string_view, const tree::Node*>;

/// The partners of the children of `a` among those of `b`: those of the same name. The only base of each side
/// is the same base, whatever it is called; and joins that have no partner by name get one that joins the
/// same points with the same points. Both nodes must outlive the answer.
[[nodiscard]] ComparePartners partners_of_children(const tree::Node& a, const tree::Node& b);

/// Null if there is none.
[[nodiscard]] const tree::Node* partner_of(const tree::Node& child, const ComparePartners& partners);

}  // namespace pcgns::plan
