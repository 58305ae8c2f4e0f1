#include "pcgns/cgns/labels.hpp"

#include <vector>

#include "catch.hpp"
#include "pcgns/base/bytes.hpp"

namespace {

using namespace pcgns;
using namespace pcgns::cgns;

/// Is an array bulk whose ancestors have these labels, from the base down?
bool is_bulk_below(const std::vector<std::string_view>& ancestors, std::string_view label,
                   std::int64_t bytes = 8) {
  Place place;
  for (const auto ancestor : ancestors) place = descend(place, ancestor);
  return is_bulk(place, label, bytes);
}

}  // namespace

TEST_CASE("an array that grows with the mesh is bulk, however small") {
  for (const auto* parent : {"GridCoordinates_t", "FlowSolution_t", "DiscreteData_t", "ArbitraryGridMotion_t",
                             "ZoneSubRegion_t", "Elements_t"}) {
    CAPTURE(parent);
    CHECK(is_bulk_below({"CGNSBase_t", "Zone_t", parent}, "DataArray_t"));
    CHECK_FALSE(is_bulk_below({"CGNSBase_t", "Zone_t", parent}, "Descriptor_t"));
    CHECK_FALSE(is_bulk_below({"CGNSBase_t", "Zone_t", parent}, "IndexRange_t"));
    CHECK_FALSE(is_bulk_below({"CGNSBase_t", "Zone_t", parent, "DataArray_t"}, "DimensionalExponents_t"));
  }
  CHECK(is_bulk_below({"CGNSBase_t", "ParticleZone_t", "ParticleCoordinates_t"}, "DataArray_t"));
  CHECK(is_bulk_below({"CGNSBase_t", "ParticleZone_t", "ParticleSolution_t"}, "DataArray_t"));
}

TEST_CASE("a point list is bulk, also in metadata that keeps it for a merge") {
  CHECK(is_bulk_below({"CGNSBase_t", "Zone_t", "ZoneBC_t", "BC_t"}, "IndexArray_t"));
  CHECK(is_bulk_below({"CGNSBase_t", "Zone_t", "ZoneGridConnectivity_t", "GridConnectivity_t"},
                      "IndexArray_t"));
  CHECK_FALSE(is_bulk_below({"CGNSBase_t", "Zone_t", "ZoneBC_t", "BC_t"}, "IndexRange_t"));
  CHECK(is_bulk_below({"CGNSBase_t", "UserDefinedData_t"}, "IndexArray_t"));
}

TEST_CASE("boundary data is bulk in a zone, and not in a family") {
  CHECK(
      is_bulk_below({"CGNSBase_t", "Zone_t", "ZoneBC_t", "BC_t", "BCDataSet_t", "BCData_t"}, "DataArray_t"));
  CHECK_FALSE(is_bulk_below({"CGNSBase_t", "Family_t", "FamilyBC_t", "FamilyBCDataSet_t", "BCData_t"},
                            "DataArray_t"));
}

TEST_CASE("arrays of users are bulk below a zone") {
  CHECK(is_bulk_below({"CGNSBase_t", "Zone_t", "UserDefinedData_t"}, "DataArray_t"));
  CHECK(is_bulk_below({"CGNSBase_t", "Zone_t", "Elements_t", "UserDefinedData_t"}, "DataArray_t"));
  CHECK(is_bulk_below({"CGNSBase_t", "ParticleZone_t", "UserDefinedData_t"}, "DataArray_t"));
  CHECK_FALSE(is_bulk_below({"CGNSBase_t", "UserDefinedData_t"}, "DataArray_t"));
  CHECK_FALSE(is_bulk_below({"CGNSBase_t", "Zone_t", "ReferenceState_t"}, "DataArray_t"));
}

TEST_CASE("tables of steps are not bulk, as plans read them, unless they are huge") {
  for (const auto* parent : {"ZoneIterativeData_t", "ParticleIterativeData_t"}) {
    CHECK_FALSE(is_bulk_below({"CGNSBase_t", "Zone_t", parent}, "DataArray_t", 16 * mebi));
    CHECK(is_bulk_below({"CGNSBase_t", "Zone_t", parent}, "DataArray_t", 16 * mebi + 1));
  }
  CHECK_FALSE(is_bulk_below({"CGNSBase_t", "BaseIterativeData_t"}, "DataArray_t", mebi));
}

TEST_CASE("any other large array is bulk wherever it is, and nothing is not") {
  CHECK_FALSE(is_bulk_below({"CGNSBase_t"}, "Descriptor_t", 64 * kibi));
  CHECK(is_bulk_below({"CGNSBase_t"}, "Descriptor_t", 64 * kibi + 1));
  CHECK_FALSE(is_bulk_below({"CGNSBase_t", "Zone_t", "FlowSolution_t"}, "DataArray_t", 0));
}
