#include "pcgns/verify/check/plan/data_names.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <string>

namespace pcgns::verify::check {

namespace {

constexpr DataName of(std::string_view name, int mass, int length, int time, int temperature = 0,
                      int angle = 0) {
  return {name, true, {mass, length, time, temperature, angle}};
}
constexpr DataName of(std::string_view name) { return {name}; }

constexpr DataName standard_names[] = {
    // Coordinates.
    of("CoordinateX", 0, 1, 0),
    of("CoordinateY", 0, 1, 0),
    of("CoordinateZ", 0, 1, 0),
    of("CoordinateR", 0, 1, 0),
    of("CoordinateTheta", 0, 0, 0, 0, 1),
    of("CoordinatePhi", 0, 0, 0, 0, 1),
    of("CoordinateNormal", 0, 1, 0),
    of("CoordinateTangential", 0, 1, 0),
    of("CoordinateXi"),
    of("CoordinateEta"),
    of("CoordinateZeta"),
    of("CoordinateTransform"),
    // Flow.
    of("Potential", 0, 2, -1),
    of("StreamFunction", 0, 2, -1),
    of("Density", 1, -3, 0),
    of("Pressure", 1, -1, -2),
    of("Temperature", 0, 0, 0, 1),
    of("EnergyInternal", 0, 2, -2),
    of("Enthalpy", 0, 2, -2),
    of("Entropy"),
    of("EntropyApprox"),
    of("DensityStagnation", 1, -3, 0),
    of("PressureStagnation", 1, -1, -2),
    of("TemperatureStagnation", 0, 0, 0, 1),
    of("EnergyStagnation", 0, 2, -2),
    of("EnthalpyStagnation", 0, 2, -2),
    of("EnergyStagnationDensity", 1, -1, -2),
    of("VelocityX", 0, 1, -1),
    of("VelocityY", 0, 1, -1),
    of("VelocityZ", 0, 1, -1),
    of("VelocityR", 0, 1, -1),
    of("VelocityTheta", 0, 1, -1),
    of("VelocityPhi", 0, 1, -1),
    of("VelocityMagnitude", 0, 1, -1),
    of("VelocityNormal", 0, 1, -1),
    of("VelocityTangential", 0, 1, -1),
    of("VelocitySound", 0, 1, -1),
    of("VelocitySoundStagnation", 0, 1, -1),
    of("MomentumX", 1, -2, -1),
    of("MomentumY", 1, -2, -1),
    of("MomentumZ", 1, -2, -1),
    of("MomentumMagnitude", 1, -2, -1),
    of("RotatingVelocityX", 0, 1, -1),
    of("RotatingVelocityY", 0, 1, -1),
    of("RotatingVelocityZ", 0, 1, -1),
    of("RotatingMomentumX", 1, -2, -1),
    of("RotatingMomentumY", 1, -2, -1),
    of("RotatingMomentumZ", 1, -2, -1),
    of("RotatingPressureStagnation", 1, -1, -2),
    of("RotatingEnergyStagnation", 0, 2, -2),
    of("RotatingEnthalpyStagnation", 0, 2, -2),
    of("EnergyKinetic", 0, 2, -2),
    of("PressureDynamic", 1, -1, -2),
    of("SoundIntensityDB"),
    of("SoundIntensity", 1, 0, -3),
    of("VorticityX", 0, 0, -1),
    of("VorticityY", 0, 0, -1),
    of("VorticityZ", 0, 0, -1),
    of("VorticityMagnitude", 0, 0, -1),
    of("SkinFrictionX", 1, -1, -2),
    of("SkinFrictionY", 1, -1, -2),
    of("SkinFrictionZ", 1, -1, -2),
    of("SkinFrictionMagnitude", 1, -1, -2),
    of("VelocityAngleX", 0, 0, 0, 0, 1),
    of("VelocityAngleY", 0, 0, 0, 0, 1),
    of("VelocityAngleZ", 0, 0, 0, 0, 1),
    of("VelocityUnitVectorX"),
    of("VelocityUnitVectorY"),
    of("VelocityUnitVectorZ"),
    of("MassFlow", 1, 0, -1),
    of("ViscosityKinematic", 0, 2, -1),
    of("ViscosityMolecular", 1, -1, -1),
    of("ViscosityEddyKinematic", 0, 2, -1),
    of("ViscosityEddy", 1, -1, -1),
    of("ThermalConductivity", 1, 1, -3, -1),
    of("PowerLawExponent"),
    of("SutherlandLawConstant", 0, 0, 0, 1),
    of("TemperatureReference", 0, 0, 0, 1),
    of("ViscosityMolecularReference", 1, -1, -1),
    of("ThermalConductivityReference", 1, 1, -3, -1),
    of("IdealGasConstant", 0, 2, -2, -1),
    of("SpecificHeatPressure", 0, 2, -2, -1),
    of("SpecificHeatVolume", 0, 2, -2, -1),
    of("ReynoldsStressXX", 1, -1, -2),
    of("ReynoldsStressXY", 1, -1, -2),
    of("ReynoldsStressXZ", 1, -1, -2),
    of("ReynoldsStressYY", 1, -1, -2),
    of("ReynoldsStressYZ", 1, -1, -2),
    of("ReynoldsStressZZ", 1, -1, -2),
    of("LengthReference", 0, 1, 0),
    of("Mach"),
    of("Mach_Velocity", 0, 1, -1),
    of("Mach_VelocitySound", 0, 1, -1),
    of("Reynolds"),
    of("Reynolds_Velocity", 0, 1, -1),
    of("Reynolds_Length", 0, 1, 0),
    of("Reynolds_ViscosityKinematic", 0, 2, -1),
    of("Prandtl"),
    of("SpecificHeatRatio"),
    of("CoefPressure"),
    of("CoefLift"),
    of("CoefDrag"),
    of("CoefSkinFrictionX"),
    of("CoefSkinFrictionY"),
    of("CoefSkinFrictionZ"),
    of("Coef_PressureReference", 1, -1, -2),
    // Turbulence.
    of("TurbulentDistance", 0, 1, 0),
    of("TurbulentEnergyKinetic", 0, 2, -2),
    of("TurbulentDissipation", 0, 2, -3),
    of("TurbulentDissipationRate", 0, 0, -1),
    of("TurbulentBBReynolds"),
    of("TurbulentSANuTilde", 0, 2, -1),
    // Forces and motion.
    of("ForceX", 1, 1, -2),
    of("ForceY", 1, 1, -2),
    of("ForceZ", 1, 1, -2),
    of("Lift", 1, 1, -2),
    of("Drag", 1, 1, -2),
    of("MomentX", 1, 2, -2),
    of("MomentY", 1, 2, -2),
    of("MomentZ", 1, 2, -2),
    of("GridVelocityX", 0, 1, -1),
    of("GridVelocityY", 0, 1, -1),
    of("GridVelocityZ", 0, 1, -1),
    // Electromagnetics.
    of("ElectricFieldX"),
    of("ElectricFieldY"),
    of("ElectricFieldZ"),
    of("MagneticFieldX"),
    of("MagneticFieldY"),
    of("MagneticFieldZ"),
    of("CurrentDensityX"),
    of("CurrentDensityY"),
    of("CurrentDensityZ"),
    of("LorentzForceX"),
    of("LorentzForceY"),
    of("LorentzForceZ"),
    of("JouleHeating"),
    of("ElectricConductivity"),
    of("Voltage"),
};

std::string without_blanks(std::string_view name) {
  std::string letters;
  for (const char c : name) {
    if (c != ' ' && c != '_') letters += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return letters;
}

const std::map<std::string, std::string_view>& plain_names() {
  static const auto names = [] {
    std::map<std::string, std::string_view> made;
    for (const auto& entry : standard_names) made.emplace(without_blanks(entry.name), entry.name);
    return made;
  }();
  return names;
}

}  // namespace

const DataName* data_name(std::string_view name) {
  const auto* const found = std::find_if(std::begin(standard_names), std::end(standard_names),
                                         [&](const DataName& entry) { return entry.name == name; });
  return found == std::end(standard_names) ? nullptr : found;
}

std::string_view meant_data_name(std::string_view name) {
  if (name.size() > 32) return {};
  const auto& names = plain_names();
  const auto found = names.find(without_blanks(name));
  return found == names.end() || found->second == name ? std::string_view() : found->second;
}

}  // namespace pcgns::verify::check
