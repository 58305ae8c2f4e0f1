#include "pcgns/move/scatter_read.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "pcgns/base/bytes.hpp"
#include "pcgns/base/error.hpp"

namespace pcgns::move {

ScatterReader::ScatterReader(const Setting& setting)
    : is_(setting),
      slice_bytes_(std::max<std::int64_t>(setting.memory / 16, 64)),
      numbers_(setting.inputs, setting.source, setting.memory / 2),
      most_kept_(setting.memory / 16 / std::int64_t(sizeof(Stretch))) {
  deal_out();
}

const plan::Indexed& ScatterReader::move_at(int index) const {
  return is_.plan.indexed[static_cast<std::size_t>(index)];
}

void ScatterReader::deal_out() {
  supplies_.resize(is_.plan.indexed.size());
  std::map<std::tuple<int, std::int64_t, std::int64_t>, std::int64_t> extents;
  std::int64_t count = 0;
  for (const auto& lane : is_.lanes) {
    std::int64_t precedence = 0;
    for (const auto index : lane.moves) {
      const auto& move = move_at(index);
      auto& supply = supplies_[static_cast<std::size_t>(index)];
      supply.reader = best_reader(is_.plan, is_.inputs, move);
      supply.chunks = divide_up(move.count, is_.chunk);
      supply.first_precedence = precedence;
      precedence += supply.chunks;
      const auto [entry, is_new] = extents.try_emplace({move.numbers, move.begin, move.count}, count);
      if (is_new) count += supply.chunks;
      supply.first_extent = entry->second;
    }
    if (precedence > std::numeric_limits<std::int32_t>::max())
      throw Error(ErrorKind::input, "too many entities");
  }
  extents_.resize(static_cast<std::size_t>(count));
}

bool ScatterReader::is_mine(const Supply& supply, std::int64_t chunk) const {
  if (supply.reader >= 0) return supply.reader == is_.rank;
  return (supply.first_extent + chunk) % is_.ranks == is_.rank;
}

Origin ScatterReader::origin_of(const Lane& lane, std::int32_t precedence) const {
  const auto next = std::partition_point(lane.moves.begin(), lane.moves.end(), [&](int index) {
    return supplies_[static_cast<std::size_t>(index)].first_precedence <= precedence;
  });
  // Moves without entities have no chunk: the last one that begins at or before it is the one that has it.
  const int index = *(next - 1);
  const auto& supply = supplies_[static_cast<std::size_t>(index)];
  return {index, move_at(index).begin + (precedence - supply.first_precedence) * is_.chunk};
}

void ScatterReader::begin(std::vector<Request> requests) {
  requests_ = std::move(requests);
  request_ = 0;
  move_ = 0;
  next_ = 0;
  slice_.keys.clear();
  slice_.runs.clear();
  slice_.sent = 0;
  keys_.clear();
  runs_.clear();
  slice_begin_ = 0;
}

bool ScatterReader::fill(Exchange& exchange) {
  while (true) {
    if (has_unsent()) {
      if (!send(exchange)) return true;
    } else if (!next_slice() && !next_chunk()) {
      return false;
    }
  }
}

bool ScatterReader::has_unsent() const {
  return slice_.sent < (slice_.runs.empty() ? slice_.keys.size() : slice_.runs.size());
}

bool ScatterReader::next_chunk() {
  for (; request_ < requests_.size(); ++request_, move_ = 0) {
    auto& request = requests_[request_];
    const auto& moves = is_.lanes[static_cast<std::size_t>(request.lane)].moves;
    for (; move_ < moves.size(); ++move_, next_ = 0) {
      const auto& supply = supplies_[static_cast<std::size_t>(moves[move_])];
      while (next_ < supply.chunks) {
        const auto chunk = next_++;
        if (is_mine(supply, chunk) && open_chunk(request, moves[move_], chunk)) return true;
      }
    }
  }
  return false;
}

bool ScatterReader::open_chunk(Request& request, int move, std::int64_t chunk) {
  const auto& supply = supplies_[static_cast<std::size_t>(move)];
  auto& extent = extents_[static_cast<std::size_t>(supply.first_extent + chunk)];
  if (extent.known && !request.router.concerns(extent.least, extent.largest)) return false;

  lane_ = &is_.lanes[static_cast<std::size_t>(request.lane)];
  indexed_ = &move_at(move);
  wanted_ = &request;
  precedence_ = static_cast<std::int32_t>(supply.first_precedence + chunk);
  begin_ = indexed_->begin + chunk * is_.chunk;
  slice_begin_ = 0;
  keys_.clear();
  const auto count = std::min(is_.chunk, indexed_->count - chunk * is_.chunk);
  const bool takes_runs = can_take_runs(count);
  if (takes_runs && has_stretches(*lane_, extent)) {
    find_runs(request.router, extent.stretches);
    return !runs_.empty();
  }
  keys_.resize(static_cast<std::size_t>(count));
  read_keys(*lane_, *indexed_, extent);
  if (!request.router.concerns(extent.least, extent.largest)) {
    keys_.clear();
    return false;
  }
  if (takes_runs) find_stretches(extent);
  if (takes_runs && !stretches_.empty()) {
    find_runs(request.router, stretches_);
    keys_.clear();
    return !runs_.empty();
  }
  hits_.resize(keys_.size());
  for (std::size_t i = 0; i < keys_.size(); ++i) hits_[i] = request.router.find(keys_[i]);
  if (lane_->needs_lengths()) read_lengths(*indexed_);
  return true;
}

void ScatterReader::read_keys(const Lane& lane, const plan::Indexed& move, Extent& extent) {
  const auto count = static_cast<std::int64_t>(keys_.size());
  read_integers(is_.source, is_.inputs, move.numbers, begin_, count, raw_, keys_);
  auto least = std::numeric_limits<std::int64_t>::max();
  auto largest = std::numeric_limits<std::int64_t>::min();
  for (const auto number : keys_) {
    least = std::min(least, number);
    largest = std::max(largest, number);
  }
  const auto last_number = lane.first_number + lane.entities() - 1;
  if (least < lane.first_number || largest > last_number) {
    fail(move.numbers,
         fmt::format("number {} is out of range {} to {}", least < lane.first_number ? least : largest,
                     lane.first_number, last_number));
  }
  for (auto& key : keys_) key -= lane.first_number;
  extent.least = least - lane.first_number;
  extent.largest = largest - lane.first_number;
  extent.known = true;
}

void ScatterReader::read_lengths(const plan::Indexed& move) {
  const auto count = static_cast<std::int64_t>(keys_.size());
  const auto array = offsets_of(move);
  read_integers(is_.source, is_.inputs, array, begin_, count + 1, raw_, offsets_);
  for (std::size_t i = 1; i < offsets_.size(); ++i) {
    // Each is compared before it is used in a difference, which could overflow otherwise.
    const bool ascends = offsets_[i - 1] >= 0 && offsets_[i] >= offsets_[i - 1];
    if (!ascends || offsets_[i] - offsets_[i - 1] > std::numeric_limits<std::int32_t>::max()) {
      fail(array, fmt::format("entity {} begins at {} and ends at {}", begin_ + static_cast<std::int64_t>(i),
                              offsets_[i - 1], offsets_[i]));
    }
  }
  if (!lane_->is_ragged()) return;
  const auto values = tree::count_of(is_.inputs.arrays[static_cast<std::size_t>(move.source)].dims);
  if (offsets_.back() > values) fail(array, fmt::format("leads to value {} of {}", offsets_.back(), values));
}

void ScatterReader::fail(int array, const std::string& why) const {
  const auto& entry = is_.inputs.arrays[static_cast<std::size_t>(array)];
  const auto file = entry.file < 0 ? "memory" : is_.inputs.files[static_cast<std::size_t>(entry.file)].path;
  throw input_error(file, entry.path, why);
}

}  // namespace pcgns::move
