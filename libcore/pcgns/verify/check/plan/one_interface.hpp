// one_interface.hpp: shared base of the checks of one interface.
#pragma once

#include <string>
#include <utility>

#include "pcgns/verify/check/plan/interfaces.hpp"

namespace pcgns::verify::check {

class OneInterface {
 public:
  OneInterface(const Interfaces& interfaces, int interface, const std::string& file, cgns::Findings& findings)
      : interfaces_(interfaces),
        interface_(interfaces.all[static_cast<std::size_t>(interface)]),
        file_(file),
        findings_(findings) {}

 protected:
  [[nodiscard]] const Interfaces& interfaces() const { return interfaces_; }
  [[nodiscard]] const Interface& join() const { return interface_; }
  [[nodiscard]] const InterfaceZone& zone() const { return interfaces_.zone_of(interface_); }
  [[nodiscard]] const InterfaceZone& donor() const { return interfaces_.donor_of(interface_); }
  [[nodiscard]] int dimension() const { return zone().shape.dimension; }

  void add(const char* code, cgns::Finding finding) {
    finding.code = code;
    finding.file = file_;
    finding.path = interface_.path;
    findings_.add(std::move(finding));
  }

 private:
  const Interfaces& interfaces_;
  const Interface& interface_;
  const std::string& file_;
  cgns::Findings& findings_;
};

/// Checks a GridConnectivity1to1_t whose donor exists.
void check_1to1(const Interfaces& interfaces, int interface, const std::string& file,
                cgns::Findings& findings);
/// Checks a GridConnectivity_t whose donor exists.
void check_general_interface(const Interfaces& interfaces, int interface, const std::string& file,
                             cgns::Findings& findings);

}  // namespace pcgns::verify::check
