#include "pcgns/partition/run/distribution_context.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "pcgns/partition/run/windows.hpp"

namespace pcgns::partition {

namespace {

/// The columns of an array, and the number of values per entity in each.
struct Shape {
  std::size_t axis = 0;
  std::int64_t columns = 1;
  std::int64_t width = 0;  ///< 0: does not fit.
};

/// If every part has as many rows as columns, a merge cannot tell n x w from w x n.
bool is_square_in_parts(const std::vector<std::int64_t>& dims, const Distribution& distribution) {
  if (dims.size() != 2 || dims.back() == dims.front() || dims.front() != distribution.count() || dims[1] < 2)
    return false;
  return std::ranges::all_of(counts_of(distribution),
                             [&](std::int64_t rows) { return rows == 0 || rows == dims[1]; });
}

Shape shape_of(const std::vector<std::int64_t>& dims, const Distribution& distribution) {
  const auto entities = distribution.count();
  if (entities <= 0 || dims.empty() || cgns::count_of(dims) % entities != 0) return {};
  const auto width = cgns::count_of(dims) / entities;
  if (dims.size() == 1) return {.axis = 0, .width = width == 1 ? 1 : 0};
  if (dims.back() == entities) return {.axis = dims.size() - 1, .width = width};
  if (dims.size() != 2 || dims.front() != entities) return {};
  return {.axis = 0, .columns = dims[1], .width = 1};
}

/// Distributes the values of arrays that are read together, through the scratch file.
std::vector<DistributedValues> distributed(DistributionContext& context, ArrayPointers arrays) {
  auto values = values_together(context.session, context.dataset, arrays);
  std::vector<RunWriter> writers;
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    const auto& array = *arrays[i];
    auto& writer = writers.emplace_back(context.scratch, array.path, array.type,
                                        sizes_of(*array.distribution, array.width));
    for_each_value(*array.distribution, context.dataset.memory,
                   array.width * static_cast<std::int64_t>(cgns::size_of(array.type)), values[i],
                   [&](auto parts, auto of_window) { writer.put(parts, array.width, of_window); });
    values[i] = {};
  }
  return RunWriter::finish(context.session, writers);
}

/// Adds the columns of the arrays: those of `arrays`, in order, where they are not direct.
void distribute_columns(DistributionContext& context, std::span<const DirectArrays::Array> arrays,
                        std::span<const cgns::Node* const> nodes) {
  std::vector<const DirectArrays::Array*> pointers;
  for (const auto& array : arrays) pointers.push_back(&array);
  for (std::size_t first = 0; first < arrays.size();) {
    const auto left = std::span(pointers).subspan(first);
    const auto group = left.first(count_together(context.session, context.dataset, left));
    for (auto& values : distributed(context, group))
      context.out.arrays[nodes[first++]].columns.push_back(std::move(values));
  }
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

const cgns::Node* distribute_values(DistributionContext& context, std::span<const cgns::Node* const> nodes,
                                    const std::string& path, const Distribution& distribution) {
  const auto shape = [&](const cgns::Node& node) {
    return shape_of(context.target(node).dims, distribution);
  };
  for (const auto* node : nodes) {
    const auto& dims = context.target(*node).dims;
    if (is_square_in_parts(dims, distribution)) {
      throw node_error(cgns::join(path, node->name),
                       fmt::format("has {0} x {1} values, of which every part would have {1} x {1}: rows and "
                                   "columns could not be told apart; choose another number of parts",
                                   dims.front(), dims.back()));
    }
    if (shape(*node).width == 0) return node;
  }
  std::vector<DirectArrays::Array> arrays;  // not direct
  std::vector<const cgns::Node*> nodes_of;
  for (const auto* node : nodes) {
    const auto [axis, columns, width] = shape(*node);
    auto& made = context.out.arrays[node] = {.columns = {}, .axis = axis};
    for (std::int64_t column = 0; column < columns; ++column) {
      DirectArrays::Array values{.path = cgns::join(path, node->name),
                                 .distribution = &distribution,
                                 .type = context.target(*node).type,
                                 .target = node->array,
                                 .width = width,
                                 .column = column};
      if (context.direct.can_have(distribution)) {
        made.columns.push_back(context.direct.add(std::move(values)));
      } else {
        arrays.push_back(std::move(values));
        nodes_of.push_back(node);
      }
    }
  }
  distribute_columns(context, arrays, nodes_of);
  return nullptr;
}

std::vector<std::int64_t> integers_of(DistributionContext& context, const cgns::Node& node, Range mine) {
  const auto share = mesh::read_share(context.session, context.dataset, node.array);
  mesh::Share values;
  values.type = share.type;
  values.bytes = mesh::fetch_range(context.session, share, mine);
  return mesh::integers_of(values);
}

}  // namespace pcgns::partition
