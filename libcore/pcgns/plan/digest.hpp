// digest.hpp: the digest of a tree, from its nodes and from the digests of its bulk arrays.
//
// The definition, for whoever writes it anew, is decisions/0008.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pcgns/base/fingerprint.hpp"
#include "pcgns/kernel/old_section.hpp"
#include "pcgns/plan/plan.hpp"

namespace pcgns::plan {

/// "integer", "real", "complex", "character", "byte" or "none": what values are, whatever their width.
[[nodiscard]] std::string_view class_of(tree::DataType type);

/// Bytes of stored values of `type` that make up a block of canonical ones (kernel::digest_block).
[[nodiscard]] std::int64_t stored_block(tree::DataType type);

/// `stored` values in native byte order as canonical ones, which lie in `room` or in `stored` itself.
[[nodiscard]] std::span<const std::byte> canonical(tree::DataType type, std::span<const std::byte> stored,
                                                   std::vector<std::byte>& room);

/// Adds blocks of an array, of which `stored` has the first byte of number `block` and what follows, to the
/// sum that is its digest. `room`: memory that may serve again.
void add_blocks(tree::DataType type, std::int64_t block, std::span<const std::byte> stored, Fingerprint& sum,
                std::vector<std::byte>& room);

/// What a rank has hashed of arrays, by Plan::targets, when it read them for another purpose. The same arrays
/// on all ranks; the sums of all ranks together are the digest.
using ArraySums = std::map<int, Fingerprint>;

/// The digest of all values of an array.
[[nodiscard]] Fingerprint digest_of_values(tree::DataType type, std::span<const std::byte> stored);

/// An Elements_t of NGON_n, NFACE_n or MIXED that has no ElementStartOffset.
struct OldElements {
  int target = -1;  ///< Index into Plan::targets, of its ElementConnectivity.
  bool is_mixed = false;
};

/// Those of a tree, in its order. A connectivity that is not bulk, or no integers, is not among them.
[[nodiscard]] std::vector<OldElements> old_elements(const tree::Node& root);

/// The number of nodes by the type of an element, 0 for those that MIXED cannot have.
[[nodiscard]] std::span<const std::int64_t> nodes_of_type();

/// The digest of one node.
struct NodeDigest {
  std::string path;   ///< "/" for the root.
  Fingerprint alone;  ///< Of name, label and values.
  Fingerprint tree;   ///< Of it and all that is below it.

  friend bool operator==(const NodeDigest&, const NodeDigest&) = default;
};

/// What a digest must know beside the tree.
struct DigestSources {
  std::span<const Fingerprint> arrays;  ///< By Plan::targets.
  const std::map<int, kernel::NewSection>&
      new_sections;  ///< By OldElements::target; only those that are sound.
  /// True for a child of `parent` that is no content.
  std::function<bool(const tree::Node& parent, const tree::Node& child)> left_out;
};

/// Of all nodes, the root first, each before what is below it, children by name.
[[nodiscard]] std::vector<NodeDigest> digest_of(const tree::Node& root, const DigestSources& sources);

/// The same for nodes in such an order whose `alone` is known: sets `tree`. Throws Error{input} if the paths
/// are in no such order.
void add_trees(std::vector<NodeDigest>& nodes);

}  // namespace pcgns::plan
