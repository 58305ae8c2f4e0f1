#include "pcgns/io/run/indexed_target.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "pcgns/base/bytes.hpp"
#include "pcgns/base/error.hpp"

namespace pcgns::io {

namespace {

using Shape = plan::Indexed::Shape;

[[noreturn]] void fail(const cgns::InputSet& inputs, const cgns::Array& array, std::string_view why) {
  const auto file =
      array.file < 0 ? std::string("memory") : inputs.files[static_cast<std::size_t>(array.file)].path;
  throw input_error(file, array.path, why);
}

void require_count(const cgns::InputSet& inputs, int index, std::int64_t least) {
  const auto& array = inputs.array(index);
  const auto count = cgns::count_of(array.dims);
  if (count < least) fail(inputs, array, fmt::format("has {} values, but {} are needed", count, least));
}

void require_integers(const cgns::InputSet& inputs, int index) {
  const auto& array = inputs.array(index);
  if (!cgns::is_integer(array.type))
    fail(inputs, array, fmt::format("is {}, not I4 or I8", to_string(array.type)));
}

void check_source(const plan::Indexed& move, const cgns::InputSet& inputs, cgns::DataType target) {
  const auto& source = inputs.array(move.source);
  const bool integers = cgns::is_integer(source.type) && cgns::is_integer(target);
  const bool as_integers = move.numbering >= 0 || move.shape == Shape::ragged_offsets;
  if (!integers && (source.type != target || as_integers)) {
    fail(inputs, source, fmt::format("{} cannot become {}", to_string(source.type), to_string(target)));
  }
  const auto end = move.begin + move.count;
  switch (move.shape) {
    case Shape::fixed:
      return require_count(inputs, move.source, end * move.width);
    case Shape::columns:
      if (cgns::count_of(source.dims) % move.width != 0)
        fail(inputs, source, fmt::format("does not have {} columns", move.width));
      return require_count(inputs, move.source, end * move.width);
    case Shape::ragged:
    case Shape::ragged_offsets:
      require_integers(inputs, offsets_of(move));
  }
  require_count(inputs, offsets_of(move), end + 1);
}

void check_numbering(const plan::Plan& plan, const cgns::InputSet& inputs, int numbering) {
  for (const auto& section : plan.numberings.at(static_cast<std::size_t>(numbering)).sections) {
    if (section.numbers < 0) continue;
    require_integers(inputs, section.numbers);
    require_count(inputs, section.numbers, section.count);
  }
}

void check(const plan::Plan& plan, const cgns::InputSet& inputs, const plan::Indexed& move) {
  constexpr auto most = std::numeric_limits<std::int64_t>::max() / 2;
  if (move.begin < 0 || move.count < 0 || move.width < 1 || move.count > most / move.width - move.begin) {
    throw Error(ErrorKind::internal, "an indexed move has no sound extent");
  }
  require_integers(inputs, move.numbers);
  require_count(inputs, move.numbers, move.begin + move.count);
  check_source(move, inputs, plan.targets.at(static_cast<std::size_t>(move.target)).type);
  if (move.numbering >= 0) check_numbering(plan, inputs, move.numbering);
  for (const auto turned : {move.turned, move.turned_values}) {
    if (turned >= 0 && plan.turned.at(static_cast<std::size_t>(turned)).borders.empty()) {
      throw Error(ErrorKind::internal, "internal: reoriented faces are not on a piece boundary");
    }
  }
}

/// The IndexedTarget for the first move of a target, without its position.
IndexedTarget indexed_target_like(const plan::Plan& plan, const plan::Indexed& move) {
  const auto& target = plan.targets[static_cast<std::size_t>(move.target)];
  IndexedTarget indexed_target{.shape = move.shape,
                               .target = move.target,
                               .type = target.type,
                               .values = cgns::count_of(target.dims),
                               .width = move.width,
                               .ragged = move.ragged,
                               .may_share = move.may_share,
                               .fills_zeros = move.fills_zeros,
                               .are_numbers = move.numbering >= 0,
                               .first_number = move.first_number,
                               .moves = {}};
  if (!indexed_target.needs_lengths()) {
    indexed_target.keys = indexed_target.values / indexed_target.width;
    if (indexed_target.values % indexed_target.width != 0)
      throw Error(ErrorKind::internal, target.path + ": is not a whole number of entities");
    if (indexed_target.shape == Shape::columns) indexed_target.values = indexed_target.keys;
    return indexed_target;
  }
  const auto& ragged = plan.ragged.at(static_cast<std::size_t>(move.ragged));
  indexed_target.width = 1;
  indexed_target.keys = ragged.entities + (indexed_target.is_ragged() ? 0 : 1);
  const auto blocks = static_cast<std::size_t>(divide_up(ragged.entities, plan::Ragged::block));
  if (indexed_target.values != (indexed_target.is_ragged() ? ragged.values : indexed_target.keys) ||
      ragged.begins.size() < blocks) {
    throw Error(ErrorKind::internal, target.path + ": the lengths of its entities do not fit it");
  }
  return indexed_target;
}

void require_alike(const plan::Plan& plan, const plan::Indexed& a, const plan::Indexed& b) {
  const bool alike = a.shape == b.shape && a.width == b.width && a.ragged == b.ragged &&
                     a.may_share == b.may_share && a.fills_zeros == b.fills_zeros &&
                     a.first_number == b.first_number;
  if (alike) return;
  const auto& path = plan.targets[static_cast<std::size_t>(a.target)].path;
  throw Error(ErrorKind::internal, path + ": its pieces differ in their form");
}

/// Adds the moves `moves` of one target: as one IndexedTarget, or one per column.
void add_indexed_targets(const plan::Plan& plan, std::vector<int> moves, std::int64_t at,
                         std::vector<IndexedTarget>& indexed_targets) {
  const auto move_at = [&](int index) -> const plan::Indexed& {
    return plan.indexed[static_cast<std::size_t>(index)];
  };
  const auto& first = move_at(moves.front());
  for (const auto index : moves) require_alike(plan, first, move_at(index));
  std::stable_sort(moves.begin(), moves.end(),
                   [&](int a, int b) { return move_at(a).part < move_at(b).part; });
  auto indexed_target = indexed_target_like(plan, first);
  indexed_target.moves = std::move(moves);
  const int columns = indexed_target.shape == Shape::columns ? indexed_target.width : 1;
  for (int column = 0; column < columns; ++column) {
    indexed_target.column = column;
    indexed_target.at = at + column * indexed_target.values * indexed_target.value_bytes();
    if (indexed_target.values > 0) indexed_targets.push_back(indexed_target);
  }
}

}  // namespace

int best_reader(const plan::Plan& plan, const cgns::InputSet& inputs, const plan::Indexed& move) {
  const auto reader_of = [&](int index) {
    const auto& array = inputs.array(index);
    const bool is_plain = array.file < 0 || array.offset >= 0;
    return is_plain ? -1 : inputs.files[static_cast<std::size_t>(array.file)].reader;
  };
  int reader = reader_of(move.source);
  if (reader < 0) reader = reader_of(move.numbers);
  if (reader < 0 && move.offsets >= 0) reader = reader_of(move.offsets);
  if (reader >= 0 || move.numbering < 0) return reader;
  for (const auto& section : plan.numberings.at(static_cast<std::size_t>(move.numbering)).sections) {
    if (reader < 0 && section.numbers >= 0) reader = reader_of(section.numbers);
  }
  return reader;
}

std::vector<IndexedTarget> indexed_targets_of(const plan::Plan& plan, const cgns::InputSet& inputs,
                                              std::span<const std::int64_t> offsets) {
  std::vector<std::vector<int>> moves(plan.targets.size());
  for (std::size_t i = 0; i < plan.indexed.size(); ++i) {
    const auto& move = plan.indexed[i];
    moves.at(static_cast<std::size_t>(move.target)).push_back(static_cast<int>(i));
    check(plan, inputs, move);
  }
  std::vector<IndexedTarget> indexed_targets;
  for (std::size_t target = 0; target < moves.size(); ++target) {
    if (!moves[target].empty() && offsets[target] >= 0)
      add_indexed_targets(plan, std::move(moves[target]), offsets[target], indexed_targets);
  }
  std::stable_sort(indexed_targets.begin(), indexed_targets.end(),
                   [](const IndexedTarget& a, const IndexedTarget& b) { return a.at < b.at; });
  return indexed_targets;
}

Range keys_in(const IndexedTarget& indexed_target, const plan::Plan& plan, Range window) {
  const auto bytes = intersect(window, indexed_target.bytes());
  if (bytes.empty()) return {};
  if (indexed_target.is_ragged()) return lengths_for(indexed_target, plan, window);
  const auto slot = indexed_target.slot_bytes();
  return {(bytes.begin - indexed_target.at) / slot, divide_up(bytes.end - indexed_target.at, slot)};
}

Range lengths_for(const IndexedTarget& indexed_target, const plan::Plan& plan, Range window) {
  const auto bytes = intersect(window, indexed_target.bytes());
  if (bytes.empty()) return {};
  constexpr auto block = plan::Ragged::block;
  const auto size = indexed_target.value_bytes();
  const Range values{(bytes.begin - indexed_target.at) / size,
                     divide_up(bytes.end - indexed_target.at, size)};
  if (!indexed_target.is_ragged())
    return {round_down(values.begin, block), std::min(values.end - 1, indexed_target.entities())};
  const auto& begins = plan.ragged[static_cast<std::size_t>(indexed_target.ragged)].begins;
  const auto first = std::upper_bound(begins.begin(), begins.end(), values.begin) - begins.begin() - 1;
  const auto last = std::lower_bound(begins.begin(), begins.end(), values.end) - begins.begin();
  return {std::max<std::int64_t>(0, first) * block, std::min(indexed_target.entities(), last * block)};
}

Router::Router(std::vector<Window> windows) : windows_(std::move(windows)) {
  if (!windows_.empty()) all_ = {windows_.front().keys.begin, windows_.back().keys.end};
}

bool Router::concerns(std::int64_t least, std::int64_t largest) const {
  const auto next = std::partition_point(windows_.begin(), windows_.end(),
                                         [&](const Window& window) { return window.keys.end <= least; });
  return next != windows_.end() && next->keys.begin <= largest;
}

Router::Hit Router::search(std::int64_t key) {
  const auto begin = windows_.begin();
  const auto first = std::partition_point(begin, windows_.end(),
                                          [&](const Window& window) { return window.keys.end <= key; });
  auto behind = first;
  while (behind != windows_.end() && behind->keys.begin <= key) ++behind;
  const Hit hit{static_cast<std::int32_t>(first - begin), static_cast<std::int32_t>(behind - begin) - 1};
  if (hit.first == hit.last) {
    hint_ = hit.first;
    only_ = first->keys;
    if (first != begin) only_.begin = std::max(only_.begin, (first - 1)->keys.end);
    if (behind != windows_.end()) only_.end = std::min(only_.end, behind->keys.begin);
  }
  return hit;
}

}  // namespace pcgns::io
