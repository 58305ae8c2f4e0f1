// input_set.hpp: the trees of all input files, and the location of their bulk arrays.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pcgns/base/range.hpp"
#include "pcgns/cgns/node.hpp"
#include "pcgns/kernel/conversion.hpp"

namespace pcgns::cgns {

struct File {
  std::string path = {};
  std::int64_t size = 0;         ///< Bytes.
  std::int64_t modified_ns = 0;  ///< Nanoseconds since the epoch.
  std::int64_t changed_ns = 0;   ///< The same, of the last change of content or attributes (ctime).
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  std::int64_t number = 0;  ///< Number of the rank that wrote it, from its name; otherwise its position.
  int reader = 0;       ///< The rank that walked the file, and that reads values which only HDF5 can read.
  bool linked = false;  ///< Not an input, but the target of a link in one.
  bool is_scratch = false;      ///< Temporary file of this run.
  std::string adf_format = {};  ///< "IEEE_LITTLE_64" of an ADF file; empty for HDF5.
};

/// An HDF5 filter, which transforms the values of a chunk.
struct Filter {
  int id = 0;
  bool optional = true;  ///< Values that it cannot process are stored unfiltered.
  std::vector<std::uint32_t> parameters = {};

  friend bool operator==(const Filter&, const Filter&) = default;
};

/// Location of an array's chunks in a file, in storage order (first index fastest).
struct ChunkTable {
  std::vector<std::int64_t> offsets = {};
  std::vector<std::int64_t> sizes = {};   ///< Stored bytes.
  std::vector<std::uint32_t> masks = {};  ///< Bit i: filter i was skipped.

  friend bool operator==(const ChunkTable&, const ChunkTable&) = default;
};

/// How an array is computed from other arrays of its set each time it is read.
struct Derived {
  enum class Kind : std::uint8_t {
    values,            ///< The values of `source`, in another type or byte order.
    connectivity,      ///< ElementConnectivity of old NGON_n or NFACE_n, without the node counts.
    offsets,           ///< ElementStartOffset of such a section, or of a MIXED one.
    starts,            ///< Where the elements of old NGON_n or NFACE_n begin, with their node counts.
    old_connectivity,  ///< Current NGON_n or NFACE_n connectivity in the old form: each element preceded by
                       ///< its node count.
  };
  static constexpr std::int64_t block = 4096;  ///< Elements.

  Kind kind = Kind::values;
  int source = 0;         ///< Index into InputSet::arrays.
  int offsets = -1;       ///< Index of ElementStartOffset, for Kind::old_connectivity.
  bool reversed = false;  ///< Each value has reversed bytes.
  bool mixed = false;     ///< The element type precedes the nodes of each element.
  /// ElementStartOffset of every block-th element, and of the end.
  std::vector<std::int64_t> begins = {};
  /// Rounding errors of this rank, if reals are narrowed. Not part of the plan.
  std::shared_ptr<kernel::Rounding> rounding = {};
};

/// A bulk array: in a file, in memory, or computed from others.
struct Array {
  int file = 0;           ///< Index into InputSet::files; -1 if it is not in a file.
  std::string path = {};  ///< Node path in that file.
  DataType type = DataType::MT;
  std::vector<std::int64_t> dims = {};  ///< In CGNS order: first index fastest.
  std::int64_t offset = -1;  ///< Of the first byte in the file; -1 if only its file::ArrayReader can.
  bool swapped = false;      ///< Byte order differs from this machine's; only valid if `offset` is known.
  std::vector<std::int64_t> chunk = {};  ///< Extents of an HDF5 chunk in CGNS order; empty if not chunked.
  std::vector<Filter> filters = {};      ///< Of the chunks.
  bool compact = false;                  ///< Stored in the object header.
  /// Location of the chunks, if requested and if any rank can decode them; `swapped` is then valid too.
  std::shared_ptr<const ChunkTable> chunks = {};

  std::shared_ptr<const std::vector<std::byte>> values = {};  ///< If not in a file: in native byte order.
  std::shared_ptr<const Derived> derived = {};  ///< If computed; `offset` and `chunks` are then not valid.
  int composite = -1;                           ///< If without file and values: index of its plan::Composite.
  std::optional<std::int64_t> first = {};       ///< First value of an integer array, if a plan asked for it.
  /// Of an ElementConnectivity without ElementStartOffset: index of the array of where its elements begin, if
  /// a plan asked for it.
  int starts = -1;

  [[nodiscard]] std::int64_t bytes() const { return bytes_of(type, dims); }
};

/// Something that could not be carried over, for the loss report.
struct Loss {
  int file = 0;
  std::string path = {};
  std::string why = {};
};

/// Reads for this rank, where only some ranks read the files.
class RemoteReads {
 public:
  RemoteReads() = default;
  virtual ~RemoteReads() = default;
  RemoteReads(const RemoteReads&) = delete;
  RemoteReads& operator=(const RemoteReads&) = delete;
  RemoteReads(RemoteReads&&) = delete;
  RemoteReads& operator=(RemoteReads&&) = delete;

  /// Fills `to` from byte `offset` of the file of `array`. False: this rank reads it itself. Throws Error
  /// with file and node.
  [[nodiscard]] virtual bool read_file(int array, std::int64_t offset, std::span<std::byte> to) = 0;
  /// The same with values of an array that only its file::ArrayReader can read.
  [[nodiscard]] virtual bool read_values(int array, Range elements, std::span<std::byte> to) = 0;
};

/// The same on every rank.
struct InputSet {
  std::vector<File> files;  ///< The inputs in order, then the targets of links.
  std::vector<Node> trees;  ///< One root node per input.
  std::vector<Array> arrays;
  std::vector<Loss> losses;
  std::vector<std::string> passed;  ///< Paths of further files that were opened on the way of links.
  std::vector<File> external;       ///< Files outside of HDF5 that hold values of those above.
  /// Null: every rank reads for itself. Not part of the plan.
  std::shared_ptr<RemoteReads> remote = {};

  [[nodiscard]] const Array& array(int index) const { return arrays.at(static_cast<std::size_t>(index)); }
};

/// An array like `derived.source`, computed from it.
[[nodiscard]] Array derived_array(const InputSet& inputs, Derived derived);
/// Gives a derived array the extent `values`, which its source does not have.
void set_extent(Array& array, std::int64_t values);

/// All files that were read for `inputs`, those that links lead to, too.
[[nodiscard]] std::vector<std::string> paths_of(const InputSet& inputs);

enum class Links : std::uint8_t {
  copy,   ///< Copy linked data into the output.
  keep,   ///< Keep links; their file names become relative to the output.
  split,  ///< Copy linked data into linked outputs: restripe::split.
};

/// "dir" for "dir/file", "" for "file".
[[nodiscard]] std::string_view folder_of(std::string_view path);

/// `file` relative to the folder of `output`. Throws Error{usage} unless both are absolute, or both relative
/// and reachable without knowing the current folder's name.
[[nodiscard]] std::string seen_from(const std::string& output, const std::string& file);

/// `link` of the file `input`, adapted to the file `output`. Absolute targets stay absolute. Throws
/// Error{usage} if the target is an ADF file.
[[nodiscard]] std::shared_ptr<const Link> relinked(const std::shared_ptr<const Link>& link, const File& input,
                                                   const std::string& output);

/// A link from the file `output` to the node `path` of `input`. Throws Error{usage} if that is an ADF file.
[[nodiscard]] std::shared_ptr<const Link> link_to(const File& input, const std::string& path,
                                                  const std::string& output);

[[nodiscard]] std::vector<std::byte> serialized(const InputSet& inputs);

/// Inverse of `serialized`. Throws Error{internal} for any other bytes.
[[nodiscard]] InputSet deserialized(std::span<const std::byte> bytes);

}  // namespace pcgns::cgns
