#include "pcgns/queue/detail/work.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <map>

#include "pcgns/base/byte_stream.hpp"
#include "pcgns/base/bytes.hpp"
#include "pcgns/par/collective.hpp"

namespace pcgns::queue {

namespace {

/// Smaller file blocks cost more in messages than they gain in balance.
constexpr std::int64_t least_size = 64 * kibi;
/// Limits the bitmap of file blocks between the first and the last byte.
constexpr std::int64_t most_file_blocks = 1 << 20;

/// Bounding range of all requests; empty if there are none. @note Collective.
Range hull_of_all(MPI_Comm comm, std::span<const io::Runs> mine) {
  Range hull{std::numeric_limits<std::int64_t>::max(), 0};
  for (const auto& runs : mine) {
    if (runs.volume() == 0) continue;
    hull = {std::min(hull.begin, runs.hull().begin), std::max(hull.end, runs.hull().end)};
  }
  std::array<std::int64_t, 2> ends = {-hull.begin, hull.end};
  par::max_over_ranks(comm, ends);
  return {-ends[0], ends[1]};
}

/// Ascending numbers of the touched sections of `size` bytes, counted from the start of `hull`.
/// @note Collective.
std::vector<std::int64_t> touched_pieces(MPI_Comm comm, Range hull, std::int64_t size,
                                         std::span<const io::Runs> mine) {
  std::vector<std::uint64_t> marks(static_cast<std::size_t>(divide_up(hull.size(), 64 * size)));
  for (const auto& runs : mine) {
    // No whole section fits between the first bytes of two bridged values.
    const auto spans = runs.bridged(size - runs.value_size());
    spans.each({0, spans.volume()}, [&](const io::Run& span) {
      const auto last = (span.at + (span.count - 1) * spans.value_size() - hull.begin) / size;
      for (auto piece = (span.at - hull.begin) / size; piece <= last; ++piece)
        marks[static_cast<std::size_t>(piece / 64)] |= std::uint64_t{1} << (piece % 64);
    });
  }
  par::or_over_ranks(comm, marks);
  std::vector<std::int64_t> touched;
  for (std::int64_t piece = 0; piece < 64 * static_cast<std::int64_t>(marks.size()); ++piece) {
    if ((marks[static_cast<std::size_t>(piece / 64)] >> (piece % 64) & 1U) != 0) touched.push_back(piece);
  }
  return touched;
}

}  // namespace

TouchedFileBlocks::TouchedFileBlocks(const Team& team, std::span<const io::Runs> mine, Access access)
    : aggregators_(static_cast<std::int64_t>(team.aggregators().size())) {
  std::array<std::int64_t, 2> sums = {0, std::ssize(mine)};
  for (const auto& runs : mine) sums[0] += runs.volume() * runs.value_size();
  par::sum_over_ranks(team.comm(), sums);
  const auto total = sums[0];
  requests_ = sums[1];
  if (total == 0) return;
  hull_ = hull_of_all(team.comm(), mine);
  choose_size(team, total);
  // Aligned writes fill whole units of the page cache; read data should span few file blocks.
  hull_.begin = round_down(hull_.begin, access == Access::write ? size_ : team.options().alignment);
  touched_ = touched_pieces(team.comm(), hull_, size_, mine);
}

void TouchedFileBlocks::choose_size(const Team& team, std::int64_t total) {
  const auto unit = team.options().alignment;
  const auto wanted = std::max({least_size, divide_up(total, aggregators_), hull_.size() / most_file_blocks});
  size_ = std::min(round_up(wanted, unit), team.options().buffer);
}

std::int64_t TouchedFileBlocks::rounds() const { return divide_up(count(), aggregators_); }

Range TouchedFileBlocks::bytes(std::int64_t number) const {
  if (number >= count()) return {};
  const auto begin = hull_.begin + touched_[static_cast<std::size_t>(number)] * size_;
  return {begin, begin + size_};
}

std::int64_t bytes_touched(MPI_Comm comm, std::span<const io::Runs> mine, std::int64_t piece) {
  const auto hull = hull_of_all(comm, mine);
  if (hull.empty()) return 0;
  const auto size = std::max(piece, divide_up(hull.size(), most_file_blocks));
  std::int64_t bytes = 0;
  for (const auto number : touched_pieces(comm, hull, size, mine)) {
    bytes += std::min(size, hull.size() - number * size);
  }
  return bytes;
}

namespace {

/// Holes up to this many bytes are read along.
constexpr std::int64_t largest_hole = 64 * kibi;
/// Maximum claims of all ranks that every aggregator may know. Reads with 1024 and 8192 claims were faster
/// with it, and with 57,344 slower. This many take less memory than the buffers.
constexpr std::int64_t most_claims = 4096;

std::vector<io::Runs> in_file(const std::vector<SlabPiece>& pieces) {
  std::vector<io::Runs> all;
  for (const auto& piece : pieces) all.emplace_back(piece.slab->box);
  return all;
}

void put(ByteWriter& writer, const SlabPiece& piece) {
  const auto& box = piece.slab->box;
  writer.put(box.offset);
  writer.put(box.type);
  writer.put(box.dims);
  writer.put(box.begin);
  writer.put(box.count);
  writer.put(piece.contested);
}

Claim read_claim(ByteReader& reader, int rank) {
  io::FileBox box;
  bool contested = false;
  reader.get(box.offset);
  reader.get(box.type);
  reader.get(box.dims);
  reader.get(box.begin);
  reader.get(box.count);
  reader.get(contested);
  const io::Runs runs(box);
  return {rank, contested, box.offset, runs, runs.bridged(largest_hole)};
}

/// Claimed bytes of one array in a file block.
struct Share {
  std::int64_t bytes = 0;
  Range hull = {};
  bool contested = false;
  std::vector<const Claim*> claims = {};
};

/// Adds a contiguous share as a whole, otherwise its runs.
void add_ranges(std::vector<Range>& ranges, const Share& share, Range file_block) {
  if (!share.contested && share.bytes == share.hull.size()) {
    ranges.push_back(share.hull);
    return;
  }
  for (const auto* claim : share.claims) {
    claim->runs.each(claim->runs.in(file_block), [&](const io::Run& run) {
      ranges.push_back({run.at, run.at + run.count * claim->runs.value_size()});
    });
  }
}

}  // namespace

Work::Work(Team& team, std::vector<SlabPiece> pieces, Access access)
    : team_(team), pieces_(std::move(pieces)), file_blocks_(team, in_file(pieces_), access) {
  if (file_blocks_.rounds() == 0) return;
  team_.share_buffers();
  reads_freely_ = access == Access::read && team_.reaches_all() && !team_.options().in_turn &&
                  file_blocks_.rounds() > 1 && file_blocks_.requests() <= most_claims;
  exchange_claims();
  find_messages();
}

void Work::exchange_claims() {
  const auto arrived = reads_freely_ ? claims_of_all() : claims_on_mine();
  for (std::size_t rank = 0; rank < arrived.size(); ++rank) {
    ByteReader reader(arrived[rank]);
    while (reader.rest() > 0) claims_.push_back(read_claim(reader, static_cast<int>(rank)));
  }
}

par::Messages Work::claims_of_all() const {
  ByteWriter writer;
  for (const auto& piece : pieces_) put(writer, piece);
  return par::gather_all(team_.comm(), writer.take());
}

par::Messages Work::claims_on_mine() const {
  const auto& aggregators = team_.aggregators();
  std::vector<ByteWriter> writers(static_cast<std::size_t>(team_.size()));
  for (const auto& piece : pieces_) {
    for (std::size_t turn = 0; turn < aggregators.size(); ++turn) {
      if (concerns(piece, static_cast<std::int64_t>(turn)))
        put(writers[static_cast<std::size_t>(aggregators[turn])], piece);
    }
  }
  par::Messages messages;
  for (auto& writer : writers) messages.push_back(writer.take());
  return par::deliver(team_.comm(), messages);
}

bool Work::concerns(const SlabPiece& piece, std::int64_t turn) const {
  for (auto number = turn; number < file_blocks_.count(); number += std::ssize(team_.aggregators())) {
    if (!piece.runs.in(file_blocks_.bytes(number)).empty()) return true;
  }
  return false;
}

void Work::find_messages() {
  const auto& aggregators = team_.aggregators();
  has_messages_ = std::any_of(claims_.begin(), claims_.end(),
                              [&](const Claim& claim) { return is_sent(claim.rank, claim.contested); }) ||
                  std::any_of(pieces_.begin(), pieces_.end(), [&](const SlabPiece& piece) {
                    return std::any_of(aggregators.begin(), aggregators.end(),
                                       [&](int aggregator) { return is_sent(aggregator, piece.contested); });
                  });
}

std::vector<Work::Message> Work::messages(Range file_block) const {
  std::vector<Message> result;
  for (const auto& claim : claims_) {
    if (!is_sent(claim.rank, claim.contested)) continue;
    const auto bytes = claim.runs.in(file_block).size() * claim.runs.value_size();
    if (bytes == 0) continue;
    if (result.empty() || result.back().rank != claim.rank) result.push_back({claim.rank, 0});
    result.back().bytes += bytes;
  }
  return result;
}

std::int64_t Work::bytes_with(int aggregator, Range file_block) const {
  std::int64_t bytes = 0;
  for (const auto& piece : pieces_) {
    if (is_sent(aggregator, piece.contested))
      bytes += piece.runs.in(file_block).size() * piece.runs.value_size();
  }
  return bytes;
}

std::vector<Range> Work::claimed(Range file_block) const {
  std::map<std::int64_t, Share> shares;
  for (const auto& claim : claims_) {
    const auto numbers = claim.runs.in(file_block);
    if (numbers.empty()) continue;
    auto& share = shares[claim.array];
    const auto hull = claim.runs.hull_of(numbers);
    share.hull = share.claims.empty()
                     ? hull
                     : Range{std::min(share.hull.begin, hull.begin), std::max(share.hull.end, hull.end)};
    share.bytes += numbers.size() * claim.runs.value_size();
    share.contested = share.contested || claim.contested;
    share.claims.push_back(&claim);
  }
  std::vector<Range> ranges;
  for (const auto& [array, share] : shares) add_ranges(ranges, share, file_block);
  return united(std::move(ranges));
}

std::vector<Range> Work::spanned(Range file_block) const {
  std::vector<Range> ranges;
  for (const auto& claim : claims_) {
    claim.spans.each(claim.spans.in(file_block), [&](const io::Run& run) {
      ranges.push_back({run.at, run.at + run.count * claim.spans.value_size()});
    });
  }
  return united(std::move(ranges), largest_hole);
}

void Work::attempt(std::string_view what, const std::function<void()>& step) {
  if (!failure_) failure_ = par::failure_of(step, what);
}

}  // namespace pcgns::queue
