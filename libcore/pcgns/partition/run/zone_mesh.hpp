// zone_mesh.hpp: reads and checks the elements of an unstructured zone for partitioning.
#pragma once

#include <cstdint>
#include <vector>

#include "pcgns/base/error.hpp"
#include "pcgns/mesh/elements.hpp"
#include "pcgns/mesh/parents.hpp"
#include "pcgns/mesh/unstructured.hpp"

namespace pcgns::partition {

/// What the elements of a section are.
struct SectionRole {
  bool cells = false;           ///< All elements are cells.
  bool polygons = false;        ///< NGON_n whose elements are faces of polyhedra.
  bool mixed = false;           ///< MIXED: each element has its own type.
  std::int64_t first_cell = 0;  ///< Cell index of this rank's first element of the section; 0-based in the
                                ///< zone.
};

struct ZoneMesh {
  mesh::Zone zone;
  std::vector<mesh::Elements> sections;  ///< Ordered by first element.
  std::vector<SectionRole> roles;        ///< By index of `sections`.
  bool cells_are_implied = false;        ///< Cells exist only in ParentElements; their numbers follow those
                                         ///< of the elements.

  [[nodiscard]] int dimension() const { return static_cast<int>(zone.dimension); }
  [[nodiscard]] std::int64_t last_element() const {
    return zone.sections.empty() ? 0 : zone.sections.back().last;
  }
  /// Index of the section that contains `element`; -1 if there is none.
  [[nodiscard]] int section_of(std::int64_t element) const;
  [[nodiscard]] bool is_cell(std::size_t section, const mesh::Block& block, std::int64_t i) const;
};

/// Dimension of the cells of the zone: less than that of the base if its elements are of lower ones.
[[nodiscard]] int cell_dimension_of(const mesh::Zone& zone);

/// Reads the connectivity. Throws the same Error{input} on every rank if it is invalid or of a kind that
/// cannot be partitioned. `zone` and the plan must outlive the result. @note Collective.
[[nodiscard]] ZoneMesh read_mesh(par::Session& session, const mesh::Dataset& dataset, const mesh::Zone& zone);

/// True if `node` has values of ghosts, or may have: its Rind_t, if any, is not all 0.
[[nodiscard]] bool may_have_ghosts(const cgns::Node& node);

/// Throws the same Error{input} on every rank if a parent of these faces is an element that is not a cell, as
/// in files that number the cells from 1. @note Collective.
void require_cells(par::Session& session, const ZoneMesh& mesh, const mesh::Elements& faces,
                   const mesh::ParentColumns& parents);

}  // namespace pcgns::partition
