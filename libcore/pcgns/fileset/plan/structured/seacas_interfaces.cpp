#include "pcgns/fileset/plan/structured/seacas_interfaces.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <unordered_map>

namespace pcgns::fileset {

namespace {

bool is_annotated(const Interface& interface) { return interface.node->child("Decomp") != nullptr; }

bool is_generated_name(std::string_view name) {
  return name.find_first_not_of("0123456789_-") == std::string_view::npos;
}

/// True if both sides have the same axes; that is the default without a Transform.
bool keeps_axes(const Search& search, const ZoneView& zone, const Interface& interface, int dimension) {
  const auto* transform = interface.node->child("Transform");
  if (transform == nullptr) return true;
  const auto values = integers_at(search.inputs, zone, cgns::join(interface.below, "Transform"), *transform,
                                  static_cast<std::size_t>(dimension));
  for (std::size_t d = 0; d < values.size(); ++d) {
    if (values[d] != static_cast<std::int64_t>(d) + 1) return false;
  }
  return true;
}

/// PointRange or PointRangeDonor, validated against `extents`.
std::vector<std::int64_t> range_of(const Search& search, const ZoneView& zone, const Interface& interface,
                                   std::string_view name, const Extents& extents) {
  const auto* node = interface.node->child(name);
  if (node == nullptr) throw error_at(search.inputs, zone, interface.below, fmt::format("has no {}", name));
  const auto dimension = static_cast<std::size_t>(extents.dimension);
  const auto below = cgns::join(interface.below, name);
  auto values = integers_at(search.inputs, zone, below, *node, 2 * dimension);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i] >= 1 && values[i] <= extents.cells[i % dimension] + 1) continue;
    throw error_at(search.inputs, zone, below,
                   fmt::format("leaves the zone: {} of {} vertices in direction {}", values[i],
                               extents.cells[i % dimension] + 1, i % dimension + 1));
  }
  return values;
}

/// Collects the interfaces of one original.
class InterfaceCollector {
 public:
  InterfaceCollector(const Search& search, const Original& original, bool annotated)
      : search_(search), original_(original), annotated_(annotated) {
    for (const auto& piece : original.pieces) {
      index_.emplace(piece.zone->name, static_cast<int>(index_.size()));
      extents_.push_back(extents_of(search.inputs, view_of(piece)));
    }
  }

  void add_piece(int piece) {
    const auto zone = view_of(original_.piece(piece));
    for (const auto& interface : interfaces_of(*zone.zone, true)) {
      const auto donor = index_.find(interface.donor);
      if (donor == index_.end() || donor->second == piece || is_annotated(interface) != annotated_) continue;
      if (interface.base_of_donor(*zone.base) != zone.base->name) continue;
      add(zone, piece, donor->second, interface);
    }
  }

  [[nodiscard]] std::vector<PartitionInterface> take() { return std::move(interfaces_); }

 private:
  void add(const ZoneView& zone, int piece, int donor, const Interface& interface) {
    if (!keeps_axes(search_, zone, interface, original_.dimension)) {
      if (!annotated_) return;
      throw error_at(search_.inputs, zone, interface.below,
                     "is marked as an interface between pieces, but permutes axes");
    }
    const auto here =
        range_of(search_, zone, interface, "PointRange", extents_[static_cast<std::size_t>(piece)]);
    const auto there =
        range_of(search_, zone, interface, "PointRangeDonor", extents_[static_cast<std::size_t>(donor)]);
    PartitionInterface result{.equation = {.from = piece, .to = donor},
                              .name = interface.node->name,
                              .below = interface.below,
                              .is_certain = annotated_ || is_generated_name(interface.node->name)};
    const auto dimension = static_cast<std::size_t>(original_.dimension);
    for (std::size_t d = 0; d < dimension; ++d) {
      result.equation.shift[d] = here[d] - there[d];
      if (here[dimension + d] - there[dimension + d] == result.equation.shift[d]) continue;
      throw error_at(
          search_.inputs, zone, interface.below,
          fmt::format("PointRange and PointRangeDonor differ in their extents in direction {}", d + 1));
    }
    interfaces_.push_back(std::move(result));
  }

  const Search& search_;
  const Original& original_;
  bool annotated_;
  std::unordered_map<std::string_view, int> index_;
  std::vector<Extents> extents_;
  std::vector<PartitionInterface> interfaces_;
};

/// The zone number in the name of an interface.
std::optional<std::int64_t> zone_number(std::string_view interface_name, std::int64_t rank,
                                        std::int64_t ranks) {
  const auto dashes = interface_name.find("--");
  const auto number = number_of(interface_name.substr(0, dashes));
  if (dashes == std::string_view::npos || !number || !number_of(interface_name.substr(dashes + 2))) {
    return std::nullopt;
  }
  const auto bits = std::bit_width(static_cast<std::uint64_t>(ranks - 1));
  const auto zone = *number >> bits;
  if (zone < 1 || *number - (zone << bits) != rank) return std::nullopt;
  return zone;
}

}  // namespace

bool has_annotated_interfaces(const cgns::Node& zone) {
  const auto interfaces = interfaces_of(zone, true);
  return std::any_of(interfaces.begin(), interfaces.end(), is_annotated);
}

std::vector<PartitionInterface> partition_interfaces(const Search& search, const Original& original,
                                                     bool annotated) {
  InterfaceCollector collector(search, original, annotated);
  for (std::size_t piece = 0; piece < original.pieces.size(); ++piece)
    collector.add_piece(static_cast<int>(piece));
  return collector.take();
}

std::int64_t order_by_interfaces(const Search& search, const Original& original,
                                 const std::vector<PartitionInterface>& interfaces) {
  std::optional<std::int64_t> known;
  for (const auto& interface : interfaces) {
    const auto& piece = original.piece(interface.equation.from);
    const auto file = file_of_set(file_of(search.inputs, view_of(piece)));
    if (!file) return -1;
    const auto number = zone_number(interface.name, piece.rank, file->count);
    if (!number || (known && *known != *number)) return -1;
    known = number;
  }
  return known.value_or(0) - 1;
}

std::optional<FileOfSet> file_of_set(std::string_view path) {
  const auto last = path.rfind('.');
  if (last == std::string_view::npos || last == 0) return std::nullopt;
  const auto before = path.rfind('.', last - 1);
  if (before == std::string_view::npos) return std::nullopt;
  const auto count = number_of(path.substr(before + 1, last - before - 1));
  const auto rank = number_of(path.substr(last + 1));
  if (!count || !rank || *rank >= *count) return std::nullopt;
  return FileOfSet{std::string(path.substr(0, before)), *count, *rank};
}

}  // namespace pcgns::fileset
