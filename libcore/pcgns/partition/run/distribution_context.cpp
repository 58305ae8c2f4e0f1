#include "pcgns/partition/run/distribution_context.hpp"
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
DistributedValues distributed(DistributionContext& context, const DirectArrays::Array& array) {
  RunWriter writer(context.scratch, array.path, array.type, sizes_of(*array.distribution, array.width));
  for_each_value(*array.distribution, context.dataset.memory,
                 array.width * static_cast<std::int64_t>(cgns::size_of(array.type)),
                 values_of(context.session, context.dataset, array),
                 [&](auto parts, auto values) { writer.put(parts, array.width, values); });
  return writer.finish(context.session);
}

}  // namespace

DistributedValues distribute_slots(DistributionContext& context, const std::string& path, cgns::DataType type,
                                   const Distribution& distribution, std::int64_t width,
                                   std::span<const std::int64_t> values) {
  RunWriter writer(context.scratch, path, type, sizes_of(distribution, width));
  for_each_window(distribution, context.dataset.memory, width * 8, [&](Range, Range slots) {
    writer.put(parts_of(distribution, slots), width,
               values.subspan(static_cast<std::size_t>(slots.begin * width),
                              static_cast<std::size_t>(slots.size() * width)));
  });
  return writer.finish(context.session);
}

DistributedValues distribute_numbers(DistributionContext& context, const std::string& path,
                                     const Distribution& distribution, std::int64_t first) {
  if (context.direct.can_have(distribution))
    return context.direct.add(
        {.path = path, .distribution = &distribution, .type = cgns::DataType::I8, .first = first});
  RunWriter writer(context.scratch, path, cgns::DataType::I8, sizes_of(distribution, 1));
  for_each_number(distribution, context.dataset.memory, first,
                  [&](auto parts, auto numbers) { writer.put(parts, 1, numbers); });
  return writer.finish(context.session);
}

bool distribute_array(DistributionContext& context, const cgns::Node& node, const std::string& path,
                      const Distribution& distribution) {
  const auto& target = context.target(node);
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
    array.columns.push_back(context.direct.can_have(distribution) ? context.direct.add(values)
                                                                  : distributed(context, values));
  }
  context.out.arrays[&node] = std::move(array);
  return true;
}

std::vector<std::int64_t> integers_of(DistributionContext& context, const cgns::Node& node, Range mine) {
  const auto share = mesh::read_share(context.session, context.dataset, node.array);
  mesh::Share values;
  values.type = share.type;
  values.bytes = mesh::fetch_range(context.session, share, mine);
  return mesh::integers_of(values);
}

}  // namespace pcgns::partition
