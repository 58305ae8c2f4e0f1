#include "pcgns-repartition/distribute_unstructured.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <optional>

#include "common/log.hpp"
#include "common/output.hpp"
#include "pcgns-repartition/cell_map.hpp"
#include "pcgns/file/read_trees.hpp"
#include "pcgns/file/text_file.hpp"
#include "pcgns/partition/distribute_zones.hpp"
#include "pcgns/partition/zone_line.hpp"

namespace pcgns::repartition {

namespace {

/// Which rank gets how much, if cells have weights or ranks have speeds.
void balance(par::Session& session, const mesh::Dataset& dataset, const Options& options,
             partition::Mesh& mesh, partition::Division& division) {
  if (options.weights.empty() && options.targets.empty()) return;
  if (!mesh.zones.empty())
    throw Error(ErrorKind::usage, "--weights and --targets are for unstructured zones only, and " +
                                      mesh.decomposition.zones.front().path + " is structured");
  std::vector<double> targets;
  if (!options.targets.empty()) {
    targets = parse_targets(options.targets.starts_with('@')
                                ? file::read_text(session, options.targets.substr(1), "the targets")
                                : options.targets);
    if (std::ssize(targets) != mesh.decomposition.partitions)
      throw Error(ErrorKind::usage, fmt::format("--targets: {} for {}", plural(std::ssize(targets), "number"),
                                                plural(mesh.decomposition.partitions, "part")));
  }
  if (!options.weights.empty())
    division.weights = partition::weigh_cells(session, dataset, mesh, options.weights);
  partition::share_out(mesh, options.request.method, division.weights.totals, targets);
}

}  // namespace

bool only_plans(const Options& options) { return options.prints_plan || options.output.dry_run; }

bool wants_digest(const Options& options) {
  return !only_plans(options) && (!options.no_digest || options.output.check == publish::Check::full);
}

void distribute_unstructured(par::Session& session, const plan::Plan& whole, cgns::InputSet& inputs,
                             std::unique_ptr<io::ScratchFile>& scratch, partition::DirectArrays& direct,
                             cgns::ArraySums& sums, const Options& options, partition::Mesh& mesh) {
  const mesh::Dataset dataset{.plan = whole,
                              .inputs = inputs,
                              .memory = options.run.memory_bytes(),
                              .sums = wants_digest(options) ? &sums : nullptr};
  partition::Division division{.method = options.request.method,
                               .field = options.part_field,
                               .map_name = options.map_file,
                               .order = options.order};
  balance(session, dataset, options, mesh, division);
  if (mesh.unstructured.empty() && !options.map.empty())
    throw Error(ErrorKind::usage, "--map: there are no unstructured zones");
  if (mesh.unstructured.empty()) return;
  const bool only_plan = only_plans(options);
  if (!scratch && (!only_plan || !options.map.empty()))
    scratch = std::make_unique<io::ScratchFile>(
        session, inputs, only_plan ? std::filesystem::absolute(options.map).string() : options.merge.output);
  if (!options.map.empty()) division.ranks = scratch.get();
  tool::info("cutting {}", plural(std::ssize(mesh.unstructured), "unstructured zone"));
  std::unique_ptr<CellMap> map;
  if (!options.map_file.empty()) map = read_map(session, options.map_file, dataset.memory);
  std::optional<mesh::Dataset> mapped;
  if (map) mapped.emplace(mesh::Dataset{.plan = map->plan, .inputs = map->inputs, .memory = dataset.memory});
  division.map = mapped ? &*mapped : nullptr;
  std::optional<partition::Destination> to;
  if (!only_plan) to.emplace(partition::Destination{*scratch, direct});
  partition::distribute_zones(session, dataset, to ? &*to : nullptr, division, mesh);
  if (!map) return;
  file::require_unchanged(session, map->inputs);
  if (auto method = method_of(*map); !method.empty()) mesh.method = std::move(method);
}

}  // namespace pcgns::repartition
