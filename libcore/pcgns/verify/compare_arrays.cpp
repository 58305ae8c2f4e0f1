#include "pcgns/verify/compare_arrays.hpp"

#include <cstring>
#include <vector>

#include "pcgns/par/collective.hpp"
#include "pcgns/verify/compare_job.hpp"
#include "pcgns/verify/compare_layout.hpp"

namespace pcgns::verify {

namespace {

/// True if the bytes tell whether the values are the same.
bool bytes_tell(const plan::ArrayPair& pair) {
  if (pair.a.type != pair.b.type) return false;
  const auto scalar = plan::scalar_of(pair.a.type);
  const bool is_real = scalar == kernel::Scalar::f32 || scalar == kernel::Scalar::f64;
  return !is_real || pair.tolerance.nan_is_equal;
}

bool same_bytes(std::span<const std::byte> a, std::span<const std::byte> b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size()) == 0);
}

/// Pairs by the way in which they are compared.
struct Ways {
  std::vector<int> plain;
  std::vector<int> moved;
};

/// Values that every rank has are compared on the first one alone.
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

std::vector<plan::ArrayPair> with_targets(const CompareSide& a, const CompareSide& b,
                                          std::span<const plan::ArrayPair> pairs) {
  std::vector<plan::ArrayPair> result(pairs.begin(), pairs.end());
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
  const auto parts = plan::parts_of(facts.a.type);
  kernel::ValueDifferences found;
  kernel::compare_values(
      {.type_a = *plan::scalar_of(facts.a.type), .type_b = *plan::scalar_of(facts.b.type), .a = a, .b = b},
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
                                std::span<const plan::ArrayPair> pairs, std::int64_t most_samples) {
  session.enter("comparing values");
  const auto ready = with_targets(a, b, pairs);
  CompareJob job(ready, most_samples);
  const auto ways = ways_of(session, a, b, job);
  compare_plain(session, a, b, ways.plain, job);
  compare_moved(session, a, b, ways.moved, job);
  return united(session, job.differences(), most_samples);
}

}  // namespace pcgns::verify
