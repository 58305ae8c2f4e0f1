#include "pcgns/partition/assign.hpp"

#include <fmt/format.h>

#include "pcgns/base/words.hpp"
#include "pcgns/cgns/zone_shape.hpp"
#include "pcgns/file/text_file.hpp"
#include "pcgns/fileset/fileset.hpp"
#include "pcgns/par/collective.hpp"

namespace pcgns::partition {

namespace {

void put(cgns::Node& node, int target, const std::vector<std::byte>& bytes) {
  if (node.array == target) node.data = bytes;
  for (auto& child : node.children) put(child, target, bytes);
}

/// Another file with the same zones.
struct CellMap {
  cgns::InputSet inputs;
  plan::Plan plan;
};

CellMap read_map(par::Session& session, const std::string& name, Budget memory, file::Guard* guard,
                 const Listener& listener) {
  CellMap map;
  const auto files = fileset::input_files(session, {name}, {}, listener);
  map.inputs = fileset::read_files(session, files, {.guard = guard}, listener);
  map.plan = fileset::whole_mesh(session, map.inputs, {}, {}, {.memory = memory}, listener).plan;
  return map;
}

/// The method by which a map was made; empty if it does not say that.
std::string method_of(const plan::Plan& map) {
  for (const auto& base : map.output.children) {
    for (const auto& zone : base.children) {
      const auto* solution = zone.child(map_solution);
      const auto* method = solution == nullptr ? nullptr : solution->child(map_method);
      if (method != nullptr && method->label == "Descriptor_t") return cgns::text_of(*method);
    }
  }
  return {};
}

std::vector<double> targets_of(par::Session& session, const std::string& given, std::int64_t parts) {
  if (given.empty()) return {};
  const bool is_file = given.starts_with('@');
  const auto option = is_file ? "--targets " + given : "--targets";
  auto targets =
      parse_targets(is_file ? file::read_text(session, given.substr(1), "the targets") : given, option);
  if (std::ssize(targets) != parts)
    throw Error(ErrorKind::usage, fmt::format("{}: {} for {}", option, plural(std::ssize(targets), "number"),
                                              plural(parts, "part")));
  return targets;
}

}  // namespace

const std::map<std::string, Order>& order_words() {
  static const std::map<std::string, Order> words = {
      {"keep", Order::keep}, {"hilbert", Order::hilbert}, {"rcm", Order::rcm}};
  return words;
}

void parse_method(std::string_view option, const std::string& word, Assignment& assignment) {
  constexpr std::string_view from_file = "file:";
  if (word.starts_with(from_file) && word.size() > from_file.size()) {
    assignment.method = Method::file;
    auto name = word.substr(from_file.size());
    (name.ends_with(map_suffix) ? assignment.given_map : assignment.field) = std::move(name);
    return;
  }
  for (const auto& [name, known] : {std::pair{"rcb", Method::rcb}, std::pair{"hilbert", Method::hilbert},
                                    std::pair{"graph", Method::graph}, std::pair{"block", Method::block},
                                    std::pair{"keep", Method::keep}}) {
    if (word != name) continue;
    assignment.method = known;
    if (known != Method::graph || has_graph_partitioner()) return;
    throw Error(ErrorKind::usage, fmt::format("{} graph: this program is built without PT-Scotch", option));
  }
  throw Error(ErrorKind::usage,
              fmt::format("{}: '{}' is not one of rcb, hilbert, graph, block, keep, file:NAME{}", option,
                          word, suggestion(word, {"rcb", "hilbert", "graph", "block", "keep"})));
}

void read_plan(par::Session& session, Request& request, Assignment& assignment) {
  if (request.plan_file.empty()) return;
  request.plan = file::read_text(session, request.plan_file, "the plan");
  auto map = map_of_plan(request.plan, request.plan_file);
  if (map.empty()) return;
  request.method = assignment.method = Method::file;
  assignment.given_map = std::move(map);
}

namespace {

/// In structured zones of less than three directions. Lists keep theirs: the digest of the mesh is that of
/// their values in the files.
void drop_extra_indices(cgns::Node& root) {
  for (auto& base : root.children) {
    for (auto& zone : base.children) {
      const auto shape = zone.label == "Zone_t" ? cgns::shape_of(zone) : std::nullopt;
      if (shape && shape->structured && shape->dimension < cgns::most_directions)
        cgns::drop_extra_indices(zone, shape->dimension, false);
    }
  }
}

}  // namespace

void read_lists(par::Session& session, const mesh::Dataset& dataset, plan::Plan& whole) {
  for (const int target : arrays_to_read(whole)) {
    const auto share = mesh::read_share(session, dataset, target);
    put(whole.output, target, par::gather_joined(session.comm(), share.bytes));
  }
  drop_extra_indices(whole.output);
}

CellWeights balance(par::Session& session, const mesh::Dataset& dataset, const Assignment& assignment,
                    Mesh& mesh) {
  if (!assignment.is_balanced()) return {};
  return balance(session, dataset,
                 Balance{.weights = assignment.weights,
                         .targets = targets_of(session, assignment.targets, mesh.decomposition.partitions),
                         .method = assignment.method,
                         .constraints = assignment.constraints},
                 mesh);
}

Assigned assign(par::Session& session, const mesh::Dataset& dataset, const Assignment& assignment,
                CellWeights weights, const ScratchFiles& files, Mesh& mesh, const Listener& listener) {
  const auto& given_map = assignment.given_map;
  Division division{.method = assignment.method,
                    .field = given_map.empty() ? assignment.field : rank_field,
                    .map_name = given_map,
                    .weights = std::move(weights),
                    .ranks = files.ranks,
                    .order = assignment.order,
                    .samples = assignment.samples,
                    .keeps_connectivity = assignment.keeps_connectivity,
                    .counts_cut_faces = assignment.counts_cut_faces};
  Assigned assigned;
  CellMap map;
  const mesh::Dataset mapped{.plan = map.plan, .inputs = map.inputs, .memory = dataset.memory};
  if (!given_map.empty()) {
    map = read_map(session, given_map, dataset.memory, assignment.guard, listener);
    assigned.read = cgns::paths_of(map.inputs);
    assigned.map = map.inputs.files;
    division.map = &mapped;
  }
  assigned.direct = distribute_zones(session, dataset, files.scratch, division, mesh);
  if (division.map == nullptr) return assigned;
  file::require_unchanged(session, map.inputs);
  if (auto method = method_of(map.plan); !method.empty()) mesh.method = std::move(method);
  return assigned;
}

}  // namespace pcgns::partition
