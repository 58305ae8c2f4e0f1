#include <algorithm>

#include "pcgns/base/bytes.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/verify/compare_job.hpp"
#include "pcgns/verify/compare_layout.hpp"

namespace pcgns::verify {

namespace {

/// Of each side: what is read is still in the cache of the processor when it is compared.
constexpr std::int64_t block_bytes = 256 * kibi;

class PlainComparison {
 public:
  PlainComparison(par::Session& session, const CompareSide& a, const CompareSide& b, CompareJob& job)
      : session_(session), a_(a, 0), b_(b, 0), job_(job), buffer_a_(block_bytes), buffer_b_(block_bytes) {}

  /// This rank's part of the values of all pairs, which lie one after the other.
  void run(std::span<const int> which) {
    std::int64_t total = 0;
    for (const int index : which) total += bytes(index);
    const Range mine{part(total, session_.rank()), part(total, session_.rank() + 1)};
    std::int64_t begin = 0;
    for (const int index : which) {
      const auto cut = intersect(mine, {begin, begin + bytes(index)});
      if (!cut.empty())
        compare(index, {divide_up(cut.begin - begin, size(index)), divide_up(cut.end - begin, size(index))});
      begin += bytes(index);
      if (par::Session::stop_requested()) return;
    }
  }

 private:
  [[nodiscard]] std::int64_t size(int index) const {
    return std::max(job_.size_a(index), job_.size_b(index));
  }
  [[nodiscard]] std::int64_t bytes(int index) const { return job_.count(index) * size(index); }

  /// Whole blocks, so that no rank has much more than another.
  [[nodiscard]] std::int64_t part(std::int64_t total, int rank) const {
    if (rank == session_.size()) return total;
    return std::min(total, divide_up(total, session_.size() * block_bytes) * block_bytes * rank);
  }

  void compare(int index, Range values) {
    const auto most = block_bytes / size(index);
    for (auto at = values.begin; at < values.end && !par::Session::stop_requested(); at += most) {
      const Range block{at, std::min(values.end, at + most)};
      const auto from_a = read(a_, job_.pair(index).a.target, block, job_.size_a(index), buffer_a_);
      const auto from_b = read(b_, job_.pair(index).b.target, block, job_.size_b(index), buffer_b_);
      job_.compare(index, at, from_a, from_b);
      session_.alive();
    }
  }

  static std::span<const std::byte> read(CompareLayout& layout, int target, Range values, std::int64_t size,
                                         std::vector<std::byte>& buffer) {
    const auto to = std::span(buffer).first(static_cast<std::size_t>(values.size() * size));
    layout.read(target, {values.begin * size, values.end * size}, to);
    return to;
  }

  par::Session& session_;
  CompareLayout a_;
  CompareLayout b_;
  CompareJob& job_;
  std::vector<std::byte> buffer_a_;
  std::vector<std::byte> buffer_b_;
};

}  // namespace

void compare_plain(par::Session& session, const CompareSide& a, const CompareSide& b,
                   std::span<const int> which, CompareJob& job) {
  par::collectively(session.comm(), "comparing values",
                    [&] { PlainComparison(session, a, b, job).run(which); });
}

}  // namespace pcgns::verify
