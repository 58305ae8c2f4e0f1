// links.hpp: links of an input, as they lead to the same place from an output elsewhere.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "pcgns/tree/node.hpp"

namespace pcgns::plan {

enum class Links : std::uint8_t {
  copy,   ///< Linked data comes into the output.
  keep,   ///< Links stay links; their file names become relative to the output.
  split,  ///< Linked data comes into the outputs, which are linked: plan::split.
};

/// "dir" of "dir/file", "" of "file".
[[nodiscard]] std::string_view folder_of(std::string_view path);

/// `file` as seen from the folder of `output`. Throws Error{usage} unless both are absolute, or relative to
/// one folder that need not be left.
[[nodiscard]] std::string seen_from(const std::string& output, const std::string& file);

/// `link`, which stands in the file `input`, for the file `output`. An absolute target stays absolute.
[[nodiscard]] std::shared_ptr<const tree::Link> relinked(const std::shared_ptr<const tree::Link>& link,
                                                         const std::string& input, const std::string& output);

}  // namespace pcgns::plan
