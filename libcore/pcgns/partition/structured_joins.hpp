// structured_joins.hpp: which vertices two parts have in common, by a cut or by a join of their zones.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pcgns/partition/structured.hpp"

namespace pcgns::partition {

/// A range of vertices of a zone, 1-based and inclusive; it may run backwards.
struct Run3 {
  Index3 begin = {1, 1, 1};
  Index3 end = {1, 1, 1};

  friend bool operator==(const Run3&, const Run3&) = default;
};

/// A GridConnectivity1to1_t of a whole zone.
struct WholeJoin {
  const tree::Node* node = nullptr;
  int zone = -1;
  int donor = -1;
  std::size_t dimension = 3;
  Run3 range;
  Run3 donor_range;
  Index3 transform = {1, 2, 3};

  /// The donor's vertex opposite to `point`.
  [[nodiscard]] Index3 across(const Index3& point) const {
    Index3 there = donor_range.begin;
    for (std::size_t d = 0; d < dimension; ++d) {
      const auto t = transform[d];
      there[static_cast<std::size_t>(std::abs(t)) - 1] += (t > 0 ? 1 : -1) * (point[d] - range.begin[d]);
    }
    return there;
  }
  /// The other way round.
  [[nodiscard]] Index3 back(const Index3& point) const {
    Index3 here = range.begin;
    for (std::size_t d = 0; d < dimension; ++d) {
      const auto t = transform[d];
      const auto axis = static_cast<std::size_t>(std::abs(t)) - 1;
      here[d] += (t > 0 ? 1 : -1) * (point[axis] - donor_range.begin[axis]);
    }
    return here;
  }
};

/// What two parts have of a join.
struct JoinPiece {
  int donor = -1;  ///< Index into Decomposition::parts.
  Run3 range;
  Run3 donor_range;
};

/// Nothing if it leads to no structured zone. Throws Error{input} if it makes no sense. `zone`: that it is
/// of.
[[nodiscard]] std::optional<WholeJoin> read_join(const PartJob& job, int zone, const tree::Node& node,
                                                 const std::string& below);

/// The pieces of `join` that a part has, by part of the donor.
[[nodiscard]] std::vector<JoinPiece> pieces_of(const Mesh& mesh, const WholeJoin& join, const Part& part);

/// The vertices of the face between two parts of a zone; nothing if they have none in common.
[[nodiscard]] std::optional<Run3> common_face(const Block& a, const Block& b, std::size_t dimension);

/// The parts that a part has joins with, itself too if it is joined to itself; ascending.
[[nodiscard]] std::vector<int> neighbours_of(const Mesh& mesh, const Part& part);

}  // namespace pcgns::partition
