#include "pcgns/move/queue_work.hpp"

#include <algorithm>
#include <map>

#include "pcgns/base/byte_stream.hpp"
#include "pcgns/par/collective.hpp"

namespace pcgns::move {

namespace {

/// Holes in what is read, up to so many bytes, are read along.
constexpr std::int64_t largest_hole = 64 * kibi;
/// Of all ranks, where every owner knows all of them. Reads with 1024 and 8192 were faster for it, with
/// 57,344 slower; and so many take less memory than its buffers.
constexpr std::int64_t most_claims = 4096;

std::vector<Runs> in_file(const std::vector<SlabPiece>& pieces) {
  std::vector<Runs> all;
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
  FileBox box;
  bool contested = false;
  reader.get(box.offset);
  reader.get(box.type);
  reader.get(box.dims);
  reader.get(box.begin);
  reader.get(box.count);
  reader.get(contested);
  const Runs runs(box);
  return {rank, contested, box.offset, runs, runs.bridged(largest_hole)};
}

/// What is claimed of one array in a domain.
struct Share {
  std::int64_t bytes = 0;
  Range hull = {};
  bool contested = false;
  std::vector<const Claim*> claims = {};
};

/// Without a gap as a whole, otherwise by its runs.
void add_ranges(std::vector<Range>& ranges, const Share& share, Range domain) {
  if (!share.contested && share.bytes == share.hull.size()) {
    ranges.push_back(share.hull);
    return;
  }
  for (const auto* claim : share.claims) {
    claim->runs.each(claim->runs.in(domain), [&](const Run& run) {
      ranges.push_back({run.at, run.at + run.count * claim->runs.value_size()});
    });
  }
}

}  // namespace

Work::Work(Team& team, std::vector<SlabPiece> pieces, Access access)
    : team_(team), pieces_(std::move(pieces)), domains_(team, in_file(pieces_), access) {
  if (domains_.rounds() == 0) return;
  team_.share_buffers();
  reads_freely_ = access == Access::read && team_.reaches_all() && !team_.options().in_turn &&
                  domains_.rounds() > 1 && domains_.requests() <= most_claims;
  exchange_claims();
  find_mail();
}

void Work::exchange_claims() {
  const auto arrived = reads_freely_ ? claims_of_all() : claims_on_mine();
  for (std::size_t rank = 0; rank < arrived.size(); ++rank) {
    ByteReader reader(arrived[rank]);
    while (reader.rest() > 0) claims_.push_back(read_claim(reader, static_cast<int>(rank)));
  }
}

Letters Work::claims_of_all() const {
  ByteWriter writer;
  for (const auto& piece : pieces_) put(writer, piece);
  return par::gather_all(team_.comm(), writer.take());
}

Letters Work::claims_on_mine() const {
  const auto& owners = team_.owners();
  std::vector<ByteWriter> writers(static_cast<std::size_t>(team_.size()));
  for (const auto& piece : pieces_) {
    for (std::size_t turn = 0; turn < owners.size(); ++turn) {
      if (concerns(piece, static_cast<std::int64_t>(turn)))
        put(writers[static_cast<std::size_t>(owners[turn])], piece);
    }
  }
  Letters letters;
  for (auto& writer : writers) letters.push_back(writer.take());
  return deliver(team_.comm(), letters);
}

bool Work::concerns(const SlabPiece& piece, std::int64_t turn) const {
  for (auto number = turn; number < domains_.count(); number += std::ssize(team_.owners())) {
    if (!piece.runs.in(domains_.bytes(number)).empty()) return true;
  }
  return false;
}

void Work::find_mail() {
  const auto& owners = team_.owners();
  has_mail_ = std::any_of(claims_.begin(), claims_.end(),
                          [&](const Claim& claim) { return is_sent(claim.rank, claim.contested); }) ||
              std::any_of(pieces_.begin(), pieces_.end(), [&](const SlabPiece& piece) {
                return std::any_of(owners.begin(), owners.end(),
                                   [&](int owner) { return is_sent(owner, piece.contested); });
              });
}

std::vector<Work::Letter> Work::letters(Range domain) const {
  std::vector<Letter> result;
  for (const auto& claim : claims_) {
    if (!is_sent(claim.rank, claim.contested)) continue;
    const auto bytes = claim.runs.in(domain).size() * claim.runs.value_size();
    if (bytes == 0) continue;
    if (result.empty() || result.back().rank != claim.rank) result.push_back({claim.rank, 0});
    result.back().bytes += bytes;
  }
  return result;
}

std::int64_t Work::bytes_with(int owner, Range domain) const {
  std::int64_t bytes = 0;
  for (const auto& piece : pieces_) {
    if (is_sent(owner, piece.contested)) bytes += piece.runs.in(domain).size() * piece.runs.value_size();
  }
  return bytes;
}

std::vector<Range> Work::claimed(Range domain) const {
  std::map<std::int64_t, Share> shares;
  for (const auto& claim : claims_) {
    const auto numbers = claim.runs.in(domain);
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
  for (const auto& [array, share] : shares) add_ranges(ranges, share, domain);
  return united(std::move(ranges));
}

std::vector<Range> Work::spanned(Range domain) const {
  std::vector<Range> ranges;
  for (const auto& claim : claims_) {
    claim.spans.each(claim.spans.in(domain), [&](const Run& run) {
      ranges.push_back({run.at, run.at + run.count * claim.spans.value_size()});
    });
  }
  return united(std::move(ranges), largest_hole);
}

void Work::attempt(std::string_view what, const std::function<void()>& step) {
  if (!failure_) failure_ = par::failure_of(step, what);
}

}  // namespace pcgns::move
