// told_sections.cpp: what remains of the differences of sections whose elements are paired one by one.
#include <algorithm>
#include <initializer_list>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "pcgns/base/glob.hpp"
#include "pcgns/verify/compare/run/compare_zone.hpp"

namespace pcgns::verify::compare {

namespace {

using Kind = NodeFinding::Kind;

/// What was told of the sections of a matched zone.
class ToldSections {
 public:
  using Paths = std::set<std::string>;
  using Names = std::initializer_list<std::string_view>;

  ToldSections(const Criteria& criteria, const ZonePair& zone, Pairing& pairing,
               ArrayDifferences& differences)
      : criteria_(criteria), zone_(zone), pairing_(pairing), differences_(differences) {}

  void settle(const ZoneMatch& match) {
    auto settled = below({"ElementRange", "ElementConnectivity", "ElementStartOffset"});
    for (const auto& section : sections()) settled.insert(section);
    const auto parents = arrays_settled({"ParentElements", "ParentData"}, match.has_parents, match.parents);
    const auto positions =
        arrays_settled({"ParentElementsPosition", "ParentData"}, match.has_positions, match.positions);
    settled.insert(parents.begin(), parents.end());
    settled.insert(positions.begin(), positions.end());
    std::erase_if(pairing_.findings, [&](const NodeFinding& found) { return settled.contains(found.path); });
    std::erase_if(differences_, [&](const auto& found) { return settled.contains(path_of(found.first)); });
    pairing_.findings.insert(pairing_.findings.end(), added_.begin(), added_.end());
  }

 private:
  [[nodiscard]] const std::string& path_of(int pair) const {
    return pairing_.arrays[static_cast<std::size_t>(pair)].path;
  }

  [[nodiscard]] Paths sections() const {
    Paths paths;
    for (const auto* side : {zone_.a, zone_.b}) {
      for (const auto& node : side->children)
        if (node.label == "Elements_t") paths.insert(cgns::join(zone_.path, node.name));
    }
    return paths;
  }

  /// The nodes of these names below sections.
  [[nodiscard]] Paths below(Names names) const {
    Paths paths;
    for (const auto* side : {zone_.a, zone_.b}) {
      for (const auto& node : side->children) {
        for (const auto name : names) {
          const auto path = cgns::join(cgns::join(zone_.path, node.name), std::string(name));
          const bool is_there = node.label == "Elements_t" && node.child(name) != nullptr;
          if (is_there && !any_matches(criteria_.ignore, path)) paths.insert(path);
        }
      }
    }
    return paths;
  }

  /// Tells what is different in arrays of parents, and gives those that are settled. Arrays that are not
  /// `matched` are compared by index, which does not tell whether their faces are the same.
  Paths arrays_settled(Names names, bool matched, const std::vector<NodeFinding>& findings) {
    const auto arrays = below(names);
    if (arrays.empty() || !are_compared(arrays) || (criteria_.subset && !are_in_a(names))) return {};
    const bool differ = are_told(arrays) || std::ranges::any_of(differences_, [&](const auto& found) {
                          return arrays.contains(path_of(found.first));
                        });
    if (matched || !differ) added_.insert(added_.end(), findings.begin(), findings.end());
    return matched ? arrays : Paths();
  }

  [[nodiscard]] bool are_told(const Paths& paths) const {
    return std::ranges::any_of(pairing_.findings,
                               [&](const NodeFinding& found) { return paths.contains(found.path); });
  }

  /// Nothing below a section of one side is paired with an array of the other.
  [[nodiscard]] bool are_compared(const Paths& arrays) const {
    const auto all = sections();
    const bool is_alone = std::ranges::any_of(pairing_.findings, [&](const NodeFinding& found) {
      return (found.kind == Kind::only_a || found.kind == Kind::only_b) && all.contains(found.path);
    });
    return is_alone || are_told(arrays) || std::ranges::any_of(pairing_.arrays, [&](const ArrayPair& pair) {
             return arrays.contains(pair.path);
           });
  }

  [[nodiscard]] bool are_in_a(Names names) const {
    return std::ranges::any_of(zone_.a->children, [&](const cgns::Node& node) {
      return node.label == "Elements_t" &&
             std::ranges::any_of(names, [&](std::string_view name) { return node.child(name) != nullptr; });
    });
  }

  const Criteria& criteria_;
  const ZonePair& zone_;
  Pairing& pairing_;
  ArrayDifferences& differences_;
  std::vector<NodeFinding> added_;
};

}  // namespace

void settle_elements(const Criteria& criteria, const ZonePair& zone, const ZoneMatch& match, Pairing& pairing,
                     ArrayDifferences& differences) {
  if (match.has_elements) ToldSections(criteria, zone, pairing, differences).settle(match);
}

}  // namespace pcgns::verify::compare
