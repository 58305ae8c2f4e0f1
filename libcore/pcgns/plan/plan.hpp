// plan.hpp: where every byte of the output comes from, decided before any byte moves.
//
// A plan is plain data. Making one reads no file and sends no message, so the same inputs give the same plan
// on every rank and in every run. So tests can check it, --dry-run can print it, and --resume can trust it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pcgns/base/budget.hpp"
#include "pcgns/base/fingerprint.hpp"
#include "pcgns/base/range.hpp"
#include "pcgns/cgns/input_set.hpp"
#include "pcgns/cgns/node.hpp"
#include "pcgns/plan/composite.hpp"

namespace pcgns::plan {

/// The machine that a plan is for: an argument, so that a test can plan for 10,000 ranks on Lustre.
struct Machine {
  int ranks = 1;
  Budget memory = {};             ///< Bytes that a rank may use for moving data.
  std::int64_t alignment = 4096;  ///< Bulk arrays start at multiples of this many bytes.
  std::int64_t stripe_size = 0;   ///< Bytes; 0 where the file system has no stripes.
  int stripe_count = 1;
  std::int64_t buffer = 0;  ///< Bytes per write of one aggregator; 0: chosen from `memory` and the stripes.
  bool blocked = false;     ///< The file blocks of an aggregator are adjacent instead of round-robin.
};

/// How a file stores its nodes.
struct Format {
  /// The oldest HDF5 that can read the file: 1.8, 1.10, or the one of this program.
  enum class Version : std::uint8_t { v18, v110, latest };
  static constexpr std::int64_t most_compact = 65'000;  ///< HDF5 limits an object header to 64 KiB.

  Version version = Version::v18;
  /// Values stored in nodes are compact (in the object header) below this many bytes. @pre At most
  /// `most_compact`.
  std::int64_t compact_below = most_compact;
  bool big_endian = false;     ///< Byte order of all values.
  std::int64_t page_size = 0;  ///< Bytes of the pages in which HDF5 allocates; 0: no paging. Not with v18.

  friend bool operator==(const Format&, const Format&) = default;
};

/// A bulk array of the output.
struct Target {
  std::string path = {};
  cgns::DataType type = cgns::DataType::MT;
  std::vector<std::int64_t> dims = {};     ///< In CGNS order.
  std::vector<std::int64_t> chunk = {};    ///< In CGNS order; empty: contiguous.
  std::vector<cgns::Filter> filters = {};  ///< Filter pipeline of the chunks.
  bool is_coordinate = false;              ///< Of GridCoordinates_t or ParticleCoordinates_t.
  std::vector<std::int64_t> rind = {};     ///< Of coordinates: planes beyond the zone at each side, if any.

  [[nodiscard]] bool is_chunked() const { return !chunk.empty(); }
  [[nodiscard]] std::int64_t bytes() const { return cgns::bytes_of(type, dims); }
};

/// A run of values copied from an input array to an output array; positions in storage order, 0-based.
struct Transfer {
  int source = 0;  ///< Index into InputSet::arrays.
  int target = 0;  ///< Index into Plan::targets.
  std::int64_t source_begin = 0;
  std::int64_t target_begin = 0;
  std::int64_t count = 0;
};

/// A run of target values that no move provides: their producer writes them before the moves.
struct Direct {
  static constexpr int digest = -1;  ///< `array` of the digest of all values that move.

  int array = 0;         ///< Index into partition::DirectArrays, or `digest`.
  std::int64_t run = 0;  ///< Which run of that array.
  int target = 0;
  std::int64_t target_begin = 0;
  std::int64_t count = 0;
};

/// A message for the user. A `loss` is content that could not be carried over: --strict makes it an error.
struct Note {
  enum class Kind : std::uint8_t { info, warning, loss };
  Kind kind = Kind::info;
  std::string text = {};
  bool is_suspicion = false;  ///< A sign that inputs are missing: an error with --strict, too.

  friend bool operator==(const Note&, const Note&) = default;
};

/// Everything that a tool will do: the tree to write, and the values that fill it.
struct Plan {
  cgns::Node output = {};                ///< The root. Node::array is an index into `targets`.
  std::vector<Target> targets = {};      ///< In the order of the tree.
  std::vector<Transfer> transfers = {};  ///< By target, then by position in it.
  std::vector<Box> boxes = {};           ///< By target, then in the order of the parts.
  std::vector<Indexed> indexed = {};     ///< By target, then in the order of the parts.
  std::vector<Numbering> numberings = {};
  std::vector<Ragged> ragged = {};
  std::vector<Turned> turned = {};
  std::vector<Direct> direct = {};  ///< By target, then by position in it.
  SharedPoints shared_points = SharedPoints::first;
  SharedLimits shared_limits = {};
  /// Some values of a target may have no source: reals become NaN, integers their smallest value.
  bool has_holes = false;
  std::vector<Note> notes = {};
  Format format = {};

  [[nodiscard]] std::int64_t bytes() const;
  [[nodiscard]] bool has_chunks() const;
  /// The targets with values that have no source, ascending.
  [[nodiscard]] std::vector<int> targets_with_holes() const;
};

/// A hash of everything that determines the output's bytes; a journal with another fingerprint is stale.
[[nodiscard]] Fingerprint fingerprint(const Plan& plan, const cgns::InputSet& inputs);

}  // namespace pcgns::plan
