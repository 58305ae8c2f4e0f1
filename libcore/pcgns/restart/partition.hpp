// partition.hpp: the parts of a file set in the memory of the ranks: rank r gets part r.
//
// A part is what pcgns-repartition would write for the rank: its tree, with the values of everything but
// the fields that all zones have, which are read when they are asked for.
//
//   restart::Partition parts(files, {.partition = {.ghosts = 1}});
//   const auto& tree = parts.tree();   // pieces, sections, boundary conditions, interfaces
//   parts.read(wanted);                // arrays of solutions
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "pcgns/cgns/locations.hpp"
#include "pcgns/partition/assign.hpp"
#include "pcgns/partition/partition.hpp"
#include "pcgns/restart/restart.hpp"

namespace pcgns::restart {

struct PartitionRequest {
  partition::Request partition = {};      ///< Request::partitions follows from the number of ranks.
  partition::Assignment assignment = {};  ///< Its constraints are those of `partition`.
  std::string base = {};                  ///< Only this one is read, though all are assigned; empty: all.
};

enum class Entity : std::uint8_t { vertex, cell, element };

/// The vertices or the cells of a piece. The values of all pieces are those of one piece after the other,
/// each as in its file: of a structured zone the box with its ghost planes, of an unstructured one the own
/// values, then the ghosts. Elements are those of the sections of an unstructured piece, by their numbers.
struct Entities {
  std::int64_t begin = 0;  ///< Of the piece among the values of all pieces.
  std::int64_t own = 0;
  std::int64_t total = 0;  ///< With ghosts.
  partition::Block box =
      {};  ///< Of a structured zone, with ghosts: in the indices of the whole zone, 0-based.
};

/// What this rank has of one zone.
struct Piece {
  const cgns::Node* base = nullptr;  ///< In Partition::tree.
  const cgns::Node* zone = nullptr;
  std::string whole = {};  ///< Name of the whole zone.
  bool is_structured = false;
  std::size_t dimension = 1;    ///< IndexDimension.
  partition::Block cells = {};  ///< Of a structured zone: the own cells in the whole zone, 0-based.
  partition::Block whole_cells = {};
  std::array<Entities, 3> entities = {};  ///< By Entity.

  [[nodiscard]] const Entities& of(Entity entity) const { return entities[static_cast<std::size_t>(entity)]; }
};

/// The points of a structured piece that are its own.
[[nodiscard]] partition::Block own_points(const Piece& piece, Entity entity);

/// The points of a structured piece that arrays of `container`, a node of its zone, have: its own, and those
/// in the planes of this container. The box of the piece has those of all solutions.
[[nodiscard]] partition::Block points_in(const cgns::Node& container, const Piece& piece, Entity entity);

/// Whether the values of a solution are at vertices or cells; nothing if they are at entities of which parts
/// have no values.
[[nodiscard]] std::optional<Entity> entity_of_fields(const cgns::Node& solution);

/// The fields that all ranks read and write together: numbers for all vertices or all cells, which the
/// solutions of one number of all zones have. As "Zone/Solution/Field". `base`: of whole zones; `arrays`:
/// what Node::array is an index into.
[[nodiscard]] std::set<std::string> common_fields(const cgns::Node& base,
                                                  const std::vector<plan::Target>& arrays);

/// Position of `point` among the values of a box.
[[nodiscard]] inline std::int64_t position_in(const partition::Block& box, const partition::Index3& point) {
  const auto at = [&](std::size_t d) { return point[d] - box.begin[d]; };
  return at(0) + box.size(0) * (at(1) + box.size(1) * at(2));
}

/// What this rank exchanges with one rank, perhaps itself: positions among the values of all pieces, 0-based,
/// in the same order on both sides.
struct ExchangeList {
  int rank = 0;
  std::vector<std::int64_t> send = {};     ///< Own entities that are wanted there.
  std::vector<std::int64_t> receive = {};  ///< Entities whose values come from there.
  std::vector<int> interfaces = {};        ///< Across interfaces: which one, by entry of `receive`.
};

/// A 1-to-1 interface of a piece with another one, or with itself: of the file, perhaps periodic, or made
/// where a zone was cut.
struct Interface {
  const cgns::Node* node = nullptr;  ///< In Partition::tree.
  int piece = 0;                     ///< Index into Partition::pieces.
  int rank = 0;                      ///< Has the other side.
  Entity entity = Entity::vertex;    ///< What both sides list: vertices or elements.
  std::int64_t points = 0;
};

class Partition {
 public:
  /// Assigns the cells of all zones of `files`, which must outlive this object, and reads the meshes of the
  /// parts. Throws the same Error on every rank, as pcgns-repartition would. @note Collective.
  Partition(FileSet& files, PartitionRequest request, const Listener& listener = {});
  ~Partition();
  Partition(const Partition&) = delete;
  Partition& operator=(const Partition&) = delete;

  /// The part of this rank. Node::array of the common_fields of its base is an index into `arrays`; all other
  /// values are in the nodes.
  [[nodiscard]] const cgns::Node& tree() const;
  [[nodiscard]] const std::vector<plan::Target>& arrays() const;
  [[nodiscard]] const std::vector<Piece>& pieces() const;  ///< In the order of the tree.

  /// Number of values of all pieces, with ghosts.
  [[nodiscard]] std::int64_t size(Entity entity) const;
  /// Positions in the whole zone (1-based, first index fastest) of the entities of a piece, in the order of
  /// its values; 0: none, because a ghost belongs to another zone.
  [[nodiscard]] std::vector<std::int64_t> global_numbers(const Piece& piece, Entity entity) const;
  /// By rank. An exchange with these lists gives all ghosts the values of their owners.
  [[nodiscard]] const std::vector<ExchangeList>& exchange_lists(Entity entity) const;

  /// In the order of the tree. Without those that list other points than vertices or elements.
  [[nodiscard]] const std::vector<Interface>& interfaces() const;
  /// By rank. An exchange with these lists brings, for each point of each interface, what the other side has
  /// there. A point of several interfaces is in `receive` several times, so that values are to be combined,
  /// not overwritten.
  [[nodiscard]] const std::vector<ExchangeList>& interface_lists(Entity entity) const;

  /// An array of this rank's part, all of it, and where it goes.
  struct WantedArray {
    int array = 0;
    cgns::DataType type = cgns::DataType::MT;  ///< In memory.
    void* memory = nullptr;
  };
  /// Ranks may ask for different arrays, or for nothing. `failure`: why this rank cannot take part. Throws
  /// the same Error on every rank if any rank fails. @note Collective.
  void read(std::span<const WantedArray> wanted, const std::optional<Error>& failure = {});

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace pcgns::restart
