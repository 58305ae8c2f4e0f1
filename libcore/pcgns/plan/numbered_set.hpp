// numbered_set.hpp: file names that differ in one number only, as the ranks of a solver write them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pcgns::plan {

/// True if `a` comes before `b` when runs of digits are compared as numbers: "out_2" before "out_10".
[[nodiscard]] bool natural_less(std::string_view a, std::string_view b);

/// `names` in natural order, with the number that tells each from the others (its position where no number
/// does).
struct NumberedSet {
  std::vector<std::string> names = {};
  std::vector<std::int64_t> numbers = {};
  std::string problem =
      {};  ///< Why the set is not complete: "out_3.cgns is missing between …"; empty if it is.
};

/// Sorts `names`, and checks that the files of a numbered set are all there, from 0 or 1 on without gap or
/// duplicate number; "x.cgns.8.3" also says that there must be 8. Names that are no numbered set have no
/// `problem`. Throws Error{usage} if a name is given twice.
[[nodiscard]] NumberedSet numbered_set(std::vector<std::string> names);

/// A printf pattern with one %d, %4d or %04d in its last component, taken apart.
struct NumberPattern {
  std::string before;  ///< "dir/out_"
  std::string after;   ///< ".cgns"
  int width = 0;
  bool zeros = false;

  /// The number in `name` if printf could have made that name from this pattern.
  [[nodiscard]] std::optional<std::int64_t> match(std::string_view name) const;
};

/// Nothing if `text` has no such conversion. Throws Error{usage} for two of them.
[[nodiscard]] std::optional<NumberPattern> number_pattern(std::string_view text);

}  // namespace pcgns::plan
