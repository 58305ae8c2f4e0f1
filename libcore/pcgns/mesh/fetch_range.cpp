#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "pcgns/base/bytes.hpp"
#include "pcgns/mesh/share.hpp"
#include "pcgns/move/exchange.hpp"

namespace pcgns::mesh {

namespace {

constexpr std::int64_t memory_for_messages = 64 * mebi;

/// Values before and behind those that this rank has itself.
using Rest = std::array<std::vector<std::byte>, 2>;

/// Asks for a piece from every owner, and answers; pieces are no longer than a message.
class RangeFetcher {
 public:
  RangeFetcher(par::Session& session, const Share& share)
      : session_(session),
        share_(share),
        size_(tree::size_of(share.type)),
        questions_(session, memory_for_messages),
        answers_(session, memory_for_messages),
        longest_(std::max<std::int64_t>(1, answers_.room() / size_)) {}

  /// What of `wanted` this rank has not itself.
  Rest run(Range wanted) {
    const auto mine = intersect(wanted, share_.values);
    std::array<Range, 2> ranges = {wanted, {wanted.end, wanted.end}};
    if (!mine.empty()) ranges = {{{wanted.begin, mine.begin}, {mine.end, wanted.end}}};
    Rest rest;
    for (std::size_t i = 0; i < 2; ++i)
      rest[i].resize(static_cast<std::size_t>(std::max<std::int64_t>(0, ranges[i].size()) * size_));
    auto left = ranges;
    for (bool more = true; more;) {
      pieces_.clear();
      for (auto& range : left) ask(range);
      more = questions_.deliver({.more = !left[0].empty() || !left[1].empty()}).more;
      answer();
      (void)answers_.deliver({});
      for (const auto& [rank, piece] : pieces_) {
        const auto i = piece.begin < ranges[0].end ? 0U : 1U;
        std::memcpy(rest[i].data() + (piece.begin - ranges[i].begin) * size_, answers_.from(rank).data(),
                    static_cast<std::size_t>(piece.size() * size_));
      }
      session_.alive();
    }
    return rest;
  }

 private:
  /// One piece from every owner, of what is left.
  void ask(Range& rest) {
    while (!rest.empty()) {
      const auto rank = share_.owner_of(rest.begin);
      if (questions_.waiting_for(rank) > 0) return;
      const auto end = std::min({rest.end, (rank + 1) * share_.per_rank, rest.begin + longest_});
      const Range piece = {rest.begin, end};
      std::memcpy(questions_.add(rank, sizeof piece), &piece, sizeof piece);
      pieces_.emplace_back(rank, piece);
      rest.begin = end;
    }
  }

  void answer() {
    for (int rank = 0; rank < session_.size(); ++rank) {
      const auto question = questions_.from(rank);
      if (question.empty()) continue;
      Range piece;
      std::memcpy(&piece, question.data(), sizeof piece);
      copy(piece, answers_.add(rank, piece.size() * size_));
    }
  }

  void copy(Range piece, std::byte* to) const {
    std::memcpy(to, share_.bytes.data() + (piece.begin - share_.values.begin) * size_,
                static_cast<std::size_t>(piece.size() * size_));
  }

  par::Session& session_;
  const Share& share_;
  std::int64_t size_;
  move::Exchange questions_;
  move::Exchange answers_;
  std::int64_t longest_;
  std::vector<std::pair<int, Range>> pieces_;
};

/// Where those of `wanted` are that this rank has itself.
Range bytes_within(const Share& share, Range wanted) {
  const auto mine = intersect(wanted, share.values);
  if (mine.empty()) return {};
  const std::int64_t size = tree::size_of(share.type);
  return {(mine.begin - share.values.begin) * size, (mine.end - share.values.begin) * size};
}

}  // namespace

std::vector<std::byte> fetch_range(par::Session& session, const Share& share, Range wanted) {
  const auto rest = RangeFetcher(session, share).run(wanted);
  const auto own = bytes_within(share, wanted);
  std::vector<std::byte> values;
  values.reserve(rest[0].size() + static_cast<std::size_t>(own.size()) + rest[1].size());
  values.insert(values.end(), rest[0].begin(), rest[0].end());
  values.insert(values.end(), share.bytes.begin() + own.begin, share.bytes.begin() + own.end);
  values.insert(values.end(), rest[1].begin(), rest[1].end());
  return values;
}

std::vector<std::byte> fetch_range(par::Session& session, Share&& share, Range wanted) {
  const auto rest = RangeFetcher(session, share).run(wanted);
  const auto own = bytes_within(share, wanted);
  auto values = std::move(share.bytes);
  values.erase(values.begin() + own.end, values.end());
  values.erase(values.begin(), values.begin() + own.begin);
  values.insert(values.begin(), rest[0].begin(), rest[0].end());
  values.insert(values.end(), rest[1].begin(), rest[1].end());
  return values;
}

}  // namespace pcgns::mesh
