// turned_faces.hpp: finds faces whose orientation in a piece is opposite to that in the whole zone.
#pragma once

#include <cstdint>
#include <vector>

#include "pcgns/base/budget.hpp"
#include "pcgns/io/source.hpp"
#include "pcgns/par/session.hpp"
#include "pcgns/plan/plan.hpp"

namespace pcgns::io {

/// For each of Plan::turned: the turned faces, by their numbers in the piece, ascending. Each rank reads what
/// it can. All ranks get the result, which is less than half of the faces between pieces.
///
/// Throws Error{input} with file and node, the same on all ranks, if a list or ParentElements is invalid or
/// unreadable. `memory`: bytes for processing faces, the same on all ranks.
/// @note Collective.
[[nodiscard]] std::vector<std::vector<std::int64_t>> find_turned(par::Session& session,
                                                                 const cgns::InputSet& inputs,
                                                                 const plan::Plan& plan, Source& source,
                                                                 Budget memory);

/// Fast lookup of the turned faces of one piece.
class TurnedBits {
 public:
  /// @pre `faces` is sorted.
  void use(const std::vector<std::int64_t>& faces);
  [[nodiscard]] bool is_empty() const { return bits_.empty(); }
  [[nodiscard]] bool has(std::int64_t face) const {
    const auto place = static_cast<std::uint64_t>(face) - static_cast<std::uint64_t>(first_);
    return place < bits_.size() && bits_[place];
  }

 private:
  std::int64_t first_ = 0;
  std::vector<bool> bits_;
};

}  // namespace pcgns::io
