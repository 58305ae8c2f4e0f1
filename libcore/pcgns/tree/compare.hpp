// compare.hpp: where two trees differ first, and values as messages show them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "pcgns/base/fingerprint.hpp"
#include "pcgns/tree/node.hpp"

namespace pcgns::tree {

/// What a comparison of `a` and `b` must know beside the nodes.
struct Contents {
  /// Of bulk arrays: the hash of their values in native byte order, by index.
  const std::unordered_map<int, Fingerprint>& arrays;
  std::string_view folder_a;  ///< Of the file that has `a`, as `File::path` has it: links are relative to it.
  std::string_view folder_b;
};

struct Difference {
  std::string
      path;  ///< From the compared nodes on: "GridCoordinates/CoordinateX"; empty for these nodes themselves.
  std::string a;  ///< What `a` has there, to be read after "is": "R8 0.8", "a Family_t", "absent".
  std::string b;
};

/// The first difference in label, type, extents, values, link, and children, whose order does not matter.
/// Extras are not compared. Throws Error{internal} if the hash of a bulk array is missing.
[[nodiscard]] std::optional<Difference> first_difference(const Node& a, const Node& b,
                                                         const Contents& contents);

/// The same for the nodes alone, without their children.
[[nodiscard]] std::optional<Difference> value_difference(const Node& a, const Node& b,
                                                         const Contents& contents);

/// Type, extents and first values: "R8 0.8", "C1 'BCWall'", "I4[9] 1 2 3 4 5 6 …".
[[nodiscard]] std::string brief(const Node& node);

/// `link`, held by a file in `folder`, with its own file as a program sees it that sees `folder`.
[[nodiscard]] Link resolved(const Link& link, std::string_view folder);

}  // namespace pcgns::tree
