#include "pcgns/partition/plan/uncut.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "pcgns/cgns/interfaces.hpp"
#include "pcgns/cgns/locations.hpp"
#include "pcgns/cgns/zone_shape.hpp"
#include "pcgns/fileset/metadata.hpp"
#include "pcgns/partition/plan/structured.hpp"

namespace pcgns::partition {

namespace {

/// Reasons of the interfaces of `zone`, determined one by one.
class Reasons {
 public:
  Reasons(const Mesh& mesh, const cgns::Node& zone, FileBuilder& file)
      : mesh_(mesh), file_(file), place_(mesh.places.at(&zone)) {
    is_structured_ = place_ < mesh.zones.size() && mesh.zones[place_] == &zone;
  }

  [[nodiscard]] std::string of(const cgns::Node& interface, const std::string& below) {
    const bool is_holes = interface.label == "OversetHoles_t";
    if (is_holes && is_structured_) return has_points_below(interface) ? has_inner_points : "";
    if (is_holes) return why_uncut_holes(interface);
    if (!cgns::is_interface(interface)) return {};
    if (!is_structured_) return why_uncut(mesh_, mesh_.unstructured[place_], interface);
    plan::Notes unheard;
    const PieceJob job{mesh_, mesh_.piece(mesh_.pieces_of_zone[place_].front()), file_, unheard};
    return why_uncut(job, interface, below);
  }
  /// The same for other nodes of the zone.
  [[nodiscard]] std::string of_child(const cgns::Node& child) const {
    if (is_on_interface(child)) return "refers to an interface, which is in pieces";
    return why_kept_whole(child, is_structured_);
  }
  [[nodiscard]] const std::string& path() const {
    return is_structured_ ? mesh_.decomposition.zones[place_].path : mesh_.unstructured[place_].path;
  }

 private:
  const Mesh& mesh_;
  FileBuilder& file_;
  std::size_t place_;
  bool is_structured_ = false;
};

/// Points of a list or range of an unstructured zone; -1 if `node` is neither.
std::int64_t points_in(const cgns::Node& node) {
  if (node.label == "IndexArray_t") return cgns::count_of(node.dims);
  const auto range = cgns::integers_in(&node);
  return node.label == "IndexRange_t" && range && range->size() == 2 ? (*range)[1] - (*range)[0] + 1 : -1;
}

/// True for an interface that need not pair its points with those of the donor, and cannot.
bool has_unpaired_points(const cgns::Node& interface) {
  const bool is_1to1 = cgns::type_of_interface(interface) == "Abutting1to1";
  std::int64_t here = -1;
  std::int64_t there = -1;
  for (const auto& child : interface.children)
    if (const auto points = points_in(child); points >= 0)
      (child.name.ends_with("Donor") ? there : here) = points;
  return !is_1to1 && here >= 0 && there >= 0 && here != there;
}

/// Why an interface or holes of an unstructured zone cannot be cut, because of what is below them.
std::string why_uncut_below(const cgns::Node& node) {
  if (has_points_below(node)) return has_inner_points;
  return has_values_below(node) ? "has lists or fields in a node below" : "";
}

}  // namespace

std::string why_uncut(const Mesh& mesh, const DistributedZone& zone, const cgns::Node& interface) {
  if (std::none_of(interface.children.begin(), interface.children.end(),
                   [](const cgns::Node& child) { return child.name.ends_with("Donor"); }))
    return "has no donor points";
  if (mesh.unstructured_donor(*zone.base, interface) < 0) return "does not connect to an unstructured zone";
  if (has_unpaired_points(interface)) return "has other numbers of points on its two sides";
  for (const auto& child : interface.children) {
    const bool has_values = child.label == "DataArray_t" && !child.link && child.type != cgns::DataType::C1;
    if (has_values) return "has values of its points (" + child.name + ")";
  }
  return why_uncut_below(interface);
}

std::string why_uncut_holes(const cgns::Node& holes) {
  const auto sets = std::count_if(holes.children.begin(), holes.children.end(), [](const cgns::Node& child) {
    return child.label == "IndexRange_t" || child.label == "IndexArray_t";
  });
  if (sets > 1) return "has several point ranges";
  if (sets == 1 && holes.child("PointList") == nullptr && holes.child("PointRange") == nullptr)
    return "has its points in another node than PointList or PointRange";
  return why_uncut_below(holes);
}

namespace {

/// True for an array that may have a value for each of several points.
bool may_have_values_of_points(const cgns::Node& node) {
  return node.label == "DataArray_t" && !node.link && node.type != cgns::DataType::C1 &&
         cgns::count_of(node.dims) > 1;
}

bool has_own_points(const cgns::Node& node) {
  if (node.label == "BCDataSet_t") return false;  // It is cut with its BC_t.
  const bool is_located = node.label == "UserDefinedData_t" &&
                          node.child_labelled("GridLocation_t") != nullptr &&
                          std::any_of(node.children.begin(), node.children.end(), may_have_values_of_points);
  return is_located || std::any_of(node.children.begin(), node.children.end(), cgns::is_point_set);
}

bool has_any_points(const cgns::Node& node) {
  // Metadata of earlier pieces may name a range of the zone that these belonged to.
  return !node.link && !fileset::is_metadata(node) && (has_own_points(node) || has_points_below(node));
}

}  // namespace

bool has_points_below(const cgns::Node& node) {
  return std::any_of(node.children.begin(), node.children.end(), has_any_points);
}

namespace {

/// True for nodes whose arrays have values of points, cells or elements.
bool holds_values(std::string_view label) {
  return cgns::is_field_container(label) || label == "Elements_t" || label == "ZoneSubRegion_t" ||
         label == "BCData_t";
}

/// True for an array of such a node that has several values, or one that is not for all points.
bool is_of_points(const cgns::Node& parent, const cgns::Node& array) {
  const bool may_be_for_all = parent.label == "ZoneSubRegion_t" || parent.label == "BCData_t";
  return array.label == "DataArray_t" && array.is_bulk() && array.type != cgns::DataType::C1 &&
         !(may_be_for_all && cgns::count_of(array.dims) == 1);
}

/// True for what is cut with `parent`: its own lists, and the data of a condition.
bool is_cut_with(const cgns::Node& parent, const cgns::Node& node) {
  if (node.label == "BCDataSet_t") return parent.label == "BC_t";
  if (node.label == "BCData_t") return parent.label == "BCDataSet_t";
  return node.label == "IndexArray_t" || node.label == "IndexRange_t" || node.label == "DataArray_t";
}

bool is_cut_in_zone(std::string_view label) {
  return cgns::is_field_container(label) || label == "ZoneBC_t" || label == "ZoneGridConnectivity_t" ||
         label == "Elements_t" || label == "ZoneSubRegion_t";
}

/// True for user data of an unstructured zone whose arrays and points are cut.
bool is_cut_user_data(const cgns::Node& node) {
  return node.label == "UserDefinedData_t" && (node.child_labelled("GridLocation_t") != nullptr ||
                                               std::ranges::any_of(node.children, cgns::is_point_set));
}

}  // namespace

bool has_values(const cgns::Node& node) {
  if (node.link || fileset::is_metadata(node)) return false;
  const bool is_list = node.label == "IndexArray_t" && node.is_bulk();
  const bool has_some =
      holds_values(node.label) &&
      std::ranges::any_of(node.children, [&](const auto& array) { return is_of_points(node, array); });
  return is_list || has_some || std::ranges::any_of(node.children, has_values);
}

bool has_values_below(const cgns::Node& node) {
  return std::ranges::any_of(node.children, [&](const cgns::Node& child) {
    if (child.link || fileset::is_metadata(child)) return false;
    return is_cut_with(node, child) ? has_values_below(child) : has_values(child);
  });
}

std::string why_kept_whole(const cgns::Node& node, bool is_structured) {
  if (is_cut_in_zone(node.label) || node.link || fileset::is_metadata(node)) return {};
  if (has_points_below(node)) return has_inner_points;
  // A merge of structured pieces compares whatever it does not place, but no points of other nodes than
  // these.
  if (is_structured)
    return node.label != "UserDefinedData_t" && has_own_points(node) ? "has points of its own" : "";
  const bool has_some = is_cut_user_data(node) ? has_values_below(node) : has_values(node);
  return has_some ? "has lists or fields of its own, or in a node below" : "";
}

bool is_kept_whole(const cgns::Node& node, bool is_structured) {
  return !why_kept_whole(node, is_structured).empty();
}

namespace {

/// True for what is cut with its container of conditions or interfaces.
bool is_cut_in_container(const cgns::Node& node) {
  return node.label == "BC_t" || node.label == "OversetHoles_t" || cgns::is_interface(node);
}

}  // namespace

const cgns::Node* points_beside(const cgns::Node& container) {
  const auto found = std::ranges::find_if(container.children, [](const cgns::Node& child) {
    return cgns::is_point_set(child) || (!is_cut_in_container(child) && has_any_points(child));
  });
  return found == container.children.end() ? nullptr : &*found;
}

const cgns::Node* values_beside(const cgns::Node& container) {
  const auto found = std::ranges::find_if(container.children, [](const cgns::Node& child) {
    return !is_cut_in_container(child) && has_values(child);
  });
  return found == container.children.end() ? nullptr : &*found;
}

std::string why_not_beside(const cgns::Node& container, const cgns::Node& beside) {
  const bool is_set = cgns::is_point_set(beside);
  if (!is_set && beside.label != "IndexArray_t" && beside.label != "IndexRange_t")
    return has_points_of_its_own;
  return fmt::format("is a {} of {}, which cannot be split", is_set ? "set of points" : "list or range",
                     container.label);
}

bool is_on_interface(const cgns::Node& node) {
  return node.label == "ZoneSubRegion_t" && !node.link &&
         node.child("GridConnectivityRegionName") != nullptr &&
         std::none_of(node.children.begin(), node.children.end(), cgns::is_point_set);
}

namespace {

/// Keeps nodes below `node` that a merge would take for metadata of pieces, and drop. A merge makes user data
/// above them, which may have nothing else; other nodes above them are in the pieces.
void add_namesakes(const cgns::Node& node, FileBuilder& file, cgns::Node& kept) {
  for (const auto& child : node.children) {
    auto* known = kept.child(child.name);
    if (fileset::is_metadata(node, child)) {
      if (known == nullptr) kept.children.push_back(file.copied(child));
    } else if (known != nullptr) {
      add_namesakes(child, file, *known);
    } else {
      cgns::Node below{.name = child.name, .label = std::string(fileset::above_uncut_label)};
      add_namesakes(child, file, below);
      if (below.children.empty()) continue;
      if (child.label == "UserDefinedData_t") {
        auto made = file.copied_alone(child);
        std::swap(made.children, below.children);
        below = std::move(made);
      }
      kept.children.push_back(std::move(below));
    }
  }
}

}  // namespace

void add_uncut(const Mesh& mesh, const cgns::Node& zone, FileBuilder& file, cgns::Node& metadata,
               plan::Notes& notes) {
  Reasons reasons(mesh, zone, file);
  // A custom label keeps readers from taking the interfaces below for those of the file.
  cgns::Node uncut{.name = std::string(fileset::uncut_name),
                   .label = std::string(fileset::above_uncut_label)};
  for (const auto& container : zone.children) {
    if (container.label != "ZoneGridConnectivity_t" || container.link) continue;
    auto kept = file.copied_alone(container);
    for (const auto& interface : container.children) {
      const auto below = cgns::join(container.name, interface.name);
      const auto why = interface.link ? std::string() : reasons.of(interface, below);
      if (why.empty()) continue;
      notes.add(plan::Note::Kind::loss, "interfaces that cannot be split",
                cgns::join(reasons.path(), below) + ": " + why + ": it is kept only for pcgns-merge");
      kept.children.push_back(file.copied(interface));
    }
    const bool is_empty = container.children.empty();
    if (is_empty || !kept.children.empty()) uncut.children.push_back(std::move(kept));
  }
  for (const auto& child : zone.children) {
    const auto why = reasons.of_child(child);
    if (why.empty()) continue;
    notes.add(plan::Note::Kind::loss, "regions that cannot be split",
              cgns::join(reasons.path(), child.name) + ": " + why + ": it is kept only for pcgns-merge");
    uncut.children.push_back(file.copied(child));
  }
  const bool is_of_earlier_parts = zone.child(fileset::numbering_name) != nullptr;
  if (!is_of_earlier_parts) add_namesakes(zone, file, uncut);
  if (!uncut.children.empty()) metadata.children.push_back(std::move(uncut));
}

cgns::Node record_of_uncut(std::vector<std::string> paths) {
  std::ranges::sort(paths);
  return cgns::text_node(std::string(fileset::uncut_arrays_node), "Descriptor_t",
                         fmt::format("{}", fmt::join(paths, "\n")));
}

}  // namespace pcgns::partition
