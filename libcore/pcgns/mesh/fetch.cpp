#include <algorithm>
#include <cstring>
#include <optional>

#include "pcgns/base/bytes.hpp"
#include "pcgns/mesh/share.hpp"
#include "pcgns/move/exchange.hpp"
#include "pcgns/par/collective.hpp"

namespace pcgns::mesh {

namespace {

constexpr std::int64_t memory_for_messages = 64 * mebi;
constexpr auto what = "fetching values";

/// Asks the owners for the values at `wanted`, and answers what others ask of this rank.
class Fetcher {
 public:
  Fetcher(par::Session& session, const Share& share, std::int64_t width)
      : session_(session),
        share_(share),
        width_(width),
        size_(width * tree::size_of(share.type)),
        questions_(session, memory_for_messages),
        answers_(session, memory_for_messages),
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
  /// A failure is told with the next batch.
  template <typename Step>
  void attempt(const Step& step) {
    if (!failure_) failure_ = par::failure_of(step, what);
  }

  /// Whether somebody has more. Throws the same Error on every rank if one has failed.
  bool delivered(move::Exchange& exchange, bool more) {
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

  /// The answers of an owner come in the order of the questions to it.
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
  move::Exchange questions_;
  move::Exchange answers_;
  std::int64_t batch_;
  std::optional<Error> failure_;
};

}  // namespace

std::vector<std::byte> fetch(par::Session& session, const Share& share, std::span<const std::int64_t> wanted,
                             std::int64_t width) {
  return Fetcher(session, share, width).run(wanted);
}

}  // namespace pcgns::mesh
