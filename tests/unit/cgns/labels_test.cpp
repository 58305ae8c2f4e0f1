#include "pcgns/cgns/labels.hpp"

#include "catch.hpp"
#include "pcgns/cgns/locations.hpp"

using namespace pcgns::cgns;

TEST_CASE("labels of the standard are known, quoted ones too") {
  for (const auto* label :
       {"CGNSBase_t", "CGNSLibraryVersion_t", "Zone_t", "ParticleZone_t", "Family_t", "DataArray_t",
        "AdditionalExponents_t", "\"int[IndexDimension]\"", "\"int[1+...+IndexDimension]\"",
        "\"int[1 + ... + IndexDimension] \"", "\"int\"", "Descriptor_t", "UserDefinedData_t"}) {
    CAPTURE(label);
    CHECK(is_known_label(label));
  }
  for (const auto* label :
       {"", "Zone", "zone_t", "MySolver_t", "\"float\"", "\"int", "int[IndexDimension]"}) {
    CAPTURE(label);
    CHECK_FALSE(is_known_label(label));
  }
}

TEST_CASE("what writers note for themselves has no meaning in the standard") {
  CHECK(has_meaning("Family_t"));
  CHECK(has_meaning("\"int[IndexDimension]\""));
  CHECK_FALSE(has_meaning("Descriptor_t"));
  CHECK_FALSE(has_meaning("UserDefinedData_t"));
  CHECK_FALSE(has_meaning("MySolver_t"));
  CHECK_FALSE(has_meaning(""));
}

TEST_CASE("points in a list or range of elements are faces, whatever the location says") {
  Node bc{.name = "Wall", .label = "BC_t"};
  CHECK(location_of(bc) == "Vertex");
  bc.children.push_back(text_node("GridLocation", "GridLocation_t", "CellCenter"));
  CHECK(location_of(bc) == "CellCenter");
  bc.children.push_back(integer_node("ElementList", "IndexArray_t", {1, 2}, {3, 5}));
  CHECK(location_of(bc) == "FaceCenter");
  bc.children.back() = integer_node("ElementRange", "IndexRange_t", {1, 2}, {3, 5});
  CHECK(location_of(bc) == "FaceCenter");
  bc.label = "Elements_t";
  CHECK(location_of(bc) == "CellCenter");
}

TEST_CASE("faces of a plane and edges of a line are its cells") {
  CHECK(is_of_cells("CellCenter", 3));
  CHECK(is_of_cells("FaceCenter", 2));
  CHECK(is_of_cells("EdgeCenter", 1));
  CHECK_FALSE(is_of_cells("FaceCenter", 3));
  CHECK_FALSE(is_of_cells("EdgeCenter", 2));
  CHECK_FALSE(is_of_cells("Vertex", 2));
}
