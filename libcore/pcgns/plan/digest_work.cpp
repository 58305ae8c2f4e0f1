#include "pcgns/plan/digest_work.hpp"

#include <algorithm>

#include "pcgns/base/bytes.hpp"

namespace pcgns::plan {

namespace {

/// Small arrays begin at multiples of it.
constexpr std::int64_t alignment = 64;

/// For each target, the transfer that brings all of it; null where there is none.
std::vector<const Transfer*> whole_transfers(const Plan& plan) {
  std::vector<const Transfer*> whole(plan.targets.size());
  for (const auto& transfer : plan.transfers) {
    const auto target = static_cast<std::size_t>(transfer.target);
    if (transfer.target_begin == 0 && transfer.count == tree::count_of(plan.targets[target].dims))
      whole[target] = &transfer;
  }
  return whole;
}

DigestPiece piece_of(const Plan& plan, const Transfer& transfer) {
  const auto& target = plan.targets[static_cast<std::size_t>(transfer.target)];
  return {.target = transfer.target,
          .source = transfer.source,
          .begin = transfer.source_begin * tree::size_of(target.type),
          .blocks = {0, divide_up(target.bytes(), stored_block(target.type))}};
}

class Dealer {
 public:
  Dealer(const Plan& plan, const tree::InputSet& inputs, const ArraySums& known, int rank, int ranks)
      : plan_(plan), inputs_(inputs), known_(known), rank_(rank), ranks_(ranks) {}

  DigestWork deal(const std::vector<OldElements>& old) {
    const auto whole = whole_transfers(plan_);
    const auto share = std::max<std::int64_t>(1, divide_up(plain_bytes(whole), ranks_));
    const Range mine{rank_ * share, (rank_ + 1) * share};
    std::int64_t before = 0;
    for (std::size_t i = 0; i < whole.size(); ++i) {
      if (known_.contains(static_cast<int>(i))) continue;
      if (whole[i] == nullptr) {
        work_.composites.push_back(static_cast<int>(i));
      } else if (is_plain(*whole[i])) {
        add_plain(*whole[i], {mine.begin - before, mine.end - before});
        before += plan_.targets[i].bytes();
      } else if (reader_of(*whole[i]) == rank_) {
        work_.pieces.push_back(piece_of(plan_, *whole[i]));
      }
    }
    add_sections(old, whole);
    return std::move(work_);
  }

 private:
  [[nodiscard]] const tree::Array& array_of(const Transfer& transfer) const {
    return inputs_.arrays[static_cast<std::size_t>(transfer.source)];
  }
  /// Any rank can read it.
  [[nodiscard]] bool is_plain(const Transfer& transfer) const {
    return array_of(transfer).values || array_of(transfer).offset >= 0;
  }
  [[nodiscard]] int reader_of(const Transfer& transfer) const {
    return inputs_.files[static_cast<std::size_t>(array_of(transfer).file)].reader;
  }

  [[nodiscard]] std::int64_t plain_bytes(const std::vector<const Transfer*>& whole) const {
    std::int64_t bytes = 0;
    for (std::size_t i = 0; i < whole.size(); ++i) {
      if (known_.contains(static_cast<int>(i))) continue;
      if (whole[i] != nullptr && is_plain(*whole[i])) bytes += plan_.targets[i].bytes();
    }
    return bytes;
  }

  /// The blocks that begin in `bytes`, counted from the begin of the target.
  void add_plain(const Transfer& transfer, Range bytes) {
    auto piece = piece_of(plan_, transfer);
    const auto size = stored_block(plan_.targets[static_cast<std::size_t>(transfer.target)].type);
    const auto block_at = [&](std::int64_t byte) {
      return std::min(piece.blocks.end, divide_up(std::max<std::int64_t>(0, byte), size));
    };
    piece.blocks = {block_at(bytes.begin), block_at(bytes.end)};
    if (!piece.blocks.empty()) work_.pieces.push_back(piece);
  }

  void add_sections(const std::vector<OldElements>& old, const std::vector<const Transfer*>& whole) {
    int turn = 0;
    for (std::size_t place = 0; place < old.size(); ++place) {
      const auto* transfer = whole[static_cast<std::size_t>(old[place].target)];
      if (transfer == nullptr) continue;  // Parts of such sections are refused.
      const int rank = is_plain(*transfer) ? turn++ % ranks_ : reader_of(*transfer);
      if (rank == rank_) work_.sections.push_back({place, old[place], piece_of(plan_, *transfer)});
    }
  }

  const Plan& plan_;
  const tree::InputSet& inputs_;
  const ArraySums& known_;
  int rank_;
  int ranks_;
  DigestWork work_;
};

}  // namespace

DigestWork digest_work(const Plan& plan, const tree::InputSet& inputs, const std::vector<OldElements>& old,
                       int rank, int ranks, const ArraySums& known) {
  return Dealer(plan, inputs, known, rank, ranks).deal(old);
}

DigestLayout digest_layout(const std::vector<Target>& targets) {
  DigestLayout layout;
  for (const auto& target : targets) {
    auto begin = round_up(layout.end, alignment);
    const auto block_end = round_down(begin, kernel::digest_block) + kernel::digest_block;
    if (begin + target.bytes() > block_end) begin = round_up(begin, kernel::digest_block);
    layout.offsets.push_back(begin);
    layout.end = begin + target.bytes();
  }
  return layout;
}

}  // namespace pcgns::plan
