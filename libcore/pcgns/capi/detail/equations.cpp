// equations.cpp: sets of equations and models at the current node, of flows and of particles.
#include <fmt/format.h>

#include <map>

#include "pcgns/capi/detail/calls.hpp"

using namespace pcgns;
using namespace pcgns::capi;

namespace {

using Model = CGNS_ENUMT(ModelType_t);

/// First and last entry, in the order of ModelType_t, of what SIDS allows for a model.
struct Entries {
  Model first = CGNS_ENUMV(ModelTypeNull);
  Model last = CGNS_ENUMV(ModelTypeNull);
};

// clang-format off
const std::map<std::string_view, std::vector<Entries>>& models() {
  static const std::map<std::string_view, std::vector<Entries>> all = {
    {"GasModel_t", {{CGNS_ENUMV(Ideal), CGNS_ENUMV(VanderWaals)}, {CGNS_ENUMV(CaloricallyPerfect), CGNS_ENUMV(RedlichKwong)}}},
    {"ViscosityModel_t", {{CGNS_ENUMV(Constant), CGNS_ENUMV(SutherlandLaw)}}},
    {"ThermalConductivityModel_t", {{CGNS_ENUMV(PowerLaw), CGNS_ENUMV(ConstantPrandtl)}}},
    {"TurbulenceModel_t", {{CGNS_ENUMV(Algebraic_BaldwinLomax), CGNS_ENUMV(TwoEquation_Wilcox)}}},
    {"TurbulenceClosure_t", {{CGNS_ENUMV(EddyViscosity), CGNS_ENUMV(ReynoldsStressAlgebraic)}}},
    {"ThermalRelaxationModel_t", {{CGNS_ENUMV(Frozen), CGNS_ENUMV(ThermalNonequilib)}}},
    {"ChemicalKineticsModel_t", {{CGNS_ENUMV(Frozen), CGNS_ENUMV(Frozen)}, {CGNS_ENUMV(ChemicalEquilibCurveFit), CGNS_ENUMV(ChemicalNonequilib)}}},
    {"EMElectricFieldModel_t", {{CGNS_ENUMV(Constant), CGNS_ENUMV(Constant)}, {CGNS_ENUMV(Frozen), CGNS_ENUMV(Frozen)}, {CGNS_ENUMV(Voltage), CGNS_ENUMV(Interpolated)}}},
    {"EMMagneticFieldModel_t", {{CGNS_ENUMV(Constant), CGNS_ENUMV(Constant)}, {CGNS_ENUMV(Frozen), CGNS_ENUMV(Frozen)}, {CGNS_ENUMV(Interpolated), CGNS_ENUMV(Interpolated)}}},
    {"EMConductivityModel_t", {{CGNS_ENUMV(Constant), CGNS_ENUMV(Constant)}, {CGNS_ENUMV(Frozen), CGNS_ENUMV(Frozen)}, {CGNS_ENUMV(Equilibrium_LinRessler), CGNS_ENUMV(Chemistry_LinRessler)}}},
  };
  return all;
}
// clang-format on

constexpr std::array particle_model_labels = {"ParticleCollisionModel_t", "ParticleBreakupModel_t",
                                              "ParticleForceModel_t", "ParticleWallInteractionModel_t",
                                              "ParticlePhaseChangeModel_t"};

std::string without_t(std::string_view label) { return std::string(label.substr(0, label.size() - 2)); }

void require_label(bool is_known, const std::string& label) {
  if (!is_known) throw Error(ErrorKind::usage, fmt::format("{} is not the label of a model", label));
}

void require_model(const std::string& label, Model type) {
  const auto found = models().find(label);
  require_label(found != models().end(), label);
  const auto holds = [&](const Entries& entries) { return type >= entries.first && type <= entries.last; };
  if (type > CGNS_ENUMV(ModelTypeUserDefined) &&
      std::none_of(found->second.begin(), found->second.end(), holds))
    throw Error(ErrorKind::usage,
                fmt::format("{} is not a model of {}", cg_ModelTypeName(type), without_t(label)));
}

/// A label of a child, and where to say whether it exists.
struct Flag {
  const char* label = nullptr;
  int* to = nullptr;
};

int read_set(const char* set_label, int* dimension, std::initializer_list<Flag> flags) {
  return at_node([&](Document& document, const Spot& node) {
    const auto set = required(document, node, set_label);
    const auto own = child_named(set, "EquationDimension");
    give(dimension, own ? integers(document, own).at(0) : 0);
    for (const auto& [label, to] : flags) give(to, child_labelled(set, label) ? 1 : 0);
  });
}

int write_set(const char* name, const char* label, int dimension) {
  return at_node([&](Document& document, const Spot& node) {
    require_parent(document, node, label);
    cgns::Node set{.name = name, .label = label};
    set.children.push_back(cgns::integer_node("EquationDimension", "\"int\"", {1}, {dimension}));
    document.put(node, std::move(set));
  });
}

/// Terms of a symmetric matrix.
int diffusion_terms() {
  const int dimension = index_dimension_here();
  return dimension * (dimension + 1) / 2;
}

}  // namespace

int cg_equationset_read(int* dimension, int* governing, int* gas, int* viscosity, int* conductivity,
                        int* turbulence_closure, int* turbulence) {
  return read_set("FlowEquationSet_t", dimension,
                  {{"GoverningEquations_t", governing},
                   {"GasModel_t", gas},
                   {"ViscosityModel_t", viscosity},
                   {"ThermalConductivityModel_t", conductivity},
                   {"TurbulenceClosure_t", turbulence_closure},
                   {"TurbulenceModel_t", turbulence}});
}

int cg_equationset_chemistry_read(int* relaxation, int* kinetics) {
  return read_set("FlowEquationSet_t", nullptr,
                  {{"ThermalRelaxationModel_t", relaxation}, {"ChemicalKineticsModel_t", kinetics}});
}

int cg_equationset_elecmagn_read(int* electric_field, int* magnetic_field, int* conductivity) {
  return read_set("FlowEquationSet_t", nullptr,
                  {{"EMElectricFieldModel_t", electric_field},
                   {"EMMagneticFieldModel_t", magnetic_field},
                   {"EMConductivityModel_t", conductivity}});
}

int cg_equationset_write(int dimension) {
  return write_set("FlowEquationSet", "FlowEquationSet_t", dimension);
}

int cg_governing_read(CGNS_ENUMT(GoverningEquationsType_t) * type) {
  return read_enum_here("GoverningEquations_t", governing_equations, type);
}
int cg_governing_write(CGNS_ENUMT(GoverningEquationsType_t) type) {
  return write_enum_here("GoverningEquations", "GoverningEquations_t", governing_equations, type);
}

int cg_diffusion_read(int* diffusion) {
  return at_node([&](Document& document, const Spot& node) {
    const auto own = child_named(node, "DiffusionModel");
    if (!own) throw NotFound(ErrorKind::usage, "has no DiffusionModel");
    give_values(document, own, diffusion_terms(), cgns::DataType::I4, diffusion);
  });
}

int cg_diffusion_write(const int* diffusion) {
  return at_node([&](Document& document, const Spot& node) {
    require_parent(document, node, "DiffusionModel");
    document.put(node, node_with("DiffusionModel", "\"int[1+...+IndexDimension]\"", cgns::DataType::I4,
                                 {diffusion_terms()}, diffusion));
  });
}

int cg_model_read(const char* label, CGNS_ENUMT(ModelType_t) * type) {
  return read_enum_here(label, model_types, type);
}
int cg_model_write(const char* label, CGNS_ENUMT(ModelType_t) type) {
  return at_node([&](Document& document, const Spot& node) {
    const auto kind = name_from(label);
    require_model(kind, type);
    require_parent(document, node, "a model of flows");
    document.put(node, enum_node(without_t(kind), kind, model_types, type));
  });
}

int cg_particle_equationset_read(int* dimension, int* governing, int* collision, int* breakup, int* force,
                                 int* wall_interaction, int* phase_change) {
  return read_set("ParticleEquationSet_t", dimension,
                  {{"ParticleGoverningEquations_t", governing},
                   {particle_model_labels[0], collision},
                   {particle_model_labels[1], breakup},
                   {particle_model_labels[2], force},
                   {particle_model_labels[3], wall_interaction},
                   {particle_model_labels[4], phase_change}});
}

int cg_particle_equationset_write(int dimension) {
  return write_set("ParticleEquationSet", "ParticleEquationSet_t", dimension);
}

int cg_particle_governing_read(CGNS_ENUMT(ParticleGoverningEquationsType_t) * type) {
  return read_enum_here("ParticleGoverningEquations_t", particle_equations, type);
}
int cg_particle_governing_write(CGNS_ENUMT(ParticleGoverningEquationsType_t) type) {
  return write_enum_here("ParticleGoverningEquations", "ParticleGoverningEquations_t", particle_equations,
                         type);
}

int cg_particle_model_read(const char* label, CGNS_ENUMT(ParticleModelType_t) * type) {
  return read_enum_here(label, particle_models, type);
}
int cg_particle_model_write(const char* label, CGNS_ENUMT(ParticleModelType_t) type) {
  return at_node([&](Document& document, const Spot& node) {
    const auto kind = name_from(label);
    require_label(std::find(particle_model_labels.begin(), particle_model_labels.end(), kind) !=
                      particle_model_labels.end(),
                  kind);
    require_parent(document, node, "a model of particles");
    document.put(node, enum_node(without_t(kind), kind, particle_models, type));
  });
}
