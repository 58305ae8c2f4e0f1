// part_view.hpp: a part of an unstructured zone, checked, with the global numbers of what is in it.
//
// Where a writer keeps the numbers is known here and nowhere else.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "pcgns/assemble/marks.hpp"
#include "pcgns/assemble/parts.hpp"
#include "pcgns/base/error.hpp"
#include "pcgns/sids/elements.hpp"
#include "pcgns/tree/input_set.hpp"

namespace pcgns::assemble {

/// The numbers that things of a part have in the whole zone, one after the other.
struct Numbers {
  int array = -1;          ///< Index into InputSet::arrays, I4 or I8; -1: the part does not say.
  std::int64_t count = 0;  ///< Values of the array.
  std::int64_t first = 1;  ///< The number of the first thing of the whole zone.
  std::string path;        ///< Of the node, for messages.

  [[nodiscard]] bool exist() const { return array >= 0; }
};

/// The elements of an Elements_t node that belong to the part: those of its Rind_t are left out.
struct LocalSection {
  const tree::Node* node = nullptr;
  int type = 0;            ///< ElementType_t.
  std::int64_t first = 1;  ///< Of ElementRange.
  std::int64_t count = 0;
  std::int64_t ghosts = 0;  ///< Elements that follow those of the part.
  Numbers numbers;          ///< From 1 on within the section of this name.

  [[nodiscard]] bool is_ragged() const {
    return type == sids::element_type::mixed || type == sids::element_type::ngon ||
           type == sids::element_type::nface;
  }
};

/// An unstructured part.
struct PartView {
  const Part* part = nullptr;
  int index = 0;           ///< Into Original::parts.
  std::string path = {};   ///< In its file: "/Base/Zone.P0.N0".
  int cell_dimension = 3;  ///< Of the base; after `views_of`, of the cells that the zone has.
  std::int64_t vertices = 0;
  std::int64_t cells = 0;
  Numbers vertex_numbers = {};
  Numbers cell_numbers = {};
  std::vector<LocalSection> sections = {};  ///< By ElementRange.

  [[nodiscard]] Error error(const tree::InputSet& inputs, std::string_view node, std::string_view why) const;
};

/// Throws Error{input} if Zone_t, Elements_t or global numbers are not what they must be.
[[nodiscard]] PartView view_of(const tree::InputSet& inputs, const Original& original, int part);
[[nodiscard]] std::vector<PartView> views_of(const tree::InputSet& inputs, const Original& original);

/// The positions that the points of `list` (a node with a PointList, at `path`) have in the list of the whole
/// zone.
[[nodiscard]] Numbers numbers_of_points(const tree::InputSet& inputs, const PartView& view,
                                        const tree::Node& list, const std::string& path);

/// The PointList of a node, or the ElementList of old files; null if it has none.
[[nodiscard]] const tree::Node* point_list(const tree::Node& node);

/// The PointRange of a node, or the ElementRange of old files; null if it has none.
[[nodiscard]] const tree::Node* point_range(const tree::Node& node);

/// The section whose elements the BC_t has in a part, if it has just these; else null.
[[nodiscard]] const LocalSection* section_in_range(const PartView& view, const tree::Node& bc);

/// How many points a PointList has: its last extent.
[[nodiscard]] std::int64_t points_of(const tree::Node& point_list);

/// The values of a small array of integers; empty if `node` is null or anything else.
[[nodiscard]] std::vector<std::int64_t> small_integers(const tree::Node* node);

/// GridConnectivity_t, or GridConnectivity1to1_t as some writers label joins of unstructured zones too.
[[nodiscard]] bool is_join(const tree::Node& node);

/// True for a join that came into being when the zone was cut. Throws Error{input} where that cannot be told.
[[nodiscard]] bool is_partition_join(const tree::InputSet& inputs, const PartSet& parts, const PartView& view,
                                     const tree::Node& join, const std::string& path);

/// The name of a join of a part ("match.2") in the whole zone ("match").
[[nodiscard]] std::string original_name(const tree::Node& join);

/// "match" of "match.2"; other names as they are.
[[nodiscard]] std::string without_piece_number(std::string_view name);

}  // namespace pcgns::assemble
