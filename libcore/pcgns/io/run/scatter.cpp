#include "pcgns/io/run/scatter.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "pcgns/base/bytes.hpp"
#include "pcgns/base/error.hpp"
#include "pcgns/io/run/scatter_place.hpp"
#include "pcgns/par/collective.hpp"

namespace pcgns::io {

namespace {

/// The landing of `indexed_target`; `landings` are sorted by indexed target.
template <typename Landings>
auto find_landing(Landings& landings, int indexed_target) {
  const auto found = std::partition_point(landings.begin(), landings.end(), [&](const auto& entry) {
    return entry.indexed_target < indexed_target;
  });
  return found != landings.end() && found->indexed_target == indexed_target ? &found->landing : nullptr;
}

constexpr auto moving_data = "moving data";

}  // namespace

Scatter::Scatter(par::Session& session, const Setting& setting)
    : session_(session),
      is_(setting),
      indexed_targets_(indexed_targets_of(setting.plan, setting.inputs, setting.offsets)),
      known_(setting.memory.share(32)),
      turned_(find_turned(session, setting.inputs, setting.plan, setting.source, setting.memory.share(2))),
      reader_({.plan = setting.plan,
               .inputs = setting.inputs,
               .indexed_targets = indexed_targets_,
               .source = setting.source,
               .turned = turned_,
               .rank = session.rank(),
               .ranks = session.size(),
               .memory = setting.memory.share(2),
               .known = setting.known == nullptr ? known_ : *setting.known,
               .chunk = setting.chunk}),
      exchange_(session, setting.memory.share(8)) {}

template <typename Step>
void Scatter::attempt(const Step& step) {
  if (!failure_) failure_ = par::failure_of(step, moving_data);
}

std::vector<Range> Scatter::windows_of(std::int64_t round) const {
  std::vector<Range> windows;
  for (int rank = 0; rank < session_.size(); ++rank) {
    windows.push_back(is_.file_blocks.bytes_of(is_.file_blocks.file_block_of(rank, round)));
  }
  return windows;
}

std::vector<int> Scatter::indexed_targets_in(Range bytes) const {
  std::vector<int> found;
  auto next = std::partition_point(
      indexed_targets_.begin(), indexed_targets_.end(),
      [&](const IndexedTarget& indexed_target) { return indexed_target.bytes().end <= bytes.begin; });
  for (; next != indexed_targets_.end() && next->at < bytes.end; ++next) {
    found.push_back(static_cast<int>(next - indexed_targets_.begin()));
  }
  return found;
}

bool Scatter::concerns(std::int64_t round) const {
  return !indexed_targets_in(is_.file_blocks.hull_of(round)).empty();
}

void Scatter::run(std::int64_t round, std::span<std::byte> buffer) {
  windows_ = windows_of(round);
  in_round_ = indexed_targets_in(is_.file_blocks.hull_of(round));
  attempt([&] { open_landings(buffer); });
  exchange(first_requests(), [&](const Packet& packet) { place_first(packet); });

  const bool is_ragged = std::any_of(in_round_.begin(), in_round_.end(), [&](int indexed_target) {
    return indexed_targets_[static_cast<std::size_t>(indexed_target)].is_ragged();
  });
  if (is_ragged) {
    attempt([&] { scan(); });
    exchange(second_requests(), [&](const Packet& packet) { place_second(packet, buffer); });
  }
  attempt([&] {
    if (!incomplete_) finish(buffer);
  });
  fixed_.clear();
  ragged_.clear();
  if (failure_) throw Error(*failure_);
}

void Scatter::open_landings(std::span<std::byte> buffer) {
  const auto window = windows_[static_cast<std::size_t>(session_.rank())];
  for (const auto index : indexed_targets_in(window)) {
    const auto& indexed_target = indexed_targets_[static_cast<std::size_t>(index)];
    if (indexed_target.needs_lengths()) {
      ragged_.push_back({index, RaggedLanding(indexed_target, is_.plan, window)});
    } else {
      fixed_.push_back(
          {index, FixedLanding(indexed_target, keys_in(indexed_target, is_.plan, window), is_.plan, window,
                               place_of(indexed_target, buffer), reader_.first_ghost(indexed_target))});
    }
  }
}

std::vector<Request> Scatter::first_requests() const {
  std::vector<Request> requests;
  for (const auto index : in_round_) {
    const auto& indexed_target = indexed_targets_[static_cast<std::size_t>(index)];
    std::vector<Router::Window> wanted;
    for (int rank = 0; rank < session_.size(); ++rank) {
      const auto window = windows_[static_cast<std::size_t>(rank)];
      const auto keys = indexed_target.needs_lengths() ? lengths_for(indexed_target, is_.plan, window)
                                                       : keys_in(indexed_target, is_.plan, window);
      if (!keys.empty()) wanted.push_back({rank, keys});
    }
    requests.push_back({.indexed_target = index,
                        .payload = indexed_target.needs_lengths() ? Payload::lengths : Payload::values,
                        .router = Router(std::move(wanted))});
  }
  return requests;
}

/// After the lengths, aggregators know exactly which entities they need, and tell all ranks.
std::vector<Request> Scatter::second_requests() const {
  std::vector<std::int64_t> mine;
  for (const auto& [indexed_target, landing] : ragged_) {
    if (landing.keys().empty()) continue;
    mine.insert(mine.end(), {indexed_target, landing.keys().begin, landing.keys().end});
  }
  const auto all = par::gather_all(session_.comm(), mine);
  std::vector<Request> requests;
  for (const auto index : in_round_) {
    if (!indexed_targets_[static_cast<std::size_t>(index)].is_ragged()) continue;
    std::vector<Router::Window> wanted;
    for (std::size_t rank = 0; rank < all.size(); ++rank) {
      const auto& theirs = all[rank];
      for (std::size_t i = 0; i < theirs.size(); i += 3) {
        if (theirs[i] == index) wanted.push_back({static_cast<int>(rank), {theirs[i + 1], theirs[i + 2]}});
      }
    }
    requests.push_back(
        {.indexed_target = index, .payload = Payload::values, .router = Router(std::move(wanted))});
  }
  return requests;
}

void Scatter::exchange(std::vector<Request> requests, const std::function<void(const Packet&)>& place) {
  reader_.begin(std::move(requests));
  const auto place_all = [&](int, std::span<const std::byte> message) {
    for (const auto& packet : packets_of(message)) place(packet);
  };
  const bool failed = par::in_batches(
      exchange_, moving_data, failure_, [&] { return reader_.fill(exchange_); }, place_all);
  incomplete_ = incomplete_ || failed;
}

void Scatter::place_first(const Packet& packet) {
  if (auto* const landing = find_landing(fixed_, packet.head.indexed_target)) place_fixed(packet, *landing);
  if (auto* const landing = find_landing(ragged_, packet.head.indexed_target)) landing->place_length(packet);
}

void Scatter::place_fixed(const Packet& packet, FixedLanding& landing) {
  if (packet.has_values()) return landing.place(packet);
  const auto& indexed_target = indexed_targets_[static_cast<std::size_t>(packet.head.indexed_target)];
  const auto origin = reader_.origin_of(indexed_target, packet.head.precedence);
  const auto source = is_.plan.indexed[static_cast<std::size_t>(origin.move)].source;
  landing.read(packet, [&](std::int64_t entity, std::span<const std::span<std::byte>> to) {
    is_.source.read(source, (origin.begin + entity) * indexed_target.brought_bytes(), to);
  });
}

void Scatter::place_second(const Packet& packet, std::span<std::byte> buffer) {
  const auto& indexed_target = indexed_targets_[static_cast<std::size_t>(packet.head.indexed_target)];
  auto* const landing = find_landing(ragged_, packet.head.indexed_target);
  if (landing != nullptr) landing->place_values(packet, place_of(indexed_target, buffer));
}

/// The memory in the buffer of the part of `indexed_target` in the window.
std::span<std::byte> Scatter::place_of(const IndexedTarget& indexed_target,
                                       std::span<std::byte> buffer) const {
  const auto window = windows_[static_cast<std::size_t>(session_.rank())];
  return buffer.subspan(
      static_cast<std::size_t>(std::max<std::int64_t>(0, indexed_target.at - window.begin)));
}

namespace {

constexpr std::int32_t not_yet = -1;
constexpr std::int32_t nobody = std::numeric_limits<std::int32_t>::max();

}  // namespace

RaggedLanding::RaggedLanding(const IndexedTarget& indexed_target, const plan::Plan& plan, Range window)
    : indexed_target_(indexed_target),
      ragged_(plan.ragged[static_cast<std::size_t>(indexed_target.ragged)]),
      window_(intersect(window, indexed_target.bytes())),
      counted_(lengths_for(indexed_target, plan, window)),
      lengths_(static_cast<std::size_t>(std::max<std::int64_t>(0, counted_.size())), not_yet),
      holders_(lengths_.size(), nobody) {
  window_ = {window_.begin - indexed_target.at, window_.end - indexed_target.at};
}

void RaggedLanding::place_length(const Packet& packet) {
  for (std::int64_t i = 0; i < packet.head.count; ++i) {
    const auto key = packet.key(i);
    std::int32_t length = 0;
    std::memcpy(&length, packet.values + i * static_cast<std::int64_t>(sizeof length), sizeof length);
    auto& known = lengths_[key];
    auto& holder = holders_[key];
    const Clash clash{counted_.begin + key, holder, packet.head.precedence};
    if (known != not_yet && !indexed_target_.may_share) twice_.note(clash);
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

/// Calls `visit` with each counted entity and its first value, then once for the end.
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
  const auto size = indexed_target_.value_bytes();
  const Range values{window_.begin / size, divide_up(window_.end, size)};
  auto first = counted_.end;
  // The last entity that begins at or before the window is the first with values in it.
  visit_begins([&](std::int64_t entity, std::int64_t begin) {
    if (begin <= values.begin) {
      first = entity;
      begins_.clear();
    }
    if (begins_.empty() || begins_.back() < values.end) begins_.push_back(begin);
  });
  keys_ = {first, first + static_cast<std::int64_t>(begins_.size()) - 1};
  holders_.assign(begins_.size() - 1, nobody);
  sums_.assign(indexed_target_.may_share ? holders_.size() : 0, 0);
  lengths_ = {};
}

void RaggedLanding::write(Range bytes, const std::byte* from, std::span<std::byte> buffer) const {
  const auto part = intersect(bytes, window_);
  if (part.empty()) return;
  std::memcpy(buffer.data() + (part.begin - window_.begin), from + (part.begin - bytes.begin),
              static_cast<std::size_t>(part.size()));
}

namespace {

template <typename Integer>
std::uint32_t sum_as(std::span<const std::byte> values) {
  std::uint64_t sum = 0;
  for (std::size_t at = 0; at < values.size(); at += sizeof(Integer)) {
    Integer value{};
    std::memcpy(&value, values.data() + at, sizeof value);
    auto mixed = static_cast<std::uint64_t>(value) * 0x9e3779b97f4a7c15U;
    mixed ^= mixed >> 32U;
    sum += mixed * 0xbf58476d1ce4e5b9U;
  }
  return static_cast<std::uint32_t>(sum >> 32U) | 1U;
}

}  // namespace

/// Pieces may begin a shared face at another vertex, but must not give it another one.
void RaggedLanding::compare(std::uint32_t key, std::int32_t precedence, std::span<const std::byte> values) {
  const bool is_small = indexed_target_.type == cgns::DataType::I4;
  const auto sum = is_small ? sum_as<std::int32_t>(values) : sum_as<std::int64_t>(values);
  auto& known = sums_[key];
  if (known != 0 && known != sum) differs_.note({keys_.begin + key, holders_[key], precedence});
  if (known == 0 || precedence < holders_[key]) known = sum;
}

void RaggedLanding::place_values(const Packet& packet, std::span<std::byte> buffer) {
  const auto size = indexed_target_.value_bytes();
  const std::byte* from = packet.values;
  const auto* const end = packet.values + packet.head.bytes;
  for (std::int64_t i = 0; i < packet.head.count; ++i) {
    const auto key = packet.key(i);
    const Range bytes{begins_[key] * size, begins_[key + 1] * size};
    if (bytes.size() > end - from) {
      throw Error(ErrorKind::input, "the lengths of the entities have changed while they were being read");
    }
    if (!sums_.empty()) compare(key, packet.head.precedence, {from, static_cast<std::size_t>(bytes.size())});
    if (packet.head.precedence < holders_[key]) {
      holders_[key] = packet.head.precedence;
      write(bytes, from, buffer);
    }
    from += bytes.size();
  }
}

void RaggedLanding::write_offsets(std::span<std::byte> buffer) const {
  const auto size = indexed_target_.value_bytes();
  visit_begins([&](std::int64_t entity, std::int64_t begin) {
    const Range bytes{entity * size, (entity + 1) * size};
    if (intersect(bytes, window_).empty()) return;
    const auto small = static_cast<std::int32_t>(begin);
    const bool is_small = indexed_target_.type == cgns::DataType::I4;
    if (is_small && small != begin)
      throw Error(ErrorKind::input, fmt::format("offset {} does not fit I4", begin));
    write(bytes,
          is_small ? reinterpret_cast<const std::byte*>(&small) : reinterpret_cast<const std::byte*>(&begin),
          buffer);
  });
}

}  // namespace pcgns::io
