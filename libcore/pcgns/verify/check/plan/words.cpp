#include "pcgns/verify/check/plan/words.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>
#include <vector>

namespace pcgns::verify::check {

namespace {

template <std::size_t n>
using List = std::array<std::string_view, n>;

// "Null" and "UserDefined" are valid everywhere and in no list.
constexpr List<2> common_words = {"Null", "UserDefined"};

constexpr List<2> zone_types = {"Structured", "Unstructured"};
constexpr List<2> simulation_types = {"TimeAccurate", "NonTimeAccurate"};
constexpr List<5> data_classes = {"Dimensional", "NormalizedByDimensional", "NormalizedByUnknownDimensional",
                                  "NondimensionalParameter", "DimensionlessConstant"};
constexpr List<7> grid_locations = {"Vertex",      "CellCenter",  "FaceCenter", "IFaceCenter",
                                    "JFaceCenter", "KFaceCenter", "EdgeCenter"};
constexpr List<3> connectivity_types = {"Overset", "Abutting", "Abutting1to1"};
constexpr List<24> bc_types = {"BCAxisymmetricWedge",
                               "BCDegenerateLine",
                               "BCDegeneratePoint",
                               "BCDirichlet",
                               "BCExtrapolate",
                               "BCFarfield",
                               "BCGeneral",
                               "BCInflow",
                               "BCInflowSubsonic",
                               "BCInflowSupersonic",
                               "BCNeumann",
                               "BCOutflow",
                               "BCOutflowSubsonic",
                               "BCOutflowSupersonic",
                               "BCSymmetryPlane",
                               "BCSymmetryPolar",
                               "BCTunnelInflow",
                               "BCTunnelOutflow",
                               "BCWall",
                               "BCWallInviscid",
                               "BCWallViscous",
                               "BCWallViscousHeatFlux",
                               "BCWallViscousIsothermal",
                               "FamilySpecified"};
constexpr List<2> rigid_motions = {"ConstantRate", "VariableRate"};
constexpr List<2> arbitrary_motions = {"NonDeformingGrid", "DeformingGrid"};
constexpr List<1> wall_functions = {"Generic"};
constexpr List<2> areas = {"BleedArea", "CaptureArea"};
constexpr List<6> averages = {"AverageAll", "AverageCircumferential", "AverageRadial", "AverageI", "AverageJ",
                              "AverageK"};
constexpr List<7> equations = {"FullPotential",
                               "Euler",
                               "NSLaminar",
                               "NSTurbulent",
                               "NSLaminarIncompressible",
                               "NSTurbulentIncompressible",
                               "LatticeBoltzmann"};
constexpr List<6> gases = {"Ideal",           "VanderWaals", "CaloricallyPerfect", "ThermallyPerfect",
                           "ConstantDensity", "RedlichKwong"};
constexpr List<3> viscosities = {"Constant", "PowerLaw", "SutherlandLaw"};
constexpr List<3> conductivities = {"ConstantPrandtl", "PowerLaw", "SutherlandLaw"};
constexpr List<3> closures = {"EddyViscosity", "ReynoldsStress", "ReynoldsStressAlgebraic"};
constexpr List<8> turbulence = {"Algebraic_BaldwinLomax",      "Algebraic_CebeciSmith",
                                "HalfEquation_JohnsonKing",    "OneEquation_BaldwinBarth",
                                "OneEquation_SpalartAllmaras", "TwoEquation_JonesLaunder",
                                "TwoEquation_MenterSST",       "TwoEquation_Wilcox"};
constexpr List<3> relaxations = {"Frozen", "ThermalEquilib", "ThermalNonequilib"};
constexpr List<4> kinetics = {"Frozen", "ChemicalEquilibCurveFit", "ChemicalEquilibMinimization",
                              "ChemicalNonequilib"};
constexpr List<4> electric_fields = {"Voltage", "Interpolated", "Constant", "Frozen"};
constexpr List<3> magnetic_fields = {"Interpolated", "Constant", "Frozen"};
constexpr List<4> em_conductivities = {"Constant", "Frozen", "Equilibrium_LinRessler",
                                       "Chemistry_LinRessler"};
constexpr List<3> particle_equations = {"DEM", "DSMC", "SPH"};
constexpr List<48> particle_models = {"Linear",
                                      "NonLinear",
                                      "HardSphere",
                                      "SoftSphere",
                                      "LinearSpringDashpot",
                                      "Pair",
                                      "HertzMindlin",
                                      "HertzKuwabaraKono",
                                      "ORourke",
                                      "Stochastic",
                                      "NonStochastic",
                                      "NTC",
                                      "KelvinHelmholtz",
                                      "KelvinHelmholtzACT",
                                      "RayleighTaylor",
                                      "KelvinHelmholtzRayleighTaylor",
                                      "ReitzKHRT",
                                      "TAB",
                                      "ETAB",
                                      "LISA",
                                      "SHF",
                                      "PilchErdman",
                                      "ReitzDiwakar",
                                      "Sphere",
                                      "NonSphere",
                                      "Tracer",
                                      "BeetstraVanDerHoefKuipers",
                                      "Ergun",
                                      "CliftGrace",
                                      "Gidaspow",
                                      "HaiderLevenspiel",
                                      "PlessisMasliyah",
                                      "SyamlalOBrien",
                                      "SaffmanMei",
                                      "TennetiGargSubramaniam",
                                      "Tomiyama",
                                      "Stokes",
                                      "StokesCunningham",
                                      "WenYu",
                                      "BaiGosman",
                                      "Kunkhe",
                                      "Boil",
                                      "Condense",
                                      "Flash",
                                      "Nucleate",
                                      "Chiang",
                                      "Frossling",
                                      "FuchsKnudsen"};

constexpr List<4> masses = {"Kilogram", "Gram", "Slug", "PoundMass"};
constexpr List<5> lengths = {"Meter", "Centimeter", "Millimeter", "Foot", "Inch"};
constexpr List<1> times = {"Second"};
constexpr List<4> temperature_units = {"Kelvin", "Celsius", "Rankine", "Fahrenheit"};
constexpr List<2> angles = {"Degree", "Radian"};
constexpr List<5> currents = {"Ampere", "Abampere", "Statampere", "Edison", "a.u."};
constexpr List<4> substances = {"Mole", "Entities", "StandardCubicFoot", "StandardCubicMeter"};
constexpr List<5> luminosities = {"Candela", "Candle", "Carcel", "Hefner", "Violle"};

struct Entry {
  std::string_view label;
  Words words;
};
const std::array<Entry, 31> entries = {{{"ArbitraryGridMotion_t", arbitrary_motions},
                                        {"AreaType_t", areas},
                                        {"AverageInterfaceType_t", averages},
                                        {"BCDataSet_t", bc_types},
                                        {"BC_t", bc_types},
                                        {"ChemicalKineticsModel_t", kinetics},
                                        {"DataClass_t", data_classes},
                                        {"EMConductivityModel_t", em_conductivities},
                                        {"EMElectricFieldModel_t", electric_fields},
                                        {"EMMagneticFieldModel_t", magnetic_fields},
                                        {"FamilyBCDataSet_t", bc_types},
                                        {"FamilyBC_t", bc_types},
                                        {"GasModel_t", gases},
                                        {"GoverningEquations_t", equations},
                                        {"GridConnectivityType_t", connectivity_types},
                                        {"GridLocation_t", grid_locations},
                                        {"ParticleBreakupModel_t", particle_models},
                                        {"ParticleCollisionModel_t", particle_models},
                                        {"ParticleForceModel_t", particle_models},
                                        {"ParticleGoverningEquations_t", particle_equations},
                                        {"ParticlePhaseChangeModel_t", particle_models},
                                        {"ParticleWallInteractionModel_t", particle_models},
                                        {"RigidGridMotion_t", rigid_motions},
                                        {"SimulationType_t", simulation_types},
                                        {"ThermalConductivityModel_t", conductivities},
                                        {"ThermalRelaxationModel_t", relaxations},
                                        {"TurbulenceClosure_t", closures},
                                        {"TurbulenceModel_t", turbulence},
                                        {"ViscosityModel_t", viscosities},
                                        {"WallFunctionType_t", wall_functions},
                                        {"ZoneType_t", zone_types}}};

/// Lower case, without the characters that vary: blanks, hyphens and underscores.
std::string plain(std::string_view word) {
  std::string letters;
  for (const char c : word) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) {
      letters += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
  }
  return letters;
}

/// Levenshtein distance.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    auto diagonal = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const auto cost = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = std::exchange(row[j], std::min({row[j] + 1, row[j - 1] + 1, cost}));
    }
  }
  return row.back();
}

}  // namespace

Words words_of(std::string_view label) {
  const auto* const found =
      std::find_if(entries.begin(), entries.end(), [&](const Entry& entry) { return entry.label == label; });
  return found == entries.end() ? Words{} : found->words;
}

Words unit_words(std::size_t row) {
  const std::array<Words, 8> rows = {masses, lengths,  times,      temperature_units,
                                     angles, currents, substances, luminosities};
  return rows.at(row);
}

bool is_in(Words words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end() ||
         std::find(common_words.begin(), common_words.end(), word) != common_words.end();
}

std::string_view nearest(Words words, std::string_view word) {
  constexpr std::size_t longest = 64;  // longer words are not typing errors
  if (word.size() > longest) return {};
  const auto wanted = plain(word);
  std::string_view best;
  std::size_t least = std::min<std::size_t>(3, wanted.size() / 2);
  for (const auto candidate : words) {
    const auto far = distance(wanted, plain(candidate));
    if (far < least) {
      least = far;
      best = candidate;
    }
  }
  return best;
}

}  // namespace pcgns::verify::check
