#include "pcgns/partition/run/run_writer.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <utility>

#include "pcgns/par/collective.hpp"
#include "pcgns/par/request_reply.hpp"

namespace pcgns::partition {

namespace {

constexpr std::int64_t most_bytes_of_message = 64 * 1024;

/// Equal blocks of a range.
struct Blocks {
  std::int64_t total = 0;
  std::int64_t each = 1;

  Blocks(const par::Session& session, std::int64_t count)
      : total(count), each(std::max<std::int64_t>(1, divide_up(count, session.size()))) {}

  [[nodiscard]] int owner_of(std::int64_t i) const { return static_cast<int>(i / each); }
  [[nodiscard]] std::int64_t end_of(int rank) const { return std::min(total, (rank + 1) * each); }
  [[nodiscard]] Range of(int rank) const { return {std::min(total, rank * each), end_of(rank)}; }
};

}  // namespace

void OrderedValues::add(std::int64_t begin, std::span<const std::byte> values) {
  pieces_.push_back({begin, static_cast<std::int64_t>(values.size()) / size_});
  values_.insert(values_.end(), values.begin(), values.end());
}

namespace {

constexpr std::string_view writing_scratch = "writing the scratch file";

/// Sends this rank's pieces of all arrays, one after the other, cut to messages and to blocks.
class PieceSender {
 public:
  struct Head {
    std::int64_t array = 0;
    std::int64_t begin = 0;
    std::int64_t count = 0;
  };

  PieceSender(std::span<const OrderedArray> arrays, std::span<const Blocks> blocks)
      : arrays_(arrays), blocks_(blocks) {}

  /// Adds what there is room for; true if more is to come.
  bool fill(par::Exchange& exchange) {
    while (array_ < arrays_.size()) {
      const auto& values = *arrays_[array_].values;
      for (; piece_ < values.pieces().size(); ++piece_, sent_ = 0) {
        while (sent_ < values.pieces()[piece_].count) {
          if (!add(exchange, values)) return true;
        }
      }
      ++array_;
      piece_ = 0;
      from_ = 0;
    }
    return false;
  }

 private:
  /// Adds a message; false if its rank has no room for another one.
  bool add(par::Exchange& exchange, const OrderedValues& values) {
    const auto& piece = values.pieces()[piece_];
    const auto& blocks = blocks_[array_];
    const auto begin = piece.begin + sent_;
    const int rank = blocks.owner_of(begin);
    const Head head = {static_cast<std::int64_t>(array_), begin,
                       std::min({piece.count - sent_, blocks.end_of(rank) - begin,
                                 std::max<std::int64_t>(1, most_bytes_of_message / values.size())})};
    const auto bytes = head.count * values.size();
    auto* to = exchange.add(rank, static_cast<std::int64_t>(sizeof head) + bytes);
    std::memcpy(to, &head, sizeof head);
    std::memcpy(to + sizeof head, values.values().data() + from_, static_cast<std::size_t>(bytes));
    from_ += bytes;
    sent_ += head.count;
    return exchange.has_room(rank, static_cast<std::int64_t>(sizeof head) + most_bytes_of_message);
  }

  std::span<const OrderedArray> arrays_;
  std::span<const Blocks> blocks_;
  std::size_t array_ = 0;
  std::size_t piece_ = 0;
  std::int64_t sent_ = 0;  ///< Values of the piece.
  std::int64_t from_ = 0;  ///< Byte of the array's values.
};

}  // namespace

void write_ordered(par::Session& session, io::ScratchFile& scratch, std::span<const OrderedArray> arrays) {
  std::vector<Blocks> blocks;
  std::vector<std::vector<std::byte>> mine;  // of each array
  for (const auto& array : arrays) {
    blocks.emplace_back(session, array.total);
    mine.emplace_back(
        static_cast<std::size_t>(blocks.back().of(session.rank()).size() * array.values->size()));
  }
  par::Exchange exchange(session);
  PieceSender sender(arrays, blocks);
  par::in_batches(
      exchange, [&] { return sender.fill(exchange); },
      [&](int, std::span<const std::byte> message) {
        while (!message.empty()) {
          PieceSender::Head head;
          std::memcpy(&head, message.data(), sizeof head);
          const auto a = static_cast<std::size_t>(head.array);
          const auto width = arrays[a].values->size();
          const auto size = static_cast<std::size_t>(head.count * width);
          std::memcpy(mine[a].data() + (head.begin - blocks[a].of(session.rank()).begin) * width,
                      message.data() + sizeof head, size);
          message = message.subspan(sizeof head + round_up(size, std::size_t{8}));
        }
      });
  const auto failure = par::failure_of(
      [&] {
        for (std::size_t a = 0; a < arrays.size(); ++a)
          scratch.write(arrays[a].offset + blocks[a].of(session.rank()).begin * arrays[a].values->size(),
                        std::span(mine[a]));
      },
      writing_scratch);
  par::agree(session.comm(), writing_scratch, failure);
}

std::vector<std::int64_t> ordered_starts(par::Session& session, const Distribution& distribution,
                                         std::span<const std::int64_t> lengths) {
  struct Placed {
    std::int64_t position = 0;
    std::int64_t length = 0;
  };
  std::vector<std::int64_t> begins = {0};
  for (const auto total : distribution.totals) begins.push_back(begins.back() + total);
  const Blocks blocks(session, begins.back());
  const auto mine = blocks.of(session.rank());
  std::vector<std::int64_t> positions;
  std::vector<Placed> placed;
  std::vector<std::int64_t> values(distribution.totals.size(), 0);  // by part
  for (std::size_t slot = 0; slot < lengths.size(); ++slot) {
    const auto part = static_cast<std::size_t>(distribution.parts[slot]);
    positions.push_back(begins[part] + distribution.index_in_run(static_cast<std::int64_t>(slot)));
    placed.push_back({positions.back(), lengths[slot]});
    values[part] += lengths[slot];
  }
  par::sum_over_ranks(session.comm(), values);
  std::vector<std::int64_t> starts(static_cast<std::size_t>(mine.size()), 0);
  par::Exchange exchange(session);
  par::scatter_to_owners(
      exchange, placed, [&](const Placed& place) { return blocks.owner_of(place.position); },
      [&](const Placed& place) {
        starts[static_cast<std::size_t>(place.position - mine.begin)] = place.length;
      });
  auto sum = std::accumulate(starts.begin(), starts.end(), std::int64_t{0});
  auto next = par::sums_before(session.comm(), {&sum, 1}).front();
  for (auto& start : starts) next += std::exchange(start, next);
  auto found = par::ask_owners(
      session, positions, [&](std::int64_t position) { return blocks.owner_of(position); },
      [&](std::int64_t position) { return starts[static_cast<std::size_t>(position - mine.begin)]; });
  std::vector<std::int64_t> before = {0};
  for (const auto count : values) before.push_back(before.back() + count);
  for (std::size_t slot = 0; slot < found.size(); ++slot)
    found[slot] -= before[static_cast<std::size_t>(distribution.parts[slot])];
  return found;
}

RunWriter::RunWriter(io::ScratchFile& scratch, const std::string& path, cgns::DataType type,
                     const Sizes& sizes)
    : scratch_(scratch), type_(type), size_(cgns::size_of(type)), sorter_(sizes.totals.size()) {
  distributed_.begins = {0};
  distributed_.ghosts = static_cast<std::size_t>(sizes.ghosts);
  for (const auto total : sizes.totals) distributed_.begins.push_back(distributed_.begins.back() + total);
  const auto total = distributed_.begins.back();
  offset_ = scratch.add_room(std::max<std::int64_t>(1, total * size_));
  distributed_.source = scratch.add_array(path, offset_, total, type);
  for (std::size_t part = 0; part < sizes.before.size(); ++part)
    next_.push_back(distributed_.begins[part] + sizes.before[part]);
  if (!sizes.is_ordered) return;
  placed_.emplace(size_);
  starts_ = sizes.starts;
}

template <typename Bytes>
void RunWriter::put_ordered(std::span<const std::int32_t> parts, const Bytes& bytes_of,
                            std::span<const std::byte> values) {
  std::size_t at = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto bytes = static_cast<std::size_t>(bytes_of(i));
    const auto begin = distributed_.begins[static_cast<std::size_t>(parts[i])] + starts_[slot_++];
    if (bytes > 0) placed_->add(begin, values.subspan(at, bytes));
    at += bytes;
  }
}

void RunWriter::write(std::size_t part, std::span<const std::byte> values) {
  scratch_.write(offset_ + next_[part] * size_, values);
  next_[part] += std::ssize(values) / size_;
}

void RunWriter::put(std::span<const std::int32_t> parts, std::int64_t width,
                    std::span<const std::byte> values) {
  if (failure_) return;
  failure_ = par::failure_of(
      [&] {
        const auto each = width * size_;
        if (placed_)
          return put_ordered(
              parts, [&](std::size_t) { return each; }, values);
        sorter_.sort(
            parts, each, values, [&](std::size_t part, auto run) { write(part, run); }, RunSorter::no_room);
      },
      writing_scratch);
}

void RunWriter::put(std::span<const std::int32_t> parts, std::span<const std::int64_t> lengths,
                    std::span<const std::byte> values) {
  if (failure_) return;
  failure_ = par::failure_of(
      [&] {
        const auto bytes_of = [&](std::size_t i) { return lengths[i] * size_; };
        if (placed_) return put_ordered(parts, bytes_of, values);
        sorter_.sort(
            parts, bytes_of, values, [&](std::size_t part, auto run) { write(part, run); },
            RunSorter::no_room);
      },
      writing_scratch);
}

void RunWriter::put(std::span<const std::int32_t> parts, std::int64_t width,
                    std::span<const std::int64_t> values) {
  put(parts, width, narrowed(values));
}

void RunWriter::put(std::span<const std::int32_t> parts, std::span<const std::int64_t> lengths,
                    std::span<const std::int64_t> values) {
  put(parts, lengths, narrowed(values));
}

std::span<const std::byte> RunWriter::narrowed(std::span<const std::int64_t> values) {
  if (type_ == cgns::DataType::I8) return std::as_bytes(values);
  narrow_.resize(values.size() * sizeof(std::int32_t));
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto value = static_cast<std::int32_t>(values[i]);
    std::memcpy(narrow_.data() + i * sizeof value, &value, sizeof value);
  }
  return narrow_;
}

DistributedValues RunWriter::finish(par::Session& session) {
  return std::move(finish(session, {this, 1}).front());
}

std::vector<DistributedValues> RunWriter::finish(par::Session& session, std::span<RunWriter> writers) {
  std::optional<Error> failure;
  std::vector<OrderedArray> ordered;
  std::vector<DistributedValues> distributed;
  for (auto& writer : writers) {
    if (!failure) failure = writer.failure_;
    if (writer.placed_)
      ordered.push_back({&*writer.placed_, writer.offset_, writer.distributed_.begins.back()});
    distributed.push_back(std::move(writer.distributed_));
  }
  par::agree(session.comm(), writing_scratch, failure);
  if (!ordered.empty()) write_ordered(session, writers.front().scratch_, ordered);
  return distributed;
}

RunWriter::Sizes sizes_of(const Distribution& distribution, std::int64_t width) {
  RunWriter::Sizes sizes{distribution.totals, distribution.before, distribution.ghosts};
  for (auto& total : sizes.totals) total *= width;
  for (auto& before : sizes.before) before *= width;
  sizes.is_ordered = distribution.is_ordered;
  for (std::int64_t slot = 0; distribution.is_ordered && slot < std::ssize(distribution.parts); ++slot)
    sizes.starts.push_back(distribution.index_in_run(slot) * width);
  return sizes;
}

RunWriter::Sizes sizes_of(par::Session& session, const Distribution& distribution,
                          std::span<const std::int64_t> lengths) {
  RunWriter::Sizes sizes{.totals = {}, .before = {}, .ghosts = distribution.ghosts};
  sizes.totals.assign(distribution.totals.size(), 0);
  for (std::size_t slot = 0; slot < lengths.size(); ++slot)
    sizes.totals[static_cast<std::size_t>(distribution.parts[slot])] += lengths[slot];
  sizes.before = par::sums_before(session.comm(), sizes.totals);
  sizes.is_ordered = distribution.is_ordered;
  if (distribution.is_ordered) sizes.starts = ordered_starts(session, distribution, lengths);
  return sizes;
}

}  // namespace pcgns::partition
