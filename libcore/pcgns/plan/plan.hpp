// plan.hpp: what goes where, settled before any byte moves.
//
// A plan is plain data. Making one reads no file and sends no message, so the same inputs give the same plan
// on every rank and in every run. That is what lets a test check it, --dry-run print it, and --resume trust
// it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pcgns/base/fingerprint.hpp"
#include "pcgns/base/range.hpp"
#include "pcgns/plan/composite.hpp"
#include "pcgns/tree/input_set.hpp"
#include "pcgns/tree/node.hpp"

namespace pcgns::plan {

/// The machine that a plan is for; an argument, so that a test can plan for 10,000 ranks on Lustre.
struct Machine {
  int ranks = 1;
  std::int64_t memory = 256 << 20;  ///< Bytes that a rank may use for moving data.
  std::int64_t alignment = 4096;    ///< Bulk arrays begin at multiples of this many bytes of the file.
  std::int64_t stripe_size = 0;     ///< Bytes; 0 where the file system has no stripes.
  int stripe_count = 1;
  std::int64_t buffer = 0;  ///< Bytes that one rank writes at once; 0: chosen from `memory` and the stripes.
  bool blocked = false;     ///< The domains of a rank lie side by side, instead of being dealt out in turn.
};

/// How a file stores its nodes.
struct Format {
  /// The oldest HDF5 that reads the file: 1.8, 1.10, or this program's.
  enum class Version : std::uint8_t { v18, v110, latest };
  static constexpr std::int64_t most_compact = 65'000;  ///< HDF5 allows an object header 64 KiB.

  Version version = Version::v18;
  /// Values that lie in nodes are compact (in the object header) if they have fewer bytes. @pre At most
  /// `most_compact`.
  std::int64_t compact_below = most_compact;
  bool big_endian = false;  ///< The order of bytes in all values.
  std::int64_t page_size =
      0;  ///< HDF5 hands out the file in pages of so many bytes; 0: it does not. Not with v18.

  friend bool operator==(const Format&, const Format&) = default;
};

/// A bulk array of the output.
struct Target {
  std::string path = {};
  tree::DataType type = tree::DataType::MT;
  std::vector<std::int64_t> dims = {};     ///< In CGNS order.
  std::vector<std::int64_t> chunk = {};    ///< In CGNS order; empty: the values lie in one piece.
  std::vector<tree::Filter> filters = {};  ///< What each chunk goes through.

  [[nodiscard]] bool is_chunked() const { return !chunk.empty(); }
  [[nodiscard]] std::int64_t bytes() const { return tree::bytes_of(type, dims); }
};

/// Consecutive values of an input array that become consecutive values of an output array, in storage order,
/// 0-based.
struct Transfer {
  int source = 0;  ///< Index into InputSet::arrays.
  int target = 0;  ///< Index into Plan::targets.
  std::int64_t source_begin = 0;
  std::int64_t target_begin = 0;
  std::int64_t count = 0;
};

/// Consecutive values of a target that do not come by a move: whoever makes them writes them before it.
struct Direct {
  int array = 0;         ///< deal::DirectArrays knows which.
  std::int64_t run = 0;  ///< Of that array: whose values.
  int target = 0;
  std::int64_t target_begin = 0;
  std::int64_t count = 0;
};

/// Something the user should know. A `loss` is what could not be carried: --strict makes it an error.
struct Note {
  enum class Kind : std::uint8_t { info, warning, loss };
  Kind kind = Kind::info;
  std::string text = {};

  friend bool operator==(const Note&, const Note&) = default;
};

/// A whole run of a tool: the tree to write and the values that fill it.
struct Plan {
  tree::Node output = {};                ///< The root. Node::array is an index into `targets`.
  std::vector<Target> targets = {};      ///< In the order of the tree.
  std::vector<Transfer> transfers = {};  ///< By target, then by place in it.
  std::vector<Box> boxes = {};           ///< By target; of one target, in the order of the parts.
  std::vector<Indexed> indexed = {};     ///< By target; of one target, in the order of the parts.
  std::vector<Numbering> numberings = {};
  std::vector<Ragged> ragged = {};
  std::vector<Turned> turned = {};
  std::vector<Direct> direct = {};  ///< By target, then by place in it.
  SharedPoints shared_points = SharedPoints::first;
  bool has_holes = false;  ///< Not every value of a composite target is brought: those are zero.
  std::vector<Note> notes = {};
  Format format = {};

  [[nodiscard]] std::int64_t bytes() const;
  [[nodiscard]] bool has_chunks() const;
};

/// A hash of all that decides the output's bytes; a journal that names another one is stale.
[[nodiscard]] Fingerprint fingerprint(const Plan& plan, const tree::InputSet& inputs);

}  // namespace pcgns::plan
