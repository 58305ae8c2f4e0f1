#include "pcgns/verify/check/plan/check_tree.hpp"

#include <algorithm>
#include <array>
#include <unordered_map>

#include "pcgns/cgns/labels.hpp"
#include "pcgns/verify/check/plan/node_place.hpp"

namespace pcgns::verify::check {

namespace {

using cgns::Node;
using Check = void (*)(const NodePlace&);

struct LabelChecks {
  std::string_view label;
  std::array<Check, 4> checks;
};

/// The checks for each label.
constexpr LabelChecks all_checks[] = {
    {"ArbitraryGridMotion_t", {check_location, check_rind, check_fields}},
    {"Axisymmetry_t", {check_axisymmetry}},
    {"BCDataSet_t", {check_point_set, check_location, check_data_set}},
    {"BC_t", {check_point_set, check_location, check_condition, check_family_condition}},
    {"BaseIterativeData_t", {check_base_steps}},
    {"CGNSBase_t", {check_base}},
    {"ConvergenceHistory_t", {check_convergence}},
    {"DataArray_t", {check_quantity}},
    {"DiscreteData_t", {check_point_set, check_location, check_rind, check_fields}},
    {"Elements_t", {check_section, check_rind}},
    {"AdditionalFamilyName_t", {check_family_name}},
    {"FamilyName_t", {check_family_name}},
    {"Family_t", {check_family}},
    {"FlowEquationSet_t", {check_equations}},
    {"FlowSolution_t", {check_point_set, check_location, check_rind, check_fields}},
    {"GeometryFormat_t", {check_geometry}},
    {"GoverningEquations_t", {check_diffusion}},
    {"GridConnectivity1to1_t", {check_point_set, check_one_to_one}},
    {"GridConnectivity_t", {check_point_set, check_location, check_general_interface}},
    {"GridCoordinates_t", {check_coordinates, check_rind, check_fields}},
    {"OversetHoles_t", {check_point_set, check_location}},
    {"ParticleCoordinates_t", {check_coordinates, check_particles}},
    {"ParticleEquationSet_t", {check_equations}},
    {"ParticleIterativeData_t", {check_zone_steps}},
    {"ParticleSolution_t", {check_point_set, check_particles}},
    {"ParticleZone_t", {check_zone}},
    {"RigidGridMotion_t", {check_motion}},
    {"TurbulenceModel_t", {check_diffusion}},
    {"ZoneIterativeData_t", {check_zone_steps}},
    {"UserDefinedData_t", {check_user_points}},
    {"ZoneSubRegion_t", {check_point_set, check_location, check_rind, check_region}},
    {"Zone_t", {check_zone, check_zone_solutions}},
};

void check_by_label(const NodePlace& place) {
  static const auto by_label = [] {
    std::unordered_map<std::string_view, const LabelChecks*> made;
    for (const auto& entry : all_checks) made.emplace(entry.label, &entry);
    return made;
  }();
  const auto found = by_label.find(place.node.label);
  if (found == by_label.end()) return;
  for (const auto check : found->second->checks) {
    if (check != nullptr) check(place);
  }
}

const BaseFacts* base_of(const NodePlace& parent, const Node& node) {
  if (parent.base != nullptr || node.label != "CGNSBase_t" || parent.up != nullptr) return parent.base;
  const auto found = parent.file.bases.find(node.name);
  return found == parent.file.bases.end() ? nullptr : &found->second;
}

const ZoneFacts* zone_of(const NodePlace& parent, const BaseFacts* base, const Node& node) {
  if (parent.zone != nullptr || base == nullptr || !cgns::is_zone(node.label)) return parent.zone;
  const auto found = base->zones.find(node.name);
  return found == base->zones.end() ? nullptr : &found->second;
}

/// False for misplaced bases and zones, which have no context to be judged by.
bool is_in_place(const NodePlace& place) {
  if (place.node.label == "CGNSBase_t") return place.base != nullptr && place.base->node == &place.node;
  if (cgns::is_zone(place.node.label)) return place.zone != nullptr && place.zone->node == &place.node;
  return true;
}

/// `ours`: the standard defines the children; below user-defined nodes, anything is valid.
void check_node(const NodePlace& place, bool ours) {
  check_names(place);
  const bool known = ours && cgns::is_known_label(place.node.label);
  if (known && !place.node.link) {
    check_value(place);
    check_words(place);
    check_children(place);
    if (is_in_place(place)) check_by_label(place);
  }
  std::string path;
  for (const auto& child : place.node.children) {
    const auto* const base = base_of(place, child);
    const auto* const zone = zone_of(place, base, child);
    path = cgns::join(place.path, child.name);
    check_node({child, &place, path, place.file, base, zone, place.findings, place.file_name}, known);
  }
}

}  // namespace

void check_tree(const Node& root, std::string file, cgns::Findings& findings, const SetNames& elsewhere) {
  auto facts = facts_of(root);
  facts.elsewhere = &elsewhere;
  const std::string path = "/";
  const NodePlace place{root, nullptr, path, facts, nullptr, nullptr, findings, file};
  check_root(place);
  check_children(place);
  std::string child_path;
  for (const auto& child : root.children) {
    const auto* const base = base_of(place, child);
    child_path = cgns::join(path, child.name);
    check_node({child, &place, child_path, facts, base, nullptr, findings, file}, true);
  }
}

}  // namespace pcgns::verify::check
