#include "pcgns/verify/compare/run/compare_layout.hpp"

#include <algorithm>
#include <numeric>

#include "pcgns/base/bytes.hpp"

namespace pcgns::verify::compare {

namespace {

template <typename Move>
bool has_any(const std::vector<Move>& moves, int target) {
  const auto found = std::lower_bound(moves.begin(), moves.end(), target,
                                      [](const Move& move, int wanted) { return move.target < wanted; });
  return found != moves.end() && found->target == target;
}

}  // namespace

CompareLayout::CompareLayout(const CompareSide& side, Budget memory)
    : side_(side), source_(side.inputs, memory) {}

std::span<const plan::Transfer> CompareLayout::transfers_of(int target) const {
  const auto& all = side_.plan.transfers;
  const auto begin =
      std::lower_bound(all.begin(), all.end(), target,
                       [](const plan::Transfer& move, int wanted) { return move.target < wanted; });
  const auto end =
      std::find_if(begin, all.end(), [&](const plan::Transfer& move) { return move.target != target; });
  return {begin, end};
}

bool CompareLayout::is_plain(int target) const {
  if (has_any(side_.plan.boxes, target) || has_any(side_.plan.indexed, target)) return false;
  std::int64_t values = 0;
  for (const auto& transfer : transfers_of(target)) {
    if (!source_.is_plain(transfer.source) || transfer.target_begin != values) return false;
    values += transfer.count;
  }
  return values == cgns::count_of(side_.plan.targets[static_cast<std::size_t>(target)].dims);
}

void CompareLayout::read(int target, Range bytes, std::span<std::byte> to) {
  const std::int64_t size = cgns::size_of(side_.plan.targets[static_cast<std::size_t>(target)].type);
  for (const auto& transfer : transfers_of(target)) {
    const auto at = transfer.target_begin * size;
    const auto part = intersect(bytes, {at, at + transfer.count * size});
    if (part.empty()) continue;
    const auto from = transfer.source_begin * size - at;
    source_.read(transfer.source, {part.begin + from, part.end + from},
                 to.subspan(static_cast<std::size_t>(part.begin - bytes.begin),
                            static_cast<std::size_t>(part.size())));
  }
}

void give_target(const CompareSide& side, const std::string& path, ArrayPair::Place& place) {
  if (place.target >= 0) return;
  const auto& node = *place.node;
  place.target = static_cast<int>(side.plan.targets.size());
  const auto source = static_cast<int>(side.inputs.arrays.size());
  side.inputs.arrays.push_back({.file = -1,
                                .path = path,
                                .type = node.type,
                                .dims = node.dims,
                                .values = std::make_shared<const std::vector<std::byte>>(node.data)});
  side.plan.targets.push_back({.path = path, .type = node.type, .dims = node.dims});
  side.plan.transfers.push_back(
      {.source = source, .target = place.target, .count = cgns::count_of(node.dims)});
}

int target_of(const CompareSide& side, const std::string& path, const cgns::Node& node) {
  ArrayPair::Place place{.target = node.array, .node = node.is_bulk() ? nullptr : &node, .type = node.type};
  give_target(side, path, place);
  return place.target;
}

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

}  // namespace pcgns::verify::compare
