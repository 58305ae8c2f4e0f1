// The end of a scatter round: checks completeness and settles conflicts between pieces.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "pcgns/io/run/scatter.hpp"
#include "pcgns/io/run/scatter_place.hpp"

namespace pcgns::io {

void Scatter::scan() {
  if (incomplete_) return;
  for (auto& [index, landing] : ragged_) {
    const auto& indexed_target = indexed_targets_[static_cast<std::size_t>(index)];
    require_sound(indexed_target, landing.verdict());
    if (!indexed_target.is_ragged()) continue;
    try {
      landing.scan();
    } catch (const Error& error) {
      throw Error(error.kind(), is_.plan.targets[static_cast<std::size_t>(indexed_target.target)].path +
                                    ": " + error.what());
    }
  }
}

void Scatter::finish(std::span<std::byte> buffer) {
  for (auto& [index, landing] : fixed_) {
    const auto& indexed_target = indexed_targets_[static_cast<std::size_t>(index)];
    landing.finish([&](const TwoValues& found) {
      differences_.add(is_.plan, indexed_target.target, with_arrays(indexed_target, found));
    });
    require_sound(indexed_target, landing.verdict());
    differences_.compared += landing.compared();
    differences_.ghosts_compared += landing.compare_ghosts([&](const TwoValues& found) {
      differences_.add_ghost(indexed_target.target, with_arrays(indexed_target, found));
    });
  }
  for (const auto& [index, landing] : ragged_) {
    const auto& indexed_target = indexed_targets_[static_cast<std::size_t>(index)];
    require_sound(indexed_target, landing.verdict());
    if (indexed_target.is_ragged()) continue;
    landing.write_offsets(place_of(indexed_target, buffer));
  }
}

/// With arrays of the input as its sources, instead of precedences.
TwoValues Scatter::with_arrays(const IndexedTarget& indexed_target, TwoValues found) const {
  for (auto& source : found.sources) {
    if (source < 0) continue;
    const auto move = static_cast<std::size_t>(reader_.origin_of(indexed_target, source).move);
    source = is_.plan.indexed[move].source;
  }
  return found;
}

std::string Scatter::origin_text(const IndexedTarget& indexed_target, std::int32_t precedence) const {
  const auto origin = reader_.origin_of(indexed_target, precedence);
  const auto& move = is_.plan.indexed[static_cast<std::size_t>(origin.move)];
  const auto& array = is_.inputs.arrays[static_cast<std::size_t>(move.source)];
  if (array.file < 0) return array.path;
  return is_.inputs.files[static_cast<std::size_t>(array.file)].path + ":" + array.path;
}

void Scatter::require_sound(const IndexedTarget& indexed_target, const Verdict& verdict) const {
  const auto& path = is_.plan.targets[static_cast<std::size_t>(indexed_target.target)].path;
  const auto fail = [&](const char* code, std::int64_t key, const std::string& why) {
    throw Error(ErrorKind::input,
                fmt::format("{}: number {} {}", path, indexed_target.first_number + key, why),
                {.code = code});
  };
  if (verdict.twice.happened()) {
    fail("S0107", verdict.twice.key,
         fmt::format("is in {} and in {}, but must be in only one",
                     origin_text(indexed_target, verdict.twice.one),
                     origin_text(indexed_target, verdict.twice.other)));
  }
  if (verdict.differs.happened()) {
    fail("S0104", verdict.differs.key,
         fmt::format("differs between {} and {}", origin_text(indexed_target, verdict.differs.one),
                     origin_text(indexed_target, verdict.differs.other)));
  }
  if (verdict.missing != std::numeric_limits<std::int64_t>::max())
    fail("S0107", verdict.missing, "is in no piece");
}

namespace {

template <typename Value>
Value value_at(const std::byte* values, std::size_t index) {
  Value value{};
  std::memcpy(&value, values + index * sizeof value, sizeof value);
  return value;
}

template <typename Value>
void set_value(std::byte* values, std::size_t index, Value value) {
  std::memcpy(values + index * sizeof value, &value, sizeof value);
}

/// Equal values stay unchanged: a mean of equal values may be off by a bit.
template <typename Real>
void average_of(std::span<const std::byte* const> contributions, std::size_t count, std::byte* result) {
  for (std::size_t i = 0; i < count; ++i) {
    double sum = 0;
    bool differs = false;
    for (const auto* values : contributions) {
      sum += value_at<Real>(values, i);
      differs =
          differs || std::memcmp(values + i * sizeof(Real), result + i * sizeof(Real), sizeof(Real)) != 0;
    }
    if (differs) set_value(result, i, static_cast<Real>(sum / static_cast<double>(contributions.size())));
  }
}

/// The columns of a face that two pieces share: each piece knows the cell on its side.
template <typename Integer>
class Columns {
 public:
  Columns(std::byte* values, std::size_t count) : values_(values), count_(count) {}

  [[nodiscard]] Integer at(std::size_t i) const { return value_at<Integer>(values_, i); }
  [[nodiscard]] bool has(Integer value) const { return first(value) < count_; }
  /// The column that has `value`; the number of columns if none has.
  [[nodiscard]] std::size_t first(Integer value) const {
    std::size_t i = 0;
    while (i < count_ && at(i) != value) ++i;
    return i;
  }
  /// A column that is unknown yet, best `i`: a piece may have turned the face, so that its parent comes
  /// first.
  [[nodiscard]] std::size_t place_for(std::size_t i) const { return at(i) == 0 ? i : first(0); }
  /// False if there is no place left.
  bool put(std::size_t place, Integer value) {
    if (place < count_) set_value(values_, place, value);
    return place < count_;
  }

 private:
  std::byte* values_;
  std::size_t count_;
};

/// Adds a cell or, if not `are_numbers`, a side: those of both cells may be equal. False for a contradiction.
template <typename Integer>
bool add(Columns<Integer>& columns, std::size_t i, Integer value, bool are_numbers) {
  if (columns.at(i) == value) return true;
  const bool is_known = columns.has(value) && (are_numbers || columns.at(i) != 0);
  return is_known || columns.put(columns.place_for(i), value);
}

/// True if one of the columns is known.
template <typename Integer>
bool knows_one(const std::byte* values, std::size_t count) {
  std::size_t known = 0;
  for (std::size_t i = 0; i < count; ++i) known += value_at<Integer>(values, i) == 0 ? 0U : 1U;
  return known == 1;
}

/// Adds a cell together with its side.
template <typename Integer>
bool add(Columns<Integer>& cells, Columns<Integer>& sides, std::size_t i, Integer cell, Integer side) {
  const auto place = cells.has(cell) ? cells.first(cell) : cells.place_for(i);
  if (!cells.put(place, cell)) return false;
  if (sides.at(place) != 0 && side != 0) return sides.at(place) == side;
  return side == 0 || sides.put(place, side);
}

/// Merges the columns; the lowest part determines their order. True if there are more parents than columns.
template <typename Integer>
bool unite(std::span<const std::byte* const> contributions, const IndexedTarget& target, std::byte* result) {
  bool conflict = false;
  // ParentData has cells and sides; blank elements have vertices.
  const bool has_both = target.shape == plan::Indexed::Shape::columns && target.width == 4;
  const auto count = static_cast<std::size_t>(has_both ? 2 : target.width);
  Columns<Integer> first(result, count);
  Columns<Integer> second(result + count * sizeof(Integer), has_both ? count : 0);
  for (const auto* values : contributions.subspan(1)) {
    // Pieces that know one side each know those of the two cells.
    const bool is_other_side =
        target.has_sides() && knows_one<Integer>(result, count) && knows_one<Integer>(values, count);
    for (std::size_t i = 0; i < count; ++i) {
      const auto value = value_at<Integer>(values, i);
      bool is_added = value == 0;
      if (!is_added && is_other_side) {
        is_added = first.put(first.place_for(i), value);
      } else if (!is_added) {
        is_added = has_both ? add(first, second, i, value, value_at<Integer>(values, count + i))
                            : add(first, i, value, target.are_numbers);
      }
      conflict = conflict || !is_added;
    }
  }
  return conflict;
}

}  // namespace

void FixedLanding::unite_columns() {
  if (indexed_target_.type == cgns::DataType::I4)
    conflict_ = unite<std::int32_t>(contributions_, indexed_target_, result_.data());
  if (indexed_target_.type == cgns::DataType::I8)
    conflict_ = unite<std::int64_t>(contributions_, indexed_target_, result_.data());
}

/// True if the contributions, which differ, are numbers of different entities. Their order may differ: a
/// piece may list the vertices of a shared element as it sees it. @pre unite_columns() has left a conflict,
/// if called.
bool FixedLanding::are_other_numbers() const {
  if (!indexed_target_.are_numbers) return false;
  if (indexed_target_.fills_zeros) return true;
  const auto is_wide = indexed_target_.type == cgns::DataType::I8;
  const auto numbers_in = [&](const std::byte* values) {
    std::vector<std::int64_t> numbers;
    for (std::size_t i = 0; i < static_cast<std::size_t>(indexed_target_.width); ++i)
      numbers.push_back(is_wide ? value_at<std::int64_t>(values, i) : value_at<std::int32_t>(values, i));
    std::sort(numbers.begin(), numbers.end());
    return numbers;
  };
  const auto first = numbers_in(contributions_.front());
  return std::any_of(contributions_.begin() + 1, contributions_.end(),
                     [&](const std::byte* values) { return numbers_in(values) != first; });
}

void FixedLanding::average() {
  const auto count = static_cast<std::size_t>(indexed_target_.width);
  if (indexed_target_.type == cgns::DataType::R4) average_of<float>(contributions_, count, result_.data());
  if (indexed_target_.type == cgns::DataType::R8) average_of<double>(contributions_, count, result_.data());
}

/// The two contributions that differ most; `position` is that of the value within the key.
TwoValues FixedLanding::farthest() const {
  const auto width = static_cast<std::size_t>(cgns::size_of(target_.type));
  TwoValues farthest;
  for (std::size_t i = 0; i < size_ / width; ++i) {
    for (std::size_t a = 0; a < contributions_.size(); ++a) {
      for (std::size_t b = a + 1; b < contributions_.size(); ++b) {
        auto two = two_values(target_, contributions_[a] + i * width, contributions_[b] + i * width);
        two.position = static_cast<std::int64_t>(i);
        two.sources = {precedences_[a], precedences_[b]};
        if (two.precedes(farthest)) farthest = two;
      }
    }
  }
  return farthest;
}

}  // namespace pcgns::io
