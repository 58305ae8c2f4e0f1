// structured.hpp: what the stages that assemble one structured zone share.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "pcgns/assemble/assemble.hpp"
#include "pcgns/assemble/blocks.hpp"
#include "pcgns/assemble/marks.hpp"
#include "pcgns/base/error.hpp"
#include "pcgns/plan/merge_job.hpp"
#include "pcgns/plan/merge_per_rank.hpp"

namespace pcgns::assemble {

/// A node of a part.
struct Piece {
  int part = 0;  ///< Index into Original::parts.
  const tree::Node* node = nullptr;
};
using Pieces = std::vector<Piece>;

/// The nodes that have one name below one parent, in the order of the parts.
struct PieceGroup {
  std::string name;
  Pieces pieces;
};

/// Planes beyond the zone at imin, imax, jmin, jmax, kmin, kmax.
using Rind = std::array<std::int64_t, 6>;

/// True for the directions in which data lies at the vertices, not between them.
using Location = std::array<bool, 3>;

[[nodiscard]] inline std::size_t dimension_of(const Original& original) {
  return static_cast<std::size_t>(original.dimension);
}

/// One zone on its way from its parts into the output. Paths are those of the output; `below` are paths from
/// the zone on ("ZoneBC/Wall").
struct StructuredJob {
  StructuredJob(Job& zone_job, const Original& zone_original)
      : job(zone_job),
        original(zone_original),
        path(tree::join("/" + zone_original.base, zone_original.name)),
        per_rank(path) {}

  Job& job;
  const Original& original;
  std::string path;
  plan::PerRank per_rank;
  /// Nodes without what is not to be united; they must live as long as `per_rank`, which points to them.
  std::deque<tree::Node> made;
  /// Who brings what of an array, by where its values lie.
  std::map<std::pair<Location, Rind>, std::vector<Share>> decompositions;
  /// Zones that are no parts, by "Base/Zone"; filled when one is asked for.
  std::unordered_map<std::string, bool> whole_zones;

  [[nodiscard]] const Part& part(int index) const { return original.parts[static_cast<std::size_t>(index)]; }
  [[nodiscard]] std::size_t dimension() const { return dimension_of(original); }
  [[nodiscard]] const std::string& file_of(const Piece& piece) const {
    return job.merge.path_of(part(piece.part).file);
  }
  /// "/Base/Zone.P1.N0/ZoneBC/Wall".
  [[nodiscard]] std::string path_in(int part_index, std::string_view below) const;
  /// Names the file of `piece`, and the node at `below` in its zone.
  [[nodiscard]] Error error(const Piece& piece, std::string_view below, std::string_view why) const;
};

[[nodiscard]] plan::Sources sources_of(const StructuredJob& zone, const Pieces& pieces);

/// The children of `parents` by name, in the order in which they are seen first.
[[nodiscard]] std::vector<PieceGroup> grouped(const Pieces& parents);

/// The node at `below` made of `pieces` by the rules of plan::unite, without marks of conventions.
[[nodiscard]] std::optional<tree::Node> unite(StructuredJob& zone, const Pieces& pieces,
                                              const std::string& below);

/// The same for the nodes alone, without their children.
[[nodiscard]] tree::Node unite_alone(StructuredJob& zone, const Pieces& pieces, const std::string& below);

/// Throws unless all parts have the node at `below`.
void require_in_all_parts(const StructuredJob& zone, const Pieces& pieces, const std::string& below);
/// Throws unless all have the label of the first.
void require_one_label(const StructuredJob& zone, const Pieces& pieces, const std::string& below);
/// Throws unless the arrays have one type.
void require_one_type(const StructuredJob& zone, const Pieces& pieces, const std::string& below);

/// Index of the array that holds the values of `node`, wherever they lie.
[[nodiscard]] int array_of(StructuredJob& zone, const tree::Node& node);

/// The values of I4 or I8 node `piece`. Throws Error{input} if it is none, or if they are not at hand.
[[nodiscard]] std::vector<std::int64_t> integers_of(const StructuredJob& zone, const Piece& piece,
                                                    const std::string& below);

/// I4 or I8 as bytes; I8 where a value needs it.
struct Integers {
  tree::DataType type = tree::DataType::I4;
  std::vector<std::byte> bytes;
};
[[nodiscard]] Integers stored(const std::vector<std::int64_t>& values, tree::DataType type);

// structured_fields.cpp

/// True for labels whose arrays have a value for each vertex or cell of the zone.
[[nodiscard]] bool is_field_container(std::string_view label);
/// GridCoordinates_t, FlowSolution_t, …: its arrays put together.
[[nodiscard]] tree::Node unite_fields(StructuredJob& zone, const Pieces& containers,
                                      const std::string& below);
/// Where the values of the arrays of one container lie.
struct Layout {
  Location location = {};
  std::vector<Rind> rinds;  ///< Of each part.
  Rind kept = {};           ///< Of the whole zone.
};
/// One array, of which each part has its piece where `layout` says.
[[nodiscard]] tree::Node unite_field(StructuredJob& zone, const Pieces& pieces, const Layout& layout,
                                     const std::string& below);
/// True for an array that covers `block`. Some writers leave out or add dimensions of extent 1.
[[nodiscard]] bool has_extents(const tree::Node& node, const Block& block);

// structured_user_data.cpp

/// UserDefinedData_t: arrays with a value for each vertex or cell are put together, the rest is united.
[[nodiscard]] std::optional<tree::Node> unite_user_data(StructuredJob& zone, const Pieces& pieces,
                                                        const std::string& below);

// structured_bc.cpp

/// ZoneBC_t.
[[nodiscard]] tree::Node unite_boundaries(StructuredJob& zone, const Pieces& pieces,
                                          const std::string& below);
/// BC_t, OversetHoles_t, ZoneSubRegion_t, UserDefinedData_t with a PointRange or PointList; nothing where all
/// of its points are ghosts.
[[nodiscard]] std::optional<tree::Node> unite_point_set(StructuredJob& zone, const Pieces& pieces,
                                                        const std::string& below);

// structured_joins.cpp

/// ZoneGridConnectivity_t; nothing where all joins were between parts.
[[nodiscard]] std::optional<tree::Node> unite_joins(StructuredJob& zone, const Pieces& pieces,
                                                    const std::string& below);
/// The name that a join of a part had before the zone was cut.
[[nodiscard]] std::string original_join_name(const Original& original, const tree::Node& join);

/// Adds the arrays of the parts of `original` that are compared: those without a value for each vertex, cell
/// or point.
void add_structured_arrays_to_compare(const Original& original, std::vector<int>& arrays);

}  // namespace pcgns::assemble
