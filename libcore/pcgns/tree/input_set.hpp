// input_set.hpp: the trees of all input files, and where their bulk arrays lie.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "pcgns/kernel/narrow.hpp"
#include "pcgns/tree/node.hpp"

namespace pcgns::tree {

struct File {
  std::string path = {};
  std::int64_t size = 0;         ///< Bytes.
  std::int64_t modified_ns = 0;  ///< Since the epoch.
  std::int64_t number = 0;  ///< The number of the rank that wrote it, as its name says; else its position.
  int reader = 0;           ///< The rank that walked it, and that reads what only HDF5 can read.
  bool linked = false;      ///< Not an input itself: a link of an input leads to it.
  bool is_scratch = false;  ///< Made by this run for this run: nobody else knows it.
};

/// A filter of HDF5, which changes values on their way into a chunk.
struct Filter {
  int id = 0;
  bool optional = true;  ///< Values that it cannot treat go on without it.
  std::vector<std::uint32_t> parameters = {};

  friend bool operator==(const Filter&, const Filter&) = default;
};

/// Where the chunks of an array lie in a file, in storage order (first index fastest).
struct ChunkTable {
  std::vector<std::int64_t> offsets = {};
  std::vector<std::int64_t> sizes = {};   ///< Bytes as they are stored.
  std::vector<std::uint32_t> masks = {};  ///< Bit i: filter i was left out.

  friend bool operator==(const ChunkTable&, const ChunkTable&) = default;
};

/// How an array is made of others of its set, whenever some of it is read.
struct Derived {
  enum class Kind : std::uint8_t {
    values,        ///< The values of `source`, in another type or byte order.
    connectivity,  ///< The ElementConnectivity of polygons or polyhedra that old files have, without counts.
    offsets,       ///< The ElementStartOffset of such a one, or of mixed elements.
    old_connectivity,  ///< With the number of nodes before those of each element, of a new one.
  };
  static constexpr std::int64_t block = 4096;  ///< Elements.

  Kind kind = Kind::values;
  int source = 0;         ///< Index into InputSet::arrays.
  int offsets = -1;       ///< The same, of the ElementStartOffset; with Kind::old_connectivity.
  bool reversed = false;  ///< The bytes of each value come in the other order.
  bool mixed = false;     ///< The type of each element stands before its nodes.
  /// What ElementStartOffset has for every block-th element, and at its end.
  std::vector<std::int64_t> begins = {};
  /// What was lost in reading on this rank, where reals become narrower. Not a part of the plan.
  std::shared_ptr<kernel::Rounding> rounding = {};
};

/// A bulk array: in a file, or with its values at hand, or made up of others.
struct Array {
  int file = 0;           ///< Index into InputSet::files; -1 if it is in none.
  std::string path = {};  ///< Of the node, in that file.
  DataType type = DataType::MT;
  std::vector<std::int64_t> dims = {};  ///< In CGNS order: first index fastest.
  std::int64_t offset = -1;  ///< Of the first byte in the file; -1 if only HDF5 can read the values.
  bool swapped = false;      ///< The other byte order than this machine's; only where `offset` is known.
  std::vector<std::int64_t> chunk =
      {};                            ///< Extents of an HDF5 chunk in CGNS order; empty if the array has none.
  std::vector<Filter> filters = {};  ///< Of its chunks.
  bool compact = false;              ///< In the object header.
  /// Where its chunks lie, if that was asked for, and any rank can read them; then `swapped` holds for them
  /// too.
  std::shared_ptr<const ChunkTable> chunks = {};

  std::shared_ptr<const std::vector<std::byte>> values = {};  ///< Without a file: in native byte order.
  std::shared_ptr<const Derived> derived =
      {};              ///< Of other arrays; then `offset` and `chunks` are not where it lies.
  int composite = -1;  ///< Without a file and values: what makes it up (plan::Composite).
  std::optional<std::int64_t> first = {};  ///< The first of integers, where a plan has asked for it.

  [[nodiscard]] std::int64_t bytes() const { return bytes_of(type, dims); }
};

/// What could not be taken along, for the loss report.
struct Loss {
  int file = 0;
  std::string path = {};
  std::string why = {};
};

/// The same on every rank.
struct InputSet {
  std::vector<File> files;  ///< The inputs in their order, then the files that links lead to.
  std::vector<Node> trees;  ///< One root node for each input.
  std::vector<Array> arrays;
  std::vector<Loss> losses;
};

}  // namespace pcgns::tree
