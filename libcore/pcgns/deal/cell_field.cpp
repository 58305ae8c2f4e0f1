#include "pcgns/deal/cell_field.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "pcgns/deal/zone_mesh.hpp"

namespace pcgns::deal {

namespace {

const plan::Target& target_of(const plan::Plan& plan, const tree::Node& field) {
  return plan.targets[static_cast<std::size_t>(field.array)];
}

bool has_cells(const tree::Node& node) {
  if (node.label == "UserDefinedData_t") return true;
  const auto* location = node.child_labelled("GridLocation_t");
  return location != nullptr && tree::text_of(*location) == "CellCenter";
}

/// In native byte order.
mesh::Share part_of(par::Session& session, const mesh::Dataset& dataset, const tree::Node& field,
                    Range mine) {
  const auto& target = target_of(dataset.plan, field);
  using tree::DataType;
  if (target.type != DataType::I4 && target.type != DataType::I8 && target.type != DataType::R4 &&
      target.type != DataType::R8)
    throw error_at(target.path, fmt::format("is {}, not I4, I8, R4 or R8", tree::to_string(target.type)));
  const auto share = mesh::read_share(session, dataset, field.array);
  mesh::Share part;
  part.type = share.type;
  part.bytes = mesh::fetch_range(session, share, mine);
  return part;
}

bool is_real(const mesh::Share& share) {
  return share.type == tree::DataType::R4 || share.type == tree::DataType::R8;
}

}  // namespace

const tree::Node& cell_field(const plan::Plan& plan, const tree::Node& zone, const std::string& path,
                             std::int64_t cells, const std::string& name) {
  const auto slash = name.find('/');
  for (const auto& child : zone.children) {
    if (slash != std::string::npos && child.name != name.substr(0, slash)) continue;
    const auto* field =
        has_cells(child) ? child.child(slash == std::string::npos ? name : name.substr(slash + 1)) : nullptr;
    if (field != nullptr && field->is_bulk() && tree::count_of(target_of(plan, *field).dims) == cells)
      return *field;
  }
  throw error_at(path, fmt::format("has no array {} with a value for each cell", name));
}

std::vector<std::int64_t> integers_of(par::Session& session, const mesh::Dataset& dataset,
                                      const tree::Node& field, Range mine) {
  const auto part = part_of(session, dataset, field, mine);
  std::vector<std::int64_t> numbers;
  if (!is_real(part)) {
    numbers = mesh::integers_of(part);
    for (auto& number : numbers) number = std::max<std::int64_t>(number, -1);
    return numbers;
  }
  for (const auto value : mesh::reals_of(part)) {
    const bool is_whole = value >= 0 && value < 9e15 && value == std::floor(value);
    numbers.push_back(is_whole ? static_cast<std::int64_t>(value) : -1);
  }
  return numbers;
}

std::vector<double> reals_of(par::Session& session, const mesh::Dataset& dataset, const tree::Node& field,
                             Range mine) {
  const auto part = part_of(session, dataset, field, mine);
  if (is_real(part)) return mesh::reals_of(part);
  const auto numbers = mesh::integers_of(part);
  return {numbers.begin(), numbers.end()};
}

}  // namespace pcgns::deal
