// restripe.hpp: plans a copy of a file with the same nodes and another storage layout.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "pcgns/cgns/input_set.hpp"
#include "pcgns/plan/plan.hpp"

namespace pcgns::restripe {

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

struct RestripeRequest {
  cgns::Links links = cgns::Links::keep;  ///< How the inputs were read: keep or follow links.
  /// Names of linked files to replace in links that are kept: old to new, verbatim.
  std::map<std::string, std::string> renamed = {};
  plan::Format format = {};
  Layout layout = {};
  /// Path of the output file, as MergeRequest::output.
  std::string output = {};
};

/// Chunk extents of about `bytes`, proportional to the array's.
[[nodiscard]] std::vector<std::int64_t> chunk_like(const std::vector<std::int64_t>& dims, int bytes_per_value,
                                                   std::int64_t bytes);

/// Arrays below this many bytes may become compact, so their values must be read with the tree
/// (ReadOptions::inline_limit).
[[nodiscard]] std::int64_t values_needed_below(const Layout& layout);

/// The plan with all nodes of the only tree of `inputs`, in their order.
[[nodiscard]] plan::Plan restripe(const cgns::InputSet& inputs, const RestripeRequest& request);

}  // namespace pcgns::restripe
