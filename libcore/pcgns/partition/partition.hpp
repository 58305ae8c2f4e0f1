// partition.hpp: assigns the cells of all zones of a mesh to the parts of a partition.
//
// A part is what one rank gets; what it gets of one zone is a piece. Structured zones are cut into boxes
// within constraints, at once. Unstructured zones are distributed by the ranks (distribute_zones.hpp),
// because their cells must be read for it. After that the plan of the file of any part can be made
// (file_plan.hpp); its size and neighbours are known before (forecast.hpp).
//
//   // whole: the plan of a mesh in whole zones, as fileset::whole_mesh makes it
//   plan::Notes notes;
//   const auto mesh = partition::mesh_of(whole, {.partitions = 384}, notes);
//   const auto quality = partition::quality_of(mesh);
//   const auto file = partition::file_of_ranks(whole, mesh, {0, 1}, notes);
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "pcgns/partition/decomposition.hpp"
#include "pcgns/partition/distributed_zone.hpp"
#include "pcgns/partition/piece_index.hpp"
#include "pcgns/plan/notes.hpp"
#include "pcgns/plan/plan.hpp"

namespace pcgns::partition {

enum class Method : std::uint8_t {
  rcb,      ///< Recursive coordinate bisection, across the longest side.
  hilbert,  ///< Segments of a Hilbert curve.
  graph,    ///< Graph partitioning: minimises the faces between parts.
  block,    ///< Contiguous ranges of cell numbers.
  keep,     ///< Zones stay whole.
  file,     ///< As given by a field.
};

/// Maximum length of a CGNS name.
inline constexpr std::size_t most_characters = 32;

/// Where the map of an earlier run, a file with the same zones, has the rank of each cell.
inline constexpr auto map_solution = "Partition";
inline constexpr auto map_method = "Method";
inline constexpr auto rank_field = "Rank";

/// Global numbers of all points of a zone, each kind in index order: indices into InputSet::arrays, or -1.
struct ZoneNumbers {
  int vertices = -1;
  int cells = -1;
  std::array<int, 3> faces = {-1, -1, -1};  ///< Faces normal to i, to j and to k.
};

/// An interface on one side of a zone, for finding ghosts through it.
struct GhostInterface {
  int donor = -1;          ///< Index of the zone.
  std::size_t normal = 0;  ///< Axis normal to the side.
  bool is_at_end = false;  ///< Whether the side is at the high end of that axis.
  Index3 first = {};       ///< Range of its vertices, 0-based, from `first` to `last`.
  Index3 last = {};
  Index3 axes = {1, 2, 3};  ///< Axis of the donor along each axis of the zone, from 1; negative: reversed.
  Index3 offset = {};       ///< The donor's vertex for vertex (0, 0, 0).
  bool is_shifted = false;  ///< Periodic: coordinates differ between the two sides.
};

/// All zones, and the partition of their cells.
struct Mesh {
  const cgns::Node* root = nullptr;
  Decomposition decomposition;
  std::vector<const cgns::Node*> bases;  ///< Base of each zone of the decomposition.
  std::vector<const cgns::Node*> zones;
  std::vector<std::vector<int>> pieces_of_zone;  ///< By zone: indices into Decomposition::pieces.
  std::vector<std::vector<int>> pieces_of_rank;  ///< By rank: the same indices, ordered by zone.
  std::vector<PieceIndex> near;                  ///< By zone: spatial index of its pieces.
  Style style = Style::maia;
  std::int64_t ghosts = 0;                                    ///< Ghost layers beyond cuts, stored as Rind.
  std::vector<std::vector<GhostInterface>> ghost_interfaces;  ///< By zone; empty without ghosts.
  std::vector<std::string> names;                             ///< By piece.
  std::vector<ZoneNumbers> numbers;                           ///< By zone; empty unless pieces keep global
                                                              ///< numbers.
  std::map<std::string, int, std::less<>> by_path;            ///< "Base/Zone".
  std::vector<DistributedZone> unstructured;                  ///< Unstructured zones, which the decomposition
                                                              ///< does not have.
  /// Particle zones with a piece for each rank; others stay together.
  std::vector<DistributedZone> particles = {};
  std::string method = {};         ///< Description of the method.
  std::string source_digest = {};  ///< Of the whole mesh, as recorded in parts; or empty.
  bool digest_follows = false;  ///< `source_digest` only holds its place: it is known once values have moved.
  std::map<const cgns::Node*, std::size_t> places;  ///< By zone: index into `zones` or `unstructured`.
  std::vector<double> targets;  ///< Target weight of each rank, in proportion; empty: equal.

  [[nodiscard]] const StructuredPiece& piece(int index) const {
    return decomposition.pieces[static_cast<std::size_t>(index)];
  }
  /// Index of the zone that an interface in `base` names, as "Zone" or "Base/Zone"; -1 if there is none.
  [[nodiscard]] int zone_named(const cgns::Node& base, std::string_view name) const;
  /// The same of `interface`, into `unstructured`.
  [[nodiscard]] int unstructured_donor(const cgns::Node& base, const cgns::Node& interface) const;
  /// @pre `zone` is partitioned.
  [[nodiscard]] std::int64_t number_of_pieces(const cgns::Node& zone) const;
};

/// How to partition a mesh.
struct Request {
  std::int64_t partitions = 0;
  Constraints constraints = {};  ///< Of structured zones.
  /// Patterns: boundary conditions with these names or families are not split; "*" for all.
  std::vector<std::string> whole_conditions = {};
  Method method = Method::rcb;
  std::string method_name = {};  ///< For the partition metadata.
  Style style = Style::maia;
  /// Structured zones with one vertex in a direction stay whole, in the first file, beside others; an error
  /// otherwise.
  bool keeps_planes = false;
  std::int64_t ghosts = 0;     ///< Ghost layers beyond each cut, as far as the zone has cells there.
  std::string plan = {};       ///< A saved plan to use, the output of --plan --json; overrides all other
                               ///< members if not empty.
  std::string plan_file = {};  ///< Name of the file `plan` was read from.
};

/// Indices into the targets of `whole`: small arrays (point lists, ranges) whose values are needed for
/// cutting.
[[nodiscard]] std::vector<int> arrays_to_read(const plan::Plan& whole);

/// The zones of `whole` and the partition of their cells. Arrays of unstructured zones still need
/// distribute_zones. `whole` must outlive the result; `notes` gets what cannot have ghosts. Throws
/// Error{input} for a zone that cannot be cut, Error{usage} for constraints that cannot be met.
[[nodiscard]] Mesh mesh_of(const plan::Plan& whole, const Request& request, plan::Notes& notes);

/// The file that assigns the cells of unstructured zones to ranks, according to a saved plan. Empty if there
/// is none. Throws Error{input} where the text is not JSON.
[[nodiscard]] std::string map_of_plan(const std::string& text, const std::string& file);

/// Positive numbers with commas, blanks or ends of lines between them. Throws Error{usage}; `option` begins
/// its message.
[[nodiscard]] std::vector<double> parse_targets(const std::string& text,
                                                const std::string& option = "--targets");

/// "Zone.P3.N0", or according to Mesh::style; at most 32 characters. @pre `piece` belongs to `mesh`.
[[nodiscard]] std::string name_of(const Mesh& mesh, const StructuredPiece& piece);

/// Cuts the structured zones into `pieces` instead.
void replace_pieces(Mesh& mesh, std::vector<StructuredPiece> pieces);

/// Numbers the pieces of unstructured zones anew, after those of structured zones.
void number_pieces(Mesh& mesh);

/// Quality of the partition over all zones; Quality::thinnest covers structured zones only.
[[nodiscard]] Quality quality_of(const Mesh& mesh);

/// Largest ratio of a rank's weight to its target, with weights or targets.
[[nodiscard]] double most_over_target(const Mesh& mesh);

enum class Order : std::uint8_t {
  keep,     ///< Order of the zone.
  hilbert,  ///< Along a Hilbert curve.
  rcm,      ///< Reverse Cuthill-McKee.
};

}  // namespace pcgns::partition
