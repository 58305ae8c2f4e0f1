// structured_ranges.hpp: ranges and lists of points of parts, in the indices of the whole zone.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pcgns/assemble/structured.hpp"

namespace pcgns::assemble {

/// Nothing for a text that does not say where the values of a whole array lie.
[[nodiscard]] std::optional<Location> parse_location(std::string_view text, std::size_t dimension);

/// The points of the original that a part has, without ghosts.
[[nodiscard]] Block owned_block(const Original& original, const Part& part, const Location& location);
/// The same with its ghosts.
[[nodiscard]] Block with_ghosts(const Original& original, const Part& part, const Location& location);

/// The share of a source array, which covers `source` in the indices of the original, in a target that covers
/// `target`; `width` values a point.
[[nodiscard]] plan::Box box_between(int array, const Block& source, const Block& target, const Share& share,
                                    std::int64_t width = 1);

/// Adds the children of `pieces`, united.
void add_children(StructuredJob& zone, const Pieces& pieces, const std::string& below, tree::Node& node);

/// 1-based vertices of the planes of a part that Cassiopée means where it writes a range in the outermost
/// ghost plane: the outermost own one. Others stay. `begin` and `end` may run backwards.
void project_planes(const StructuredJob& zone, const Part& part, Index3& begin, Index3& end);

/// 1-based indices of a part as 0-based ones of the original.
[[nodiscard]] Index3 in_original(const StructuredJob& zone, const Part& part, const Index3& index);

/// True for PointRange, PointList and what old files have instead of them.
[[nodiscard]] bool is_point_set(const tree::Node& node);

/// The points that one range or list of a part names.
struct Region {
  int piece = 0;  ///< Index into the pieces that were asked for.
  int part = 0;
  bool is_box = true;
  Block whole;                     ///< A box: all its points, ghosts too, in the order of its data.
  Block owned;                     ///< A box: those of them that are no ghosts; empty if all are.
  std::vector<std::int64_t> keys;  ///< A list: the key of each point; -1 for a ghost.
  /// Of each of them in the list of the zone, from 0; empty: not known.
  std::vector<std::int64_t> places = {};

  /// Points that it names.
  [[nodiscard]] std::int64_t count() const {
    return is_box ? whole.count() : static_cast<std::int64_t>(keys.size());
  }
  [[nodiscard]] bool is_empty() const;
};

/// The keys of all points of a region in the order of its data; -1 for ghosts.
[[nodiscard]] std::vector<std::int64_t> keys_of(const StructuredJob& zone, const Region& region);

/// `width` values of a source array that belong to one point of it, and to one of the target.
struct PointMove {
  int array = 0;
  std::int64_t source_total = 0;  ///< Points of the source.
  std::int64_t source = 0;
  std::int64_t target_total = 0;
  std::int64_t target = 0;
  std::int64_t width = 1;
  bool shared = false;
};
/// Adds a box of one point, or makes the last one longer if it goes on with it.
void add_run(plan::Composite& composite, const PointMove& move);

/// True if ranges of `pieces` go one further than their GridLocation has it, so that they are ranges of
/// vertices after all: so old SEACAS files have them.
[[nodiscard]] bool means_vertices(const StructuredJob& zone, const Pieces& pieces, const std::string& below);

/// All ranges and lists below `pieces`, each at the GridLocation of its piece, which must be the same. Throws
/// Error{input} for points outside of the part.
[[nodiscard]] std::vector<Region> regions_of(const StructuredJob& zone, const Pieces& pieces,
                                             const std::string& below);

/// Of ranges of vertices: the faces or cells between them.
[[nodiscard]] std::optional<std::vector<Region>> between_vertices(const StructuredJob& zone,
                                                                  const std::vector<Region>& regions);

/// True if it is told where the points of all regions were in one list.
[[nodiscard]] bool have_places(const std::vector<Region>& regions);

/// The points of all regions, each once: of lists in their order, where it is told, or ascending.
class PointSet {
 public:
  PointSet(const StructuredJob& zone, const std::vector<Region>& regions);

  [[nodiscard]] const std::optional<Block>& box() const { return box_; }
  [[nodiscard]] std::int64_t count() const;
  /// PointRange or PointList, of `type` or wider.
  [[nodiscard]] tree::Node node(StructuredJob& zone, tree::DataType type) const;
  /// What makes up an array of `width` values a point, of the `arrays` of the regions.
  [[nodiscard]] plan::Composite composite(const StructuredJob& zone, const std::vector<Region>& regions,
                                          const std::vector<int>& arrays, std::int64_t width) const;

 private:
  void put_in_places(const std::vector<Region>& regions);
  void put_in_order(const StructuredJob& zone, const std::vector<Region>& regions);
  /// Of point `i` of a region.
  [[nodiscard]] std::int64_t position_of(const StructuredJob& zone, const Region& region, std::int64_t i,
                                         std::int64_t key) const;
  void add_runs(const StructuredJob& zone, const std::vector<Region>& regions, const std::vector<int>& arrays,
                std::int64_t width, plan::Composite& composite) const;

  std::optional<Block> box_;
  std::vector<std::int64_t> keys_;    ///< Without a box: of the points, in their order.
  std::vector<std::int64_t> order_;   ///< Positions in `keys_`, by ascending key; not with places.
  std::vector<std::int64_t> places_;  ///< Where all lists have places: those of the points, ascending.
};

/// The place of a point of the original among all of its vertices, i fastest; and back.
[[nodiscard]] std::int64_t key_of(const StructuredJob& zone, const Index3& point);
[[nodiscard]] Index3 point_of(const StructuredJob& zone, std::int64_t key);

/// I8 if one of `pieces` has a set of points, or ranges of donors, of that type.
[[nodiscard]] tree::DataType type_of_point_sets(const Pieces& pieces);

}  // namespace pcgns::assemble
