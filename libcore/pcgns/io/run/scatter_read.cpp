// Entities with consecutive numbers: read and sent as runs, without examining each one.
#include "pcgns/io/run/scatter_read.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <tuple>

#include "pcgns/base/bytes.hpp"
#include "pcgns/base/error.hpp"

namespace pcgns::io {

ScatterReader::ScatterReader(const Setting& setting)
    : is_(setting),
      slice_bytes_(std::max<std::int64_t>(setting.memory.share(16).bytes(), 64)),
      numbers_(setting.inputs, setting.source, setting.memory.share(2)) {
  is_.known.begin_move();
  distribute();
}

const plan::Indexed& ScatterReader::move_at(int index) const {
  return is_.plan.indexed[static_cast<std::size_t>(index)];
}

void ScatterReader::distribute() {
  supplies_.resize(is_.plan.indexed.size());
  std::map<std::tuple<int, std::int64_t, std::int64_t>, std::int64_t> turns;
  std::int64_t count = 0;
  for (const auto& indexed_target : is_.indexed_targets) {
    std::int64_t precedence = 0;
    for (const auto index : indexed_target.moves) {
      const auto& move = move_at(index);
      auto& supply = supplies_[static_cast<std::size_t>(index)];
      supply.reader = best_reader(is_.plan, is_.inputs, move);
      supply.chunks = divide_up(move.count, is_.chunk);
      supply.first_precedence = precedence;
      precedence += supply.chunks;
      const auto [entry, is_new] = turns.try_emplace({move.numbers, move.begin, move.count}, count);
      if (is_new) count += supply.chunks;
      supply.first_turn = entry->second;
      supply.known = is_.known.find({.array = move.numbers,
                                     .entities = {move.begin, move.begin + move.count},
                                     .first_number = indexed_target.first_number,
                                     .in_chunk = is_.chunk});
    }
    if (precedence > std::numeric_limits<std::int32_t>::max())
      throw Error(ErrorKind::input, "too many entities");
  }
}

bool ScatterReader::is_mine(const Supply& supply, std::int64_t chunk) const {
  if (supply.reader >= 0) return supply.reader == is_.rank;
  return (supply.first_turn + chunk) % is_.ranks == is_.rank;
}

std::int32_t ScatterReader::first_ghost(const IndexedTarget& indexed_target) const {
  for (const auto index : indexed_target.moves) {
    if (move_at(index).is_ghost)
      return static_cast<std::int32_t>(supplies_[static_cast<std::size_t>(index)].first_precedence);
  }
  return std::numeric_limits<std::int32_t>::max();
}

Origin ScatterReader::origin_of(const IndexedTarget& indexed_target, std::int32_t precedence) const {
  const auto next = std::partition_point(
      indexed_target.moves.begin(), indexed_target.moves.end(),
      [&](int index) { return supplies_[static_cast<std::size_t>(index)].first_precedence <= precedence; });
  // Moves without entities have no chunk, so take the last move that begins at or before it.
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

bool ScatterReader::fill(par::Exchange& exchange) {
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
    const auto& moves = is_.indexed_targets[static_cast<std::size_t>(request.indexed_target)].moves;
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
  auto& known = supply.known[static_cast<std::size_t>(chunk)];
  if (known.is_known && !request.router.concerns(known.least, known.largest)) return false;

  indexed_target_ = &is_.indexed_targets[static_cast<std::size_t>(request.indexed_target)];
  indexed_ = &move_at(move);
  wanted_ = &request;
  precedence_ = static_cast<std::int32_t>(supply.first_precedence + chunk);
  begin_ = indexed_->begin + chunk * is_.chunk;
  slice_begin_ = 0;
  keys_.clear();
  const auto count = std::min(is_.chunk, indexed_->count - chunk * is_.chunk);
  const bool takes_runs = can_take_runs(count);
  if (takes_runs && !known.stretches.empty() && are_within(*indexed_target_, known)) {
    find_runs(request.router, known.stretches);
    return !runs_.empty();
  }
  keys_.resize(static_cast<std::size_t>(count));
  if (!known.keys.empty() && are_within(*indexed_target_, known)) {
    is_.known.recall(known, request.indexed_target, keys_);
  } else {
    read_keys(*indexed_target_, *indexed_, known);
  }
  if (!request.router.concerns(known.least, known.largest)) {
    keys_.clear();
    return false;
  }
  if (takes_runs) find_stretches(known);
  if (known.stretches.empty()) is_.known.keep(known, keys_, request.indexed_target);
  if (takes_runs && !stretches_.empty()) {
    find_runs(request.router, stretches_);
    keys_.clear();
    return !runs_.empty();
  }
  hits_.resize(keys_.size());
  for (std::size_t i = 0; i < keys_.size(); ++i) hits_[i] = request.router.find(keys_[i]);
  if (indexed_target_->needs_lengths()) read_lengths(*indexed_);
  return true;
}

void ScatterReader::read_keys(const IndexedTarget& indexed_target, const plan::Indexed& move,
                              KnownChunk& known) {
  const auto count = static_cast<std::int64_t>(keys_.size());
  read_integers(is_.source, is_.inputs, move.numbers, begin_, count, raw_, keys_);
  auto least = std::numeric_limits<std::int64_t>::max();
  auto largest = std::numeric_limits<std::int64_t>::min();
  for (const auto number : keys_) {
    least = std::min(least, number);
    largest = std::max(largest, number);
  }
  const auto last_number = indexed_target.first_number + indexed_target.entities() - 1;
  const bool is_out_of_range = least < indexed_target.first_number || largest > last_number;
  // Ghosts without an owner are not compared.
  if (is_out_of_range && !move.is_ghost) {
    fail(move.numbers, fmt::format("number {} is out of range {} to {}",
                                   least < indexed_target.first_number ? least : largest,
                                   indexed_target.first_number, last_number));
  }
  if (move.is_ghost) require_numbers(move.numbers, least, largest);
  for (auto& key : keys_) key -= indexed_target.first_number;
  known.least = least - indexed_target.first_number;
  known.largest = largest - indexed_target.first_number;
  known.is_known = true;
}

/// Ghosts may have any number, but differences and ends of runs must not overflow.
void ScatterReader::require_numbers(int array, std::int64_t least, std::int64_t largest) const {
  constexpr std::int64_t most = std::int64_t{1} << 62;
  if (least < -most || largest > most)
    fail(array, fmt::format("{} is not a global number of its zone", least < -most ? least : largest));
}

void ScatterReader::read_lengths(const plan::Indexed& move) {
  const auto count = static_cast<std::int64_t>(keys_.size());
  const auto array = offsets_of(move);
  read_integers(is_.source, is_.inputs, array, begin_, count + 1, raw_, offsets_);
  for (std::size_t i = 1; i < offsets_.size(); ++i) {
    // Compared before subtraction, which could overflow otherwise.
    const bool ascends = offsets_[i - 1] >= 0 && offsets_[i] >= offsets_[i - 1];
    if (!ascends || offsets_[i] - offsets_[i - 1] > std::numeric_limits<std::int32_t>::max()) {
      fail(array, fmt::format("entity {} begins at {} and ends at {}", begin_ + static_cast<std::int64_t>(i),
                              offsets_[i - 1], offsets_[i]));
    }
  }
  if (!indexed_target_->is_ragged()) return;
  const auto values = cgns::count_of(is_.inputs.arrays[static_cast<std::size_t>(move.source)].dims);
  if (offsets_.back() > values) fail(array, fmt::format("leads to value {} of {}", offsets_.back(), values));
}

void ScatterReader::fail(int array, const std::string& why) const {
  const auto& entry = is_.inputs.arrays[static_cast<std::size_t>(array)];
  const auto file = entry.file < 0 ? "memory" : is_.inputs.files[static_cast<std::size_t>(entry.file)].path;
  throw coded(input_error(file, entry.path, why), "S0104");
}

namespace {

/// Minimum mean length of stretches: shorter runs are not worth separate copies.
constexpr std::size_t least_mean = 8;
/// With this mean length, stretches take less than a fiftieth of the memory of the numbers.
constexpr std::size_t kept_mean = 128;
/// Minimum mean size of the pieces that aggregators read for themselves, in bytes.
constexpr std::int64_t least_read = 4096;

}  // namespace

/// True if a chunk of `count` entities can be read at once, without per-entity changes.
bool ScatterReader::can_take_runs(std::int64_t count) const {
  return indexed_target_->shape == plan::Indexed::Shape::fixed && wanted_->payload == Payload::values &&
         indexed_->turned < 0 && end_of_slice(0, count) == count;
}

/// True if what is known of the numbers of a chunk holds for this target. Out-of-range ones are reread for
/// the error message.
bool ScatterReader::are_within(const IndexedTarget& indexed_target, const KnownChunk& known) const {
  return known.least >= 0 && known.largest < indexed_target.entities();
}

void ScatterReader::find_stretches(KnownChunk& known) {
  stretches_.clear();
  const auto most = keys_.size() / least_mean;
  for (std::size_t begin = 0, end = 0; begin < keys_.size(); begin = end) {
    for (end = begin + 1; end < keys_.size() && keys_[end] == keys_[end - 1] + 1;) ++end;
    if (stretches_.size() == most) return stretches_.clear();
    stretches_.push_back({.key = keys_[begin],
                          .entity = static_cast<std::int64_t>(begin),
                          .count = static_cast<std::int64_t>(end - begin)});
  }
  if (stretches_.size() * kept_mean <= keys_.size()) is_.known.keep(known, stretches_);
}

void ScatterReader::find_runs(const Router& router, const std::vector<Stretch>& stretches) {
  const auto& windows = router.windows();
  for (const auto& stretch : stretches) {
    const Range keys{stretch.key, stretch.key + stretch.count};
    auto window = std::partition_point(windows.begin(), windows.end(), [&](const Router::Window& other) {
      return other.keys.end <= keys.begin;
    });
    for (; window != windows.end() && window->keys.begin < keys.end; ++window) {
      const auto part = intersect(keys, window->keys);
      runs_.push_back({.window = static_cast<std::int32_t>(window - windows.begin()),
                       .key = part.begin,
                       .entity = stretch.entity + part.begin - keys.begin,
                       .count = part.size()});
    }
  }
}

/// True if the receivers can read the values of the runs as they need them, in long pieces.
bool ScatterReader::receivers_can_read() const {
  const auto& source = is_.inputs.array(indexed_->source);
  const bool changes = indexed_->numbering >= 0 || indexed_->turned_values >= 0 || indexed_->is_ghost ||
                       source.type != indexed_target_->type;
  if (changes || !is_.source.is_stored_as_read(indexed_->source)) return false;
  std::vector<std::int64_t> ends(wanted_->router.windows().size(), -1);
  std::int64_t pieces = 0;
  std::int64_t count = 0;
  for (const auto& run : runs_) {
    auto& end = ends[static_cast<std::size_t>(run.window)];
    if (run.entity != end) ++pieces;
    end = run.entity + run.count;
    count += run.count;
  }
  return count * indexed_target_->brought_bytes() >= pieces * least_read;
}

/// Reads the values from the first wanted entity to the last.
void ScatterReader::take_runs() {
  slice_.is_read_by_receivers = receivers_can_read();
  slice_.keys.clear();
  slice_.sent = 0;
  if (slice_.is_read_by_receivers) return slice_.runs.swap(runs_);
  const Range entities{runs_.front().entity, runs_.back().entity + runs_.back().count};
  const auto& source = is_.inputs.arrays[static_cast<std::size_t>(indexed_->source)];
  const auto size = static_cast<std::int64_t>(cgns::size_of(source.type)) * indexed_target_->width;
  slice_.values.resize(static_cast<std::size_t>(entities.size() * size));
  is_.source.read(indexed_->source, {(begin_ + entities.begin) * size, (begin_ + entities.end) * size},
                  slice_.values);
  close_gaps(entities.begin, size);
  use_turned(indexed_->turned_values);
  convert_values();
  slice_.runs.swap(runs_);
}

/// Keeps only the wanted values. The values start at entity `first`, with `size` bytes each. Runs ascend;
/// they overlap if two ranks need an entity.
void ScatterReader::close_gaps(std::int64_t first, std::int64_t size) {
  std::int64_t kept = 0;  // entities
  std::int64_t end = first;
  auto* const values = slice_.values.data();
  for (auto& run : runs_) {
    const auto begin = std::max(run.entity, end);
    const auto behind = run.entity + run.count;
    const auto count = std::max<std::int64_t>(0, behind - begin);
    if (begin - first != kept && count > 0)
      std::memmove(values + kept * size, values + (begin - first) * size,
                   static_cast<std::size_t>(count * size));
    run.entity = kept - (begin - run.entity);
    kept += count;
    end = std::max(end, behind);
  }
  slice_.values.resize(static_cast<std::size_t>(kept * size));
}

/// Bytes of a run's values in a message.
std::int64_t ScatterReader::value_bytes_of(const Run& run) const {
  return slice_.is_read_by_receivers ? 0 : run.count * indexed_target_->brought_bytes();
}

/// As many runs (at least one) as fit a message even if all go to the same rank; splits longer runs.
std::size_t ScatterReader::end_of_run_batch(std::int64_t room) {
  auto& runs = slice_.runs;
  const std::int64_t run_bytes = sizeof(EntityRun);
  const auto left = room - std::int64_t(sizeof(PacketHead)) - run_bytes;
  std::int64_t used = 0;
  for (auto next = slice_.sent; next < runs.size(); ++next) {
    auto& run = runs[next];
    used += run_bytes + value_bytes_of(run);
    if (used <= left) continue;
    if (next > slice_.sent) return next;
    const auto fits = std::max<std::int64_t>(1, (left - run_bytes) / indexed_target_->brought_bytes());
    if (fits >= run.count) return next + 1;
    const Run rest{run.window, run.key + fits, run.entity + fits, run.count - fits};
    run.count = fits;
    runs.insert(runs.begin() + static_cast<std::ptrdiff_t>(next) + 1, rest);
    return next + 1;
  }
  return runs.size();
}

bool ScatterReader::send_runs(par::Exchange& exchange) {
  const auto end = end_of_run_batch(exchange.room());
  outgoing_.assign(wanted_->router.windows().size(), {});
  for (auto i = slice_.sent; i < end; ++i) {
    auto& outgoing = outgoing_[static_cast<std::size_t>(slice_.runs[i].window)];
    outgoing.count += slice_.runs[i].count;
    outgoing.bytes += value_bytes_of(slice_.runs[i]);
    ++outgoing.runs;
  }
  if (!open_packets(exchange)) return false;
  pack_runs(end);
  return true;
}

void ScatterReader::pack_runs(std::size_t end) {
  const auto size = indexed_target_->brought_bytes();
  for (auto i = slice_.sent; i < end; ++i) {
    const auto& run = slice_.runs[i];
    auto& outgoing = outgoing_[static_cast<std::size_t>(run.window)];
    const auto first_key = wanted_->router.windows()[static_cast<std::size_t>(run.window)].keys.begin;
    const EntityRun sent{
        {static_cast<std::uint32_t>(run.key - first_key), static_cast<std::uint32_t>(run.count)}, run.entity};
    std::memcpy(outgoing.keys, &sent, sizeof sent);
    outgoing.keys += sizeof sent;
    const auto bytes = static_cast<std::size_t>(value_bytes_of(run));
    if (bytes > 0) std::memcpy(outgoing.values, slice_.values.data() + run.entity * size, bytes);
    outgoing.values += bytes;
  }
  slice_.sent = end;
}

}  // namespace pcgns::io
