#include "pcgns/deal/deal_job.hpp"
#include "pcgns/deal/windows.hpp"

namespace pcgns::deal {

namespace {

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

/// The values by way of the scratch file.
partition::DealtValues dealt(DealJob& job, const DirectArrays::Array& array) {
  RunWriter writer(job.scratch, array.path, array.type, sizes_of(*array.dealing, array.width));
  for_each_value(*array.dealing, array.width * static_cast<std::int64_t>(tree::size_of(array.type)),
                 values_of(job.session, job.dataset, array),
                 [&](auto parts, auto values) { writer.put(parts, array.width, values); });
  return writer.finish(job.session);
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
  if (job.direct.can_have(dealing))
    return job.direct.add({.path = path, .dealing = &dealing, .type = tree::DataType::I8, .first = first});
  RunWriter writer(job.scratch, path, tree::DataType::I8, sizes_of(dealing, 1));
  for_each_number(dealing, first, [&](auto parts, auto numbers) { writer.put(parts, 1, numbers); });
  return writer.finish(job.session);
}

bool deal_array(DealJob& job, const tree::Node& node, const std::string& path, const Dealing& dealing) {
  const auto& target = job.target(node);
  const auto shape = shape_of(target.dims, dealing.count());
  if (shape.width == 0) return false;
  partition::DealtArray array{.columns = {}, .axis = shape.axis};
  for (std::int64_t column = 0; column < shape.columns; ++column) {
    const DirectArrays::Array values{.path = path,
                                     .dealing = &dealing,
                                     .type = target.type,
                                     .target = node.array,
                                     .width = shape.width,
                                     .column = column};
    array.columns.push_back(job.direct.can_have(dealing) ? job.direct.add(values) : dealt(job, values));
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
