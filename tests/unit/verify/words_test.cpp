#include "pcgns/verify/check/plan/words.hpp"

#include <array>
#include <string>

#include "catch.hpp"
#include "pcgns/verify/check/plan/data_names.hpp"

using namespace pcgns::verify::check;

TEST_CASE("the word that was meant is found") {
  CHECK(nearest(words_of("BC_t"), "BCwall") == "BCWall");
  CHECK(nearest(words_of("BC_t"), "BCWalls") == "BCWall");
  CHECK(nearest(words_of("BC_t"), "FamilySpecifed") == "FamilySpecified");
  CHECK(nearest(words_of("GridLocation_t"), "cell_center") == "CellCenter");
  CHECK(nearest(words_of("ZoneType_t"), "unstructured") == "Unstructured");
  CHECK(nearest(words_of("GridLocation_t"), "Somewhere").empty());
  CHECK(nearest(words_of("GridLocation_t"), "").empty());
  CHECK(nearest(words_of("GridLocation_t"), std::string(100000, 'x')).empty());
}

TEST_CASE("words that have no meaning of their own are allowed everywhere") {
  for (const auto* label : {"BC_t", "GasModel_t", "ZoneType_t"}) {
    CHECK(is_in(words_of(label), "Null"));
    CHECK(is_in(words_of(label), "UserDefined"));
    CHECK_FALSE(is_in(words_of(label), "null"));
  }
  CHECK(words_of("Descriptor_t").empty());
}

TEST_CASE("each model has words of its own") {
  const std::array<std::pair<const char*, const char*>, 16> models = {
      {{"GoverningEquations_t", "NSTurbulent"},
       {"GasModel_t", "Ideal"},
       {"ViscosityModel_t", "SutherlandLaw"},
       {"ThermalConductivityModel_t", "ConstantPrandtl"},
       {"TurbulenceClosure_t", "EddyViscosity"},
       {"TurbulenceModel_t", "TwoEquation_MenterSST"},
       {"ThermalRelaxationModel_t", "ThermalEquilib"},
       {"ChemicalKineticsModel_t", "ChemicalEquilibCurveFit"},
       {"EMElectricFieldModel_t", "Voltage"},
       {"EMMagneticFieldModel_t", "Interpolated"},
       {"EMConductivityModel_t", "Equilibrium_LinRessler"},
       {"ParticleGoverningEquations_t", "DSMC"},
       {"ParticleForceModel_t", "WenYu"},
       {"RigidGridMotion_t", "VariableRate"},
       {"ArbitraryGridMotion_t", "NonDeformingGrid"},
       {"AverageInterfaceType_t", "AverageRadial"}}};
  for (const auto& [label, word] : models) {
    INFO(label);
    CHECK(is_in(words_of(label), word));
    CHECK_FALSE(is_in(words_of(label), "Vertex"));
  }
}

TEST_CASE("names of data of the standard are recognized when written otherwise") {
  CHECK(meant_data_name("density") == "Density");
  CHECK(meant_data_name("VELOCITY_X") == "VelocityX");
  CHECK(meant_data_name("Density").empty());
  CHECK(meant_data_name("Mach_Velocity").empty());
  CHECK(meant_data_name("MyField").empty());
  CHECK(data_name("Pressure")->exponents == std::array<int, 5>{1, -1, -2, 0, 0});
}
