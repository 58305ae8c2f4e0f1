// tree_digest.hpp: computes the digest of a tree from its nodes and the digests of its bulk arrays.
//
// decisions/0008 defines the digest, for independent implementations.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "pcgns/base/fingerprint.hpp"
#include "pcgns/base/range.hpp"
#include "pcgns/cgns/array_digest.hpp"
#include "pcgns/digest/manifest.hpp"
#include "pcgns/kernel/old_section.hpp"
#include "pcgns/plan/plan.hpp"

namespace pcgns::digest {

/// An Elements_t of NGON_n, NFACE_n or MIXED without ElementStartOffset.
struct OldElements {
  int target = -1;  ///< Index into Plan::targets: its ElementConnectivity.
  bool is_mixed = false;
};

/// All of a tree, in its order. Sections whose connectivity is not a bulk array of integers are left out.
[[nodiscard]] std::vector<OldElements> old_elements(const cgns::Node& root);

/// Adds a piece of a connectivity of `type`. One with values above 2^63 - 1 has no current form: they would
/// become negative.
void add_values(kernel::OldSection& section, cgns::DataType type, std::span<const std::int64_t> values);

/// The canonical form of point lists, as far as it is another one than the stored one.
struct ListForms {
  /// Corners, as PointRange has them, of lists with all points of a range.
  std::map<const cgns::Node*, std::vector<std::int64_t>> ranges;
  /// Digests in canonical order, of nodes without bulk array.
  std::map<const cgns::Node*, Fingerprint> values;
};

/// Input of a digest besides the tree.
struct DigestSources {
  std::span<const Fingerprint> arrays;  ///< By Plan::targets; of lists in canonical order.
  const std::map<int, kernel::NewSection>&
      new_sections;  ///< By OldElements::target; only those that are sound.
  const ListForms& lists;
};

/// Of all content: the root first, parents before children, children by canonical name.
[[nodiscard]] std::vector<NodeDigest> digest_of(const cgns::Node& root, const DigestSources& sources);

/// Sets `tree` of nodes in that order from `alone`. Throws Error{input} if the paths are not in that order.
void add_trees(std::vector<NodeDigest>& nodes);

/// Consecutive digest blocks of a target that is a contiguous range of one array.
struct DigestPiece {
  int target = 0;
  int source = 0;          ///< Index into InputSet::arrays.
  std::int64_t begin = 0;  ///< Byte offset of the target in the array.
  Range blocks;            ///< Of the target.
};

struct DigestSection {
  std::size_t place = 0;  ///< Index into the old sections.
  OldElements elements;
  DigestPiece piece;  ///< Its whole connectivity.
};

struct DigestWork {
  std::vector<DigestPiece> pieces;      ///< Of this rank.
  std::vector<DigestSection> sections;  ///< Of this rank.
  /// Places of old sections whose connectivity is merged from several arrays; the same on all ranks.
  std::vector<std::size_t> merged_sections;
  std::vector<int> composites;  ///< Targets merged from several arrays, ascending; the same on all
                                ///< ranks.
};

/// `old`: sections of the plan's output. `known`: arrays that already have a digest.
[[nodiscard]] DigestWork digest_work(const plan::Plan& plan, const cgns::InputSet& inputs,
                                     const std::vector<OldElements>& old, int rank, int ranks,
                                     const cgns::ArraySums& known = {});

/// Hypothetical file offsets of arrays. With file domains that are multiples of kernel::digest_block, each
/// digest block lies in one file domain.
struct DigestLayout {
  std::vector<std::int64_t> offsets;  ///< By target, ascending.
  std::int64_t end = 0;
};

[[nodiscard]] DigestLayout digest_layout(const std::vector<plan::Target>& targets);

}  // namespace pcgns::digest
