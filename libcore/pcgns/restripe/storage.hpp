// storage.hpp: how the values of a file are stored, and how those of its copy are to be.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "pcgns/cgns/input_set.hpp"
#include "pcgns/plan/plan.hpp"

namespace pcgns::restripe {

struct Storage {
  std::int64_t file_bytes = 0;   ///< Of the file; of several, where links were followed, of all.
  std::int64_t array_bytes = 0;  ///< Of the values of bulk arrays, as stored.
  std::int64_t contiguous = 0;   ///< Arrays that are contiguous in the file.
  std::int64_t chunked = 0;
  std::int64_t compact = 0;    ///< In the object header, or at a place that only HDF5 knows.
  std::int64_t alignment = 0;  ///< The largest power of two that divides all offsets; 0: no offsets.

  /// Nodes, small values, gaps, and unused space.
  [[nodiscard]] std::int64_t other_bytes() const { return file_bytes - array_bytes; }
};

/// Of files that were read with ReadOptions::find_chunks.
[[nodiscard]] Storage storage_of(const cgns::InputSet& inputs);

/// What a plan says of the storage of its output.
struct PlannedStorage {
  std::int64_t contiguous = 0;   ///< Arrays.
  std::int64_t chunked = 0;      ///< Arrays.
  std::int64_t chunks = 0;       ///< Of all of them.
  std::int64_t array_bytes = 0;  ///< Of the values, before compression.
};

[[nodiscard]] PlannedStorage storage_of(const plan::Plan& plan);

/// Storage of bulk arrays in the output.
struct Layout {
  enum class Kind : std::uint8_t {
    keep,  ///< As in the input: contiguous, chunked with the same chunks and filters, or compact.
    contiguous,
    chunked,  ///< Chunked, unless small.
  };
  /// Arrays of fewer bytes stay contiguous: chunking would cost more than it saves.
  static constexpr std::int64_t least_chunked = 16 << 10;
  static constexpr std::int64_t usual_chunk = 1 << 20;  ///< Bytes.

  Kind kind = Kind::keep;
  std::vector<std::int64_t> chunk = {};    ///< In CGNS order, for arrays of this rank; otherwise chosen.
  std::vector<cgns::Filter> filters = {};  ///< With Kind::chunked.
  std::int64_t compact_below = 0;          ///< Arrays of fewer bytes become compact.
};

enum class ElementForm : std::uint8_t { old_form, new_form };

/// The form in which libraries expect sections of a file with this version: that of 4.0 is also in 3.4.
[[nodiscard]] ElementForm form_of(double version);

/// Width of integers that number or count mesh entities: zone sizes, ranges, point lists, connectivity,
/// parents.
enum class IndexWidth : std::uint8_t { i4, i8, automatic };

/// The storage of a copy. What is not set remains as in the input.
struct StorageRequest {
  cgns::Links links = cgns::Links::keep;
  /// Names of linked files to replace in links that are kept: old to new, verbatim.
  std::map<std::string, std::string> renamed = {};
  bool strict = false;  ///< A name in `renamed` that no link has is an error, not a warning.
  plan::Format format = {};
  Layout layout = {};
  std::optional<ElementForm> elements = {};  ///< Of NGON_n, NFACE_n and MIXED sections.
  std::optional<IndexWidth> index = {};
  std::optional<cgns::DataType> reals = {};  ///< R4 (rounded) or R8.
  double cgns_version = 0;
  /// Path of the output file, as MergeRequest::output.
  std::string output = {};
  std::string input = {};  ///< The file as messages name it.
};

}  // namespace pcgns::restripe
