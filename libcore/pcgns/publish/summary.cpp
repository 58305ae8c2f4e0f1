#include <algorithm>

#include "pcgns/cgns/labels.hpp"
#include "pcgns/publish/outputs.hpp"

namespace pcgns::publish {

namespace {

std::int64_t zone_count(const plan::Plan& plan) {
  std::int64_t zones = 0;
  for (const auto& base : plan.output.children) {
    zones += std::count_if(base.children.begin(), base.children.end(),
                           [](const cgns::Node& node) { return cgns::is_zone(node.label); });
  }
  return zones;
}

std::int64_t base_count(const plan::Plan& plan) {
  return std::count_if(plan.output.children.begin(), plan.output.children.end(),
                       [](const cgns::Node& node) { return node.label == "CGNSBase_t"; });
}

}  // namespace

Summary summary_of(const plan::Plan& plan, const cgns::InputSet& inputs, const plan::Machine& machine) {
  const auto forecast = io::forecast(plan, inputs, machine);
  return {.inputs = std::ssize(inputs.trees),
          .bases = base_count(plan),
          .zones = zone_count(plan),
          .nodes = cgns::count_nodes(plan.output),
          .arrays = std::ssize(plan.targets),
          .bytes = plan.bytes(),
          .ranks = machine.ranks,
          .rounds = forecast.rounds,
          .bytes_per_round = forecast.bytes_per_round,
          .memory_per_rank = forecast.peak_bytes_per_rank,
          .alignment = machine.alignment,
          .notes = plan.notes};
}

}  // namespace pcgns::publish
