// old_section.hpp: polygons, polyhedra and mixed elements of files older than CGNS 4.0, as new files have
// them.
//
// Such sections have no ElementStartOffset. In NGON_n and NFACE_n the number of nodes stands before those of
// each element, and new files leave it out; in MIXED the type stands there, old and new.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pcgns/kernel/digest.hpp"

namespace pcgns::kernel {

/// The digest of an array, and how many values it has.
struct ArrayDigest {
  std::int64_t values = 0;
  Fingerprint digest;
};

/// The arrays that such a section has in a new file; `sound` is false where the connectivity does not end
/// with an element, or has a number or a type that cannot be: then the rest has no meaning.
struct NewSection {
  bool sound = false;
  ArrayDigest connectivity;
  ArrayDigest offsets;
};

/// Takes an ElementConnectivity that comes piece by piece.
class OldSection {
 public:
  /// NGON_n and NFACE_n.
  OldSection() = default;
  /// MIXED. `nodes_of_type`: by type, 0 for a type that cannot be there; it lives as long.
  explicit OldSection(std::span<const std::int64_t> nodes_of_type)
      : has_types_(true), nodes_of_type_(nodes_of_type) {}

  void add(std::span<const std::int64_t> values);
  /// Nothing may be added afterwards.
  [[nodiscard]] NewSection finish();

 private:
  void begin_element(std::int64_t head);
  void end_element();
  void flush_offsets();

  bool has_types_ = false;
  std::span<const std::int64_t> nodes_of_type_;
  bool sound_ = true;
  std::int64_t missing_ = 0;              ///< Nodes of the element that is being read.
  std::int64_t end_ = 0;                  ///< Of that element, in the new connectivity.
  std::vector<std::int64_t> ends_ = {0};  ///< Not hashed yet.
  DigestStream connectivity_;
  DigestStream offsets_;
};

}  // namespace pcgns::kernel
