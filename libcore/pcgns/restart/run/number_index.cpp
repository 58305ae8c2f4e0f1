#include "pcgns/restart/run/number_index.hpp"

#include <algorithm>
#include <limits>
#include <set>

#include "pcgns/base/bytes.hpp"
#include "pcgns/io/number_table.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/plan/subplan.hpp"

namespace pcgns::restart {

namespace {

constexpr std::int64_t block_size = 65536;  // entities
/// Those of ghosts may be any: beyond this, one is as good as another, and nothing overflows.
constexpr std::int64_t largest_number = std::int64_t{1} << 62;

/// True if its entities have places that do not depend on others', and can be taken one by one.
bool is_divisible(const plan::Indexed& move) {
  const bool has_fixed_places =
      move.shape == plan::Indexed::Shape::fixed || move.shape == plan::Indexed::Shape::columns;
  return has_fixed_places && move.turned < 0 && move.turned_values < 0;
}

/// The entities that have `values` of an array of `size` values; their numbers begin with 0.
Range entities_of(const plan::Indexed& move, Range values, std::int64_t size) {
  const std::int64_t width = move.width;
  if (move.shape == plan::Indexed::Shape::fixed) return {values.begin / width, divide_up(values.end, width)};
  const auto column = size / width;
  const bool is_one = values.begin / column == (values.end - 1) / column;
  const auto begin = values.begin / column * column;
  return is_one ? Range{values.begin - begin, values.end - begin} : Range{0, column};
}

}  // namespace

bool NumberIndex::is_mine(const par::Session& session, const io::Source& source, int array,
                          std::int64_t block) const {
  const auto file = inputs_.array(array).file;
  if (file < 0 || source.is_plain(array)) return block % session.size() == session.rank();
  return inputs_.files[static_cast<std::size_t>(file)].reader == session.rank();
}

void NumberIndex::learn(par::Session& session, io::Source& source, const plan::Plan& plan, int target) {
  std::set<Key> missing;
  for (const auto& move : plan::moves_of(plan.indexed, target)) {
    if (is_divisible(move) && !blocks_.contains(key_of(move))) missing.insert(key_of(move));
  }
  if (missing.empty()) return;
  std::int64_t count = 0;
  for (const auto& [array, first, entities] : missing) count += divide_up(entities, block_size);
  // Of each block the largest number, and the least one with the other sign.
  std::vector<std::int64_t> ends(2 * static_cast<std::size_t>(count),
                                 std::numeric_limits<std::int64_t>::min() + 1);
  const auto read = [&] {
    std::vector<std::byte> scratch;
    std::vector<std::int64_t> numbers;
    std::size_t at = 0;
    for (const auto& [array, first, entities] : missing) {
      for (std::int64_t begin = 0; begin < entities; begin += block_size, at += 2) {
        if (!is_mine(session, source, array, begin / block_size)) continue;
        const auto some = std::min(block_size, entities - begin);
        io::read_integers(source, inputs_, array, first + begin, some, scratch, numbers);
        const auto [least, largest] = std::ranges::minmax(numbers);
        ends[at] = std::clamp(largest, -largest_number, largest_number);
        ends[at + 1] = -std::clamp(least, -largest_number, largest_number);
      }
    }
  };
  par::collectively(session.comm(), "reading", read, par::Stops::ignore);
  par::max_over_ranks(session.comm(), ends);
  std::size_t at = 0;
  for (const auto& key : missing) {
    std::vector<Range> blocks;
    for (std::int64_t begin = 0; begin < std::get<2>(key); begin += block_size, at += 2)
      blocks.push_back({-ends[at + 1], ends[at] + 1});
    // What serves other ranks while a reader answers may have learnt the same numbers since.
    blocks_.insert_or_assign(key, std::move(blocks));
  }
}

plan::Plan NumberIndex::narrowed(const plan::Plan& plan, int target, Range values) const {
  auto part = plan::subplan(plan, {&target, 1});
  const auto size = cgns::count_of(part.targets.front().dims);
  std::vector<plan::Indexed> moves;
  for (const auto& move : part.indexed) {
    if (!is_divisible(move)) {
      moves.push_back(move);
      continue;
    }
    const auto entities = entities_of(move, values, size);
    const Range wanted{entities.begin + move.first_number, entities.end + move.first_number};
    std::int64_t begin = 0;
    bool follows = false;  // the last block was needed, too
    for (const auto& block : blocks_.at(key_of(move))) {
      const auto count = std::min(block_size, move.count - begin);
      const bool is_needed = !intersect(block, wanted).empty();
      if (is_needed && !follows) moves.push_back(move);
      if (is_needed && !follows) moves.back().begin += begin;
      if (is_needed) moves.back().count = begin + count - (moves.back().begin - move.begin);
      follows = is_needed;
      begin += count;
    }
  }
  part.indexed = std::move(moves);
  return part;
}

}  // namespace pcgns::restart
