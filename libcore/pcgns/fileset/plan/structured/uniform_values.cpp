// uniform_values.cpp: arrays with one value for all points of a node.
#include <fmt/format.h>

#include <algorithm>

#include "pcgns/cgns/compare_trees.hpp"
#include "pcgns/fileset/plan/structured/regions.hpp"
#include "pcgns/fileset/plan/structured/zone.hpp"
#include "pcgns/fileset/plan/unite/nodes.hpp"

namespace pcgns::fileset {

namespace {

/// True if the values are known without reading them.
bool are_known(const StructuredJob& zone, const PieceNodes& arrays) {
  const auto& contents = zone.job.merge.survey.contents;
  return std::all_of(arrays.begin(), arrays.end(), [&](const PieceNode& at) {
    return !at.node->is_bulk() || contents.contains(at.node->array);
  });
}

}  // namespace

bool is_uniform(const PieceNodes& arrays) {
  return std::all_of(arrays.begin(), arrays.end(),
                     [](const PieceNode& at) { return cgns::count_of(at.node->dims) == 1; });
}

bool agree(const StructuredJob& zone, const PieceNodes& arrays) {
  if (!are_known(zone, arrays)) return false;
  const cgns::Contents contents{zone.job.merge.survey.contents, {}, {}};
  return std::all_of(arrays.begin(), arrays.end(), [&](const PieceNode& at) {
    return !cgns::value_difference(*arrays.front().node, *at.node, contents);
  });
}

cgns::Node unite_uniform(StructuredJob& zone, const PieceNodes& arrays, const std::string& below) {
  if (are_known(zone, arrays)) {
    if (auto node = unite(zone, arrays, below)) return *std::move(node);
  }
  require_one_type(zone, arrays, below);
  const auto& first = *arrays.front().node;
  for (const auto& at : arrays) {
    if (at.node->data.empty() || at.node->data == first.data || first.data.empty()) continue;
    throw zone.error(at, below, fmt::format("differs from {}", zone.file_of(arrays.front())));
  }
  plan::Composite composite;
  for (const auto& at : arrays) {
    composite.boxes.push_back({.source = array_of(zone, *at.node), .shared = !composite.boxes.empty()});
  }
  cgns::Node node{.name = first.name, .label = first.label, .type = first.type, .dims = first.dims};
  node.array =
      add_composite(zone.job, cgns::join(zone.path, below), node.type, node.dims, std::move(composite));
  add_children(zone, arrays, below, node);
  return node;
}

}  // namespace pcgns::fileset
