#include "pcgns/capi/detail/zone_parts.hpp"

namespace pcgns::capi {

namespace {

constexpr const char* interfaces_label = "ZoneGridConnectivity_t";
constexpr const char* new_interfaces = "ZoneGridConnectivity";

}  // namespace

Spot conditions_of(Document& document, int B, int Z) {
  return child_labelled(zone_at(document, B, Z), "ZoneBC_t");
}

Spot condition_at(Document& document, int B, int Z, int BC) {
  const auto all = conditions_of(document, B, Z);
  if (!all)
    throw Error(ErrorKind::usage,
                at(document.path(), zone_at(document, B, Z).path, "has no boundary conditions"));
  return child_at(document, all, "BC_t", BC);
}

int in_condition(int fn, int B, int Z, int BC, const Step& step) {
  return guarded_on(fn, [&](Document& document) { step(document, condition_at(document, B, Z, BC)); });
}

Spot interfaces_of(Document& document, const Spot& zone) {
  const auto& chosen = document.chosen_interfaces();
  const auto choice = chosen.find(zone.path);
  if (choice != chosen.end()) {
    if (auto found = child_named(zone, choice->second); found && found->label == interfaces_label)
      return found;
  }
  return child_labelled(zone, interfaces_label);
}

std::string interface_path(Document& document, const Spot& zone, const std::string& name) {
  const auto interfaces = interfaces_of(document, zone);
  return cgns::join(interfaces ? interfaces.path : cgns::join(zone.path, new_interfaces), name);
}

Spot interfaces_to_fill(Document& document, const Spot& zone) {
  auto found = interfaces_of(document, zone);
  return found ? found : ensure(document, zone, new_interfaces, interfaces_label);
}

void choose_interfaces(Document& document, const Spot& zone, const std::string& name) {
  document.chosen_interfaces()[zone.path] = name;
}

Spot interface_at(Document& document, int B, int Z, const char* label, int number) {
  const auto zone = zone_at(document, B, Z);
  const auto interfaces = interfaces_of(document, zone);
  if (!interfaces) throw Error(ErrorKind::usage, at(document.path(), zone.path, "has no interfaces"));
  return child_at(document, interfaces, label, number);
}

int in_interface(int fn, int B, int Z, const char* label, int number, const Step& step) {
  return guarded_on(fn,
                    [&](Document& document) { step(document, interface_at(document, B, Z, label, number)); });
}

}  // namespace pcgns::capi
