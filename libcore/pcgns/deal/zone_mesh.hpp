// zone_mesh.hpp: the elements of an unstructured zone that is to be dealt out, checked.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pcgns/base/error.hpp"
#include "pcgns/mesh/elements.hpp"
#include "pcgns/mesh/unstructured.hpp"

namespace pcgns::deal {

/// What is wrong at a node of the whole mesh.
[[nodiscard]] Error error_at(std::string_view path, std::string_view why);

/// Of a section, which of its elements are what.
struct SectionRole {
  bool cells = false;           ///< All elements are cells.
  bool polygons = false;        ///< NGON_n whose elements are faces of cells.
  bool mixed = false;           ///< Each element says what it is.
  std::int64_t first_cell = 0;  ///< The zone's cell that is the first of this rank's elements; 0-based.
};

struct ZoneMesh {
  mesh::Zone zone;
  std::vector<mesh::Elements> sections;  ///< By their first element.
  std::vector<SectionRole> roles;        ///< The same.
  bool cells_are_implied = false;        ///< No section has them, only ParentElements; their numbers follow
                                         ///< those of the elements.

  [[nodiscard]] int dimension() const { return static_cast<int>(zone.dimension); }
  [[nodiscard]] std::int64_t last_element() const {
    return zone.sections.empty() ? 0 : zone.sections.back().last;
  }
  /// Index of the section that has `element`; -1 if none has.
  [[nodiscard]] int section_of(std::int64_t element) const;
  [[nodiscard]] bool is_cell(std::size_t section, const mesh::Block& block, std::int64_t i) const;
};

/// Reads the connectivity. Throws the same Error{input} on every rank if it is not sound, or is of a kind
/// that cannot be dealt out. `zone` and the plan must outlive the result. @note Collective.
[[nodiscard]] ZoneMesh read_mesh(par::Session& session, const mesh::Dataset& dataset, const mesh::Zone& zone);

}  // namespace pcgns::deal
