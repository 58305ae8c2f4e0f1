// restripe.hpp: one file becomes another one with the same nodes, stored in another way.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "pcgns/plan/links.hpp"
#include "pcgns/plan/plan.hpp"

namespace pcgns::plan {

/// How bulk arrays lie in the output.
struct Layout {
  enum class Kind : std::uint8_t {
    keep,        ///< As in the input: in one piece, in the same chunks with the same filters, or compact.
    contiguous,  ///< In one piece.
    chunked,     ///< In chunks, if they are not small.
  };
  /// Smaller arrays stay in one piece: their chunks would cost more than they save.
  static constexpr std::int64_t least_chunked = 16 << 10;
  static constexpr std::int64_t usual_chunk = 1 << 20;  ///< Bytes.

  Kind kind = Kind::keep;
  std::vector<std::int64_t> chunk = {};    ///< In CGNS order, for arrays of as many dimensions; else chosen.
  std::vector<tree::Filter> filters = {};  ///< With Kind::chunked.
  std::int64_t compact_below = 0;          ///< Arrays of fewer bytes become compact.
};

struct RestripeRequest {
  Links links = Links::keep;  ///< As the inputs were read: another if links were followed.
  /// Names of files in links that are kept, and what the output has instead, as it stands.
  std::map<std::string, std::string> renamed = {};
  Format format = {};
  Layout layout = {};
  /// Path of the output file, as MergeRequest::output.
  std::string output = {};
};

/// Extents of chunks of about `bytes`, in proportion to those of the array.
[[nodiscard]] std::vector<std::int64_t> chunk_like(const std::vector<std::int64_t>& dims, int bytes_per_value,
                                                   std::int64_t bytes);

/// Bulk arrays of fewer bytes may become compact: their values must come along (ReadOptions::inline_limit).
[[nodiscard]] std::int64_t values_needed_below(const Layout& layout);

/// All nodes of the only tree of `inputs`, in their order, with all that stands beside them.
[[nodiscard]] Plan restripe(const tree::InputSet& inputs, const RestripeRequest& request);

}  // namespace pcgns::plan
