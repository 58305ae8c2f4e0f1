#include "pcgns/fileset/numbered_set.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <map>
#include <unordered_set>

#include "pcgns/base/error.hpp"

namespace pcgns::fileset {

namespace {

constexpr std::size_t npos = std::string_view::npos;
/// More digits do not fit in 63 bits.
constexpr std::size_t most_digits = 18;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::string_view without_zeros(std::string_view digits) {
  const auto first = digits.find_first_not_of('0');
  return first == npos ? std::string_view() : digits.substr(first);
}

std::size_t digits_at(std::string_view text, std::size_t begin) {
  auto end = begin;
  while (end < text.size() && is_digit(text[end])) ++end;
  return end - begin;
}

/// Compares numbers of any length: negative, 0 or positive, like strcmp.
int compare_numbers(std::string_view a, std::string_view b) {
  a = without_zeros(a);
  b = without_zeros(b);
  if (a.size() != b.size()) return a.size() < b.size() ? -1 : 1;
  return a.compare(b);
}

std::int64_t value_of(std::string_view digits) {
  std::int64_t value = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return value;
}

/// A name split into digit runs with the text before each, and the text after the last.
struct Split {
  std::vector<std::string_view> texts;
  std::vector<std::string_view> numbers;
};

Split split(std::string_view name) {
  Split result;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < name.size();) {
    const auto length = digits_at(name, i);
    if (length > 0) {
      result.texts.push_back(name.substr(begin, i - begin));
      result.numbers.push_back(name.substr(i, length));
      begin = i + length;
    }
    i += std::max<std::size_t>(length, 1);
  }
  result.texts.push_back(name.substr(begin));
  return result;
}

/// Names that differ in one number, which may occur several times ("rank_3/out_3.cgns").
struct Pattern {
  std::vector<Split> splits;         ///< Of the names, in order.
  std::vector<std::size_t> varying;  ///< Digit runs that differ; empty if this is not a numbered set.
  bool zeros = false;                ///< Numbers are padded with zeros.
  std::size_t width = 0;             ///< Width of the first number.

  [[nodiscard]] std::string_view digits(std::size_t name) const {
    return splits[name].numbers[varying.front()];
  }
  [[nodiscard]] std::int64_t number(std::size_t name) const { return value_of(digits(name)); }
};

std::vector<std::size_t> varying_runs(const std::vector<Split>& splits) {
  std::vector<std::size_t> runs;
  for (std::size_t run = 0; run < splits.front().numbers.size(); ++run) {
    const auto& first = splits.front().numbers[run];
    if (std::any_of(splits.begin(), splits.end(), [&](const Split& s) { return s.numbers[run] != first; })) {
      runs.push_back(run);
    }
  }
  return runs;
}

/// True if all `varying` digit runs of a name are the same number.
bool is_one_number(const Split& split, const std::vector<std::size_t>& varying) {
  return std::all_of(varying.begin(), varying.end(), [&](std::size_t run) {
    return split.numbers[run].size() <= most_digits &&
           compare_numbers(split.numbers[run], split.numbers[varying.front()]) == 0;
  });
}

/// @pre `names` is not empty.
Pattern pattern_of(const std::vector<std::string>& names) {
  Pattern pattern;
  for (const auto& name : names) pattern.splits.push_back(split(name));
  const auto& splits = pattern.splits;
  const auto alike = [&](const Split& s) { return s.texts == splits.front().texts; };
  if (!std::all_of(splits.begin(), splits.end(), alike)) return pattern;
  const auto varying = varying_runs(splits);
  const auto numbered = [&](const Split& s) { return is_one_number(s, varying); };
  if (varying.empty() || !std::all_of(splits.begin(), splits.end(), numbered)) return pattern;
  pattern.varying = varying;
  pattern.width = pattern.digits(0).size();
  for (std::size_t i = 0; i < names.size(); ++i) {
    pattern.zeros |= pattern.digits(i).size() > 1 && pattern.digits(i).front() == '0';
  }
  return pattern;
}

/// The name of file `number` of the set.
std::string name_of(const Pattern& pattern, std::int64_t number) {
  const auto& [texts, numbers] = pattern.splits.front();
  std::string name;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    name += texts[i];
    const bool varies = std::find(pattern.varying.begin(), pattern.varying.end(), i) != pattern.varying.end();
    name +=
        varies ? fmt::format("{:0{}}", number, pattern.zeros ? pattern.width : 0) : std::string(numbers[i]);
  }
  return name + std::string(texts.back());
}

/// "a.3 is missing", "a.3 to a.7 are missing".
std::string missing(const Pattern& pattern, std::int64_t first, std::int64_t last) {
  if (first == last) return fmt::format("{} is missing", name_of(pattern, first));
  return fmt::format("{} to {} are missing", name_of(pattern, first), name_of(pattern, last));
}

/// The number of files in a name like "x.cgns.8.3" or "x.cgns.16.03"; both numbers have the same width.
std::optional<std::int64_t> count_told_by(std::string_view name) {
  const auto [texts, numbers] = split(name);
  const auto runs = numbers.size();
  if (runs < 2 || !texts.back().empty() || texts[runs - 1] != ".") return std::nullopt;
  const auto count = numbers[runs - 2];
  const auto rank = numbers[runs - 1];
  const auto& before = texts[runs - 2];
  const bool after_extension =
      before.size() > 2 && before.ends_with('.') && before.rfind('.', before.size() - 2) != npos;
  if (!after_extension || count.size() != rank.size() || count.size() > most_digits) return std::nullopt;
  return value_of(rank) < value_of(count) ? std::optional(value_of(count)) : std::nullopt;
}

std::optional<std::int64_t> count_told_by(const std::vector<std::string>& names) {
  const auto told = count_told_by(names.front());
  const auto same = [&](const std::string& name) { return count_told_by(name) == told; };
  return std::all_of(names.begin(), names.end(), same) ? told : std::nullopt;
}

std::string problem_of_one(const std::string& name) {
  const auto told = count_told_by(name);
  if (!told || *told == 1) return {};
  return fmt::format("{} is one of {} files according to its name; the others are missing", name, *told);
}

std::string problem_of(const Pattern& pattern, const std::vector<std::string>& names) {
  for (std::size_t i = 1; i < names.size(); ++i) {
    const auto before = pattern.number(i - 1);
    const auto number = pattern.number(i);
    if (number == before) return fmt::format("{} and {} have the same number", names[i - 1], names[i]);
    if (number > before + 1) {
      return fmt::format("{} between {} and {}", missing(pattern, before + 1, number - 1), names[i - 1],
                         names[i]);
    }
  }
  const auto told = count_told_by(names);
  const auto first = pattern.number(0);
  const auto last = pattern.number(names.size() - 1);
  if (first > (told ? 0 : 1))
    return fmt::format("{} before {}", missing(pattern, 0, first - 1), names.front());
  if (told && last < *told - 1) {
    return fmt::format("{}: the names say that there are {} files", missing(pattern, last + 1, *told - 1),
                       *told);
  }
  return {};
}

/// Behind a symbolic link, "link/../a" may be another file than "a".
std::string comparable(const std::string& name) {
  return name.find("..") == npos ? std::filesystem::path(name).lexically_normal().string() : name;
}

void require_different(const std::vector<std::string>& names) {
  std::unordered_set<std::string> seen;
  for (const auto& name : names) {
    if (!seen.insert(comparable(name)).second) {
      throw Error(ErrorKind::usage, fmt::format("{} is given twice", name));
    }
  }
}

/// Length of the conversion %d, %4d or %04d at the start of `text`, or 0.
std::size_t conversion_length(std::string_view text) {
  constexpr std::size_t most_width_digits = 3;
  if (!text.starts_with('%')) return 0;
  const auto width = digits_at(text, 1);
  return width <= most_width_digits && text.substr(1 + width).starts_with('d') ? width + 2 : 0;
}

void add_conversion(NumberPattern& pattern, std::string_view conversion) {
  pattern.zeros = conversion[1] == '0';
  pattern.width = static_cast<int>(value_of(conversion.substr(1, conversion.size() - 2)));
}

}  // namespace

bool natural_less(std::string_view a, std::string_view b) {
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < a.size() && j < b.size()) {
    const auto m = digits_at(a, i);
    const auto n = digits_at(b, j);
    if (m > 0 && n > 0) {
      if (const int order = compare_numbers(a.substr(i, m), b.substr(j, n)); order != 0) return order < 0;
    } else if (a[i] != b[j]) {
      return a[i] < b[j];
    }
    i += std::max<std::size_t>(m, 1);
    j += std::max<std::size_t>(n, 1);
  }
  if (a.size() - i != b.size() - j) return a.size() - i < b.size() - j;
  return a < b;  // Equal up to leading zeros.
}

NumberedSet numbered_set(std::vector<std::string> names) {
  require_different(names);
  std::sort(names.begin(), names.end(), natural_less);
  NumberedSet set{.names = std::move(names)};
  if (set.names.empty()) return set;
  const auto pattern = pattern_of(set.names);
  for (std::size_t i = 0; i < set.names.size(); ++i) {
    set.numbers.push_back(pattern.varying.empty() ? static_cast<std::int64_t>(i) : pattern.number(i));
  }
  if (set.names.size() == 1) set.problem = problem_of_one(set.names.front());
  if (!pattern.varying.empty()) set.problem = problem_of(pattern, set.names);
  return set;
}

std::optional<std::int64_t> NumberPattern::match(std::string_view name) const {
  if (name.size() < before.size() + after.size() || !name.starts_with(before) || !name.ends_with(after)) {
    return std::nullopt;
  }
  const auto text = name.substr(before.size(), name.size() - before.size() - after.size());
  const auto digits = text.substr(std::min(text.find_first_not_of(' '), text.size()));
  if (digits.empty() || digits.size() > most_digits || digits_at(digits, 0) != digits.size())
    return std::nullopt;
  const auto number = value_of(digits);
  const auto printed = zeros ? fmt::format("{:0{}}", number, width) : fmt::format("{:{}}", number, width);
  return printed == text ? std::optional(number) : std::nullopt;
}

namespace {

/// The number of `name`, if it differs from the files of the set in numbers only; `differs`: in others, too.
std::optional<std::int64_t> number_like(const Pattern& pattern, std::string_view name, bool& differs) {
  const auto other = split(name);
  const auto& set = pattern.splits.front();
  if (other.texts != set.texts || !is_one_number(other, pattern.varying)) return std::nullopt;
  const auto digits = other.numbers[pattern.varying.front()];
  if (pattern.zeros && digits.size() != pattern.width) return std::nullopt;
  differs = false;
  for (std::size_t run = 0; run < set.numbers.size(); ++run) {
    const bool varies =
        std::find(pattern.varying.begin(), pattern.varying.end(), run) != pattern.varying.end();
    differs = differs || (!varies && other.numbers[run] != set.numbers[run]);
  }
  return value_of(digits);
}

/// "p3_%d.cgns" for a set that has `one` of its names.
std::string pattern_name(const Pattern& pattern, const Split& one) {
  std::string name;
  for (std::size_t run = 0; run < one.numbers.size(); ++run) {
    const bool varies =
        std::find(pattern.varying.begin(), pattern.varying.end(), run) != pattern.varying.end();
    const auto conversion = pattern.zeros ? fmt::format("%0{}d", pattern.width) : "%d";
    name += std::string(one.texts[run]) + (varies ? conversion : std::string(one.numbers[run]));
  }
  return name + std::string(one.texts.back());
}

/// Files beside the set that differ from it in another number, too: another time step, or another run.
struct OtherSet {
  std::int64_t count = 0;
  std::int64_t last = 0;

  void add(std::int64_t number) {
    ++count;
    last = std::max(last, number);
  }
};

/// Files are missing from a time step if all others have more. A run on more ranks is no time step: a set
/// that ends like this one says that there is nothing to miss.
std::string suspicion_of_others(const Pattern& pattern, std::int64_t last,
                                const std::map<std::string, OtherSet>& others) {
  const auto own = std::ssize(pattern.splits);
  const auto has_more = [&](const auto& other) {
    return other.second.last > last && other.second.count > own;
  };
  const auto is_alike = [&](const auto& other) { return other.second.last == last; };
  if (std::any_of(others.begin(), others.end(), is_alike)) return {};
  const auto found = std::find_if(others.begin(), others.end(), has_more);
  if (found == others.end()) return {};
  return fmt::format("{} has {} files, {} only {}: is one missing?", found->first, found->second.count,
                     pattern_name(pattern, pattern.splits.front()), own);
}

}  // namespace

std::string suspicion_of(const std::vector<std::string>& names, const std::vector<std::string>& folder,
                         bool are_all) {
  if (names.size() < 2) return {};
  const auto pattern = pattern_of(names);
  if (pattern.varying.empty()) return {};
  const auto first = pattern.number(0);
  const auto last = pattern.number(names.size() - 1);
  std::map<std::string, OtherSet> others;
  for (const auto& name : folder) {
    bool is_of_other_set = false;
    const auto number = number_like(pattern, name, is_of_other_set);
    if (!number) continue;
    if (is_of_other_set) {
      others[pattern_name(pattern, split(name))].add(*number);
    } else if (*number < first || *number > last) {
      const auto& nearest = *number < first ? names.front() : names.back();
      return fmt::format("{} lies beside {} and is not an input", name, nearest);
    }
  }
  return are_all ? std::string() : suspicion_of_others(pattern, last, others);
}

std::string advice_on_tilde(std::string_view name) {
  if (!name.starts_with("~/")) return {};
  return fmt::format("; the shell expands ~ only outside of quotes: $HOME{}", name.substr(1));
}

bool has_number_in_directory(std::string_view path) {
  const auto directory = path.substr(0, path.rfind('/') == npos ? 0 : path.rfind('/'));
  for (auto at = directory.find('%'); at != npos; at = directory.find('%', at + 1)) {
    if (conversion_length(directory.substr(at)) > 0) return true;
  }
  return false;
}

std::optional<NumberPattern> number_pattern(std::string_view text) {
  NumberPattern pattern;
  bool found = false;
  std::size_t i = text.rfind('/') == npos ? 0 : text.rfind('/');
  pattern.before = std::string(text.substr(0, i));
  while (i < text.size()) {
    const auto length = conversion_length(text.substr(i));
    if (length == 0) {
      (found ? pattern.after : pattern.before) += text[i];
      i += text.substr(i).starts_with("%%") ? 2 : 1;
      continue;
    }
    if (found) throw Error(ErrorKind::usage, fmt::format("'{}' has more than one %d", text));
    found = true;
    add_conversion(pattern, text.substr(i, length));
    i += length;
  }
  return found ? std::optional(pattern) : std::nullopt;
}

std::int64_t number_of_one(const std::string& name, std::string_view word) {
  const auto pattern = number_pattern(word);
  if (const auto number = pattern ? pattern->match(name) : std::nullopt) return *number;
  const std::filesystem::path path = name;
  const bool is_counted = count_told_by(name).has_value();
  // Digits of the extension (".h5") are no number.
  const auto text = (is_counted ? path.filename() : path.stem()).string();
  const auto numbers = split(text).numbers;
  const bool is_clear = is_counted || numbers.size() == 1;
  return is_clear && numbers.back().size() <= most_digits ? value_of(numbers.back()) : 0;
}

}  // namespace pcgns::fileset
