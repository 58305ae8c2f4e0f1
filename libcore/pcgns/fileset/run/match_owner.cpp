#include "pcgns/fileset/run/match_owner.hpp"

#include <tuple>

#include "pcgns/par/exchange.hpp"

namespace pcgns::fileset {

namespace {

using Kind = MatchSet::Kind;

/// End of the records with the same key that start at `begin`.
template <typename Record, typename Key>
std::size_t end_of_group(const std::vector<Record>& records, std::size_t begin, const Key& key) {
  auto end = begin + 1;
  while (end < records.size() && key(records[end]).same_key(key(records[begin]))) ++end;
  return end;
}

}  // namespace

void KeyOwner::place(std::span<const std::byte> message) {
  if (tolerance_ > 0) {
    par::append_records(near_, message);
  } else {
    par::for_each_record<Keyed>(message, [&](const Keyed& key) { keys_[key.high >> 56U].push_back(key); });
  }
}

void KeyOwner::find(bool vertex_twins) {
  classed.clear();
  for (auto& keys : keys_) find_equal(keys, vertex_twins);
  find_near(vertex_twins);
}

Kind KeyOwner::kind_at(std::int64_t place) const {
  return sets_[static_cast<std::size_t>(line_.at(place).set)].kind;
}

void KeyOwner::find_equal(std::vector<Keyed>& keys, bool vertex_twins) {
  std::sort(keys.begin(), keys.end());
  for (std::size_t begin = 0; begin < keys.size();) {
    const auto end = end_of_group(keys, begin, [](const Keyed& key) -> const Keyed& { return key; });
    if (end - begin > 1) look_at(std::span(keys).subspan(begin, end - begin), vertex_twins);
    begin = end;
  }
  keys.clear();
}

/// Cells may repeat in sections of a piece, and points in several fragments of an interface.
bool KeyOwner::is_same_piece(std::int64_t a, std::int64_t b, Kind kind) const {
  const auto& stretch_a = line_.at(a);
  const auto& stretch_b = line_.at(b);
  if (kind != Kind::cells) return &stretch_a == &stretch_b;
  const auto piece_of = [&](const MatchLine::Stretch& at) {
    return sets_[static_cast<std::size_t>(at.set)].members[static_cast<std::size_t>(at.member)].piece;
  };
  return piece_of(stretch_a) == piece_of(stretch_b);
}

/// True for faces of several sections, which are not the same one: those of one piece are the two sides of a
/// wall, and those of two pieces are ambiguous.
bool KeyOwner::are_in_sections(std::span<const Keyed> group) {
  const auto set_at = [&](const Keyed& face) { return line_.at(face.place).set; };
  const auto piece_at = [&](const Keyed& face) {
    const auto& at = line_.at(face.place);
    return sets_[static_cast<std::size_t>(at.set)].members[static_cast<std::size_t>(at.member)].piece;
  };
  const auto& first = group.front();
  if (std::ranges::all_of(group, [&](const Keyed& face) { return set_at(face) == set_at(first); }))
    return false;
  for (const auto& a : group) {
    const auto b = std::ranges::find_if(
        group, [&](const Keyed& face) { return set_at(a) != set_at(face) && piece_at(a) != piece_at(face); });
    if (b == group.end()) continue;
    note({.a = a.place, .b = b->place, .c = 0, .kind = Ambiguity::Kind::section});
    break;  // the lowest one is reported
  }
  return true;
}

/// Compares entities with one key, in ascending order, so that those of one piece are consecutive.
void KeyOwner::look_at(std::span<const Keyed> group, bool vertex_twins) {
  const auto kind = kind_at(group.front().place);
  if (kind == Kind::surfaces && are_in_sections(group)) return;
  if (kind == Kind::common) {
    places_.clear();
    for (const auto& vertex : group) places_.push_back(vertex.place);
    return count_common(places_);
  }
  bool several = false;
  const Keyed* twice = nullptr;  // the second of two in one piece
  for (std::size_t i = 1; i < group.size(); ++i) {
    const bool is_same = is_same_piece(group[i - 1].place, group[i].place, kind);
    several = several || !is_same;
    if (is_same && twice == nullptr) twice = &group[i];
  }
  if (kind == Kind::cells) {
    // Two cells of one piece with the same vertices are valid input.
    if (several) note({.a = group[0].place, .b = group[1].place, .c = 0, .kind = Ambiguity::Kind::cell});
    return;
  }
  if (twice != nullptr && (several || kind == Kind::vertices)) {
    return note({.a = (twice - 1)->place, .b = twice->place, .c = 0, .kind = Ambiguity::Kind::in_one_piece});
  }
  if (!several) return;
  places_.clear();
  for (const auto& thing : group) places_.push_back(thing.place);
  settle(places_, kind == Kind::surfaces || (kind == Kind::vertices && vertex_twins));
}

void KeyOwner::count_common(std::span<const std::int64_t> places) {
  std::vector<int> sets;
  for (const auto place : places) {
    const auto set = line_.at(place).set;
    if (sets.empty() || sets.back() != set) sets.push_back(set);
  }
  for (std::size_t i = 0; i < sets.size(); ++i) {
    for (std::size_t k = i + 1; k < sets.size(); ++k) ++common[{sets[i], sets[k]}];
  }
}

/// `places`, ascending, are the same entity.
void KeyOwner::settle(std::span<const std::int64_t> places, bool wants_twins) {
  for (const auto place : places) classed.push_back({place, places.front() + 1});
  for (std::size_t i = 0; wants_twins && i < places.size(); ++i) {
    for (std::size_t k = i + 1; k < places.size(); ++k) {
      const auto number_of = [&](std::int64_t place) {
        const auto& at = line_.at(place);
        const auto& member =
            sets_[static_cast<std::size_t>(at.set)].members[static_cast<std::size_t>(at.member)];
        return member.first + place - at.begin;
      };
      twins.push_back({line_.stretch_at(places[i]), line_.stretch_at(places[k]), number_of(places[i]),
                       number_of(places[k])});
    }
  }
}

bool KeyOwner::are_near(const Near& a, const Near& b) const {
  double square = 0;
  for (int axis = 0; axis < 3; ++axis) {
    square += (a.at[axis] - b.at[axis]) * (a.at[axis] - b.at[axis]);
  }
  return square <= tolerance_ * tolerance_;
}

void KeyOwner::find_near(bool vertex_twins) {
  const auto order = [](const Near& record) {
    return std::tie(record.key.high, record.key.low, record.at[0], record.key.place);
  };
  std::sort(near_.begin(), near_.end(), [&](const Near& a, const Near& b) { return order(a) < order(b); });
  for (std::size_t begin = 0; begin < near_.size();) {
    const auto end =
        end_of_group(near_, begin, [](const Near& record) -> const Keyed& { return record.key; });
    const auto cell = std::span(near_).subspan(begin, end - begin);
    for (std::size_t i = 0; i < cell.size(); ++i) {
      if (cell[i].is_home != 0) look_around(cell, i, vertex_twins);
    }
    begin = end;
  }
  near_.clear();
}

/// Vertices near one vertex must be near each other and in different pieces; then all of them yield the same
/// class.
void KeyOwner::look_around(std::span<const Near> cell, std::size_t center, bool vertex_twins) {
  const auto& vertex = cell[center];
  const auto stretch = line_.stretch_at(vertex.key.place);
  around_.assign({&vertex});
  const bool is_counted = kind_at(vertex.key.place) == Kind::common;
  const auto meet = [&](const Near& other) {
    if (!are_near(vertex, other)) return true;
    around_.push_back(&other);
    if (is_counted) return true;
    if (line_.stretch_at(other.key.place) != stretch) return true;
    const auto [a, b] = std::minmax(vertex.key.place, other.key.place);
    note({.a = a, .b = b, .c = 0, .kind = Ambiguity::Kind::in_one_piece});
    return false;
  };
  const auto in_reach = [&](const Near& other) { return std::abs(other.at[0] - vertex.at[0]) <= tolerance_; };
  for (auto i = center; i > 0 && in_reach(cell[i - 1]); --i) {
    if (!meet(cell[i - 1])) return;
  }
  for (auto i = center + 1; i < cell.size() && in_reach(cell[i]); ++i) {
    if (!meet(cell[i])) return;
  }
  if (around_.size() == 1) return;
  std::sort(around_.begin(), around_.end(),
            [](const Near* a, const Near* b) { return a->key.place < b->key.place; });
  if (is_counted) {
    places_.clear();
    for (const auto* other : around_) places_.push_back(other->key.place);
    if (&vertex == around_.front()) count_common(places_);
    return;
  }
  for (std::size_t i = 0; i < around_.size(); ++i) {
    for (std::size_t k = i + 1; k < around_.size(); ++k) {
      if (are_near(*around_[i], *around_[k])) continue;
      return note({.a = around_[i]->key.place,
                   .b = around_[k]->key.place,
                   .c = vertex.key.place,
                   .kind = Ambiguity::Kind::chain});
    }
  }
  if (&vertex != around_.front()) {
    classed.push_back({vertex.key.place, around_.front()->key.place + 1});
    return;
  }
  places_.clear();
  for (const auto* other : around_) places_.push_back(other->key.place);
  settle(places_, vertex_twins);
  classed.resize(classed.size() - places_.size() + 1);  // others are settled in their home cells
}

}  // namespace pcgns::fileset
