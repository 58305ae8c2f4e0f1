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

  std::vector<std::byte> run(Range wanted) {
    std::vector<std::byte> values(static_cast<std::size_t>(std::max<std::int64_t>(0, wanted.size()) * size_));
    const auto mine = intersect(wanted, share_.values);
    if (!mine.empty()) copy(mine, values.data() + (mine.begin - wanted.begin) * size_);
    // Before and behind what this rank has itself.
    std::array<Range, 2> rest = {wanted, {wanted.end, wanted.end}};
    if (!mine.empty()) rest = {{{wanted.begin, mine.begin}, {mine.end, wanted.end}}};
    for (bool more = true; more;) {
      pieces_.clear();
      for (auto& range : rest) ask(range);
      more = questions_.deliver({.more = !rest[0].empty() || !rest[1].empty()}).more;
      answer();
      (void)answers_.deliver({});
      for (const auto& [rank, piece] : pieces_) {
        std::memcpy(values.data() + (piece.begin - wanted.begin) * size_, answers_.from(rank).data(),
                    static_cast<std::size_t>(piece.size() * size_));
      }
      session_.alive();
    }
    return values;
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

}  // namespace

std::vector<std::byte> fetch_range(par::Session& session, const Share& share, Range wanted) {
  return RangeFetcher(session, share).run(wanted);
}

}  // namespace pcgns::mesh
