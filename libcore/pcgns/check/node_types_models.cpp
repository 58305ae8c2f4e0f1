// Sets of equations and the models in them.
#include "pcgns/check/node_types.hpp"

namespace pcgns::check::standard {

namespace {

using enum Count;

constexpr Child flow_equation_set[] = {
    {"GoverningEquations_t", "GoverningEquations"},
    {"\"int\"", "EquationDimension"},
    {"GasModel_t", "GasModel"},
    {"ViscosityModel_t", "ViscosityModel"},
    {"ThermalRelaxationModel_t", "ThermalRelaxationModel"},
    {"ThermalConductivityModel_t", "ThermalConductivityModel"},
    {"ChemicalKineticsModel_t", "ChemicalKineticsModel"},
    {"TurbulenceModel_t", "TurbulenceModel"},
    {"TurbulenceClosure_t", "TurbulenceClosure"},
    {"EMMagneticFieldModel_t", "EMMagneticFieldModel"},
    {"EMElectricFieldModel_t", "EMElectricFieldModel"},
    {"EMConductivityModel_t", "EMConductivityModel"},
};
constexpr Child governing_equations[] = {{"\"int[1+...+IndexDimension]\"", "DiffusionModel"}};
constexpr Child turbulence_model[] = {
    {"DataArray_t", "", any, {anything, shape(1), false}},
    {"\"int[1+...+IndexDimension]\"", "DiffusionModel"},
};
/// Of every other model.
constexpr Child model[] = {{"DataArray_t", "", any, {anything, shape(1), false}}};

constexpr Child particle_equation_set[] = {
    {"ParticleGoverningEquations_t", "ParticleGoverningEquations"},
    {"ParticleBreakupModel_t", "ParticleBreakupModel"},
    {"ParticleCollisionModel_t", "ParticleCollisionModel"},
    {"ParticleForceModel_t", "ParticleForceModel"},
    {"ParticlePhaseChangeModel_t", "ParticlePhaseChangeModel"},
    {"ParticleWallInteractionModel_t", "ParticleWallInteractionModel"},
    {"\"int\"", "EquationDimension"},
};

constexpr Parent parents[] = {
    {"FlowEquationSet_t", flow_equation_set},
    {"GoverningEquations_t", governing_equations, notes},
    {"TurbulenceModel_t", turbulence_model},
    {"GasModel_t", model},
    {"ViscosityModel_t", model},
    {"ThermalConductivityModel_t", model},
    {"ThermalRelaxationModel_t", model},
    {"ChemicalKineticsModel_t", model},
    {"TurbulenceClosure_t", model},
    {"EMMagneticFieldModel_t", model},
    {"EMElectricFieldModel_t", model},
    {"EMConductivityModel_t", model},
    {"ParticleEquationSet_t", particle_equation_set},
    {"ParticleGoverningEquations_t", {}, notes},
    {"ParticleBreakupModel_t", model},
    {"ParticleCollisionModel_t", model},
    {"ParticleForceModel_t", model},
    {"ParticlePhaseChangeModel_t", model},
    {"ParticleWallInteractionModel_t", model},
};

}  // namespace

std::span<const Parent> model_parents() { return parents; }

}  // namespace pcgns::check::standard
