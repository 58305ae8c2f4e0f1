#include "pcgns/partition/share_out.hpp"

#include "pcgns/base/error.hpp"
#include "pcgns/partition/zone_line.hpp"

namespace pcgns::partition {

namespace {

Shares shares_of(const Mesh& mesh, Method method, const std::vector<std::int64_t>& amounts,
                 const std::vector<double>& targets) {
  if (!targets.empty()) return cut_in_proportion(amounts, targets);
  std::vector<std::int64_t> loads(static_cast<std::size_t>(mesh.decomposition.partitions), 0);
  for (const auto& part : mesh.decomposition.parts)
    loads[static_cast<std::size_t>(part.rank)] += part.cells.count();
  return method == Method::keep ? keep_whole(amounts, loads) : cut_line(amounts, loads);
}

}  // namespace

std::int64_t cells_of(const DealtZone& zone) {
  const auto& node = *zone.zone;
  const bool is_known = (node.type == tree::DataType::I4 || node.type == tree::DataType::I8) &&
                        static_cast<std::int64_t>(node.data.size()) == tree::bytes_of(node.type, node.dims);
  const auto values = is_known ? tree::integers_of(node) : std::vector<std::int64_t>();
  if (values.size() != 3 || values[0] < 0 || values[1] < 0)
    throw Error(ErrorKind::input, zone.path + ": has not the numbers of vertices and cells, and 0");
  return values[1];
}

void share_out(Mesh& mesh, Method method, const std::vector<std::int64_t>& weights,
               const std::vector<double>& targets) {
  mesh.targets = targets;
  auto amounts = weights;
  if (weights.empty()) {
    for (const auto& zone : mesh.unstructured) amounts.push_back(cells_of(zone));
  }
  const auto shares = shares_of(mesh, method, amounts, targets);
  for (std::size_t z = 0; z < shares.size(); ++z) {
    auto& parts = mesh.unstructured[z].parts;
    parts.clear();
    for (const auto& [rank, amount] : shares[z]) parts.push_back({.rank = rank, .weight = amount});
  }
  number_parts(mesh);
}

}  // namespace pcgns::partition
