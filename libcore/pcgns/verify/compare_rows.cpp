#include "pcgns/verify/compare_rows.hpp"

#include <algorithm>
#include <numeric>

#include "pcgns/base/bytes.hpp"

namespace pcgns::verify {

namespace {

std::vector<std::int64_t> numbers_of(Range rows) {
  std::vector<std::int64_t> numbers(static_cast<std::size_t>(rows.size()));
  std::iota(numbers.begin(), numbers.end(), rows.begin);
  return numbers;
}

}  // namespace

Range rows_of(const par::Session& session, std::int64_t count) {
  const auto most = std::max<std::int64_t>(1, divide_up(count, session.size()));
  return {std::min(count, session.rank() * most), std::min(count, (session.rank() + 1) * most)};
}

std::vector<std::int64_t> integer_rows(par::Session& session, const mesh::Dataset& side, int target,
                                       Range rows, std::int64_t width) {
  const auto share = mesh::read_share(session, side, target, width);
  return mesh::fetch_integers(session, share, numbers_of(rows), width);
}

std::vector<double> real_rows(par::Session& session, const mesh::Dataset& side, int target, Range rows) {
  const auto share = mesh::read_share(session, side, target);
  return mesh::fetch_reals(session, share, numbers_of(rows));
}

void compare_rows(par::Session& session, const CompareSide& a, const CompareSide& b, int index,
                  const mesh::Share& partner, CompareJob& job) {
  const auto& pair = job.pair(index);
  const auto width = job.count(index) / partner.count;
  const auto partners = mesh::integers_of(partner);
  std::vector<std::int64_t> wanted_a;
  std::vector<std::int64_t> wanted_b;
  for (std::size_t i = 0; i < partners.size(); ++i) {
    if (partners[i] < 0) continue;
    wanted_a.push_back(partner.values.begin + static_cast<std::int64_t>(i));
    wanted_b.push_back(partners[i]);
  }
  const auto values_a =
      mesh::fetch(session, mesh::read_share(session, a.view(), pair.a.target, width), wanted_a, width);
  const auto values_b =
      mesh::fetch(session, mesh::read_share(session, b.view(), pair.b.target, width), wanted_b, width);
  compare_listed(wanted_a, values_a, values_b, index, job, width);
}

void compare_listed(std::span<const std::int64_t> rows, std::span<const std::byte> a,
                    std::span<const std::byte> b, int index, CompareJob& job, std::int64_t width) {
  const auto row_a = static_cast<std::size_t>(width * job.size_a(index));
  const auto row_b = static_cast<std::size_t>(width * job.size_b(index));
  for (std::size_t begin = 0, end = 0; begin < rows.size(); begin = end) {
    do ++end;
    while (end < rows.size() && rows[end] == rows[end - 1] + 1);
    job.compare(index, rows[begin] * width, a.subspan(begin * row_a, (end - begin) * row_a),
                b.subspan(begin * row_b, (end - begin) * row_b));
  }
}

}  // namespace pcgns::verify
