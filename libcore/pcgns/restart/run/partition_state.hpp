// partition_state.hpp: what a partition in memory keeps.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "pcgns/par/exchange.hpp"
#include "pcgns/partition/file_plan.hpp"
#include "pcgns/restart/partition.hpp"
#include "pcgns/restart/run/file_set_state.hpp"

namespace pcgns::restart {

/// A run of values that the ranks that hold them send.
struct Sent {
  std::int64_t array = 0;  ///< plan::Direct::array
  std::int64_t run = 0;
  std::int64_t address = 0;  ///< Of the first value, in the memory of the rank.
  std::int64_t count = 0;
  std::int64_t bytes = 0;
};

/// A whole array of the plan of this rank's part, and its bytes in memory.
struct Filled {
  int target = 0;
  std::span<std::byte> memory;
};

/// An entity as the rank that has it knows it.
struct Asked {
  std::int64_t piece = 0;        ///< Structured: index into the pieces of the mesh; unstructured: -1 - zone.
  partition::Index3 point = {};  ///< Structured: in the whole zone; unstructured: its number. 0-based.
};

/// The entities that this rank wants from one rank, where their values go, and across which interfaces.
struct Requests {
  std::vector<Asked> asked = {};
  std::vector<std::int64_t> positions = {};
  std::vector<int> interfaces = {};
};
using RequestsByRank = std::map<int, Requests>;

template <typename Visit>
void each_point(const partition::Block& box, const Visit& visit) {
  partition::Index3 point = {};
  for (point[2] = box.begin[2]; point[2] < box.end[2]; ++point[2])
    for (point[1] = box.begin[1]; point[1] < box.end[1]; ++point[1])
      for (point[0] = box.begin[0]; point[0] < box.end[0]; ++point[0]) visit(point);
}

/// The zone that a zone of the part is a piece of.
struct PartitionedZone {
  bool is_structured = false;
  int place = 0;  ///< Index into the pieces of `mesh`, or its unstructured zones.
  std::string name = {};
};

struct Partition::State {
  FileSet::State& files;
  partition::Mesh mesh = {};
  std::unique_ptr<io::ScratchFile> scratch = {};  ///< Has values that hold within a part.
  std::shared_ptr<const partition::DirectArrays> direct = {};
  std::vector<std::byte> memory_of_values = {};  ///< For write_direct.
  plan::Plan plan = {};                          ///< Of the file of this rank's part.
  std::vector<Piece> pieces = {};
  std::vector<int> places = {};  ///< By piece: index into the pieces of `mesh`, or its unstructured zones.
  std::unordered_multimap<std::int64_t, std::size_t> pieces_at = {};  ///< By Asked::piece.
  std::vector<Interface> interfaces = {};
  std::array<std::vector<ExchangeList>, 3> exchanges = {};  ///< Of ghosts, by Entity.
  std::array<std::vector<ExchangeList>, 3> interface_lists = {};

  ~State();

  [[nodiscard]] par::Session& session() const { return files.session; }
  /// What is made for the parts then stays in memory.
  [[nodiscard]] bool is_on_one_node() const { return session().nodes() == 1; }

  void assign(PartitionRequest request, const Listener& listener);
  void make_scratch();
  void plan_part(const std::string& base, const Listener& listener);
  void read_mesh();
  /// Add the nodes whose values are read with the mesh: all but common_fields.
  void collect_base(cgns::Node& base, std::vector<cgns::Node*>& nodes) const;
  void collect_zone(const cgns::Node& base, const std::set<std::string>& fields, cgns::Node& zone,
                    std::vector<cgns::Node*>& nodes) const;
  /// Of what `zone` of the part is a piece; empty: of no zone that is partitioned.
  [[nodiscard]] std::optional<PartitionedZone> whole_of(const cgns::Node& base, const cgns::Node& zone) const;
  void list_pieces();
  void add_piece(const cgns::Node& base, const cgns::Node& zone);
  [[nodiscard]] RequestsByRank ghosts_of(Entity entity) const;
  /// What lies beyond them, by Entity.
  [[nodiscard]] std::array<RequestsByRank, 3> list_interfaces();
  /// Asks the ranks that have the entities. `ask`: of this rank. @note Collective.
  [[nodiscard]] std::vector<ExchangeList> lists_for(Entity entity,
                                                    const std::function<RequestsByRank()>& ask) const;
  /// @note Collective.
  void find_exchanges(std::array<RequestsByRank, 3> beyond);
  /// Position of an own entity among the values of all pieces.
  [[nodiscard]] std::int64_t position_of(Entity entity, const Asked& asked) const;

  /// @note Collective.
  void fill(std::span<const Filled> wanted, const std::optional<Error>& failure);
  void fill_locally(const Filled& wanted);
  /// Values that stay as they are in the inputs: every rank reads a block of an array, and sends it to where
  /// the parts are. @note Collective.
  void fill_directly(std::span<const Filled> wanted);
  /// By array.
  [[nodiscard]] std::vector<Sent> sent_to_me(std::span<const Filled> wanted,
                                             const std::vector<std::int64_t>& begins) const;
};

}  // namespace pcgns::restart
