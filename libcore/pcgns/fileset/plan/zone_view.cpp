#include "pcgns/fileset/plan/zone_view.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>

#include "pcgns/base/words.hpp"
#include "pcgns/cgns/labels.hpp"
#include "pcgns/cgns/zone_names.hpp"
#include "pcgns/cgns/zone_shape.hpp"
#include "pcgns/fileset/plan/unite/base.hpp"

namespace pcgns::fileset {

namespace {

/// More digits do not fit in 63 bits.
constexpr std::size_t most_digits_of_name = 18;
constexpr int most_dimensions = 3;
/// Cells in one direction: beyond any mesh, yet sums over pieces do not overflow.
constexpr std::int64_t most_cells = std::int64_t{1} << 40;

bool is_integer(const cgns::Node& node) { return cgns::is_integer(node.type); }

bool is_interface(const cgns::Node& node, bool only_1to1) {
  const bool is_1to1 = node.label == "GridConnectivity1to1_t";
  if (!is_1to1 && (only_1to1 || node.label != "GridConnectivity_t")) return false;
  return !node.link && node.type == cgns::DataType::C1 && !node.data.empty();
}

}  // namespace

std::vector<ZoneView> zones_of(const cgns::InputSet& inputs) {
  std::vector<ZoneView> zones;
  for (std::size_t file = 0; file < inputs.trees.size(); ++file) {
    for (const auto& base : inputs.trees[file].children) {
      if (base.label != "CGNSBase_t" || base.link) continue;
      for (const auto& zone : base.children) {
        if (zone.label == "Zone_t" && !zone.link) zones.push_back({static_cast<int>(file), &base, &zone});
      }
    }
  }
  return zones;
}

std::string path_of(const ZoneView& zone) { return fmt::format("/{}/{}", zone.base->name, zone.zone->name); }

const std::string& file_of(const cgns::InputSet& inputs, const ZoneView& zone) {
  return inputs.files[static_cast<std::size_t>(zone.file)].path;
}

std::string place_of(const cgns::InputSet& inputs, const ZoneView& zone) {
  return fmt::format("{}:{}", file_of(inputs, zone), path_of(zone));
}

Error error_at(const cgns::InputSet& inputs, const ZoneView& zone, std::string_view below,
               std::string_view why) {
  const auto path = below.empty() ? path_of(zone) : cgns::join(path_of(zone), below);
  return input_error(file_of(inputs, zone), path, why);
}

bool is_structured(const cgns::Node& zone) { return !cgns::consists_of_elements(zone); }

Extents extents_of(const cgns::InputSet& inputs, const ZoneView& zone) {
  const auto& node = *zone.zone;
  const bool is_table =
      node.dims.size() == 2 && node.dims[1] == 3 && node.dims[0] >= 1 && node.dims[0] <= most_dimensions;
  if (!is_table)
    throw error_at(inputs, zone, "", "invalid Zone_t: expected 3 extents for each of 1 to 3 dimensions");
  const auto dimension = static_cast<std::size_t>(node.dims[0]);
  const auto values = integers_at(inputs, zone, "", node, 3 * dimension);
  Extents extents{.dimension = static_cast<int>(dimension)};
  for (std::size_t d = 0; d < dimension; ++d) {
    const auto cells = values[dimension + d];
    if (cells < 1 || cells > most_cells || values[d] != cells + 1) {
      throw error_at(
          inputs, zone, "",
          fmt::format("Zone_t has {} vertices and {} cells in direction {}", values[d], cells, d + 1));
    }
    extents.cells[d] = cells;
  }
  return extents;
}

std::vector<std::int64_t> integers_at(const cgns::InputSet& inputs, const ZoneView& zone,
                                      std::string_view below, const cgns::Node& node, std::size_t count) {
  if (!is_integer(node) || cgns::count_of(node.dims) != static_cast<std::int64_t>(count)) {
    throw error_at(inputs, zone, below, fmt::format("is not {} integers (I4 or I8)", count));
  }
  return cgns::integers_of(node);
}

std::vector<Interface> interfaces_of(const cgns::Node& zone, bool only_1to1) {
  std::vector<Interface> interfaces;
  for (const auto& connectivity : zone.children) {
    if (connectivity.label != "ZoneGridConnectivity_t" || connectivity.link) continue;
    for (const auto& node : connectivity.children) {
      if (!is_interface(node, only_1to1)) continue;
      Interface interface {
        .node = &node, .below = connectivity.name + "/" + node.name, .donor = {}, .donor_base = {}
      };
      interface.donor = cgns::text_of(node);
      if (const auto slash = interface.donor.rfind('/'); slash != std::string::npos) {
        const auto first = interface.donor.starts_with('/') ? std::size_t{1} : std::size_t{0};
        if (slash > first) interface.donor_base = interface.donor.substr(first, slash - first);
        interface.donor.erase(0, slash + 1);
      }
      interfaces.push_back(std::move(interface));
    }
  }
  return interfaces;
}

std::optional<std::int64_t> number_of(std::string_view digits) {
  if (!is_digits(digits) || digits.size() > most_digits_of_name) return std::nullopt;
  std::int64_t number = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return number;
}

std::string text_of_cells(const std::array<Range, 3>& cells, int dimension) {
  std::string text;
  for (std::size_t d = 0; d < static_cast<std::size_t>(dimension); ++d) {
    text += fmt::format("{}[{}:{}]", d == 0 ? "" : " x ", cells[d].begin + 1, cells[d].end);
  }
  return text;
}

std::string text_of_extents(const std::array<std::int64_t, 3>& extents, int dimension) {
  return fmt::format("{}", fmt::join(extents.begin(), extents.begin() + dimension, " x "));
}

Original& Originals::of(const cgns::InputSet& inputs, const ZoneView& piece, const std::string& name) {
  const bool structured = is_structured(*piece.zone);
  const int dimension = structured ? extents_of(inputs, piece).dimension : 1;
  const auto [found, is_new] = index_.try_emplace({piece.base->name, name}, originals_.size());
  if (is_new) {
    originals_.push_back({.base = piece.base->name,
                          .name = name,
                          .convention = convention_,
                          .evidence = {},
                          .structured = structured,
                          .dimension = dimension,
                          .pieces = {}});
  }
  auto& original = originals_[found->second];
  if (original.structured == structured && original.dimension == dimension) return original;
  throw error_at(inputs, piece, "",
                 fmt::format("is a piece of {} like {}, but has another ZoneType or IndexDimension", name,
                             place_of(inputs, view_of(original.pieces.front()))));
}

namespace {

using cgns::Node;

void rename_in_table(Node& table, std::string_view base, const Renamed& renamed, const Renamed& elsewhere) {
  if (table.type != cgns::DataType::C1 || table.data.empty()) return;
  auto rows = cgns::rows_of(table);
  auto dims = table.dims;
  for (auto& row : rows) {
    const auto path = cgns::path_of_zone(base, row);
    const auto& names = renamed.contains(path) ? renamed : elsewhere;
    const auto found = names.find(path);
    if (found != names.end()) row = cgns::name_with_zone(base, row, found->second);
    dims.front() = std::max(dims.front(), static_cast<std::int64_t>(row.size()));
  }
  table.data = cgns::table_node("", "", dims, rows).data;
  table.dims = dims;
}

}  // namespace

void rename_in_tables(Node& root, const Renamed& renamed, const Renamed& elsewhere) {
  for (auto& base : root.children) {
    for (auto& iterative : base.children) {
      if (iterative.label != "BaseIterativeData_t") continue;
      for (auto& child : iterative.children) {
        const auto tables = fileset::name_tables(child.name);
        if (tables && child.name == tables->names && cgns::is_zone(tables->label))
          rename_in_table(child, base.name, renamed, elsewhere);
      }
    }
  }
}

}  // namespace pcgns::fileset
