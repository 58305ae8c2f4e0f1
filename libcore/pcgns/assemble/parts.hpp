// parts.hpp: which zones of the inputs are parts of one, and which part of it each of them is.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "pcgns/base/range.hpp"
#include "pcgns/tree/input_set.hpp"

namespace pcgns::assemble {

/// By whose rule a zone is known to be a part. Strongest evidence first.
enum class Convention : std::uint8_t {
  assembly_file,
  own,
  maia,
  cassiopee,
  seacas,
  xcore,
  coordinates,
  whole
};

[[nodiscard]] std::string_view to_string(Convention convention);

/// A zone of an input file that is a part of a zone.
struct Part {
  int file = 0;  ///< Index into InputSet::files.
  const tree::Node* base = nullptr;
  const tree::Node* zone = nullptr;
  std::int64_t rank = 0;  ///< Of the process that wrote it, as far as is known; else the file's number.
  /// Structured: the cells of the original zone that the part has, without ghosts; 0-based, half-open. {0, 1}
  /// in directions that the zone does not have.
  std::array<Range, 3> cells = {Range{0, 1}, Range{0, 1}, Range{0, 1}};
  /// Structured: layers of ghost cells at imin, imax, jmin, jmax, kmin, kmax that are counted in the extents
  /// of Zone_t and in all point ranges of the part, beyond `cells`.
  std::array<std::int64_t, 6> ghosts = {};
  /// Structured: Rind planes of the part at these sides that the zone has not; 0 where they are its own.
  std::array<std::int64_t, 6> join_ghosts = {};
  /// Unstructured, from an assembly file: where the global numbers of the part lie, as paths below the zone.
  /// By what they number: "Vertex", "Cell", or the path of an Elements_t or BC_t node below the zone
  /// ("Hexa", "ZoneBC/Wall"). Empty: where the convention has them.
  std::map<std::string, std::string> number_nodes = {};
  /// Unstructured, from an assembly file: how many there are in the whole zone, by the same keys; where it
  /// does not say, the largest number there is is the last.
  std::map<std::string, std::int64_t> totals = {};
  /// From an assembly file: paths below the zone of nodes that say which part it is. The whole zone has them
  /// not.
  std::vector<std::string> mark_nodes = {};
  /// Unstructured, found by coordinates: surface elements of a section that another part has too. The i-th of
  /// the one array, numbers in this part, is the i-th of the other.
  struct Border {
    std::string section;  ///< Name.
    int part = 0;         ///< The other one: index into Original::parts.
    int here = -1;        ///< Index into InputSet::arrays.
    int there = -1;
  };
  std::vector<Border> borders = {};
  std::int64_t first_number = 1;  ///< The lowest global number that `number_nodes` may have: 1 or 0.
};

/// A zone as it was before it was cut.
struct Original {
  std::string base;  ///< Name.
  std::string name;
  Convention convention = Convention::whole;
  std::string evidence;  ///< One sentence for --explain.
  bool structured = true;
  int dimension = 3;  ///< IndexDimension; 1 for unstructured zones.
  std::array<std::int64_t, 3> cells = {1, 1,
                                       1};  ///< Structured: cells in each direction; 1 beyond `dimension`.
  std::int64_t order = -1;                  ///< Place among the zones of the base, from 0; -1 if not known.
  std::vector<Part> parts;                  ///< Lowest first: it wins where parts share points.
};

class PartIndex;

/// All that is known to be cut; zones that are not in it are whole. Points into the trees of the inputs.
struct PartSet {
  std::vector<Original> originals;  ///< In the order in which they are met first.

  struct Place {
    int original = -1;  ///< Index into `originals`; -1: no part.
    int part = -1;      ///< Index into Original::parts.
  };
  /// The part that `zone` is.
  [[nodiscard]] Place place_of(const tree::Node* zone) const;
  /// The part called `zone_name` in the base `base_name`, as a join in file `file` names it: that of the same
  /// file first, then of any. A name may be "Base/Zone".
  [[nodiscard]] Place place_of(int file, std::string_view base_name, std::string_view zone_name) const;

  /// Made by the first look-up, and again after `originals` has become another list. Who changes a part in
  /// place after a look-up resets it.
  mutable std::shared_ptr<const PartIndex> index = {};
};

/// The names of all zones of the base `base_name`, the originals and those that are whole, each once, in the
/// best order that can be told: the one that is known (Original::order, own marks), else one that agrees with
/// the order in every file; where files leave it open, by name ("blk-2" before "blk-10").
[[nodiscard]] std::vector<std::string> zone_order(const tree::InputSet& inputs, const PartSet& parts,
                                                  std::string_view base_name);

}  // namespace pcgns::assemble
