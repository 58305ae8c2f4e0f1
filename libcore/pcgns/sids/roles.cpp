#include "pcgns/sids/roles.hpp"

#include <algorithm>
#include <array>

#include "pcgns/base/bytes.hpp"
#include "pcgns/sids/labels.hpp"

namespace pcgns::sids {

namespace {

using Parent = Place::Parent;

/// Above this an array is bulk wherever it is.
constexpr std::int64_t largest_small_array = 64 * kibi;
/// Plans need to read the tables of steps: names of zones and solutions.
constexpr std::int64_t largest_step_table = 16 * mebi;

constexpr std::array<std::string_view, 8> mesh_parents = {
    "GridCoordinates_t", "FlowSolution_t", "DiscreteData_t",        "ArbitraryGridMotion_t",
    "ZoneSubRegion_t",   "Elements_t",     "ParticleCoordinates_t", "ParticleSolution_t"};

Parent parent_of_children(std::string_view label) {
  if (std::find(mesh_parents.begin(), mesh_parents.end(), label) != mesh_parents.end())
    return Parent::mesh_data;
  if (label == "BCData_t") return Parent::bc_data;
  if (label == "UserDefinedData_t") return Parent::user_defined;
  if (label == "ZoneGridConnectivity_t") return Parent::joins;
  if (label == "BaseIterativeData_t" || is_zone_iterative(label)) return Parent::iterative;
  return Parent::other;
}

bool grows_with_the_mesh(Place place, std::string_view label) {
  if (label == "IndexArray_t") return place.below_zone;
  // XCore keeps the global numbers of cells, faces and points there.
  if (label == "UserDefinedData_t" && place.parent == Parent::joins) return true;
  if (label != "DataArray_t") return false;
  switch (place.parent) {
    case Parent::mesh_data:
      return true;
    case Parent::bc_data:
      return place.below_data_set;
    case Parent::user_defined:
      return place.below_zone;
    case Parent::iterative:
    case Parent::joins:
    case Parent::other:
      return false;
  }
  return false;
}

}  // namespace

Place descend(Place place, std::string_view label) {
  return {.parent = parent_of_children(label),
          .below_zone = place.below_zone || is_zone(label),
          .below_data_set = place.below_data_set || label == "BCDataSet_t"};
}

bool is_bulk(Place place, std::string_view label, std::int64_t bytes) {
  if (bytes == 0) return false;
  if (place.parent == Parent::iterative) return bytes > largest_step_table;
  return bytes > largest_small_array || grows_with_the_mesh(place, label);
}

}  // namespace pcgns::sids
