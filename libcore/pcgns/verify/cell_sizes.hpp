// cell_sizes.hpp: volumes and areas with their signs, and what they say.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace pcgns::verify {

struct ZoneCheck;

/// Which cells are inside out can only be told when all are known: those whose sign fewer cells have.
class CellSizes {
 public:
  /// `sections`: over which cells are counted apart.
  explicit CellSizes(std::size_t sections) : positive_(sections), negative_(sections), nothing_(sections) {}

  /// `rounding`: what a relative error of 1 may change in `size`; `precision`: the relative error of the
  /// coordinates. A size that the coordinates do not tell from nothing counts for neither sign.
  void add(std::size_t section, std::int64_t element, double size, double rounding, double precision);

  /// Writers of polyhedra do not agree on which sign of a face looks outwards: either is right for all.
  enum class Sides { known, either };
  /// M0501 to M0503. `paths`: of the sections. @note Collective.
  void tell(const ZoneCheck& check, std::span<const std::string> paths, Sides sides) const;

 private:
  struct Some {
    std::int64_t count = 0;
    std::int64_t first = 0;
  };
  static void count(Some& some, std::int64_t element);
  [[nodiscard]] static std::int64_t sum(const std::vector<Some>& all);

  std::vector<Some> positive_;
  std::vector<Some> negative_;
  std::vector<Some> nothing_;
};

}  // namespace pcgns::verify
