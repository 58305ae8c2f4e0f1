#include "pcgns/fileset/plan/point_lists.hpp"
#include "pcgns/fileset/metadata.hpp"
#include "pcgns/fileset/plan/unite/nodes.hpp"

#include <algorithm>
#include <array>

namespace pcgns::fileset {

namespace {

/// Nodes that may have a list, or descendants with one; others may have user data with one.
constexpr std::array<std::string_view, 10> list_labels = {"ZoneBC_t",
                                                          "BC_t",
                                                          "BCDataSet_t",
                                                          "ZoneGridConnectivity_t",
                                                          "OversetHoles_t",
                                                          "FlowSolution_t",
                                                          "ArbitraryGridMotion_t",
                                                          "DiscreteData_t",
                                                          "ZoneSubRegion_t",
                                                          "UserDefinedData_t"};

bool may_have_lists(const cgns::Node& node) {
  const bool known = std::find(list_labels.begin(), list_labels.end(), node.label) != list_labels.end() ||
                     is_interface(node) || has_user_points(node);
  return known && !node.link && !is_metadata(node);
}

class Walk {
 public:
  using PointsOf = const cgns::Node* (*)(const cgns::Node&);
  Walk(const cgns::InputSet& inputs, const PieceSet& pieces, const Original& original, const PieceView& view,
       PointsOf points, const std::function<void(const FoundList&)>& visit)
      : inputs_(inputs), pieces_(pieces), original_(original), view_(view), points_(points), visit_(visit) {}

  void below(const cgns::Node& node, const std::string& path, const std::string& whole_path) {
    for (const auto& child : node.children) {
      if (!may_have_lists(child)) continue;
      const bool is_of_zone = node.label == "ZoneGridConnectivity_t" && is_interface(child);
      const auto name = is_of_zone ? original_name(pieces_, original_, *view_.piece, child) : child.name;
      const FoundList found{
          .node = &child, .path = cgns::join(path, child.name), .whole_path = cgns::join(whole_path, name)};
      if (is_of_zone && is_partition_interface(inputs_, pieces_, view_, child, found.path)) continue;
      if (points_(child) != nullptr) visit_(found);
      below(child, found.path, found.whole_path);
    }
  }

 private:
  const cgns::InputSet& inputs_;
  const PieceSet& pieces_;
  const Original& original_;
  const PieceView& view_;
  PointsOf points_;
  const std::function<void(const FoundList&)>& visit_;
};

}  // namespace

void for_each_list(const cgns::InputSet& inputs, const PieceSet& pieces, const Original& original,
                   const PieceView& view, const std::function<void(const FoundList&)>& visit) {
  const auto whole = original.path();
  Walk(inputs, pieces, original, view, point_list, visit).below(*view.piece->zone, view.path, whole);
}

void for_each_range(const cgns::InputSet& inputs, const PieceSet& pieces, const Original& original,
                    const PieceView& view, const std::function<void(const FoundList&)>& visit) {
  const auto whole = original.path();
  Walk(inputs, pieces, original, view, point_range, visit).below(*view.piece->zone, view.path, whole);
}

}  // namespace pcgns::fileset
