// partition_state.hpp: what a partition in memory keeps.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <span>
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

/// A ghost as its owner knows it.
struct Asked {
  std::int64_t zone = 0;         ///< Structured: index into Mesh::zones, unstructured: -1 - index.
  std::int64_t local = 0;        ///< Unstructured: the owner's number, 0-based.
  partition::Index3 point = {};  ///< Structured: in the whole zone.
};

struct Partition::State {
  FileSet::State& files;
  partition::Mesh mesh = {};
  std::unique_ptr<io::ScratchFile> scratch = {};  ///< Has values that hold within a part.
  std::shared_ptr<const partition::DirectArrays> direct = {};
  plan::Plan plan = {};  ///< Of the file of this rank's part.
  std::vector<Piece> pieces = {};
  std::vector<int> places = {};  ///< By piece: index into the pieces of `mesh`, or its unstructured zones.
  std::array<std::vector<ExchangeList>, 2> exchanges = {};  ///< By Entity.

  [[nodiscard]] par::Session& session() const { return files.session; }

  void assign(PartitionRequest request, const Listener& listener);
  void make_scratch();
  void plan_part(const std::string& base, const Listener& listener);
  void read_mesh();
  void collect(cgns::Node& node, bool is_in_solution, std::vector<cgns::Node*>& nodes);
  void list_pieces();
  void add_piece(const cgns::Node& base, const cgns::Node& zone);
  /// The ghosts of this rank, for those that own them, and where their values go.
  [[nodiscard]] par::Messages ask_owners(Entity entity, std::map<int, ExchangeList>& lists) const;
  /// @note Collective.
  void find_exchanges(Entity entity);
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
