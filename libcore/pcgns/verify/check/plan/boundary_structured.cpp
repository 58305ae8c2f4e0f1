#include "pcgns/verify/check/plan/boundary_structured.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "pcgns/cgns/interfaces.hpp"
#include "pcgns/cgns/locations.hpp"
#include "pcgns/verify/check/plan/tree_points.hpp"

namespace pcgns::verify::check {

namespace {

constexpr std::array<std::string_view, 6> collapsed_types = {"BCDegenerateLine", "BCDegeneratePoint",
                                                             "BCSymmetryPolar",  "BCAxisymmetricWedge",
                                                             "FamilySpecified",  "UserDefined"};
constexpr std::array<std::string_view, 2> thin_types = {"BCDegenerateLine", "BCDegeneratePoint"};

template <std::size_t size>
bool is_among(const std::array<std::string_view, size>& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

std::string type_of(const cgns::Node& bc) {
  return bc.type == cgns::DataType::C1 && !bc.data.empty() ? cgns::text_of(bc) : "";
}

bool is_overset(const cgns::Node& interface) {
  if (interface.label == "OversetHoles_t") return true;
  return interface.label == "GridConnectivity_t" && cgns::type_of_interface(interface) == "Overset";
}

/// Calls `take` with all BC_t, interfaces and other nodes that connect zones.
template <typename Take>
void for_each_patch(const cgns::Node& zone, const Take& take) {
  for (const auto& parent : zone.children) {
    if (parent.link || (parent.label != "ZoneBC_t" && parent.label != "ZoneGridConnectivity_t")) continue;
    for (const auto& node : parent.children) {
      if (!node.link) take(parent, node);
    }
  }
}

class PatchCollector {
 public:
  PatchCollector(const cgns::ZoneShape& shape, const ReadList& read_list, const std::string& file,
                 cgns::Findings& findings)
      : shape_(shape), read_list_(read_list), file_(file), findings_(findings) {}

  ZonePatches collect(const std::string& zone_path, const cgns::Node& zone) {
    const auto* const coordinates = zone.child("GridCoordinates");
    if (coordinates != nullptr) rind_ = rind_of(*coordinates, shape_.dimension);
    for_each_patch(zone, [&](const cgns::Node& parent, const cgns::Node& node) {
      if (first_interfaces_ == nullptr && parent.label == "ZoneGridConnectivity_t")
        first_interfaces_ = &parent;
      patches_.is_overset = patches_.is_overset || is_overset(node);
      const auto path = cgns::join(cgns::join(zone_path, parent.name), node.name);
      if (node.label == "BC_t") add_bc(node, path);
      if (cgns::is_interface(node)) add_interface(parent, node, path);
    });
    return std::move(patches_);
  }

 private:
  void add_bc(const cgns::Node& bc, const std::string& path) {
    ++patches_.conditions;
    const auto found = placed_in(bc);
    switch (found.placement) {
      case Placement::outside:
        add("B0204", bc, path);
        break;
      case Placement::in_rind:
        add("B0210", bc, path);
        patches_.is_complete = false;
        break;
      case Placement::inside:
        add("B0205", bc, path);
        break;
      case Placement::thin:
        if (!is_among(thin_types, type_of(bc))) add("B0206", bc, path);
        break;
      case Placement::unknown:
        patches_.is_complete = false;
        break;
      case Placement::on_side:
        break;
    }
    patches_.patches.push_back(
        {.path = path, .is_collapsed = is_among(collapsed_types, type_of(bc)), .faces = found.faces});
  }

  void add_interface(const cgns::Node& parent, const cgns::Node& interface, const std::string& path) {
    const auto found = placed_in(interface);
    if (found.placement == Placement::unknown || found.placement == Placement::in_rind)
      patches_.is_complete = false;
    patches_.patches.push_back({.path = path,
                                .is_interface = true,
                                .may_overlap = &parent != first_interfaces_ || is_overset(interface),
                                .is_collapsed = true,
                                .faces = found.faces});
  }

  [[nodiscard]] Placed placed_in(const cgns::Node& node) const {
    const auto location = cgns::location_of(node);
    if (const auto range = cgns::range_in(node.child("PointRange"), shape_.dimension)) {
      return placed(*range, location, shape_, rind_);
    }
    const auto* list = node.child("PointList");
    if (list == nullptr) return {};
    if (cgns::count_of(list->dims) == 0) return {Placement::on_side, {}};
    const auto dimension = static_cast<std::int64_t>(shape_.dimension);
    const bool is_list = list->is_bulk() && list->dims.front() == dimension && cgns::is_integer(list->type);
    return is_list ? placed_list(read_list_(*list), location, shape_, rind_) : Placed{};
  }

  void add(const char* code, const cgns::Node& node, const std::string& path) {
    const auto range = cgns::range_in(node.child("PointRange"), shape_.dimension);
    findings_.add({.code = code,
                   .file = file_,
                   .path = path,
                   .position = range ? "PointRange" : "PointList",
                   .expected = fmt::format("a side of {} vertices",
                                           cgns::text_of_extents(shape_.vertices, shape_.dimension)),
                   .found = range ? cgns::text_of(*range, shape_.dimension) : ""});
  }

  const cgns::ZoneShape& shape_;
  const ReadList& read_list_;
  const std::string& file_;
  cgns::Findings& findings_;
  const cgns::Node* first_interfaces_ = nullptr;
  Extents rind_;
  ZonePatches patches_;
};

/// Checks one side of a zone with its patches.
class SideCheck {
 public:
  SideCheck(const cgns::ZoneShape& shape, const Side& side, const ZonePatches& patches)
      : shape_(shape), side_(side) {
    for (const auto& patch : patches.patches) {
      for (const auto& placed : patch.faces) {
        if (placed.side != side) continue;
        all_.push_back(placed.faces);
        if (patch.may_overlap) continue;
        owners_.push_back(&patch);
        exclusive_.push_back(placed.faces);
      }
    }
  }

  [[nodiscard]] std::vector<Rectangle> bare() const { return coverage(faces_of(side_, shape_), all_).none; }
  [[nodiscard]] std::vector<Rectangle> twice() const {
    return coverage(faces_of(side_, shape_), exclusive_).twice;
  }
  /// Patches with faces in `rectangle`.
  [[nodiscard]] std::vector<const FacePatch*> owners_of(const Rectangle& rectangle) const {
    std::vector<const FacePatch*> owners;
    for (std::size_t i = 0; i < owners_.size(); ++i) {
      if (!intersect(exclusive_[i], rectangle).empty()) owners.push_back(owners_[i]);
    }
    return owners;
  }
  [[nodiscard]] std::string text_of_faces(const Rectangle& faces) const {
    const std::string name = {"ijk"[side_.axis]};
    return fmt::format("{}{}, vertices {}", name, side_.is_high ? "max" : "min",
                       cgns::text_of(vertices_of(side_, faces, shape_), shape_.dimension));
  }

 private:
  const cgns::ZoneShape& shape_;
  const Side& side_;
  std::vector<Rectangle> all_;
  std::vector<const FacePatch*> owners_;
  std::vector<Rectangle> exclusive_;
};

const char* code_of(const FacePatch& a, const FacePatch& b) {
  if (a.is_interface != b.is_interface) return "B0203";
  return a.is_interface ? "B0207" : "B0202";
}

}  // namespace

std::vector<const cgns::Node*> lists_to_read(const cgns::Node& zone) {
  std::vector<const cgns::Node*> lists;
  for_each_patch(zone, [&](const cgns::Node&, const cgns::Node& node) {
    const auto* list = node.child("PointList");
    const bool counts = node.label == "BC_t" || cgns::is_interface(node);
    const bool is_list = counts && list != nullptr && list->is_bulk() && cgns::is_integer(list->type);
    if (is_list) lists.push_back(list);
  });
  return lists;
}

ZonePatches patches_of(const cgns::Node& base, const cgns::Node& zone, const cgns::ZoneShape& shape,
                       const ReadList& read_list, const std::string& file, cgns::Findings& findings) {
  return PatchCollector(shape, read_list, file, findings)
      .collect(cgns::join("/" + base.name, zone.name), zone);
}

void check_coverage(const cgns::Node& base, const cgns::Node& zone, const cgns::ZoneShape& shape,
                    const ZonePatches& patches, std::int64_t place, const std::string& file,
                    cgns::Findings& findings) {
  const auto zone_path = cgns::join("/" + base.name, zone.name);
  std::int64_t order = 0;
  bool any_bare = false;
  for (const auto& side : sides_of(shape.dimension)) {
    const SideCheck check(shape, side, patches);
    for (const auto& faces : check.bare()) {
      any_bare = true;
      if (patches.conditions == 0 || !patches.is_complete || patches.is_overset) break;
      findings.add({.code = "B0201",
                    .file = file,
                    .path = zone_path,
                    .position = check.text_of_faces(faces),
                    .index = order++,
                    .count = faces.area()});
    }
    for (const auto& faces : check.twice()) {
      const auto owners = check.owners_of(faces);
      if (owners.size() < 2) continue;
      findings.add({.code = code_of(*owners[0], *owners[1]),
                    .file = file,
                    .path = owners[1]->path,
                    .position = check.text_of_faces(faces),
                    .expected = "no faces of " + owners[0]->path,
                    .index = order++,
                    .count = faces.area()});
    }
  }
  if (!any_bare || patches.conditions > 0 || patches.is_overset) return;
  findings.add({.code = "B0208",
                .file = file,
                .path = "/" + base.name,
                .position = "zone " + zone.name,
                .index = place});
}

}  // namespace pcgns::verify::check
