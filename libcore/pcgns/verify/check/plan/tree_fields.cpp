// Checks the extents of arrays with a value per point, cell or face.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "pcgns/cgns/locations.hpp"
#include "pcgns/verify/check/plan/data_names.hpp"
#include "pcgns/verify/check/plan/node_place.hpp"
#include "pcgns/verify/check/plan/tree_points.hpp"

namespace pcgns::verify::check {

namespace {

using cgns::Node;

bool is_array(const Node& node) { return node.label == "DataArray_t" && node.type != cgns::DataType::MT; }

void check_arrays(const NodePlace& holder, const Extents& wanted, std::string_view code) {
  for (const auto& array : holder.node.children) {
    if (!is_array(array) || array.dims == wanted) continue;
    holder.report_child(code, array.name, {.found = to_text(array.dims), .expected = to_text(wanted)});
  }
}

/// Checks that arrays with a point set are one-dimensional, with a value per point.
void check_on_points(const NodePlace& holder, const PointSet& set, std::string_view code) {
  if (set.count) check_arrays(holder, {*set.count}, code);
}

bool may_have_points(std::string_view label) {
  return label == "FlowSolution_t" || label == "DiscreteData_t";
}

/// Number of faces in a range of vertices; a constant index stays one plane.
std::optional<std::int64_t> faces_in(const Node& range, int dimension) {
  const auto ends = corners(range, dimension);
  if (!ends) return std::nullopt;
  std::int64_t count = 1;
  for (const auto& [begin, end] : *ends) {
    const auto extent = std::max<std::int64_t>(1, end - begin);
    if (__builtin_mul_overflow(count, extent, &count)) return std::nullopt;
  }
  return count;
}

void check_bc_array(const NodePlace& data_set, const Node& data, const Node& array, const PointSet& set) {
  const Extents& dims = array.dims;
  if (dims == Extents{1} || (set.count && dims == Extents{*set.count})) return;
  const auto path = data.name + "/" + array.name;
  const Said said{.found = to_text(dims), .expected = fmt::format("(1) or ({})", *set.count)};
  const bool structured = data_set.zone != nullptr && data_set.zone->structured();
  if (structured && set.is_range && data_set.zone->dimension && dims.size() == 1 &&
      faces_in(*set.node, *data_set.zone->dimension) == dims.front()) {
    return data_set.report_child("T0708", path, said);
  }
  data_set.report_child("T0707", path, said);
}

void check_region_dimension(const NodePlace& region) {
  const auto dimension = one_integer(region.node);
  const auto most = region.base == nullptr ? std::nullopt : region.base->cell_dimension;
  if (!dimension || !most || (*dimension >= 1 && *dimension <= *most)) return;
  region.report("T0713", {.found = std::to_string(*dimension), .expected = fmt::format("1 to {}", *most)});
}

}  // namespace

void check_fields(const NodePlace& holder) {
  const auto& node = holder.node;
  if (holder.zone == nullptr || !holder.zone->dimension) return;
  const auto& label = node.label;
  const bool coordinates = label == "GridCoordinates_t";
  const auto location = coordinates ? "Vertex" : cgns::location_of(node);
  if (node.child_labelled("DataArray_t") == nullptr && !coordinates) holder.report("T0706");
  if (may_have_points(label)) {
    const auto sets = point_sets(node);
    if (sets.size() == 1) return check_on_points(holder, sets.front(), "T0705");
    if (sets.size() > 1) return;  // T0601
  }
  const auto wanted = extents_at(holder, location, rind_of(node, *holder.zone->dimension));
  if (wanted) return check_arrays(holder, *wanted, coordinates ? "T0703" : "T0704");
  const bool known = location.ends_with("FaceCenter") || location == "EdgeCenter";
  if (known && !holder.zone->vertices.empty()) holder.report("T0613", {.found = location});
}

void check_data_set(const NodePlace& data_set) {
  auto sets = point_sets(data_set.node);
  if (sets.empty()) sets = point_sets(data_set.parent());
  if (sets.size() != 1 || !sets.front().count) return;
  for (const auto& data : data_set.node.children) {
    if (data.label != "BCData_t") continue;
    for (const auto& array : data.children) {
      if (is_array(array)) check_bc_array(data_set, data, array, sets.front());
    }
  }
}

void check_region(const NodePlace& region) {
  check_region_dimension(region);
  auto sets = point_sets(region.node);
  const auto bc = text_of_child(region.node, "BCRegionName");
  const auto interface = text_of_child(region.node, "GridConnectivityRegionName");
  const auto ways = sets.size() + (bc ? 1 : 0) + (interface ? 1 : 0);
  if (ways != 1) {
    return region.report("T0711", {.found = std::to_string(ways),
                                   .expected = "1 of PointRange, PointList, "
                                               "BCRegionName, "
                                               "GridConnectivityRegionName"});
  }
  // A region that a merge kept below user data names nodes of its piece.
  if (region.zone == nullptr || region.is_below_user_data()) return;
  if (sets.empty()) {
    const auto& name = bc ? *bc : *interface;
    const auto* const named =
        cgns::contained_in(*region.zone->node, bc ? "ZoneBC_t" : "ZoneGridConnectivity_t", name).node;
    if (named == nullptr) {
      return region.report_child("T0712", bc ? "BCRegionName" : "GridConnectivityRegionName",
                                 {.found = name});
    }
    sets = point_sets(*named);
  }
  if (sets.size() == 1) check_on_points(region, sets.front(), "T0709");
}

void check_particles(const NodePlace& holder) {
  if (holder.zone == nullptr || holder.zone->vertices.empty()) return;
  const auto sets = point_sets(holder.node);
  if (sets.size() == 1) return check_on_points(holder, sets.front(), "T0710");
  if (sets.empty()) check_arrays(holder, holder.zone->vertices, "T0710");
}

bool has_no_entities(const NodePlace& holder) {
  const auto& label = holder.node.label;
  const bool is_grid = label == "GridCoordinates_t";
  const bool are_particles = label == "ParticleCoordinates_t" || label == "ParticleSolution_t";
  const bool holds_arrays = is_grid || are_particles || may_have_points(label);
  if (!holds_arrays || holder.zone == nullptr) return false;
  const auto sets = is_grid ? std::vector<PointSet>() : point_sets(holder.node);
  if (!sets.empty()) return sets.size() == 1 && sets.front().count == 0;
  const auto& zone = *holder.zone;
  if (are_particles) return !zone.vertices.empty() && cgns::count_of(zone.vertices) == 0;
  if (!zone.dimension) return false;
  const auto location = is_grid ? "Vertex" : cgns::location_of(holder.node);
  const auto wanted = extents_at(holder, location, rind_of(holder.node, *zone.dimension));
  return wanted && cgns::count_of(*wanted) == 0;
}

namespace {

/// True for a BC_t of type FamilySpecified.
bool is_family_specified(const cgns::Node& bc) { return bc.label == "BC_t" && text(bc) == "FamilySpecified"; }

}  // namespace

void check_family_name(const NodePlace& name) {
  const auto wanted = text(name.node);
  const auto& owner = name.parent();
  // Names in user data and in families (family trees) have no further meaning.
  if (!wanted || name.base == nullptr || owner.label == "Family_t" || owner.label == "UserDefinedData_t") {
    return;
  }
  if (name.file.has_family(name.base_name(), *wanted)) return;
  const bool decides = is_family_specified(owner) && name.node.label == "FamilyName_t";
  name.report(decides ? "T0902" : "T0901", {.found = *wanted});
}

void check_family_condition(const NodePlace& bc) {
  if (!is_family_specified(bc.node) || bc.base == nullptr) return;
  const auto name = text_of_child(bc.node, "FamilyName");
  if (!name) return bc.report("T0903");
  const auto* const family = bc.file.family(bc.base_name(), *name);
  if (family != nullptr && family->child_labelled("FamilyBC_t") == nullptr) {
    bc.report("T0904", {.found = *name});
  }
}

void check_family(const NodePlace& family) {
  if (family.base == nullptr) return;
  const auto& used = family.base->used_families;
  const auto name = cgns::join(family.base->node->name, family.node.name);
  // "/Base/Walls/Upper" is referred to as "Walls/Upper" or "Upper".
  const auto full = family.path.substr(family.base->node->name.size() + 2);
  const bool above = family.parent().label == "Family_t" || family.node.child_labelled("Family_t") != nullptr;
  if (above || used.contains(family.node.name) || used.contains(full)) return;
  if (used.contains(name) || family.file.elsewhere->used_families.contains(name)) return;
  family.report("T0905");
}

namespace {

constexpr std::int64_t longest_format = 32;

}  // namespace

void check_equations(const NodePlace& set) {
  const auto* const node = set.node.child("EquationDimension");
  const auto dimension = node == nullptr ? std::nullopt : one_integer(*node);
  if (dimension && (*dimension < 1 || *dimension > 3)) {
    set.report_child("T1201", node->name, {.found = std::to_string(*dimension), .expected = "1 to 3"});
  }
}

void check_diffusion(const NodePlace& model) {
  const auto* const node = model.node.child("DiffusionModel");
  const auto flags = node == nullptr ? std::nullopt : integers(*node);
  if (!flags) return;
  const auto wrong =
      std::find_if(flags->begin(), flags->end(), [](std::int64_t flag) { return flag != 0 && flag != 1; });
  if (wrong == flags->end()) return;
  model.report_child("T1202", node->name, {.found = std::to_string(*wrong), .expected = "0 or 1"});
}

void check_convergence(const NodePlace& history) {
  const auto iterations = one_integer(history.node);
  if (!iterations) return;
  if (*iterations < 0) return history.report("T1204", {.found = std::to_string(*iterations)});
  for (const auto& array : history.node.children) {
    if (array.label != "DataArray_t" || array.type == cgns::DataType::MT || array.dims.empty()) continue;
    if (array.dims.size() == 1 && array.dims.front() == *iterations) continue;
    history.report_child("T1203", array.name,
                         {.found = to_text(array.dims), .expected = fmt::format("({})", *iterations)});
  }
}

void check_axisymmetry(const NodePlace& axisymmetry) {
  const auto dimension = axisymmetry.base == nullptr ? std::nullopt : axisymmetry.base->physical_dimension;
  if (dimension && *dimension != 2) {
    axisymmetry.report("T1205", {.found = fmt::format("PhysicalDimension {}", *dimension), .expected = "2"});
  }
  const auto* const axis = axisymmetry.node.child("AxisymmetryAxisVector");
  const auto values = axis == nullptr ? std::nullopt : reals(*axis);
  if (values && std::all_of(values->begin(), values->end(), [](double x) { return x == 0; })) {
    axisymmetry.report_child("T1206", axis->name);
  }
}

void check_motion(const NodePlace& motion) {
  if (motion.node.child("OriginLocation") == nullptr) motion.report("T1207", {.expected = "OriginLocation"});
}

void check_geometry(const NodePlace& format) {
  const auto count = count_of(format.node);
  if (!count || *count <= longest_format) return;
  format.report("T1208", {.found = fmt::format("{} characters", *count), .expected = "at most 32"});
}

namespace {

using cgns::Node;

/// The nearest setting of an ancestor or of the node itself.
const Node* inherited(const NodePlace& place, std::string_view label) {
  for (const auto* at = &place; at != nullptr; at = at->up) {
    if (const auto* const found = at->node.child_labelled(label)) return found;
  }
  return nullptr;
}

void check_exponents(const NodePlace& array, const Node& exponents) {
  const auto values = reals(exponents);
  const auto* const known = data_name(array.node.name);
  if (!values || values->size() != 5 || known == nullptr || !known->has_exponents) return;
  const auto same = [](double a, int b) { return std::abs(a - b) < 1e-6; };
  if (std::equal(values->begin(), values->end(), known->exponents.begin(), same)) return;
  const Extents wanted(known->exponents.begin(), known->exponents.end());
  array.report_child(
      "T1103", exponents.name,
      {.found = fmt::format("{:g} {:g} {:g} {:g} {:g}", (*values)[0], (*values)[1], (*values)[2],
                            (*values)[3], (*values)[4]),
       .expected = fmt::format("{} {} {} {} {}", wanted[0], wanted[1], wanted[2], wanted[3], wanted[4])});
}

void check_conversion(const NodePlace& array, const std::string& data_class) {
  const auto* const conversion = array.node.child_labelled("DataConversion_t");
  if (conversion == nullptr) return;
  const auto values = reals(*conversion);
  if (values && values->front() == 0) array.report_child("T1104", conversion->name, {.found = "0"});
  if (data_class != "NormalizedByDimensional") {
    array.report_child(
        "T1105", conversion->name,
        {.found = data_class.empty() ? "no class" : data_class, .expected = "NormalizedByDimensional"});
  }
}

}  // namespace

void check_quantity(const NodePlace& array) {
  const auto* const class_node = inherited(array, "DataClass_t");
  const auto data_class = class_node == nullptr ? std::string() : text(*class_node).value_or("");
  const bool dimensional = data_class == "Dimensional" || data_class == "NormalizedByDimensional";
  const bool plain_number = data_class == "NondimensionalParameter" || data_class == "DimensionlessConstant";
  const auto* const own_class = array.node.child_labelled("DataClass_t");
  const auto* const exponents = array.node.child_labelled("DimensionalExponents_t");
  const auto* const units = array.node.child_labelled("DimensionalUnits_t");
  // Reported once, where the array has its own class; classes of bases and zones are checked there.
  if (dimensional && own_class != nullptr && inherited(array, "DimensionalUnits_t") == nullptr) {
    array.report("T1101", {.found = data_class});
  }
  if (plain_number && (exponents != nullptr || units != nullptr)) {
    array.report_child("T1102", exponents != nullptr ? exponents->name : units->name, {.found = data_class});
  }
  if (exponents != nullptr) check_exponents(array, *exponents);
  check_conversion(array, data_class);
  if (array.parent().label == "UserDefinedData_t") return;
  if (const auto meant = meant_data_name(array.node.name); !meant.empty()) {
    // Reported at the parent: runs with many time steps have many such arrays.
    array.up->report("T1106", {.found = array.node.name, .expected = std::string(meant)});
  }
}

}  // namespace pcgns::verify::check
