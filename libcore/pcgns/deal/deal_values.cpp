#include <algorithm>
#include <cstring>

#include "pcgns/base/bytes.hpp"
#include "pcgns/deal/deal_job.hpp"

namespace pcgns::deal {

namespace {

/// So many that they stay in a cache while they are sorted, and that each part still gets a piece worth
/// writing.
std::int64_t bytes_in_window(const Dealing& dealing) {
  return std::clamp<std::int64_t>(std::ssize(dealing.totals) * 64 * kibi, mebi, 16 * mebi);
}

/// For pieces of this rank's entities whose values are not too many: what(entities from 0, their slots).
template <typename What>
void for_each_window(const Dealing& dealing, std::int64_t bytes_of_entity, What&& what) {
  const auto size =
      std::max<std::int64_t>(1, bytes_in_window(dealing) / std::max<std::int64_t>(1, bytes_of_entity));
  for (std::int64_t begin = 0; begin < dealing.mine.size(); begin += size) {
    const Range entities = {begin, std::min(begin + size, dealing.mine.size())};
    what(entities, dealing.slots(entities));
  }
}

std::span<const std::int32_t> parts_of(const Dealing& dealing, Range slots) {
  return std::span(dealing.parts)
      .subspan(static_cast<std::size_t>(slots.begin), static_cast<std::size_t>(slots.size()));
}

/// Writes `bytes` (of each entity `width` values) for all parts that have them.
void put_entities(RunWriter& writer, const Dealing& dealing, std::int64_t width, std::int64_t size,
                  std::span<const std::byte> bytes) {
  const auto each = static_cast<std::size_t>(width * size);
  std::vector<std::byte> repeated;
  for_each_window(dealing, width * size, [&](Range entities, Range slots) {
    auto values = bytes.subspan(static_cast<std::size_t>(entities.begin) * each,
                                static_cast<std::size_t>(entities.size()) * each);
    if (!dealing.starts.empty()) {
      repeated.resize(static_cast<std::size_t>(slots.size()) * each);
      auto* to = repeated.data();
      for (auto i = entities.begin; i < entities.end; ++i) {
        for (auto copies = dealing.slots(i).size(); copies > 0; --copies, to += each)
          std::memcpy(to, bytes.data() + static_cast<std::size_t>(i) * each, each);
      }
      values = repeated;
    }
    writer.put(parts_of(dealing, slots), width, values);
  });
}

/// The columns of an array, and how many values an entity has in each.
struct Shape {
  std::size_t axis = 0;
  std::int64_t columns = 1;
  std::int64_t width = 0;  ///< 0: it does not fit.
};

Shape shape_of(const std::vector<std::int64_t>& dims, std::int64_t entities) {
  if (entities <= 0 || dims.empty() || tree::count_of(dims) % entities != 0) return {};
  const auto width = tree::count_of(dims) / entities;
  if (dims.size() == 1) return {.axis = 0, .width = width};
  if (dims.back() == entities) return {.axis = dims.size() - 1, .width = width};
  if (dims.size() == 2 && dims.front() == entities) return {.axis = 0, .columns = dims[1], .width = 1};
  return {};
}

}  // namespace

partition::DealtValues deal_slots(DealJob& job, const std::string& path, tree::DataType type,
                                  const Dealing& dealing, std::int64_t width,
                                  std::span<const std::int64_t> values) {
  RunWriter writer(job.scratch, path, type, sizes_of(dealing, width));
  for_each_window(dealing, width * 8, [&](Range, Range slots) {
    writer.put(parts_of(dealing, slots), width,
               values.subspan(static_cast<std::size_t>(slots.begin * width),
                              static_cast<std::size_t>(slots.size() * width)));
  });
  return writer.finish(job.session);
}

partition::DealtValues deal_numbers(DealJob& job, const std::string& path, const Dealing& dealing,
                                    std::int64_t first) {
  RunWriter writer(job.scratch, path, tree::DataType::I8, sizes_of(dealing, 1));
  std::vector<std::int64_t> numbers;
  for_each_window(dealing, 8, [&](Range entities, Range slots) {
    numbers.clear();
    for (auto i = entities.begin; i < entities.end; ++i) {
      numbers.insert(numbers.end(), static_cast<std::size_t>(dealing.slots(i).size()),
                     dealing.mine.begin + i + first);
    }
    writer.put(parts_of(dealing, slots), 1, std::span<const std::int64_t>(numbers));
  });
  return writer.finish(job.session);
}

bool deal_array(DealJob& job, const tree::Node& node, const std::string& path, const Dealing& dealing) {
  const auto& target = job.target(node);
  const auto shape = shape_of(target.dims, dealing.count());
  if (shape.width == 0) return false;
  const auto size = static_cast<std::int64_t>(tree::size_of(target.type));
  auto share = mesh::read_share(job.session, job.dataset, node.array, shape.width);
  partition::DealtArray array{.columns = {}, .axis = shape.axis};
  for (std::int64_t column = 0; column < shape.columns; ++column) {
    const auto begin = column * dealing.count();
    const Range mine = {(begin + dealing.mine.begin) * shape.width, (begin + dealing.mine.end) * shape.width};
    const bool is_last = column + 1 == shape.columns;
    const auto bytes = is_last ? mesh::fetch_range(job.session, std::move(share), mine)
                               : mesh::fetch_range(job.session, share, mine);
    RunWriter writer(job.scratch, path, target.type, sizes_of(dealing, shape.width));
    put_entities(writer, dealing, shape.width, size, bytes);
    array.columns.push_back(writer.finish(job.session));
  }
  job.out.arrays[&node] = std::move(array);
  return true;
}

std::vector<std::int64_t> integers_of(DealJob& job, const tree::Node& node, Range mine) {
  const auto share = mesh::read_share(job.session, job.dataset, node.array);
  mesh::Share part;
  part.type = share.type;
  part.bytes = mesh::fetch_range(job.session, share, mine);
  return mesh::integers_of(part);
}

}  // namespace pcgns::deal
