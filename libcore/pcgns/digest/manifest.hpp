// manifest.hpp: writes and parses the digests of all nodes, and lists what changed since.
//
// Text, one entry per line:
//
//   pcgns-digest 7                                     the version of the definition
//   <32 digits>  out.cgns                              the digest of the whole
//   <32 digits>  /                                     of each node alone, without its children, in the
//   <32 digits>  /Base                                 order of digest_of
//
// The digest of the whole follows from those of the nodes, which reveals a wrong digit or a lost line. As
// with sha256sum, a line whose name contains a line break or a backslash starts with a backslash, and escapes
// them as \n, \r and \\.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pcgns/base/fingerprint.hpp"

namespace pcgns::digest {

/// The version of the definition (decisions/0008). Digests of different versions cannot be compared.
inline constexpr int version = 7;

/// The digest of one node.
struct NodeDigest {
  std::string path;   ///< "/" for the root.
  Fingerprint alone;  ///< Of name, label and values.
  Fingerprint tree;   ///< The node and everything below it.

  friend bool operator==(const NodeDigest&, const NodeDigest&) = default;
};

/// One line: digest, two blanks, name, line break.
[[nodiscard]] std::string digest_line(const Fingerprint& digest, std::string_view name);

struct Manifest {
  std::string name;  ///< Name of the digested file.
  std::vector<NodeDigest> nodes;
};

[[nodiscard]] std::string manifest_text(const Manifest& manifest);

/// Throws Error{input}, with the line, if `text` is damaged, of another version, or not a manifest.
[[nodiscard]] Manifest parse_manifest(std::string_view text);

struct NodeChange {
  enum class Kind : std::uint8_t { differs, missing, added };
  Kind kind = Kind::differs;
  std::string path;
  std::int64_t below = 0;  ///< Missing or added nodes below it.
  bool counts = true;      ///< False: a missing node that Request::ignore_missing accepts.

  friend bool operator==(const NodeChange&, const NodeChange&) = default;
};

[[nodiscard]] std::string_view to_string(NodeChange::Kind kind);

/// Nodes that differ, and the topmost of the missing and added ones, without interfaces that only have
/// another name. In the order of `before`, then of `now`.
[[nodiscard]] std::vector<NodeChange> changes_of(const std::vector<NodeDigest>& before,
                                                 const std::vector<NodeDigest>& now);

}  // namespace pcgns::digest
