// Entities whose numbers follow one another: sent and read as runs, without a look at each.
#include <algorithm>
#include <cstring>

#include "pcgns/base/bytes.hpp"
#include "pcgns/move/scatter_read.hpp"

namespace pcgns::move {

namespace {

/// Entities of a stretch, in the mean: for fewer a copy of its own is not worth while.
constexpr std::size_t least_mean = 8;
/// With so many, stretches take less than a fiftieth of what the numbers take.
constexpr std::size_t kept_mean = 128;

}  // namespace

/// True if the values of a chunk of `count` entities can be had at once and as they are.
bool ScatterReader::can_take_runs(std::int64_t count) const {
  return lane_->shape == plan::Indexed::Shape::fixed && wanted_->payload == Payload::values &&
         indexed_->turned < 0 && end_of_slice(0, count) == count;
}

/// Whether the numbers of a chunk need not be read again. Those that are out of range are, for the message.
bool ScatterReader::has_stretches(const Lane& lane, const Extent& extent) const {
  return !extent.stretches.empty() && extent.least >= 0 && extent.largest < lane.entities();
}

void ScatterReader::find_stretches(Extent& extent) {
  stretches_.clear();
  const auto most = keys_.size() / least_mean;
  for (std::size_t begin = 0, end = 0; begin < keys_.size(); begin = end) {
    for (end = begin + 1; end < keys_.size() && keys_[end] == keys_[end - 1] + 1;) ++end;
    if (stretches_.size() == most) return stretches_.clear();
    stretches_.push_back({.key = keys_[begin],
                          .entity = static_cast<std::int64_t>(begin),
                          .count = static_cast<std::int64_t>(end - begin)});
  }
  const auto count = std::ssize(stretches_);
  if (stretches_.size() * kept_mean > keys_.size() || count > most_kept_) return;
  most_kept_ -= count;
  extent.stretches = stretches_;
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

/// The values from the first entity that is wanted to the last.
void ScatterReader::take_runs() {
  const Range entities{runs_.front().entity, runs_.back().entity + runs_.back().count};
  const auto& source = is_.inputs.arrays[static_cast<std::size_t>(indexed_->source)];
  const auto size = static_cast<std::int64_t>(tree::size_of(source.type)) * lane_->width;
  slice_.keys.clear();
  slice_.values.resize(static_cast<std::size_t>(entities.size() * size));
  is_.source.read(indexed_->source, {(begin_ + entities.begin) * size, (begin_ + entities.end) * size},
                  slice_.values);
  close_gaps(entities.begin, size);
  use_turned(indexed_->turned_values);
  convert_values();
  slice_.runs.swap(runs_);
  slice_.sent = 0;
}

/// Leaves only what is wanted of the values, which are those from entity `first` on, `size` bytes each. Runs
/// ascend; where two ranks want an entity, they overlap.
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

/// As many runs, at least one, as fit a message even if all go to the same rank. A longer one is divided.
std::size_t ScatterReader::end_of_run_batch(std::int64_t room) {
  auto& runs = slice_.runs;
  const std::int64_t run_bytes = sizeof(KeyRun);
  const auto left = room - std::int64_t(sizeof(PacketHead)) - run_bytes;
  std::int64_t used = 0;
  for (auto next = slice_.sent; next < runs.size(); ++next) {
    auto& run = runs[next];
    used += run_bytes + run.count * lane_->brought_bytes();
    if (used <= left) continue;
    if (next > slice_.sent) return next;
    const auto fits = std::max<std::int64_t>(1, (left - run_bytes) / lane_->brought_bytes());
    if (fits >= run.count) return next + 1;
    const Run rest{run.window, run.key + fits, run.entity + fits, run.count - fits};
    run.count = fits;
    runs.insert(runs.begin() + static_cast<std::ptrdiff_t>(next) + 1, rest);
    return next + 1;
  }
  return runs.size();
}

bool ScatterReader::send_runs(Exchange& exchange) {
  const auto end = end_of_run_batch(exchange.room());
  outgoing_.assign(wanted_->router.windows().size(), {});
  for (auto i = slice_.sent; i < end; ++i) {
    auto& outgoing = outgoing_[static_cast<std::size_t>(slice_.runs[i].window)];
    outgoing.count += slice_.runs[i].count;
    outgoing.bytes += slice_.runs[i].count * lane_->brought_bytes();
    ++outgoing.runs;
  }
  if (!open_packets(exchange)) return false;
  pack_runs(end);
  return true;
}

void ScatterReader::pack_runs(std::size_t end) {
  const auto size = lane_->brought_bytes();
  for (auto i = slice_.sent; i < end; ++i) {
    const auto& run = slice_.runs[i];
    auto& outgoing = outgoing_[static_cast<std::size_t>(run.window)];
    const auto first_key = wanted_->router.windows()[static_cast<std::size_t>(run.window)].keys.begin;
    const KeyRun keys{static_cast<std::uint32_t>(run.key - first_key), static_cast<std::uint32_t>(run.count)};
    std::memcpy(outgoing.keys, &keys, sizeof keys);
    outgoing.keys += sizeof keys;
    const auto bytes = static_cast<std::size_t>(run.count * size);
    std::memcpy(outgoing.values, slice_.values.data() + run.entity * size, bytes);
    outgoing.values += bytes;
  }
  slice_.sent = end;
}

}  // namespace pcgns::move
