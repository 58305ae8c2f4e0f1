#include "pcgns/move/scatter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "pcgns/base/bytes.hpp"
#include "pcgns/par/collective.hpp"

namespace pcgns::move {

namespace {

/// The landing of `lane` among `landings`, which are in the order of the lanes.
template <typename Landings>
auto find_landing(Landings& landings, int lane) {
  const auto found = std::partition_point(landings.begin(), landings.end(),
                                          [&](const auto& entry) { return entry.lane < lane; });
  return found != landings.end() && found->lane == lane ? &found->landing : nullptr;
}

}  // namespace

Scatter::Scatter(par::Session& session, const Setting& setting)
    : session_(session),
      is_(setting),
      lanes_(lanes_of(setting.plan, setting.inputs, setting.offsets)),
      turned_(find_turned(session, setting.inputs, setting.plan, setting.source, setting.memory / 2)),
      reader_({.plan = setting.plan,
               .inputs = setting.inputs,
               .lanes = lanes_,
               .source = setting.source,
               .turned = turned_,
               .rank = session.rank(),
               .ranks = session.size(),
               .memory = setting.memory / 2,
               .chunk = setting.chunk}),
      exchange_(session, setting.memory / 8) {}

template <typename Step>
void Scatter::attempt(const Step& step) {
  if (!failure_) failure_ = par::failure_of(step, "moving data");
}

std::vector<Range> Scatter::windows_of(std::int64_t round) const {
  std::vector<Range> windows;
  for (int rank = 0; rank < session_.size(); ++rank) {
    windows.push_back(is_.domains.bytes_of(is_.domains.domain_of(rank, round)));
  }
  return windows;
}

std::vector<int> Scatter::lanes_in(Range bytes) const {
  std::vector<int> found;
  auto next = std::partition_point(lanes_.begin(), lanes_.end(),
                                   [&](const Lane& lane) { return lane.bytes().end <= bytes.begin; });
  for (; next != lanes_.end() && next->at < bytes.end; ++next) {
    found.push_back(static_cast<int>(next - lanes_.begin()));
  }
  return found;
}

bool Scatter::concerns(std::int64_t round) const { return !lanes_in(is_.domains.hull_of(round)).empty(); }

void Scatter::run(std::int64_t round, std::span<std::byte> buffer) {
  windows_ = windows_of(round);
  in_round_ = lanes_in(is_.domains.hull_of(round));
  attempt([&] { open_landings(buffer); });
  exchange(first_requests(), [&](const Packet& packet) { place_first(packet); });

  const bool is_ragged = std::any_of(in_round_.begin(), in_round_.end(), [&](int lane) {
    return lanes_[static_cast<std::size_t>(lane)].is_ragged();
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
  for (const auto index : lanes_in(window)) {
    const auto& lane = lanes_[static_cast<std::size_t>(index)];
    if (lane.needs_lengths()) {
      ragged_.push_back({index, RaggedLanding(lane, is_.plan, window)});
    } else {
      fixed_.push_back({index, FixedLanding(lane, keys_in(lane, is_.plan, window), is_.plan.shared_points,
                                            window, place_of(lane, buffer))});
    }
  }
}

std::vector<Request> Scatter::first_requests() const {
  std::vector<Request> requests;
  for (const auto index : in_round_) {
    const auto& lane = lanes_[static_cast<std::size_t>(index)];
    std::vector<Router::Window> wanted;
    for (int rank = 0; rank < session_.size(); ++rank) {
      const auto window = windows_[static_cast<std::size_t>(rank)];
      const auto keys =
          lane.needs_lengths() ? lengths_for(lane, is_.plan, window) : keys_in(lane, is_.plan, window);
      if (!keys.empty()) wanted.push_back({rank, keys});
    }
    requests.push_back({.lane = index,
                        .payload = lane.needs_lengths() ? Payload::lengths : Payload::values,
                        .router = Router(std::move(wanted))});
  }
  return requests;
}

/// The owners know now which entities exactly they want, and tell all ranks.
std::vector<Request> Scatter::second_requests() const {
  std::vector<std::int64_t> mine;
  for (const auto& [lane, landing] : ragged_) {
    if (landing.keys().empty()) continue;
    mine.insert(mine.end(), {lane, landing.keys().begin, landing.keys().end});
  }
  const auto all = par::gather_all(session_.comm(), std::as_bytes(std::span(mine)));
  std::vector<Request> requests;
  for (const auto index : in_round_) {
    if (!lanes_[static_cast<std::size_t>(index)].is_ragged()) continue;
    std::vector<Router::Window> wanted;
    for (std::size_t rank = 0; rank < all.size(); ++rank) {
      std::vector<std::int64_t> theirs(all[rank].size() / sizeof(std::int64_t));
      std::copy(all[rank].begin(), all[rank].end(), std::as_writable_bytes(std::span(theirs)).begin());
      for (std::size_t i = 0; i < theirs.size(); i += 3) {
        if (theirs[i] == index) wanted.push_back({static_cast<int>(rank), {theirs[i + 1], theirs[i + 2]}});
      }
    }
    requests.push_back({.lane = index, .payload = Payload::values, .router = Router(std::move(wanted))});
  }
  return requests;
}

void Scatter::exchange(std::vector<Request> requests, const std::function<void(const Packet&)>& place) {
  reader_.begin(std::move(requests));
  Exchange::State all{.more = true};
  while (all.more) {
    bool more = false;
    attempt([&] { more = reader_.fill(exchange_); });
    if (failure_) exchange_.clear();
    all = exchange_.deliver({.more = more && !failure_, .failed = failure_.has_value()});
    incomplete_ = incomplete_ || all.failed;
    attempt([&] {
      if (incomplete_) return;
      for (int rank = 0; rank < session_.size(); ++rank) {
        for (const auto& packet : packets_of(exchange_.from(rank))) place(packet);
      }
    });
    session_.alive();
  }
}

void Scatter::place_first(const Packet& packet) {
  if (auto* const landing = find_landing(fixed_, packet.head.lane)) landing->place(packet);
  if (auto* const landing = find_landing(ragged_, packet.head.lane)) landing->place_length(packet);
}

void Scatter::place_second(const Packet& packet, std::span<std::byte> buffer) {
  const auto& lane = lanes_[static_cast<std::size_t>(packet.head.lane)];
  auto* const landing = find_landing(ragged_, packet.head.lane);
  if (landing != nullptr) landing->place_values(packet, place_of(lane, buffer));
}

/// Where the part of a lane that is in the window begins in the buffer.
std::span<std::byte> Scatter::place_of(const Lane& lane, std::span<std::byte> buffer) const {
  const auto window = windows_[static_cast<std::size_t>(session_.rank())];
  return buffer.subspan(static_cast<std::size_t>(std::max<std::int64_t>(0, lane.at - window.begin)));
}

}  // namespace pcgns::move
