// assign.hpp: assigns the cells of a mesh to parts as a user asks for it: methods, weights, targets, maps.
//
//   partition::read_lists(session, dataset, whole);  // `dataset` is of the plan `whole`
//   auto mesh = partition::mesh_of(whole, {.partitions = 384}, notes);
//   const auto weights = partition::balance(session, dataset, request, mesh);
//   const auto assigned = partition::assign(session, dataset, request, weights, {.scratch = &scratch}, mesh);
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "pcgns/base/listener.hpp"
#include "pcgns/partition/distribute_zones.hpp"

namespace pcgns::file {
class Guard;
}

namespace pcgns::partition {

/// What the names of maps end with.
inline constexpr std::string_view map_suffix = ".cgns";

/// How cells are assigned, besides what partition::Request says.
struct Assignment {
  Method method = Method::rcb;
  /// Method::file: the field with the rank of each cell, "Solution/Field" or an array of any node.
  std::string field = {};
  std::string given_map =
      {};  ///< Method::file: a cell map of an earlier run, which takes the place of `field`.
  std::string weights = {};  ///< Field whose sum per part is balanced; empty: cells are counted.
  std::string targets = {};  ///< Relative speeds of the ranks: "1,1,2", or "@FILE" with them; empty: equal.
  Constraints constraints = {};  ///< Of structured zones.
  Order order = Order::keep;
  std::int64_t samples = 0;         ///< Division::samples.
  bool keeps_connectivity = false;  ///< Division::keeps_connectivity.
  bool counts_cut_faces = true;     ///< Division::counts_cut_faces.
  /// Reads the tree of the map, and must outlive the call. Null: a damaged file may crash this process.
  file::Guard* guard = nullptr;

  [[nodiscard]] bool is_balanced() const { return !weights.empty() || !targets.empty(); }
};

/// The words for Order.
[[nodiscard]] const std::map<std::string, Order>& order_words();

/// Sets the method from its word: rcb, hilbert, graph, block, keep, or file:NAME, where a NAME that ends in
/// .cgns is a map. `option`: the name of the option, for messages. Throws Error{usage}.
void parse_method(std::string_view option, const std::string& word, Assignment& assignment);

/// `request` with the plan that its file has, if it names one; then `assignment` gets the map that the plan
/// names. @note Collective.
void read_plan(par::Session& session, Request& request, Assignment& assignment);

/// Values that the partition depends on come into the tree of `whole`, the plan of `dataset`.
/// @note Collective.
void read_lists(par::Session& session, const mesh::Dataset& dataset, plan::Plan& whole);

/// Balance of what `assignment` says; nothing if cells have no weights and ranks no speeds. @note Collective.
[[nodiscard]] CellWeights balance(par::Session& session, const mesh::Dataset& dataset,
                                  const Assignment& assignment, Mesh& mesh);

struct Assigned {
  std::shared_ptr<const DirectArrays> direct = {};
  std::vector<std::string> read = {};  ///< Files of the map.
  std::vector<cgns::File> map = {};    ///< As they were read; without those on the way of links.
};

/// Files for values that are made on the way; null: not made.
struct ScratchFiles {
  io::ScratchFile* scratch = nullptr;
  io::ScratchFile* ranks = nullptr;  ///< Division::ranks.
};

/// distribute_zones, with the map of an earlier run if there is one. @note Collective.
[[nodiscard]] Assigned assign(par::Session& session, const mesh::Dataset& dataset,
                              const Assignment& assignment, CellWeights weights, const ScratchFiles& files,
                              Mesh& mesh, const Listener& listener = {});

}  // namespace pcgns::partition
