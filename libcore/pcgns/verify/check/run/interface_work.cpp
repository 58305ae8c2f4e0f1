#include "pcgns/verify/check/run/interface_work.hpp"

#include <algorithm>
#include <cstring>
#include <map>

#include "pcgns/mesh/bundle.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/verify/check/plan/coincidence.hpp"
#include "pcgns/verify/check/run/ordered.hpp"

namespace pcgns::verify::check {

using cgns::DataType;

VertexPoints::VertexPoints(par::Session& session, const mesh::Dataset& dataset,
                           std::vector<Coordinates> zones)
    : zones_(std::move(zones)) {
  std::map<int, std::int64_t> begins;  // by target, ascending
  for (const auto& zone : zones_) {
    for (const auto array : zone.arrays) begins.emplace(array, 0);
  }
  std::vector<int> targets;
  for (const auto& [target, begin] : begins) targets.push_back(target);
  auto bundle = mesh::read_bundle(session, dataset, targets);
  for (std::size_t i = 0; i < targets.size(); ++i) begins[targets[i]] = bundle.begins[i];
  bytes_ = std::move(bundle.bytes);
  for (const auto& zone : zones_) {
    auto& begins_of_zone = begins_.emplace_back();
    auto& types_of_zone = types_.emplace_back();
    for (const auto array : zone.arrays) {
      begins_of_zone.push_back(begins[array]);
      types_of_zone.push_back(dataset.plan.targets[static_cast<std::size_t>(array)].type);
    }
  }
}

std::vector<cgns::Point> VertexPoints::at(par::Session& session, std::span<const VertexRef> wanted) const {
  std::vector<cgns::Point> points(wanted.size());
  for (std::size_t direction = 0; direction < 3; ++direction) {
    for (const auto type : {DataType::R4, DataType::R8}) {
      const auto is_of_type = [&](int zone) {
        const auto& types = types_[static_cast<std::size_t>(zone)];
        return direction < types.size() && types[direction] == type;
      };
      bool any = false;
      for (std::size_t zone = 0; zone < zones_.size(); ++zone)
        any = any || is_of_type(static_cast<int>(zone));
      if (!any) continue;  // on every rank
      std::vector<VertexRef> some;
      for (const auto& vertex : wanted) {
        if (is_of_type(vertex.zone)) some.push_back(vertex);
      }
      const auto found = values(session, some, direction, type);
      std::size_t next = 0;
      for (std::size_t i = 0; i < wanted.size(); ++i) {
        if (is_of_type(wanted[i].zone)) points[i][direction] = found[next++];
      }
    }
  }
  return points;
}

std::vector<double> VertexPoints::values(par::Session& session, std::span<const VertexRef> wanted,
                                         std::size_t direction, DataType type) const {
  const std::int64_t size = cgns::size_of(type);
  std::vector<std::int64_t> places(wanted.size());
  std::transform(wanted.begin(), wanted.end(), places.begin(), [&](const VertexRef& vertex) {
    return begins_[static_cast<std::size_t>(vertex.zone)][direction] / size + vertex.place;
  });
  const auto bytes = mesh::fetch(session, bytes_, places, size);
  std::vector<double> found(wanted.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (type == DataType::R8) {
      std::memcpy(&found[i], bytes.data() + i * sizeof(double), sizeof(double));
    } else {
      float value = 0;
      std::memcpy(&value, bytes.data() + i * sizeof value, sizeof value);
      found[i] = value;
    }
  }
  return found;
}

void unite(par::Session& session, std::vector<Coincidence>& found) {
  std::vector<std::int64_t> sums;
  std::vector<std::int64_t> extremes;
  for (const auto& one : found) {
    sums.insert(sums.end(), {one.apart, one.inexact});
    extremes.insert(extremes.end(),
                    {ordered(one.largest), earliness(one.first_apart), earliness(one.first_inexact)});
  }
  par::sum_over_ranks(session.comm(), sums);
  par::max_over_ranks(session.comm(), extremes);
  for (std::size_t i = 0; i < found.size(); ++i) {
    found[i] = {.apart = sums[2 * i],
                .inexact = sums[2 * i + 1],
                .largest = from_ordered(extremes[3 * i]),
                .first_apart = from_earliness(extremes[3 * i + 1]),
                .first_inexact = from_earliness(extremes[3 * i + 2])};
  }
}

}  // namespace pcgns::verify::check
