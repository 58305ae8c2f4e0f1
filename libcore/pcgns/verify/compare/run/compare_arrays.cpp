#include "pcgns/verify/compare/run/sides.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

#include "pcgns/base/bytes.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/verify/compare/run/compare_job.hpp"
#include "pcgns/verify/compare/run/compare_layout.hpp"

namespace pcgns::verify::compare {

namespace {

/// True if equal bytes imply equal values; a NaN may differ from itself.
bool bytes_tell(const ArrayPair& pair) {
  if (pair.a.type != pair.b.type) return false;
  const auto scalar = verify::compare::scalar_of(pair.a.type);
  const bool is_real = scalar == kernel::Scalar::f32 || scalar == kernel::Scalar::f64;
  return !is_real || pair.tolerance.nan_is_equal;
}

bool same_bytes(std::span<const std::byte> a, std::span<const std::byte> b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size()) == 0);
}

/// Pairs grouped by method of comparison.
struct Ways {
  std::vector<int> plain;
  std::vector<int> moved;
};

/// Values known on every rank are compared on rank 0 only.
void compare_small(const par::Session& session, int index, CompareJob& job) {
  if (!session.is_root()) return;
  const auto& pair = job.pair(index);
  job.compare(index, 0, pair.a.node->data, pair.b.node->data);
}

Ways ways_of(const par::Session& session, const CompareSide& a, const CompareSide& b, CompareJob& job) {
  const CompareLayout layout_a(a, 0);
  const CompareLayout layout_b(b, 0);
  Ways ways;
  for (int i = 0; i < job.pair_count(); ++i) {
    const auto& pair = job.pair(i);
    if (pair.a.node != nullptr && pair.b.node != nullptr) {
      compare_small(session, i, job);
    } else {
      const bool plain = layout_a.is_plain(pair.a.target) && layout_b.is_plain(pair.b.target);
      (plain ? ways.plain : ways.moved).push_back(i);
    }
  }
  return ways;
}

std::vector<ArrayPair> with_targets(const CompareSide& a, const CompareSide& b,
                                    std::span<const ArrayPair> pairs) {
  std::vector<ArrayPair> result(pairs.begin(), pairs.end());
  for (auto& pair : result) {
    if (pair.a.node != nullptr && pair.b.node != nullptr) continue;
    if (pair.a.node != nullptr) give_target(a, pair.path, pair.a);
    if (pair.b.node != nullptr) give_target(b, pair.path, pair.b);
  }
  return result;
}

}  // namespace

void CompareJob::compare(int index, std::int64_t first, std::span<const std::byte> a,
                         std::span<const std::byte> b) {
  const auto& facts = pair(index);
  if (bytes_tell(facts) && same_bytes(a, b)) return;
  const auto parts = verify::compare::parts_of(facts.a.type);
  kernel::ValueDifferences found;
  kernel::compare_values(
      {.type_a = *verify::compare::scalar_of(facts.a.type),
       .type_b = *verify::compare::scalar_of(facts.b.type),
       .a = a,
       .b = b},
      first * parts, {.tolerance = facts.tolerance, .most_samples = most_samples_, .parts = parts}, found);
  if (found.different + found.tolerated > 0) differences_[index].add(found, most_samples_);
}

ArrayDifferences united(par::Session& session, const ArrayDifferences& mine, std::int64_t most_samples) {
  ByteWriter writer;
  writer.put(mine.size());
  for (const auto& [index, differences] : mine) {
    writer.put(index);
    kernel::put(writer, differences);
  }
  ArrayDifferences all;
  for (const auto& bytes : par::gather_all(session.comm(), writer.take())) {
    ByteReader reader(bytes);
    for (auto count = reader.length(1); count > 0; --count) {
      int index = 0;
      kernel::ValueDifferences differences;
      reader.get(index);
      kernel::get(reader, differences);
      all[index].add(differences, most_samples);
    }
  }
  return all;
}

ArrayDifferences compare_arrays(par::Session& session, const CompareSide& a, const CompareSide& b,
                                std::span<const ArrayPair> pairs, std::int64_t most_samples) {
  session.enter("comparing values");
  const auto ready = with_targets(a, b, pairs);
  CompareJob job(ready, most_samples);
  const auto ways = ways_of(session, a, b, job);
  compare_plain(session, a, b, ways.plain, job);
  compare_moved(session, a, b, ways.moved, job);
  return united(session, job.differences(), most_samples);
}

namespace {

/// Per side; small enough that both sides stay in the processor's cache until compared.
constexpr std::int64_t block_bytes = 256 * kibi;

class PlainComparison {
 public:
  PlainComparison(par::Session& session, const CompareSide& a, const CompareSide& b, CompareJob& job)
      : session_(session), a_(a, 0), b_(b, 0), job_(job), buffer_a_(block_bytes), buffer_b_(block_bytes) {}

  /// Compares this rank's share of the concatenated values of all pairs.
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

  /// Begin of a rank's share, in whole blocks, for balance.
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

}  // namespace pcgns::verify::compare
