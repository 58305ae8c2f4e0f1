// evaluate_indexed.hpp: what composites of indexed transfers come to, worked out in memory, slowly and
// plainly.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "pcgns/fileset/plan/merge_pieces.hpp"

namespace pcgns::test::mesh {

/// Values of an array of any type; the numbers in tests are small enough for that.
using Values = std::vector<double>;

inline Values values_of(cgns::DataType type, const std::vector<std::byte>& bytes) {
  const auto as = [&](auto like) {
    std::vector<decltype(like)> stored(bytes.size() / sizeof(like));
    std::memcpy(stored.data(), bytes.data(), stored.size() * sizeof(like));
    return Values(stored.begin(), stored.end());
  };
  switch (type) {
    case cgns::DataType::I4:
      return as(std::int32_t{});
    case cgns::DataType::I8:
      return as(std::int64_t{});
    case cgns::DataType::R4:
      return as(float{});
    default:
      return as(double{});
  }
}

/// The inputs' arrays by index, and what a Job collects.
class Evaluator {
 public:
  std::vector<Values> sources;
  std::vector<cgns::Array> arrays;
  std::vector<plan::Composite> composites;
  std::vector<plan::Numbering> numberings;
  std::vector<plan::Ragged> ragged;
  std::vector<plan::Turned> turned;

  [[nodiscard]] fileset::NumberFacts facts_of(const fileset::NumberSet& set) const {
    fileset::NumberFacts facts;
    std::map<std::int64_t, std::int64_t> sizes;
    for (const auto& member : set.members) {
      const auto& numbers = at(member.numbers);
      const auto count = member.count < 0 ? numbers.size() : static_cast<std::size_t>(member.count);
      const auto piece = static_cast<std::size_t>(member.piece);
      if (member.cell >= 0) facts.orders.resize(std::max(facts.orders.size(), piece + 1));
      for (std::size_t i = 0; i < count; ++i) {
        const auto number = static_cast<std::int64_t>(numbers[i]) - set.first_number;
        if (member.cell >= 0)
          facts.orders[piece].add(member.cell + static_cast<std::int64_t>(i),
                                  static_cast<std::uint64_t>(number));
        const auto size = member.offsets < 0 ? 0 : at(member.offsets)[i + 1] - at(member.offsets)[i];
        const bool is_new = sizes.emplace(number, static_cast<std::int64_t>(size)).second;
        if (!is_new && !set.may_share) throw std::runtime_error(set.what + ": twice");
        facts.total = std::max(facts.total, number + 1);
      }
    }
    if (static_cast<std::int64_t>(sizes.size()) != facts.total) throw std::runtime_error(set.what + ": hole");
    facts.ragged.entities = facts.total;
    for (const auto& [number, size] : sizes) {
      if (number % plan::Ragged::block == 0) facts.ragged.begins.push_back(facts.ragged.values);
      facts.ragged.values += size;
    }
    return facts;
  }

  /// The values of an array of the output.
  [[nodiscard]] Values array(int index) const {
    const auto& array = arrays[static_cast<std::size_t>(index)];
    if (array.values) return values_of(array.type, *array.values);
    if (array.composite < 0) return at(index);
    Target target{.extents = array.dims, .values = {}, .brought_by = {}};
    target.values.assign(static_cast<std::size_t>(cgns::count_of(array.dims)), nothing);
    for (const auto& indexed : composites[static_cast<std::size_t>(array.composite)].indexed) {
      place(indexed, target);
    }
    for (const auto value : target.values) {
      if (std::isnan(value)) throw std::runtime_error(array.path + ": a value is missing");
    }
    return target.values;
  }

 private:
  static constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

  struct Target {
    std::vector<std::int64_t> extents;
    Values values;
    std::map<std::int64_t, int> brought_by;  ///< The part that an entity is from.
  };

  [[nodiscard]] const Values& at(int index) const {
    const auto place = static_cast<std::size_t>(index);
    if (place < sources.size()) return sources[place];
    const auto& array = arrays.at(place);
    return in_memory_[index] = values_of(array.type, *array.values);
  }

  [[nodiscard]] double numbered(int numbering, double value) const {
    if (numbering < 0 || value == 0) return value;
    const auto local = static_cast<std::int64_t>(std::abs(value));
    for (const auto& section : numberings.at(static_cast<std::size_t>(numbering)).sections) {
      if (local < section.first || local >= section.first + section.count) continue;
      const auto index = local - section.first;
      const auto number = section.numbers < 0 ? static_cast<double>(index)
                                              : at(section.numbers).at(static_cast<std::size_t>(index));
      const auto whole = number + static_cast<double>(section.offset);
      return value < 0 ? -whole : whole;
    }
    throw std::runtime_error("the part has no number " + std::to_string(local));
  }

  /// The cell that has face `index` of a side on its left (0) or right (1), as the whole zone numbers it.
  [[nodiscard]] double parent(const plan::Turned::Side& side, std::size_t index, std::size_t column) const {
    if (side.parents < 0) return cell_with(side, at(side.faces).at(index), column == 0 ? 1 : -1);
    const auto& parents = at(side.parents);
    const auto face =
        static_cast<std::size_t>(at(side.faces).at(index)) - static_cast<std::size_t>(side.first);
    return numbered(side.numbering, parents.at(column * parents.size() / 2 + face));
  }

  /// The cell that has `face` with this sign in NFACE_n; 0 if none has.
  [[nodiscard]] double cell_with(const plan::Turned::Side& side, double face, double sign) const {
    const auto& begins = at(side.cell_offsets);
    const auto& faces = at(side.cell_faces);
    for (std::int64_t cell = 0; cell < side.cells; ++cell) {
      const auto place = static_cast<std::size_t>(cell);
      for (auto i = static_cast<std::size_t>(begins[place]); i < static_cast<std::size_t>(begins[place + 1]);
           ++i)
        if (faces[i] == sign * face)
          return numbered(side.numbering, static_cast<double>(side.first_cell + cell));
    }
    return 0;
  }

  [[nodiscard]] bool is_turned(int index, std::int64_t face) const {
    if (index < 0) return false;
    for (const auto& [here, there] : turned.at(static_cast<std::size_t>(index)).borders) {
      for (std::size_t i = 0; i < at(here.faces).size(); ++i) {
        if (static_cast<std::int64_t>(at(here.faces)[i]) != face) continue;
        for (const std::size_t side : {0U, 1U}) {
          if (parent(here, i, 1 - side) != 0 || parent(there, i, 1 - side) != 0) continue;
          if (parent(here, i, side) > parent(there, i, side)) return true;
        }
      }
    }
    return false;
  }

  /// The same for entity `i` of a move of faces.
  [[nodiscard]] bool is_turned(const plan::Indexed& indexed, std::int64_t i) const {
    if (indexed.turned < 0) return false;
    return is_turned(indexed.turned, indexed.first_face + indexed.begin + i);
  }

  [[nodiscard]] std::vector<std::int64_t> begins_of(const plan::Composite& composite) const {
    std::map<std::int64_t, std::int64_t> sizes;
    for (const auto& indexed : composite.indexed) {
      for (std::int64_t i = 0; i < indexed.count; ++i) sizes[entity(indexed, i)] = size_of(indexed, i);
    }
    std::vector<std::int64_t> begins = {0};
    for (const auto& [_, size] : sizes) begins.push_back(begins.back() + size);
    return begins;
  }

  [[nodiscard]] std::int64_t entity(const plan::Indexed& indexed, std::int64_t i) const {
    const auto index = static_cast<std::size_t>(indexed.begin + i);
    return static_cast<std::int64_t>(at(indexed.numbers).at(index)) - indexed.first_number;
  }

  [[nodiscard]] std::int64_t size_of(const plan::Indexed& indexed, std::int64_t i) const {
    const auto& offsets = at(indexed.offsets);
    const auto index = static_cast<std::size_t>(indexed.begin + i);
    return static_cast<std::int64_t>(offsets.at(index + 1) - offsets.at(index));
  }

  void place(const plan::Indexed& indexed, Target& target) const {
    using Shape = plan::Indexed::Shape;
    for (std::int64_t i = 0; i < indexed.count; ++i) {
      const auto to = entity(indexed, i);
      const auto [owner, is_new] = target.brought_by.emplace(to, indexed.part);
      if (!is_new && !indexed.may_share) throw std::runtime_error("an entity exists twice");
      const bool wins = is_new || indexed.part < owner->second;
      if (wins) owner->second = indexed.part;
      if (indexed.shape == Shape::fixed) place_fixed(indexed, i, to, wins, target);
      if (indexed.shape == Shape::columns) place_columns(indexed, i, to, wins, target);
      if (indexed.shape == Shape::ragged) place_ragged(indexed, i, to, wins, target);
      if (indexed.shape == Shape::ragged_offsets) place_offset(indexed, i, to, target);
    }
  }

  void place_fixed(const plan::Indexed& indexed, std::int64_t i, std::int64_t to, bool wins,
                   Target& target) const {
    const bool turns = is_turned(indexed, i);
    for (int k = 0; wins && k < indexed.width; ++k) {
      const auto value = turns ? indexed.width - 1 - k : k;
      const auto from = static_cast<std::size_t>((indexed.begin + i) * indexed.width + value);
      target.values.at(static_cast<std::size_t>(to * indexed.width + k)) =
          numbered(indexed.numbering, at(indexed.source).at(from));
    }
  }

  void place_columns(const plan::Indexed& indexed, std::int64_t i, std::int64_t to, bool wins,
                     Target& target) const {
    const auto& source = at(indexed.source);
    const auto rows = static_cast<std::int64_t>(source.size()) / indexed.width;
    const bool turns = is_turned(indexed, i);
    for (int k = 0; k < indexed.width; ++k) {
      const auto column = turns ? indexed.width - 1 - k : k;
      const auto value =
          numbered(indexed.numbering, source.at(static_cast<std::size_t>(column * rows + indexed.begin + i)));
      const auto in = [&](int side) -> double& {
        return target.values.at(static_cast<std::size_t>(side * target.extents[0] + to));
      };
      auto& there = in(k);
      const bool is_free = std::isnan(there) || (indexed.fills_zeros && there == 0);
      const bool replaces = wins && !(indexed.fills_zeros && value == 0);
      const bool is_other = indexed.fills_zeros && value != 0 && value != there;
      if (is_free || replaces) {
        there = value;
      } else if (is_other && in(k ^ 1) == 0) {
        in(k ^ 1) = value;
      }
    }
  }

  void place_ragged(const plan::Indexed& indexed, std::int64_t i, std::int64_t to, bool wins,
                    Target& target) const {
    const auto from =
        static_cast<std::int64_t>(at(indexed.offsets).at(static_cast<std::size_t>(indexed.begin + i)));
    const auto begin = begin_of(indexed.ragged, to);
    const auto size = size_of(indexed, i);
    const bool turns = is_turned(indexed, i);
    for (std::int64_t k = 0; wins && k < size; ++k) {
      auto value = at(indexed.source).at(static_cast<std::size_t>(from + (turns ? size - 1 - k : k)));
      if (is_turned(indexed.turned_values, static_cast<std::int64_t>(std::abs(value)))) value = -value;
      target.values.at(static_cast<std::size_t>(begin + k)) =
          indexed.has_heads && k == 0 ? value : numbered(indexed.numbering, value);
    }
  }

  void place_offset(const plan::Indexed& indexed, std::int64_t i, std::int64_t to, Target& target) const {
    target.values.at(0) = 0;
    target.values.at(static_cast<std::size_t>(to + 1)) =
        static_cast<double>(begin_of(indexed.ragged, to) + size_of(indexed, i));
  }

  /// Found by looking at everything that is moved with this ragged.
  [[nodiscard]] std::int64_t begin_of(int index, std::int64_t to) const {
    auto& begins = begins_[index];
    if (begins.empty()) {
      for (const auto& composite : composites) {
        const bool is_it = !composite.indexed.empty() && composite.indexed.front().ragged == index;
        if (is_it) begins = begins_of(composite);
      }
    }
    return begins.at(static_cast<std::size_t>(to));
  }

  mutable std::map<int, std::vector<std::int64_t>> begins_;
  mutable std::map<int, Values> in_memory_;
};

}  // namespace pcgns::test::mesh
