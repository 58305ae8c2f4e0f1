// turned_faces.hpp: faces that a part stores the other way round than the whole zone has them.
#pragma once

#include <cstdint>
#include <vector>

#include "pcgns/move/source.hpp"
#include "pcgns/par/session.hpp"
#include "pcgns/plan/plan.hpp"

namespace pcgns::move {

/// For each of Plan::turned the faces that are turned, by their numbers in the part, ascending. Each rank
/// reads what it can; all get the result, which is less than half of the faces between parts.
///
/// Throws Error{input}, the same on all ranks, that names file and node if a list or ParentElements is not as
/// it must be or cannot be read. `memory`: bytes for looking at faces, the same on all ranks.
/// @note Collective.
[[nodiscard]] std::vector<std::vector<std::int64_t>> find_turned(par::Session& session,
                                                                 const tree::InputSet& inputs,
                                                                 const plan::Plan& plan, Source& source,
                                                                 std::int64_t memory);

/// The turned faces of one part, quick to ask.
class TurnedBits {
 public:
  /// @pre `faces` ascend.
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

}  // namespace pcgns::move
