#include "pcgns/cgns/labels.hpp"

#include "catch.hpp"

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
