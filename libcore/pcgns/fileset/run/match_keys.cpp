#include "pcgns/fileset/run/match_keys.hpp"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <cstring>

#include "pcgns/base/bytes.hpp"
#include "pcgns/base/fingerprint.hpp"
#include "pcgns/fileset/run/number_owner.hpp"

namespace pcgns::fileset {

namespace {

/// Width of space cells in tolerances; wide enough that few vertices need a second cell.
constexpr double cell_width = 16;
constexpr double farthest_cell = 1e15;  // beyond this, neighbouring cells have the same number

Keyed key_of(std::span<const std::int64_t> numbers, std::int64_t place) {
  const auto hash = fingerprint(std::as_bytes(numbers));
  return {hash.high, hash.low, place};
}

template <typename Record>
const Keyed& keyed(const Record& record) {
  if constexpr (std::is_same_v<Record, Near>) {
    return record.key;
  } else {
    return record;
  }
}

/// Sends the records of this pass, starting at `sent`. False if a message is full.
template <typename Record>
bool send(const std::vector<Record>& records, std::size_t& sent, const KeyPass& pass,
          par::Exchange& exchange) {
  bool room = true;
  for (; room && sent < records.size(); ++sent) {
    const auto& key = keyed(records[sent]);
    if (pass.has(key)) room = exchange.put(pass.owner_of(key), records[sent]);
  }
  return room;
}

}  // namespace

KeyReader::KeyReader(const cgns::InputSet& inputs, const std::vector<MatchSet>& sets, const MatchLine& line,
                     Range mine, double tolerance, Budget memory, std::int64_t chunk)
    : inputs_(inputs),
      sets_(sets),
      line_(line),
      mine_(mine),
      tolerance_(tolerance),
      chunk_(chunk),
      source_(inputs, memory.buffer(4, 8 * mebi)),
      numbers_(inputs, source_, memory) {}

Error KeyReader::fault_of(int array, const std::string& why) const {
  return fileset::fault_of(inputs_, array, why);
}

void KeyReader::begin(const KeyPass& pass) {
  pass_ = pass;
  next_ = mine_.begin;
  sent_ = 0;
  keys_.clear();
  near_.clear();
}

bool KeyReader::fill(par::Exchange& exchange) {
  while (true) {
    if (!send(keys_, sent_, pass_, exchange) || !send(near_, sent_, pass_, exchange)) return true;
    if (!next_chunk()) return false;
  }
}

std::int64_t KeyReader::count() {
  begin({});
  std::int64_t count = 0;
  while (next_chunk()) count += std::ssize(keys_) + std::ssize(near_);
  return count;
}

bool KeyReader::next_chunk() {
  sent_ = 0;
  keys_.clear();
  near_.clear();
  if (next_ >= mine_.end) return false;
  const auto& stretch = line_.at(next_);
  const Range places{next_, std::min({next_ + chunk_, stretch.end, mine_.end})};
  next_ = places.end;
  open(stretch, places);
  return true;
}

void KeyReader::open(const MatchLine::Stretch& stretch, Range places) {
  const auto& set = sets_[static_cast<std::size_t>(stretch.set)];
  const auto& member = set.members[static_cast<std::size_t>(stretch.member)];
  const auto begin = places.begin - stretch.begin;
  // Nothing is equal to vertices of a zone that is whole, wherever they are.
  const bool is_alone = set.kind == MatchSet::Kind::vertices && set.members.size() == 1;
  if (is_alone) return;
  if (!member.coordinates.empty()) {
    read_coordinates(member, begin, places.size());
    add_points(set, places.begin, places.size());
  } else if (!member.references.empty()) {
    add_things(set, member, begin, places.begin, places.size());
  }
}

void KeyReader::read_coordinates(const MatchSet::Member& member, std::int64_t begin, std::int64_t count) {
  points_.assign(static_cast<std::size_t>(count), {});
  for (std::size_t axis = 0; axis < member.coordinates.size(); ++axis) {
    const auto array = member.coordinates[axis];
    const auto type = inputs_.array(array).type;
    const std::int64_t size = cgns::size_of(type);
    scratch_.resize(static_cast<std::size_t>(count * size));
    source_.read(array, {begin * size, (begin + count) * size}, scratch_);
    for (std::size_t i = 0; i < points_.size(); ++i) {
      if (type == cgns::DataType::R8) {
        std::memcpy(&points_[i][axis], scratch_.data() + i * sizeof(double), sizeof(double));
      } else {
        float single = 0;
        std::memcpy(&single, scratch_.data() + i * sizeof(float), sizeof(float));
        points_[i][axis] = single;
      }
      points_[i][axis] += 0.0;  // -0 is 0
    }
  }
}

void KeyReader::add_points(const MatchSet& set, std::int64_t place, std::int64_t count) {
  for (std::int64_t i = 0; i < count; ++i) {
    const auto& at = points_[static_cast<std::size_t>(i)];
    if (!std::all_of(at.begin(), at.end(), [](double x) { return std::isfinite(x); })) {
      note({.a = place + i, .b = 0, .c = 0, .kind = Ambiguity::Kind::no_number});
    } else if (tolerance_ > 0) {
      add_near(set, place + i, at);
    } else {
      const std::array<std::int64_t, 4> words = {set.space, std::bit_cast<std::int64_t>(at[0]),
                                                 std::bit_cast<std::int64_t>(at[1]),
                                                 std::bit_cast<std::int64_t>(at[2])};
      keys_.push_back(key_of(words, place + i));
    }
  }
}

/// Sends the vertex to its own cell and to each cell within the tolerance.
void KeyReader::add_near(const MatchSet& set, std::int64_t place, const std::array<double, 3>& at) {
  const auto width = cell_width * tolerance_;
  std::array<std::int64_t, 3> first = {};
  std::array<std::int64_t, 3> last = {};
  std::array<std::int64_t, 3> home = {};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (!(std::abs(at[axis]) / width < farthest_cell)) {
      return note({.a = place, .b = 0, .c = 0, .kind = Ambiguity::Kind::far_out});
    }
    home[axis] = static_cast<std::int64_t>(std::floor(at[axis] / width));
    // Slightly more than the tolerance, to be safe against rounding.
    first[axis] = static_cast<std::int64_t>(std::floor((at[axis] - 1.001 * tolerance_) / width));
    last[axis] = static_cast<std::int64_t>(std::floor((at[axis] + 1.001 * tolerance_) / width));
  }
  std::array<std::int64_t, 4> cell = {set.space, 0, 0, 0};
  for (cell[1] = first[0]; cell[1] <= last[0]; ++cell[1]) {
    for (cell[2] = first[1]; cell[2] <= last[1]; ++cell[2]) {
      for (cell[3] = first[2]; cell[3] <= last[2]; ++cell[3]) {
        const bool is_home = cell[1] == home[0] && cell[2] == home[1] && cell[3] == home[2];
        near_.push_back({key_of(cell, place), {at[0], at[1], at[2]}, is_home ? 1 : 0});
      }
    }
  }
}

void KeyReader::load(const MatchSet::References& references, std::int64_t begin, std::int64_t count,
                     Loaded& loaded) {
  if (references.offsets >= 0) {
    load_offsets(references, begin, count, loaded);
  } else {
    loaded.offsets.resize(static_cast<std::size_t>(count) + 1);
    for (std::int64_t i = 0; i <= count; ++i) {
      loaded.offsets[static_cast<std::size_t>(i)] = (begin + i) * references.width;
    }
  }
  const auto first = loaded.offsets.front();
  io::read_integers(source_, inputs_, references.array, first, loaded.offsets.back() - first, scratch_,
                    loaded.values);
  for (auto& offset : loaded.offsets) offset -= first;
}

void KeyReader::load_offsets(const MatchSet::References& references, std::int64_t begin, std::int64_t count,
                             Loaded& loaded) {
  io::read_integers(source_, inputs_, references.offsets, begin, count + 1, scratch_, loaded.offsets);
  const auto total = cgns::count_of(inputs_.array(references.array).dims);
  const bool ascends = std::is_sorted(loaded.offsets.begin(), loaded.offsets.end());
  if (ascends && loaded.offsets.front() >= 0 && loaded.offsets.back() <= total) return;
  throw fault_of(references.offsets, fmt::format("must ascend from 0 to at most {}", total));
}

/// Replaces numbers by classes; unmatched ones by their negative number.
void KeyReader::look_up(const MatchSet::References& references, Loaded& loaded) {
  numbers_.use(references.classes);
  for (std::size_t i = 0; i + 1 < loaded.offsets.size(); ++i) {
    auto begin = loaded.values.begin() + loaded.offsets[i];
    const auto end = loaded.values.begin() + loaded.offsets[i + 1];
    if (references.has_heads && begin != end) ++begin;
    for (; begin != end; ++begin) {
      const auto number = *begin == INT64_MIN ? 0 : std::abs(*begin);
      const auto found = numbers_.find(number);
      *begin = found == io::NumberTable::none || found == 0 ? -number : found;
    }
  }
}

void KeyReader::add_things(const MatchSet& set, const MatchSet::Member& member, std::int64_t begin,
                           std::int64_t place, std::int64_t count) {
  loaded_.resize(member.references.size());
  for (std::size_t r = 0; r < loaded_.size(); ++r) {
    load(member.references[r], begin, count, loaded_[r]);
    look_up(member.references[r], loaded_[r]);
  }
  std::vector<std::int64_t> words;
  for (std::int64_t i = 0; i < count; ++i) {
    words.assign({set.space});
    // True until all entities of one reference are matched.
    bool is_alone = true;
    for (std::size_t r = 0; r < loaded_.size(); ++r) {
      const auto& loaded = loaded_[r];
      const auto from = loaded.values.begin() + loaded.offsets[static_cast<std::size_t>(i)];
      const auto to = loaded.values.begin() + loaded.offsets[static_cast<std::size_t>(i) + 1];
      const bool all_shared = from != to && std::all_of(from, to, [](std::int64_t one) { return one > 0; });
      is_alone = is_alone && !all_shared;
      if (!all_shared) words.push_back(-1 - member.references[r].owner);
      const bool has_head = member.references[r].has_heads && from != to;
      const auto first = std::ssize(words) + (has_head ? 1 : 0);
      words.insert(words.end(), from, to);
      // Vertex order differs between pieces; the leading word of MIXED is a type.
      std::sort(words.begin() + first, words.end());
    }
    if (!is_alone) keys_.push_back(key_of(words, place + i));
  }
}

std::vector<double> KeyReader::coordinates_at(std::int64_t place) {
  const auto& stretch = line_.at(place);
  const auto& member =
      sets_[static_cast<std::size_t>(stretch.set)].members[static_cast<std::size_t>(stretch.member)];
  if (member.coordinates.empty()) return {};
  read_coordinates(member, place - stretch.begin, 1);
  return {points_[0].begin(), points_[0].begin() + std::ssize(member.coordinates)};
}

}  // namespace pcgns::fileset
