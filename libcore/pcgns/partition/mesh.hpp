// mesh.hpp: all zones of a mesh, and which rank gets which part of them.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "pcgns/partition/dealt_zone.hpp"
#include "pcgns/partition/decomposition.hpp"
#include "pcgns/partition/method.hpp"
#include "pcgns/partition/part_index.hpp"
#include "pcgns/partition/style.hpp"
#include "pcgns/plan/plan.hpp"

namespace pcgns::partition {

/// Of a name in CGNS.
inline constexpr std::size_t most_characters = 32;

/// The numbers of all points of a zone, each kind in the order of its indices: indices into
/// InputSet::arrays, -1 for what it has not.
struct ZoneNumbers {
  int vertices = -1;
  int cells = -1;
  std::array<int, 3> faces = {-1, -1, -1};  ///< Those across i, then those across j and k.
};

/// A join of a zone, at one of its sides, as ghosts look through it.
struct GhostJoin {
  int donor = -1;          ///< Index of the zone.
  std::size_t normal = 0;  ///< Direction across the side.
  bool is_at_end = false;  ///< Of that direction.
  Index3 first = {};       ///< The vertices that it has, 0-based.
  Index3 last = {};
  Index3 axes = {1, 2, 3};  ///< Direction of the donor along each of the zone, from 1; negative: backwards.
  Index3 offset = {};       ///< The donor's vertex for the vertex (0, 0, 0).
  bool is_shifted = false;  ///< Periodic: coordinates are not the same on both sides.
};

/// All zones, and who has which part of them.
struct Mesh {
  const tree::Node* root = nullptr;
  Decomposition decomposition;
  std::vector<const tree::Node*> bases;  ///< Of each zone of the decomposition.
  std::vector<const tree::Node*> zones;
  std::vector<std::vector<int>> parts_of_zone;  ///< Indices into Decomposition::parts.
  std::vector<std::vector<int>> parts_of_rank;  ///< The same; by zone.
  std::vector<PartIndex> near;                  ///< The parts of each zone.
  Style style = Style::maia;
  std::int64_t ghosts = 0;                          ///< Layers of cells beyond cuts, as Rind.
  std::vector<std::vector<GhostJoin>> ghost_joins;  ///< Of each zone; none at all without ghosts.
  std::vector<std::string> names;                   ///< Of all parts.
  std::vector<ZoneNumbers> numbers;                 ///< Of each zone, if parts are to have theirs.
  std::map<std::string, int, std::less<>> by_path;  ///< "Base/Zone".
  std::vector<DealtZone> unstructured;              ///< Beside those of the decomposition.
  std::string method = {};                          ///< How cells are chosen, in words.
  std::string source_digest = {};                   ///< Of the content that is cut, if parts keep it.
  std::map<const tree::Node*, std::size_t> places;  ///< Of each zone, in `zones` or in `unstructured`.
  std::vector<double> targets;  ///< What each rank is to have, in proportion; empty: all the same.

  [[nodiscard]] const Part& part(int index) const {
    return decomposition.parts[static_cast<std::size_t>(index)];
  }
  /// Index of the zone that a join below a zone of `base` names, as "Zone" or "Base/Zone"; -1 if it is none.
  [[nodiscard]] int zone_named(const tree::Node& base, std::string_view name) const;
  /// Of `zone`, which must be one that is cut.
  [[nodiscard]] std::int64_t number_of_parts(const tree::Node& zone) const;
};

/// How a mesh is to be cut.
struct Request {
  std::int64_t partitions = 0;
  Constraints constraints;  ///< Of structured zones.
  /// Patterns: boundary conditions of these names or families stay whole; "*" for all.
  std::vector<std::string> whole_conditions = {};
  Method method = Method::rcb;
  std::string method_name = {};  ///< For the marks.
  Style style = Style::maia;
  std::int64_t ghosts = 0;     ///< Layers of cells that a part has beyond a cut, as far as there are some.
  std::string plan = {};       ///< If not empty: a decomposition (saved_plan.hpp), which then counts alone.
  std::string plan_file = {};  ///< That it is from.
};

/// Small arrays (point lists, ranges) whose values cutting needs: indices into Plan::targets of `whole`.
[[nodiscard]] std::vector<int> arrays_to_read(const plan::Plan& whole);

/// The zones of `whole` and who gets which part of them; the arrays of unstructured ones are yet to be dealt
/// out (deal::deal_zones). `whole` must outlive it. Throws Error{input} for a zone that cannot be cut,
/// Error{usage} for constraints that cannot be kept.
[[nodiscard]] Mesh mesh_of(const plan::Plan& whole, const Request& request);

/// Numbers the parts of unstructured zones anew, behind those of structured ones.
void number_parts(Mesh& mesh);

/// How good the partition of all zones is; Quality::thinnest is that of structured ones.
[[nodiscard]] Quality quality_of(const Mesh& mesh);

/// What the rank that has most for its share has of the weights of the unstructured zones, over that share.
[[nodiscard]] double most_over_share(const Mesh& mesh);

}  // namespace pcgns::partition
