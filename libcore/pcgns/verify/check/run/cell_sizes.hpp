// cell_sizes.hpp: counts signed volumes and areas of cells, and reports inverted and degenerate ones.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace pcgns::verify::check {

struct ZoneCheck;

/// Inverted cells are those with the rarer sign, which is known only after all cells are counted.
class CellSizes {
 public:
  /// `sections`: number of sections, which are counted separately.
  explicit CellSizes(std::size_t sections) : positive_(sections), negative_(sections), nothing_(sections) {}

  /// `rounding`: change of `size` per unit of relative error; `precision`: relative error of the coordinates.
  /// Sizes within the rounding error count for neither sign.
  void add(std::size_t section, std::int64_t element, double size, double rounding, double precision);

  /// Writers of polyhedra disagree on the sign of an outward face; `either` accepts both if used throughout.
  enum class Sides { known, either };
  /// Reports M0501 to M0503. `paths`: of the sections. @note Collective.
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

}  // namespace pcgns::verify::check
