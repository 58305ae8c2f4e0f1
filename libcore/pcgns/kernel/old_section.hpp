// old_section.hpp: converts polygon, polyhedron and mixed sections older than CGNS 4.0 to the current form.
//
// Such sections lack ElementStartOffset. In NGON_n and NFACE_n a node count precedes the nodes of each
// element, which current files omit; in MIXED the element type precedes them in both forms.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pcgns/kernel/digest.hpp"

namespace pcgns::kernel {

/// The digest of an array, and its number of values.
struct ArrayDigest {
  std::int64_t values = 0;
  Fingerprint digest;
};

/// Digests of the arrays that the section has in the current form. `sound` is false if the connectivity does
/// not end with an element, or holds an invalid count or type; the other members then mean nothing.
struct NewSection {
  bool sound = false;
  ArrayDigest connectivity;
  ArrayDigest offsets;
};

/// Takes an ElementConnectivity in consecutive pieces.
class OldSection {
 public:
  /// For NGON_n and NFACE_n.
  OldSection() = default;
  /// For MIXED. `nodes_of_type`: nodes by element type, 0 for types that cannot occur; must outlive this
  /// object.
  explicit OldSection(std::span<const std::int64_t> nodes_of_type)
      : has_types_(true), nodes_of_type_(nodes_of_type) {}

  void add(std::span<const std::int64_t> values);
  /// The section does not become sound, whatever is added.
  void refuse() { sound_ = false; }
  /// @pre Nothing is added afterwards.
  [[nodiscard]] NewSection finish();

 private:
  void begin_element(std::int64_t head);
  void end_element();
  void flush_offsets();

  bool has_types_ = false;
  std::span<const std::int64_t> nodes_of_type_;
  bool sound_ = true;
  std::int64_t missing_ = 0;              ///< Nodes still missing from the current element.
  std::int64_t end_ = 0;                  ///< End of the current element in the new connectivity.
  std::vector<std::int64_t> ends_ = {0};  ///< Offsets not hashed yet.
  DigestStream connectivity_;
  DigestStream offsets_;
};

}  // namespace pcgns::kernel
