// Reads, selects, renumbers and converts the values of a chunk's entities.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "pcgns/io/run/scatter_read.hpp"

namespace pcgns::io {

namespace {

using Shape = plan::Indexed::Shape;

bool is_wanted(const Router::Hit& hit) { return hit.first <= hit.last; }

template <typename Stored>
void widened(const std::vector<std::byte>& from, std::vector<std::int64_t>& to) {
  to.resize(from.size() / sizeof(Stored));
  for (std::size_t i = 0; i < to.size(); ++i) {
    Stored value = 0;
    std::memcpy(&value, from.data() + i * sizeof value, sizeof value);
    to[i] = value;
  }
}

}  // namespace

bool ScatterReader::next_slice() {
  slice_.runs.clear();
  if (!runs_.empty()) {
    take_runs();
    return true;
  }
  const auto end = static_cast<std::int64_t>(keys_.size());
  const auto wanted = [&](std::int64_t i) { return is_wanted(hits_[static_cast<std::size_t>(i)]); };
  while (slice_begin_ < end && !wanted(slice_begin_)) ++slice_begin_;
  if (slice_begin_ == end) return false;
  Range entities{slice_begin_, end_of_slice(slice_begin_, end)};
  slice_begin_ = entities.end;
  while (!wanted(entities.end - 1)) --entities.end;
  take_slice(entities);
  return true;
}

/// End of a slice from `begin`: at least one entity, and as many as fit in memory.
std::int64_t ScatterReader::end_of_slice(std::int64_t begin, std::int64_t end) const {
  const std::int64_t size = cgns::size_of(is_.inputs.arrays[static_cast<std::size_t>(indexed_->source)].type);
  if (wanted_->payload == Payload::lengths) return end;
  if (!indexed_target_->is_ragged())
    return std::min(end, begin + std::max<std::int64_t>(1, slice_bytes_ / (size * indexed_target_->width)));
  const auto first = offsets_.begin() + begin;
  const auto behind = std::upper_bound(first + 1, offsets_.begin() + end + 1, *first + slice_bytes_ / size);
  return std::max<std::int64_t>(begin + 1, behind - offsets_.begin() - 1);
}

void ScatterReader::take_slice(Range entities) {
  pick(entities);
  try {
    if (wanted_->payload == Payload::lengths) return take_lengths();
    if (indexed_target_->shape == Shape::columns) {
      take_columns(entities);
    } else {
      take_values(entities);
    }
    convert_values();
    if (!slice_.turned.empty()) turn_entities();
  } catch (...) {
    slice_.keys.clear();  // an incomplete slice must not be sent
    throw;
  }
}

/// Notes which entities are needed, and by which windows.
void ScatterReader::pick(Range entities) {
  const bool turns = indexed_->turned >= 0 && wanted_->payload == Payload::values;
  use_turned(turns ? indexed_->turned : indexed_->turned_values);
  const auto most = static_cast<std::size_t>(entities.size());
  slice_.sent = 0;
  slice_.bytes_sent = 0;
  slice_.keys.resize(most);
  slice_.hits.resize(most);
  slice_.lengths.resize(indexed_target_->needs_lengths() ? most : 0);
  slice_.turned.clear();
  std::size_t count = 0;
  for (auto i = static_cast<std::size_t>(entities.begin); i < static_cast<std::size_t>(entities.end); ++i) {
    if (!is_wanted(hits_[i])) continue;
    slice_.keys[count] = keys_[i];
    slice_.hits[count] = hits_[i];
    if (indexed_target_->needs_lengths()) slice_.lengths[count] = offsets_[i + 1] - offsets_[i];
    if (turns && !turned_bits_.is_empty()) slice_.turned.push_back(turned_bits_.has(face_at(i)));
    ++count;
  }
  slice_.keys.resize(count);
  slice_.hits.resize(count);
  slice_.lengths.resize(indexed_target_->needs_lengths() ? count : 0);
}

void ScatterReader::take_lengths() {
  slice_.values.resize(slice_.lengths.size() * sizeof(std::int32_t));
  for (std::size_t i = 0; i < slice_.lengths.size(); ++i) {
    const auto length = static_cast<std::int32_t>(slice_.lengths[i]);
    std::memcpy(slice_.values.data() + i * sizeof length, &length, sizeof length);
  }
}

/// For entities of `Size` bytes: the reals of most fields.
template <std::size_t Size>
void ScatterReader::keep_wanted(Range entities) {
  const std::byte* from = slice_.values.data();
  std::byte* to = slice_.values.data();
  for (auto i = static_cast<std::size_t>(entities.begin); i < static_cast<std::size_t>(entities.end); ++i) {
    // Always copies, and keeps the copy only if wanted: with random numbers a branch is unpredictable.
    std::memmove(to, from, Size);
    to += is_wanted(hits_[i]) ? Size : 0;
    from += Size;
  }
  slice_.values.resize(static_cast<std::size_t>(to - slice_.values.data()));
}

void ScatterReader::take_values(Range entities) {
  const auto size = static_cast<std::int64_t>(
      cgns::size_of(is_.inputs.arrays[static_cast<std::size_t>(indexed_->source)].type));
  const auto place_of = [&](std::int64_t entity) {
    return size * (indexed_target_->is_ragged() ? offsets_[static_cast<std::size_t>(entity)]
                                                : (begin_ + entity) * indexed_target_->width);
  };
  const Range bytes{place_of(entities.begin), place_of(entities.end)};
  auto& values = slice_.values;
  values.resize(static_cast<std::size_t>(bytes.size()));
  is_.source.read(indexed_->source, bytes, values);
  if (static_cast<std::int64_t>(slice_.keys.size()) == entities.size()) return;
  if (!indexed_target_->is_ragged() && size * indexed_target_->width == 8) return keep_wanted<8>(entities);
  std::byte* to = values.data();
  for (auto entity = entities.begin; entity < entities.end; ++entity) {
    if (!is_wanted(hits_[static_cast<std::size_t>(entity)])) continue;
    const auto begin = place_of(entity);
    const auto length = static_cast<std::size_t>(place_of(entity + 1) - begin);
    std::memmove(to, values.data() + (begin - bytes.begin), length);
    to += length;
  }
  values.resize(static_cast<std::size_t>(to - values.data()));
}

void ScatterReader::take_columns(Range entities) {
  const auto& source = is_.inputs.arrays[static_cast<std::size_t>(indexed_->source)];
  const auto size = static_cast<std::int64_t>(cgns::size_of(source.type));
  const auto column_bytes = cgns::count_of(source.dims) / indexed_target_->width * size;
  const auto entity_bytes = size * indexed_target_->width;
  slice_.values.resize(slice_.keys.size() * static_cast<std::size_t>(entity_bytes));
  raw_.resize(static_cast<std::size_t>(entities.size() * size));
  for (std::int64_t column = 0; column < indexed_target_->width; ++column) {
    const auto from = column * column_bytes + (begin_ + entities.begin) * size;
    is_.source.read(indexed_->source, {from, from + entities.size() * size}, raw_);
    std::byte* to = slice_.values.data() + column * size;
    for (auto entity = entities.begin; entity < entities.end; ++entity) {
      if (!is_wanted(hits_[static_cast<std::size_t>(entity)])) continue;
      std::memcpy(to, raw_.data() + (entity - entities.begin) * size, static_cast<std::size_t>(size));
      to += entity_bytes;
    }
  }
}

void ScatterReader::convert_values() {
  const auto from = is_.inputs.arrays[static_cast<std::size_t>(indexed_->source)].type;
  if (indexed_->numbering < 0 && indexed_->turned_values < 0 && from == indexed_target_->type) return;
  const bool is_plain = indexed_->numbering >= 0 && indexed_->turned_values < 0 && !indexed_->has_heads;
  if (is_plain && from == indexed_target_->type && from == cgns::DataType::I4)
    return renumber_stored<std::int32_t>();
  if (is_plain && from == indexed_target_->type && from == cgns::DataType::I8)
    return renumber_stored<std::int64_t>();
  if (from == cgns::DataType::I8) {
    widened<std::int64_t>(slice_.values, wide_);
  } else {
    widened<std::int32_t>(slice_.values, wide_);
  }
  if (indexed_->turned_values >= 0) turn_values();
  if (indexed_->numbering >= 0) renumber();
  if (indexed_target_->type == cgns::DataType::I4) return narrow_values();
  slice_.values.resize(wide_.size() * sizeof(std::int64_t));
  const auto bytes = std::as_bytes(std::span(wide_));
  std::copy(bytes.begin(), bytes.end(), slice_.values.begin());
}

/// The piece's number of face `i` of the chunk. @pre The entities are faces that may be turned.
std::int64_t ScatterReader::face_at(std::size_t i) const {
  return indexed_->first_face + begin_ + static_cast<std::int64_t>(i);
}

void ScatterReader::use_turned(int turned) {
  if (turned == turned_ || turned < 0) return;
  turned_bits_.use(is_.turned[static_cast<std::size_t>(turned)]);
  turned_ = turned;
}

/// Changes all values but the heads of entities.
template <typename Change>
void ScatterReader::change_values(const Change& change) {
  if (!indexed_->has_heads) return void(std::for_each(wide_.begin(), wide_.end(), change));
  auto entity = wide_.begin();
  for (const auto length : slice_.lengths) {
    if (length > 0) std::for_each(entity + 1, entity + length, change);
    entity += length;
  }
}

/// For values that are signed faces.
void ScatterReader::turn_values() {
  if (turned_bits_.is_empty()) return;
  change_values([&](std::int64_t& value) {
    if (value != NumberTable::none && turned_bits_.has(value < 0 ? -value : value)) value = -value;
  });
}

/// For entities that are faces: reverses nodes, or swaps the columns of each pair.
void ScatterReader::turn_entities() {
  const auto size = static_cast<std::size_t>(indexed_target_->value_bytes());
  const std::size_t head = indexed_->has_heads ? 1 : 0;
  const bool in_pairs = indexed_target_->shape == Shape::columns;
  auto* entity = slice_.values.data();
  for (std::size_t i = 0; i < slice_.keys.size(); ++i) {
    const auto bytes = static_cast<std::size_t>(bytes_at(i));
    auto* const begin = entity + head * size;
    const auto count = bytes / size - head;
    for (std::size_t k = 0; slice_.turned[i] && k < count / 2; ++k) {
      const auto a = in_pairs ? 2 * k : k;
      const auto b = in_pairs ? a + 1 : count - 1 - k;
      std::swap_ranges(begin + a * size, begin + (a + 1) * size, begin + b * size);
    }
    entity += bytes;
  }
}

/// Whether value `i` of the slice is mapped: those of an entity follow each other.
bool ScatterReader::is_number(std::size_t i) const {
  const auto numbered = static_cast<std::size_t>(indexed_->numbered_columns);
  return numbered == 0 || i % static_cast<std::size_t>(indexed_target_->width) < numbered;
}

/// Maps a number of the piece to the whole zone.
std::int64_t ScatterReader::whole_number(std::int64_t value) {
  const bool knows_nothing = indexed_->fills_zeros || indexed_target_->shape == Shape::columns;
  if (value == 0 && knows_nothing) return 0;
  const auto number = value == NumberTable::none ? value : numbers_.find(value < 0 ? -value : value);
  if (number == NumberTable::none)
    fail(indexed_->source,
         fmt::format("{} is not {}", value,
                     indexed_target_->shape == Shape::columns ? "the number of a cell of its piece"
                                                              : "a global number of its zone"));
  return value < 0 ? -number : number;
}

/// Renumbers in place, for numbers that keep their type.
template <typename Stored>
void ScatterReader::renumber_stored() {
  numbers_.use(is_.plan.numberings[static_cast<std::size_t>(indexed_->numbering)]);
  auto* const values = slice_.values.data();
  const bool are_all = indexed_->numbered_columns == 0;
  for (std::size_t i = 0; i < slice_.values.size(); i += sizeof(Stored)) {
    if (!are_all && !is_number(i / sizeof(Stored))) continue;
    Stored value = 0;
    std::memcpy(&value, values + i, sizeof value);
    // Nearly all values are numbers that the table has.
    auto number = value > 0 ? numbers_.find(value) : NumberTable::none;
    if (number == NumberTable::none) number = whole_number(value);
    value = static_cast<Stored>(number);
    if (value != number) fail(indexed_->source, fmt::format("{} does not fit I4", number));
    std::memcpy(values + i, &value, sizeof value);
  }
}

void ScatterReader::renumber() {
  numbers_.use(is_.plan.numberings[static_cast<std::size_t>(indexed_->numbering)]);
  if (indexed_->numbered_columns == 0)
    return change_values([&](std::int64_t& value) { value = whole_number(value); });
  for (std::size_t i = 0; i < wide_.size(); ++i) {
    if (is_number(i)) wide_[i] = whole_number(wide_[i]);
  }
}

void ScatterReader::narrow_values() {
  slice_.values.resize(wide_.size() * sizeof(std::int32_t));
  for (std::size_t i = 0; i < wide_.size(); ++i) {
    const auto value = static_cast<std::int32_t>(wide_[i]);
    if (value != wide_[i]) fail(indexed_->source, fmt::format("{} does not fit I4", wide_[i]));
    std::memcpy(slice_.values.data() + i * sizeof value, &value, sizeof value);
  }
}

}  // namespace pcgns::io
