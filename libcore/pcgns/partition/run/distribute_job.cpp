#include "pcgns/partition/run/distribute_job.hpp"
#include "pcgns/partition/run/windows.hpp"

namespace pcgns::partition {

namespace {

/// The columns of an array, and the number of values per entity in each.
struct Shape {
  std::size_t axis = 0;
  std::int64_t columns = 1;
  std::int64_t width = 0;  ///< 0: does not fit.
};

Shape shape_of(const std::vector<std::int64_t>& dims, std::int64_t entities) {
  if (entities <= 0 || dims.empty() || cgns::count_of(dims) % entities != 0) return {};
  const auto width = cgns::count_of(dims) / entities;
  if (dims.size() == 1) return {.axis = 0, .width = width};
  if (dims.back() == entities) return {.axis = dims.size() - 1, .width = width};
  if (dims.size() == 2 && dims.front() == entities) return {.axis = 0, .columns = dims[1], .width = 1};
  return {};
}

/// Distributes the values through the scratch file.
DistributedValues distributed(DistributionJob& job, const DirectArrays::Array& array) {
  RunWriter writer(job.scratch, array.path, array.type, sizes_of(*array.distribution, array.width));
  for_each_value(*array.distribution, job.dataset.memory,
                 array.width * static_cast<std::int64_t>(cgns::size_of(array.type)),
                 values_of(job.session, job.dataset, array),
                 [&](auto parts, auto values) { writer.put(parts, array.width, values); });
  return writer.finish(job.session);
}

}  // namespace

DistributedValues distribute_slots(DistributionJob& job, const std::string& path, cgns::DataType type,
                                   const Distribution& distribution, std::int64_t width,
                                   std::span<const std::int64_t> values) {
  RunWriter writer(job.scratch, path, type, sizes_of(distribution, width));
  for_each_window(distribution, job.dataset.memory, width * 8, [&](Range, Range slots) {
    writer.put(parts_of(distribution, slots), width,
               values.subspan(static_cast<std::size_t>(slots.begin * width),
                              static_cast<std::size_t>(slots.size() * width)));
  });
  return writer.finish(job.session);
}

DistributedValues distribute_numbers(DistributionJob& job, const std::string& path,
                                     const Distribution& distribution, std::int64_t first) {
  if (job.direct.can_have(distribution))
    return job.direct.add(
        {.path = path, .distribution = &distribution, .type = cgns::DataType::I8, .first = first});
  RunWriter writer(job.scratch, path, cgns::DataType::I8, sizes_of(distribution, 1));
  for_each_number(distribution, job.dataset.memory, first,
                  [&](auto parts, auto numbers) { writer.put(parts, 1, numbers); });
  return writer.finish(job.session);
}

bool distribute_array(DistributionJob& job, const cgns::Node& node, const std::string& path,
                      const Distribution& distribution) {
  const auto& target = job.target(node);
  const auto shape = shape_of(target.dims, distribution.count());
  if (shape.width == 0) return false;
  DistributedArray array{.columns = {}, .axis = shape.axis};
  for (std::int64_t column = 0; column < shape.columns; ++column) {
    const DirectArrays::Array values{.path = path,
                                     .distribution = &distribution,
                                     .type = target.type,
                                     .target = node.array,
                                     .width = shape.width,
                                     .column = column};
    array.columns.push_back(job.direct.can_have(distribution) ? job.direct.add(values)
                                                              : distributed(job, values));
  }
  job.out.arrays[&node] = std::move(array);
  return true;
}

std::vector<std::int64_t> integers_of(DistributionJob& job, const cgns::Node& node, Range mine) {
  const auto share = mesh::read_share(job.session, job.dataset, node.array);
  mesh::Share part;
  part.type = share.type;
  part.bytes = mesh::fetch_range(job.session, share, mine);
  return mesh::integers_of(part);
}

}  // namespace pcgns::partition
