// compare_trees.hpp: the first difference between two trees, and values formatted for messages.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "pcgns/base/fingerprint.hpp"
#include "pcgns/cgns/node.hpp"

namespace pcgns::cgns {

/// What a comparison of `a` and `b` needs besides the nodes.
struct Contents {
  /// Hashes of bulk arrays (values in native byte order), by array index.
  const std::unordered_map<int, Fingerprint>& arrays;
  /// Folder of the file with `a`, in the form of `File::path`; links are relative to it.
  std::string_view folder_a;
  std::string_view folder_b;
};

struct Difference {
  std::string path;  ///< Below the compared nodes: "GridCoordinates/CoordinateX"; empty for these nodes.
  std::string a;     ///< The value in `a`, to follow "is": "R8 0.8", "a Family_t", "absent".
  std::string b;
  bool is_alike = false;  ///< Only the values differ, in more than can be shown.
};

/// The first difference in label, type, extents, values, link and children, whose order does not matter.
/// Extras are not compared. Throws Error{internal} if the hash of a bulk array is missing.
[[nodiscard]] std::optional<Difference> first_difference(const Node& a, const Node& b,
                                                         const Contents& contents);

/// The same without children.
[[nodiscard]] std::optional<Difference> value_difference(const Node& a, const Node& b,
                                                         const Contents& contents);

/// Type, extents and first values: "R8 0.8", "C1 'BCWall'", "I4[9] 1 2 3 4 5 6 …".
[[nodiscard]] std::string brief(const Node& node);

/// True also for an array of no values, which CGNS does not have: outputs have no values in its place.
[[nodiscard]] bool is_empty(const Node& node);

/// "a Family_t"
[[nodiscard]] std::string label_text(const Node& node);

/// `link`, found in a file in `folder`, with its file name relative to the same directory as `folder`.
[[nodiscard]] Link resolved(const Link& link, std::string_view folder);

}  // namespace pcgns::cgns
