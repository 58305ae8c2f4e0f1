#include <fmt/format.h>

#include <algorithm>

#include "pcgns/base/bytes.hpp"
#include "pcgns/base/error.hpp"
#include "pcgns/move/scatter_place.hpp"

namespace pcgns::move {

namespace {

constexpr std::int32_t not_yet = -1;
constexpr std::int32_t nobody = std::numeric_limits<std::int32_t>::max();

}  // namespace

RaggedLanding::RaggedLanding(const Lane& lane, const plan::Plan& plan, Range window)
    : lane_(lane),
      ragged_(plan.ragged[static_cast<std::size_t>(lane.ragged)]),
      window_(intersect(window, lane.bytes())),
      counted_(lengths_for(lane, plan, window)),
      lengths_(static_cast<std::size_t>(std::max<std::int64_t>(0, counted_.size())), not_yet),
      holders_(lengths_.size(), nobody) {
  window_ = {window_.begin - lane.at, window_.end - lane.at};
}

void RaggedLanding::place_length(const Packet& packet) {
  for (std::int64_t i = 0; i < packet.head.count; ++i) {
    const auto key = packet.key(i);
    std::int32_t length = 0;
    std::memcpy(&length, packet.values + i * static_cast<std::int64_t>(sizeof length), sizeof length);
    auto& known = lengths_[key];
    auto& holder = holders_[key];
    const Clash clash{counted_.begin + key, holder, packet.head.precedence};
    if (known != not_yet && !lane_.may_share) twice_.note(clash);
    if (known != not_yet && known != length) differs_.note(clash);
    known = length;
    holder = std::min(holder, packet.head.precedence);
  }
}

Verdict RaggedLanding::verdict() const {
  Verdict verdict{.twice = twice_, .differs = differs_};
  const auto hole = std::find(lengths_.begin(), lengths_.end(), not_yet);
  if (hole != lengths_.end()) verdict.missing = counted_.begin + (hole - lengths_.begin());
  return verdict;
}

/// Calls `visit` with each counted entity and with the first value of it, then with the one behind the last.
template <typename Visit>
void RaggedLanding::visit_begins(const Visit& visit) const {
  constexpr auto block = plan::Ragged::block;
  const auto begin_of = [&](std::int64_t entity) {
    return entity < ragged_.entities ? ragged_.begins[static_cast<std::size_t>(entity / block)]
                                     : ragged_.values;
  };
  auto value = begin_of(counted_.begin);
  for (auto entity = counted_.begin; entity < counted_.end; ++entity) {
    visit(entity, value);
    value += lengths_[static_cast<std::size_t>(entity - counted_.begin)];
    const auto next = entity + 1;
    const bool is_known = next % block == 0 || next == ragged_.entities;
    if (is_known && value != begin_of(next)) {
      throw Error(ErrorKind::input, "the lengths of the entities have changed while they were being read");
    }
  }
  visit(counted_.end, value);
}

void RaggedLanding::scan() {
  const auto size = lane_.value_bytes();
  const Range values{window_.begin / size, divide_up(window_.end, size)};
  auto first = counted_.end;
  // Entities that end before the window have a follower that begins at or before it.
  visit_begins([&](std::int64_t entity, std::int64_t begin) {
    if (begin <= values.begin) {
      first = entity;
      begins_.clear();
    }
    if (begins_.empty() || begins_.back() < values.end) begins_.push_back(begin);
  });
  keys_ = {first, first + static_cast<std::int64_t>(begins_.size()) - 1};
  holders_.assign(begins_.size() - 1, nobody);
  lengths_ = {};
}

void RaggedLanding::write(Range bytes, const std::byte* from, std::span<std::byte> buffer) const {
  const auto part = intersect(bytes, window_);
  if (part.empty()) return;
  std::memcpy(buffer.data() + (part.begin - window_.begin), from + (part.begin - bytes.begin),
              static_cast<std::size_t>(part.size()));
}

void RaggedLanding::place_values(const Packet& packet, std::span<std::byte> buffer) {
  const auto size = lane_.value_bytes();
  const std::byte* from = packet.values;
  const auto* const end = packet.values + packet.head.bytes;
  for (std::int64_t i = 0; i < packet.head.count; ++i) {
    const auto key = packet.key(i);
    const Range bytes{begins_[key] * size, begins_[key + 1] * size};
    if (bytes.size() > end - from) {
      throw Error(ErrorKind::input, "the lengths of the entities have changed while they were being read");
    }
    if (packet.head.precedence < holders_[key]) {
      holders_[key] = packet.head.precedence;
      write(bytes, from, buffer);
    }
    from += bytes.size();
  }
}

void RaggedLanding::write_offsets(std::span<std::byte> buffer) const {
  const auto size = lane_.value_bytes();
  visit_begins([&](std::int64_t entity, std::int64_t begin) {
    const Range bytes{entity * size, (entity + 1) * size};
    if (intersect(bytes, window_).empty()) return;
    const auto small = static_cast<std::int32_t>(begin);
    const bool is_small = lane_.type == tree::DataType::I4;
    if (is_small && small != begin)
      throw Error(ErrorKind::input, fmt::format("offset {} does not fit I4", begin));
    write(bytes,
          is_small ? reinterpret_cast<const std::byte*>(&small) : reinterpret_cast<const std::byte*>(&begin),
          buffer);
  });
}

}  // namespace pcgns::move
