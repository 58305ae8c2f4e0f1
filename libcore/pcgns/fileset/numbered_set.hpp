// numbered_set.hpp: orders and checks file names that differ in one number, as ranks of a solver write them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pcgns::fileset {

/// True if `a` comes before `b` when runs of digits are compared as numbers: "out_2" before "out_10".
[[nodiscard]] bool natural_less(std::string_view a, std::string_view b);

/// `names` in natural order, each with the number that distinguishes it (its position if there is none).
struct NumberedSet {
  std::vector<std::string> names = {};
  std::vector<std::int64_t> numbers = {};
  std::string problem =
      {};  ///< Why the set is incomplete: "out_3.cgns is missing between …"; empty if complete.
  std::string suspicion = {};  ///< Which file beside the set seems to belong to it; empty if none does.
};

/// Sorts `names` and checks that a numbered set starts at 0 or 1 and has neither gaps nor duplicates;
/// "x.cgns.8.3" also requires 8 files. `problem` stays empty for names that are not a numbered set. Throws
/// Error{usage} for a duplicate name.
[[nodiscard]] NumberedSet numbered_set(std::vector<std::string> names);

/// Why files of `folder`, the names in the folder of a numbered set, seem to belong to it: they continue its
/// numbers, or sets like it (of other time steps) have more files. Empty if none does. `are_all`: a pattern
/// with %d chose `names`, so that none of such a set can have been forgotten.
[[nodiscard]] std::string suspicion_of(const std::vector<std::string>& names,
                                       const std::vector<std::string>& folder, bool are_all);

/// "; the shell expands ~ only outside of quotes: $HOME/x.cgns" for a name such as "~/x.cgns"; empty for
/// others.
[[nodiscard]] std::string advice_on_tilde(std::string_view name);

/// Whether a directory in `path` has a conversion such as %d, which is none there.
[[nodiscard]] bool has_number_in_directory(std::string_view path);

/// A printf pattern with one %d, %4d or %04d in its last component.
struct NumberPattern {
  std::string before;  ///< "dir/out_"
  std::string after;   ///< ".cgns"
  int width = 0;
  bool zeros = false;

  /// The number in `name`, if printf can produce `name` from this pattern.
  [[nodiscard]] std::optional<std::int64_t> match(std::string_view name) const;
};

/// Empty if `text` has no such conversion. Throws Error{usage} for two of them.
[[nodiscard]] std::optional<NumberPattern> number_pattern(std::string_view text);

/// The number of a file that is alone: what `word` means if it is a pattern, otherwise the only number in
/// `name`, or the last one where it states the number of files, too; 0 if that is not clear.
[[nodiscard]] std::int64_t number_of_one(const std::string& name, std::string_view word);

}  // namespace pcgns::fileset
