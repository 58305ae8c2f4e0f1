// regions.hpp: maps point ranges and point lists of pieces to the indices of the whole zone.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pcgns/fileset/plan/structured/zone.hpp"

namespace pcgns::fileset {

/// Points of the original in a piece, without ghosts.
[[nodiscard]] Block owned_block(const Original& original, const Piece& piece, const Location& location);
/// The same with ghosts.
[[nodiscard]] Block with_ghosts(const Original& original, const Piece& piece, const Location& location);

/// The box of `share` between a source array covering `source` (in indices of the original) and a target
/// covering `target`; `width` values per point.
[[nodiscard]] plan::Box box_between(int array, const Block& source, const Block& target, const Share& share,
                                    std::int64_t width = 1);

/// Adds the extras and the merged children of `nodes`.
void add_children(StructuredJob& zone, const PieceNodes& nodes, const std::string& below, cgns::Node& node);

/// The ranges and lists of `nodes`, whatever they are called.
[[nodiscard]] PieceNodes point_sets_of(const PieceNodes& nodes);

/// `node`, made of `nodes`, with their extras and merged children.
[[nodiscard]] cgns::Node completed(StructuredJob& zone, cgns::Node node, const PieceNodes& nodes,
                                   const std::string& below);

/// Maps a range in the outermost ghost plane, as Cassiopée writes it, to the outermost plane of the piece's
/// own vertices. Other ranges stay. 1-based; `begin` and `end` may run backwards.
void project_planes(const StructuredJob& zone, const Piece& piece, Index3& begin, Index3& end);

/// Converts 1-based indices of a piece to 0-based indices of the original.
[[nodiscard]] Index3 in_original(const StructuredJob& zone, const Piece& piece, const Index3& index);

/// The points of one range or list of a piece.
struct Region {
  int node = 0;  ///< Index into the nodes passed to the query.
  int piece = 0;
  std::string name = {};  ///< Of the range or list.
  bool is_box = true;
  Block whole;                     ///< A box: all its points, with ghosts, in data order.
  Block owned;                     ///< A box: its points that are not ghosts; may be empty.
  std::vector<std::int64_t> keys;  ///< A list: key of each point; -1 for a ghost.
  /// 0-based position of each point in the whole zone's list; empty: unknown.
  std::vector<std::int64_t> places = {};

  /// Number of points.
  [[nodiscard]] std::int64_t count() const {
    return is_box ? whole.count() : static_cast<std::int64_t>(keys.size());
  }
  [[nodiscard]] bool is_empty() const;
};

/// Keys of all points of a region in data order; -1 for ghosts.
[[nodiscard]] std::vector<std::int64_t> keys_of(const StructuredJob& zone, const Region& region);

/// Moves the `width` values of one point from source to target.
struct PointMove {
  int array = 0;
  std::int64_t source_total = 0;  ///< Points of the source.
  std::int64_t source = 0;
  std::int64_t target_total = 0;
  std::int64_t target = 0;
  std::int64_t width = 1;
  bool shared = false;
};
/// Adds a box of one point, or extends the last box if the move continues it.
void add_run(plan::Composite& composite, const PointMove& move);

/// True if ranges of `nodes` exceed their GridLocation by one, as in old SEACAS files: they are vertex
/// ranges.
[[nodiscard]] bool means_vertices(const StructuredJob& zone, const PieceNodes& nodes,
                                  const std::string& below);

/// All ranges and lists below `nodes`. GridLocation must be the same for all of them. Throws Error{input}
/// for points outside the piece.
[[nodiscard]] std::vector<Region> regions_of(const StructuredJob& zone, const PieceNodes& nodes,
                                             const std::string& below);

/// Converts vertex ranges to the faces or cells between the vertices.
[[nodiscard]] std::optional<std::vector<Region>> between_vertices(const StructuredJob& zone,
                                                                  const std::vector<Region>& regions);

/// True for arrays that pcgns-repartition did not cut: they have no values per point.
[[nodiscard]] bool are_uncut(const StructuredJob& zone, const PieceNodes& arrays);

/// Values per point of `arrays`, one for each of `regions`; 0 if the sizes do not match.
[[nodiscard]] std::int64_t width_of(const PieceNodes& arrays, const std::vector<Region>& regions);

/// True if the position of every point in a single list is known.
[[nodiscard]] bool have_places(const std::vector<Region>& regions);

/// The union of all regions' points: in recorded list order if known, else ascending.
class PointSet {
 public:
  PointSet(const StructuredJob& zone, const std::vector<Region>& regions);

  [[nodiscard]] const std::optional<Block>& box() const { return box_; }
  [[nodiscard]] std::int64_t count() const;
  /// Extents of an array with a value per point, of the form that those of the regions' `arrays` have;
  /// nothing if these differ in it.
  [[nodiscard]] std::optional<std::vector<std::int64_t>> extents(const StructuredJob& zone,
                                                                 const PieceNodes& arrays,
                                                                 const std::vector<Region>& regions) const;
  /// PointRange or PointList of `type` or wider, or ElementRange or ElementList as the regions have.
  [[nodiscard]] cgns::Node node(StructuredJob& zone, cgns::DataType type) const;
  /// Sources of an array with `width` values per point, from the `arrays` of the regions.
  [[nodiscard]] plan::Composite composite(const StructuredJob& zone, const std::vector<Region>& regions,
                                          const std::vector<int>& arrays, std::int64_t width) const;

 private:
  void put_in_places(const std::vector<Region>& regions);
  void put_in_order(const StructuredJob& zone, const std::vector<Region>& regions);
  /// Position of point `i` of a region.
  [[nodiscard]] std::int64_t position_of(const StructuredJob& zone, const Region& region, std::int64_t i,
                                         std::int64_t key) const;
  void add_runs(const StructuredJob& zone, const std::vector<Region>& regions, const std::vector<int>& arrays,
                std::int64_t width, plan::Composite& composite) const;

  bool are_elements_ = false;  ///< Named so, as before CGNS 3: faces, whatever the GridLocation.
  std::optional<Block> box_;
  std::vector<std::int64_t> keys_;    ///< If not a box: keys of the points, in order.
  std::vector<std::int64_t> order_;   ///< Indices into `keys_` by ascending key; empty if positions are
                                      ///< recorded.
  std::vector<std::int64_t> places_;  ///< Recorded positions, ascending; empty unless all lists have them.
};

/// The nodes with the points of all regions: a PointSet of those of each name (`PointRange1`, `PointRange2`)
/// if these are all ranges, otherwise one of all.
[[nodiscard]] std::vector<cgns::Node> set_nodes(StructuredJob& zone, const std::vector<Region>& regions,
                                                cgns::DataType type);

/// 0-based index of a point among all vertices of the original, i fastest; and the inverse.
[[nodiscard]] std::int64_t key_of(const StructuredJob& zone, const Index3& point);
[[nodiscard]] Index3 point_of(const StructuredJob& zone, std::int64_t key);

/// I8 if any of `nodes` has a point set or donor range of that type.
[[nodiscard]] cgns::DataType type_of_point_sets(const PieceNodes& nodes);

/// True if pieces have points, which are then ghosts if none is their own.
[[nodiscard]] bool have_points(const std::vector<Region>& regions);

/// Nodes with empty lists in all pieces; nothing if `regions`, their points, are ghosts.
[[nodiscard]] std::optional<cgns::Node> unite_empty(StructuredJob& zone, const PieceNodes& nodes,
                                                    const std::vector<Region>& regions,
                                                    const std::string& below);

/// The points of one node in all pieces that have some.
struct Points {
  PieceNodes nodes;
  std::vector<Region> regions;
};

/// The pieces with points, renumbered; `regions` are those of `nodes`.
[[nodiscard]] Points with_points(const PieceNodes& nodes, std::vector<Region> regions);
/// The node of `points`, at `below`, with all descendants.
[[nodiscard]] cgns::Node unite_with_points(StructuredJob& zone, const Points& points,
                                           const std::string& below);
/// Notes that all points of a node are ghosts.
void note_only_ghosts(const StructuredJob& zone, const std::string& below);

/// True for a ZoneSubRegion_t with the points of an interface.
[[nodiscard]] bool is_on_interface(const PieceGroup& group);
/// Merges ZoneSubRegion_t with the points of a BC or interface: one for each that they name, the first one
/// called `name`. Those on interfaces that the whole zone does not have are kept as the pieces have them.
/// @pre The interfaces of the zone are united.
[[nodiscard]] std::vector<cgns::Node> unite_named_regions(StructuredJob& zone, const PieceGroup& group);

}  // namespace pcgns::fileset
