// digest_manifest.hpp: a list of the digests of all nodes, to be checked later, and what has changed since.
//
// Text, a line each:
//
//   pcgns-digest 1                                     the version of the definition
//   <32 digits>  out.cgns                              the digest of the whole
//   <32 digits>  /                                     of every node alone, without what is below it; in the
//   <32 digits>  /Base                                 order of digest_of
//
// The digest of the whole follows from those of the nodes, so that a wrong digit or a lost line is found out.
// As sha256sum does, a line whose name has a line break or a backslash begins with a backslash, and has \n,
// \r and \\ for them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pcgns/plan/digest.hpp"

namespace pcgns::plan {

/// A digest, two blanks, a name, a line break.
[[nodiscard]] std::string digest_line(const Fingerprint& digest, std::string_view name);

struct Manifest {
  std::string name;  ///< Of what was digested.
  std::vector<NodeDigest> nodes;
};

[[nodiscard]] std::string manifest_text(const Manifest& manifest);

/// Throws Error{input} that says where `text` is no manifest, or is damaged.
[[nodiscard]] Manifest parse_manifest(std::string_view text);

struct NodeChange {
  enum class Kind : std::uint8_t { differs, missing, added };
  Kind kind = Kind::differs;
  std::string path;
  std::int64_t below = 0;  ///< Missing or new nodes below it.

  friend bool operator==(const NodeChange&, const NodeChange&) = default;
};

[[nodiscard]] std::string_view to_string(NodeChange::Kind kind);

/// What is different in `now`: nodes that are themselves other than before, and the uppermost of those that
/// are missing or new. In the order of `before`, then of `now`.
[[nodiscard]] std::vector<NodeChange> changes_of(const std::vector<NodeDigest>& before,
                                                 const std::vector<NodeDigest>& now);

}  // namespace pcgns::plan
