#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <utility>

#include "pcgns/base/bytes.hpp"
#include "pcgns/mesh/share.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/par/exchange.hpp"

namespace pcgns::mesh {

namespace {

constexpr auto what = "fetching values";

/// Requests the values at `wanted` from their owners, and answers requests of other ranks.
class Fetcher {
 public:
  Fetcher(par::Session& session, const Share& share, std::int64_t width)
      : session_(session),
        share_(share),
        width_(width),
        size_(width * cgns::size_of(share.type)),
        questions_(session),
        answers_(session),
        batch_(std::max<std::int64_t>(1, questions_.room() / std::max<std::int64_t>(8, size_ + 8))) {}

  std::vector<std::byte> run(std::span<const std::int64_t> wanted) {
    std::vector<std::byte> values;
    attempt([&] {
      require_there(wanted);
      values.resize(wanted.size() * static_cast<std::size_t>(size_));
    });
    std::size_t begin = 0;
    for (bool more = true; more;) {
      const auto end = std::min(wanted.size(), begin + static_cast<std::size_t>(batch_));
      const auto batch = wanted.subspan(begin, end - begin);
      attempt([&] {
        for (const auto index : batch) put(questions_.add(owner_of(index), sizeof index), index);
      });
      more = delivered(questions_, end < wanted.size());
      attempt([&] { answer(); });
      (void)delivered(answers_, false);
      take(batch, values.data() + begin * static_cast<std::size_t>(size_));
      begin = end;
      session_.alive();
    }
    return values;
  }

 private:
  /// Defers a failure, which is reported with the next batch.
  template <typename Step>
  void attempt(const Step& step) {
    if (!failure_) failure_ = par::failure_of(step, what);
  }

  /// True if any rank has more to send. Throws the same Error on every rank if one failed.
  bool delivered(par::Exchange& exchange, bool more) {
    const auto state = exchange.deliver({.more = more, .failed = failure_.has_value()});
    if (state.failed) par::agree(session_.comm(), what, failure_);
    return state.more;
  }

  void require_there(std::span<const std::int64_t> wanted) const {
    const auto count = share_.count / width_;
    const bool all = std::all_of(wanted.begin(), wanted.end(),
                                 [&](std::int64_t index) { return index >= 0 && index < count; });
    if (!all) throw Error(ErrorKind::internal, "values are asked for that an array does not have");
  }

  [[nodiscard]] int owner_of(std::int64_t index) const { return share_.owner_of(index * width_); }

  static void put(std::byte* to, std::int64_t number) { std::memcpy(to, &number, sizeof number); }

  void answer() {
    for (int rank = 0; rank < session_.size(); ++rank) {
      const auto questions = questions_.from(rank);
      if (questions.empty()) continue;
      const auto count = questions.size() / sizeof(std::int64_t);
      auto* to = answers_.add(rank, static_cast<std::int64_t>(count) * size_);
      for (std::size_t i = 0; i < count; ++i) {
        std::int64_t index = 0;
        std::memcpy(&index, questions.data() + i * sizeof index, sizeof index);
        const auto at = (index * width_ - share_.values.begin) * (size_ / width_);
        std::memcpy(to + i * static_cast<std::size_t>(size_), share_.bytes.data() + at,
                    static_cast<std::size_t>(size_));
      }
    }
  }

  /// Replies of an owner arrive in the order of its requests.
  void take(std::span<const std::int64_t> batch, std::byte* to) {
    std::vector<std::size_t> at(static_cast<std::size_t>(session_.size()));
    for (const auto index : batch) {
      const auto rank = owner_of(index);
      auto& from = at[static_cast<std::size_t>(rank)];
      std::memcpy(to, answers_.from(rank).data() + from, static_cast<std::size_t>(size_));
      from += static_cast<std::size_t>(size_);
      to += size_;
    }
  }

  par::Session& session_;
  const Share& share_;
  std::int64_t width_;
  std::int64_t size_;
  par::Exchange questions_;
  par::Exchange answers_;
  std::int64_t batch_;
  std::optional<Error> failure_;
};

}  // namespace

std::vector<std::byte> fetch(par::Session& session, const Share& share, std::span<const std::int64_t> wanted,
                             std::int64_t width) {
  return Fetcher(session, share, width).run(wanted);
}

namespace {

/// The values before and after those that this rank holds.
using Rest = std::array<std::vector<std::byte>, 2>;

/// Requests one block from every owner at a time, and answers; a block fits in a message.
class RangeFetcher {
 public:
  RangeFetcher(par::Session& session, const Share& share)
      : session_(session),
        share_(share),
        size_(cgns::size_of(share.type)),
        questions_(session),
        answers_(session),
        longest_(std::max<std::int64_t>(1, answers_.room() / size_)) {}

  /// The values of `wanted` that other ranks hold.
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
  /// Requests the next block of `rest` from every owner.
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
  par::Exchange questions_;
  par::Exchange answers_;
  std::int64_t longest_;
  std::vector<std::pair<int, Range>> pieces_;
};

/// Byte range in the share of those values of `wanted` that this rank holds.
Range bytes_within(const Share& share, Range wanted) {
  const auto mine = intersect(wanted, share.values);
  if (mine.empty()) return {};
  const std::int64_t size = cgns::size_of(share.type);
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
