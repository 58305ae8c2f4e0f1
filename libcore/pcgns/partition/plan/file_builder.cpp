#include "pcgns/partition/file_builder.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "pcgns/base/error.hpp"
#include "pcgns/plan/subplan.hpp"

namespace pcgns::partition {

namespace {

Block target_of(const plan::Box& box) {
  Block block;
  for (std::size_t d = 0; d < 3; ++d) {
    block.begin[d] = box.target_begin[d];
    block.end[d] = box.target_begin[d] + box.count[d];
  }
  return block;
}

/// A run of values as a box of the array seen as one-dimensional.
plan::Box flat_box(const plan::Transfer& transfer, std::int64_t count) {
  return {.source = transfer.source,
          .source_extents = {transfer.source_begin + transfer.count, 1, 1},
          .source_begin = {transfer.source_begin, 0, 0},
          .target_extents = {count, 1, 1},
          .target_begin = {transfer.target_begin, 0, 0},
          .count = {transfer.count, 1, 1}};
}

std::int64_t product(const Index3& extents) { return extents[0] * extents[1] * extents[2]; }

/// The intersection of `box` with `region` of its target, relative to the begin of `region`.
void add_cut(const plan::Box& box, const Block& region, std::vector<plan::Box>& boxes) {
  const auto common = plan::intersect(target_of(box), region);
  if (common.empty()) return;
  auto piece = box;
  piece.target_extents = region.sizes();
  piece.count = common.sizes();
  for (std::size_t d = 0; d < 3; ++d) {
    piece.source_begin[d] += common.begin[d] - box.target_begin[d];
    piece.target_begin[d] = common.begin[d] - region.begin[d];
  }
  boxes.push_back(piece);
}

/// An unpermuted box of borrowed points, which begin at `begin` in `region`, in the borrower's indices.
plan::Box turned(const plan::Box& box, const FileBuilder::BorrowedPoints& borrowed, const Block& region) {
  auto result = box;
  result.target_extents = region.sizes();
  for (std::size_t d = 0; d < 3; ++d) {
    const auto a = static_cast<std::size_t>(std::abs(borrowed.axes[d])) - 1;
    const bool is_forward = borrowed.axes[d] > 0;
    const auto at =
        is_forward ? box.target_begin[a] : box.target_extents[a] - box.target_begin[a] - box.count[a];
    result.target_begin[d] = borrowed.points.begin[d] - region.begin[d] + at;
    result.count[d] = box.count[a];
    result.axes[d] = static_cast<int>(borrowed.axes[d]);
    if (!is_forward) result.source_begin[a] = box.source_begin[a] + box.count[a] - 1;
  }
  return result;
}

/// The borrowed points in the indices of their own array, which begins at 0.
Block lent(const FileBuilder::BorrowedPoints& borrowed) {
  Block block;
  for (std::size_t d = 0; d < 3; ++d) {
    const auto a = static_cast<std::size_t>(std::abs(borrowed.axes[d])) - 1;
    const auto size = borrowed.points.size(d);
    block.begin[a] = borrowed.first[a] - borrowed.extents.begin[a] - (borrowed.axes[d] > 0 ? 0 : size - 1);
    block.end[a] = block.begin[a] + size;
  }
  return block;
}

Block widened(Block block, std::int64_t width) {
  block.begin[0] *= width;
  block.end[0] *= width;
  return block;
}

/// `block` relative to `origin`.
Block from_zero(const Block& block, const Block& origin) {
  Block moved = block;
  for (std::size_t d = 0; d < 3; ++d) {
    moved.begin[d] -= origin.begin[d];
    moved.end[d] -= origin.begin[d];
  }
  return moved;
}

/// Bytes of a small array, row by row.
std::vector<std::byte> cut_bytes(const cgns::Node& node, const Index3& extents, const Block& region) {
  const auto size = static_cast<std::int64_t>(cgns::size_of(node.type));
  std::vector<std::byte> bytes(static_cast<std::size_t>(region.count() * size));
  auto* to = bytes.data();
  for (auto k = region.begin[2]; k < region.end[2]; ++k) {
    for (auto j = region.begin[1]; j < region.end[1]; ++j) {
      const auto from = ((k * extents[1] + j) * extents[0] + region.begin[0]) * size;
      std::memcpy(to, node.data.data() + from, static_cast<std::size_t>(region.size(0) * size));
      to += region.size(0) * size;
    }
  }
  return bytes;
}

}  // namespace

std::vector<plan::Box> boxes_of(const plan::Plan& plan, int target, const Index3& extents) {
  std::vector<plan::Box> boxes;
  if (!plan::moves_of(plan.indexed, target).empty())
    throw Error(ErrorKind::internal, "numbered entities are not boxes");
  for (const auto& box : plan::moves_of(plan.boxes, target)) {
    if (!box.shared) boxes.push_back(box);
  }
  const auto count = product(extents);
  for (const auto& transfer : plan::moves_of(plan.transfers, target)) {
    const bool is_all = transfer.count == count && transfer.source_begin == 0;
    const bool is_line = extents[1] == 1 && extents[2] == 1;
    if (!is_all && !is_line) throw Error(ErrorKind::internal, "pieces of an array are not boxes");
    boxes.push_back(is_all ? plan::Box{.source = transfer.source,
                                       .source_extents = extents,
                                       .target_extents = extents,
                                       .count = extents}
                           : flat_box(transfer, count));
  }
  return boxes;
}

int FileBuilder::add(Values values) {
  arrays_.push_back(std::move(values));
  return static_cast<int>(arrays_.size()) - 1;
}

FileBuilder::Values FileBuilder::all_of(const cgns::Node& node) const {
  Values all;
  for (const auto& box : plan::moves_of(whole_.boxes, node.array)) {
    if (!box.shared) all.made_of.boxes.push_back(box);
  }
  for (const auto& move : plan::moves_of(whole_.indexed, node.array)) all.made_of.indexed.push_back(move);
  for (const auto& transfer : plan::moves_of(whole_.transfers, node.array)) all.transfers.push_back(transfer);
  return all;
}

cgns::Node FileBuilder::copied_alone(const cgns::Node& node) {
  cgns::Node copy{.name = node.name,
                  .label = node.label,
                  .type = node.type,
                  .dims = node.dims,
                  .data = node.data,
                  .link = node.link,
                  .extras = node.extras};
  if (node.is_bulk()) copy.array = add(all_of(node));
  return copy;
}

cgns::Node FileBuilder::copied(const cgns::Node& node) {
  auto copy = copied_alone(node);
  for (const auto& child : node.children) copy.children.push_back(copied(child));
  return copy;
}

void FileBuilder::add_what_is_below(const cgns::Node& from, cgns::Node& to) {
  to.extras = from.extras;
  for (const auto& child : from.children) to.children.push_back(copied(child));
}

cgns::Node FileBuilder::cut(const cgns::Node& node, const Block& extents, const Block& region,
                            std::int64_t width) {
  cgns::Node result{.name = node.name, .label = node.label, .type = node.type, .extras = node.extras};
  const auto whole = widened(from_zero(extents, extents), width);
  const auto wanted = widened(from_zero(region, extents), width);
  const auto sizes = region.sizes();
  if (width > 1) result.dims = {width, region.count()};
  for (std::size_t d = 0; width == 1 && d < node.dims.size(); ++d)
    result.dims.push_back(d < 3 ? sizes[d] : 1);
  if (width == 1 && cgns::count_of(result.dims) != region.count()) result.dims = {region.count()};
  if (node.is_bulk()) {
    plan::Composite composite;
    for (const auto& box : boxes_of(whole_, node.array, whole.sizes())) add_cut(box, wanted, composite.boxes);
    result.array = add({.made_of = std::move(composite), .transfers = {}});
  } else {
    result.data = cut_bytes(node, whole.sizes(), wanted);
  }
  for (const auto& child : node.children) result.children.push_back(copied(child));
  return result;
}

cgns::Node FileBuilder::cut_with_borrowed_points(const cgns::Node& node, const Block& extents,
                                                 const Block& region,
                                                 const std::vector<BorrowedPoints>& borrowed) {
  auto result = cut(node, extents, region);
  for (const auto& points : borrowed) {
    std::vector<plan::Box> boxes;
    for (const auto& box : boxes_of(whole_, points.node->array, points.extents.sizes()))
      add_cut(box, lent(points), boxes);
    auto& made_of = arrays_[static_cast<std::size_t>(result.array)].made_of;
    for (const auto& box : boxes) made_of.boxes.push_back(turned(box, points, region));
  }
  return result;
}

cgns::Node FileBuilder::picked(const cgns::Node& node, const std::vector<Run>& runs, std::int64_t width,
                               std::vector<std::int64_t> dims) {
  cgns::Node result{.name = node.name,
                    .label = node.label,
                    .type = node.type,
                    .dims = std::move(dims),
                    .extras = node.extras};
  const auto total = cgns::count_of(node.dims);
  const auto size = static_cast<std::int64_t>(cgns::size_of(node.type));
  plan::Composite composite;
  const auto boxes = node.is_bulk() ? boxes_of(whole_, node.array, {total, 1, 1}) : std::vector<plan::Box>{};
  const auto wanted = cgns::count_of(result.dims);
  std::int64_t at = 0;
  for (const auto& [begin, count] : runs) {
    const Block region{{begin * width, 0, 0}, {(begin + count) * width, 1, 1}};
    if (!node.is_bulk()) {
      const auto* from = node.data.data() + region.begin[0] * size;
      result.data.insert(result.data.end(), from, from + region.size(0) * size);
    }
    std::vector<plan::Box> pieces;
    for (const auto& box : boxes) add_cut(box, region, pieces);
    for (auto& piece : pieces) {
      piece.target_extents = {wanted, 1, 1};
      piece.target_begin[0] += at;
      composite.boxes.push_back(piece);
    }
    at += count * width;
  }
  if (node.is_bulk()) result.array = add({.made_of = std::move(composite), .transfers = {}});
  for (const auto& child : node.children) result.children.push_back(copied(child));
  return result;
}

cgns::Node FileBuilder::taken(std::string name, cgns::DataType type, const std::vector<Taken>& boxes) {
  std::int64_t total = 0;
  for (const auto& box : boxes) total += box.region.count();
  plan::Composite composite;
  std::int64_t at = 0;
  for (const auto& [source, extents, region] : boxes) {
    // Only rows are contiguous both in the source and in the target.
    for (auto k = region.begin[2]; k < region.end[2]; ++k) {
      for (auto j = region.begin[1]; j < region.end[1]; ++j, at += region.size(0)) {
        composite.boxes.push_back({.source = source,
                                   .source_extents = extents,
                                   .source_begin = {region.begin[0], j, k},
                                   .target_extents = {total, 1, 1},
                                   .target_begin = {at, 0, 0},
                                   .count = {region.size(0), 1, 1}});
      }
    }
  }
  cgns::Node node{.name = std::move(name), .label = "DataArray_t", .type = type, .dims = {total}};
  node.array = add({.made_of = std::move(composite), .transfers = {}});
  return node;
}

void FileBuilder::list(cgns::Node& node, const std::string& path, plan::Plan& plan) {
  if (node.is_bulk()) {
    const auto target = static_cast<int>(plan.targets.size());
    auto& [moves, transfers, direct] = arrays_[static_cast<std::size_t>(node.array)];
    plan.targets.push_back({.path = path, .type = node.type, .dims = node.dims});
    for (auto& box : moves.boxes) {
      box.target = target;
      plan.boxes.push_back(box);
    }
    for (auto& move : moves.indexed) {
      move.target = target;
      plan.indexed.push_back(move);
    }
    for (auto& transfer : transfers) {
      transfer.target = target;
      plan.transfers.push_back(transfer);
    }
    for (auto& values : direct) {
      values.target = target;
      plan.direct.push_back(values);
    }
    node.array = target;
    node.data.clear();
  }
  for (auto& child : node.children) list(child, cgns::join(path, child.name), plan);
}

plan::Plan FileBuilder::finish(cgns::Node root) {
  plan::Plan plan{.output = std::move(root), .has_holes = whole_.has_holes};
  list(plan.output, "/", plan);
  if (!plan.indexed.empty()) {
    plan.numberings = whole_.numberings;
    plan.ragged = whole_.ragged;
    plan.turned = whole_.turned;
  }
  arrays_.clear();
  return plan;
}

}  // namespace pcgns::partition
