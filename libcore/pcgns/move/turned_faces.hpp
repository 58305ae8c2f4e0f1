// turned_faces.hpp: which faces of a part the whole zone has the other way round.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "pcgns/move/number_table.hpp"
#include "pcgns/plan/plan.hpp"

namespace pcgns::move {

/// Works them out where they are asked for (see plan::Turned), and keeps those of the parts asked for last.
class TurnedFaces {
 public:
  /// `memory`: bytes, apart from what one part needs.
  TurnedFaces(const plan::Plan& plan, const tree::InputSet& inputs, Source& source, std::int64_t memory);

  /// The numbers in the part of the faces that plan.turned[index] turns, ascending; until the next call.
  /// Throws Error{input} that names file and node if a list names what is not there.
  [[nodiscard]] const std::vector<std::int64_t>& of(int index);

 private:
  /// The two columns of ParentElements of a side; 0: no cell.
  struct Parents {
    std::int64_t left = 0;
    std::int64_t right = 0;
  };
  [[nodiscard]] std::vector<std::int64_t> worked_out(const plan::Turned& turned);
  void add_border(const plan::Turned::Border& border, std::vector<std::int64_t>& faces);
  [[nodiscard]] std::vector<std::int64_t> list_of(const plan::Turned::Side& side);
  [[nodiscard]] Parents parents_of(const plan::Turned::Side& side, std::int64_t face);
  [[nodiscard]] std::int64_t whole_number(const plan::Turned::Side& side, std::int64_t cell);
  [[noreturn]] void fail(int array, std::int64_t number) const;

  const plan::Plan& plan_;
  const tree::InputSet& inputs_;
  Source& source_;
  NumberTable table_;
  std::int64_t most_;  ///< Faces that are kept.
  std::int64_t kept_ = 0;
  std::unordered_map<int, std::vector<std::int64_t>> faces_;  ///< By index into Plan::turned.
  std::vector<std::byte> scratch_;
};

}  // namespace pcgns::move
