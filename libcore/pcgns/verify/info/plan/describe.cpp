#include "pcgns/verify/info/plan/describe.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "pcgns/cgns/elements.hpp"
#include "pcgns/cgns/labels.hpp"
#include "pcgns/cgns/zone_shape.hpp"
#include "pcgns/fileset/metadata.hpp"

namespace pcgns::verify::info {

namespace {

using cgns::Node;
using fileset::RecognisedZone;

/// The element of `list` with the key `key`, created by `make` if there is none.
template <typename Key, typename Item, typename Make>
Item& item_of(std::map<Key, std::size_t>& index, std::vector<Item>& list, const Key& key, Make make) {
  const auto [found, is_new] = index.emplace(key, list.size());
  if (is_new) list.push_back(make());
  return list[found->second];
}

std::int64_t value_at(const Node* node, std::size_t at) {
  const auto values = cgns::integers_in(node);
  return values && at < values->size() ? (*values)[at] : 0;
}

std::string text_in(const Node* node) {
  return node != nullptr && node->type == cgns::DataType::C1 && !node->data.empty() ? cgns::text_of(*node)
                                                                                    : "";
}

/// Collects one base from all files.
class BaseSummary {
 public:
  explicit BaseSummary(std::string name) { base_.name = std::move(name); }

  /// `version`: of the file.
  void add(int file, double version, const Node& base,
           const std::map<std::pair<int, std::string>, const RecognisedZone*>& pieces) {
    if (base_.cell_dimension == 0) base_.cell_dimension = value_at(&base, 0);
    if (base_.physical_dimension == 0) base_.physical_dimension = value_at(&base, 1);
    version_ = version;
    for (const auto& node : base.children) {
      if (cgns::is_zone(node.label)) add_zone(file, node, pieces);
      if (node.label == "Family_t") add_family(node);
      if (node.label == "BaseIterativeData_t") add_steps(node);
    }
  }

  [[nodiscard]] Base take() { return std::move(base_); }

 private:
  void add_zone(int file, const Node& node,
                const std::map<std::pair<int, std::string>, const RecognisedZone*>& pieces) {
    const auto piece = pieces.find({file, node.name});
    const auto* whole = piece == pieces.end() ? nullptr : piece->second;
    const auto shape = cgns::shape_of(node);
    const auto key = std::tuple(whole != nullptr ? whole->name : node.name, node.label, whole != nullptr,
                                whole != nullptr || !shape ? cgns::Index{} : shape->vertices);
    const bool is_new = !zones_.contains(key);
    auto& zone = item_of(zones_, base_.zones, key, [&] { return named_zone(std::get<0>(key), node.label); });
    zone.files += files_.emplace(&zone - base_.zones.data(), file).second ? 1 : 0;
    if (whole != nullptr) ++zone.pieces;
    if (node.label == "ParticleZone_t") {
      add_particles(zone, node);
    } else if (is_new || whole != nullptr) {
      add_size(zone, node, shape, whole);
    }
    add_content(node);
  }

  static Zone named_zone(const std::string& name, const std::string& label) {
    Zone zone;
    zone.name = name;
    zone.label = label;
    return zone;
  }

  /// Files have some of the particles each if they have global numbers, or not the same number of particles.
  void add_particles(Zone& zone, const Node& node) {
    const auto count = value_at(&node, 0);
    auto& particles =
        particles_.try_emplace(&zone - base_.zones.data(), Particles{.first = count}).first->second;
    const auto* metadata = node.child(fileset::numbering_name);
    const bool has_numbers = metadata != nullptr && metadata->child(fileset::particle_name) != nullptr;
    particles.are_shares = particles.are_shares || has_numbers || count != particles.first;
    particles.sum += count;
    zone.vertices = particles.are_shares ? particles.sum : particles.first;
  }

  void add_size(Zone& zone, const Node& node, const std::optional<cgns::ZoneShape>& shape,
                const RecognisedZone* whole) const {
    if (!shape) return;
    zone.structured = shape->structured;
    if (shape->structured && whole != nullptr) {
      set_extents(zone, whole->extents);
    } else if (shape->structured) {
      zone.extents.assign(shape->vertices.begin(), shape->vertices.begin() + shape->dimension);
      zone.vertices = shape->vertex_count();
      zone.cells = shape->cell_count();
    } else {
      zone.whole_size = whole == nullptr;
      zone.vertices += shape->vertex_count();
      zone.cells += shape->cell_count();
      add_elements(zone, node);
    }
  }

  static void set_extents(Zone& zone, const std::vector<std::int64_t>& cells) {
    zone.extents = cells;
    zone.vertices = zone.cells = 1;
    for (auto& extent : zone.extents) {
      zone.cells *= extent++;
      zone.vertices *= extent;
    }
  }

  void add_elements(Zone& zone, const Node& node) const {
    for (const auto& section : node.children) {
      if (section.label != "Elements_t") continue;
      const auto* type = cgns::element_type_of(cgns::number_of_today(value_at(&section, 0), version_));
      const auto* range = section.child("ElementRange");
      const auto count = value_at(range, 1) - value_at(range, 0) + 1;
      const auto* rind = section.child_labelled("Rind_t");
      if (type != nullptr && type->dimension == base_.cell_dimension)
        zone.ghost_cells += value_at(rind, 0) + value_at(rind, 1);
      if (range != nullptr) zone.elements[type != nullptr ? std::string(type->name) : "other"] += count;
    }
  }

  void add_content(const Node& zone) {
    for (const auto& node : zone.children) {
      if (node.label == "GridCoordinates_t") add_container(coordinate_index_, base_.coordinates, node);
      if (cgns::is_solution(node.label)) add_container(solution_index_, base_.solutions, node);
      if (node.label == "ZoneBC_t") add_boundaries(node);
      if (node.label == "ZoneGridConnectivity_t") add_interfaces(node);
    }
  }

  using ContainerKey = std::tuple<std::string, std::string, std::string>;

  void add_container(std::map<ContainerKey, std::size_t>& index, std::vector<Container>& list,
                     const Node& node) {
    const auto location = cgns::location_of(node);
    auto& container = item_of(index, list, ContainerKey(node.name, node.label, location), [&] {
      return Container{.name = node.name, .label = node.label, .location = location};
    });
    for (const auto& array : node.children) {
      if (array.label != "DataArray_t") continue;
      const auto known = std::find_if(
          container.fields.begin(), container.fields.end(),
          [&](const Field& field) { return field.name == array.name && field.type == array.type; });
      if (known != container.fields.end()) {
        ++known->zones;
      } else {
        container.fields.push_back({.name = array.name, .type = array.type, .zones = 1});
      }
    }
  }

  void add_boundaries(const Node& list) {
    for (const auto& node : list.children) {
      if (node.label != "BC_t") continue;
      const auto family = text_in(node.child_labelled("FamilyName_t"));
      const auto name = family.empty() ? node.name : family;
      const auto type = text_in(&node);
      ++item_of(boundary_index_, base_.boundaries, std::tuple(name, type, !family.empty()), [&] {
          return Boundary{.name = name, .type = type, .is_family = !family.empty()};
        }).count;
    }
  }

  void add_interfaces(const Node& list) {
    for (const auto& node : list.children) {
      if (node.label == "GridConnectivity1to1_t") ++base_.matching_interfaces;
      if (node.label == "GridConnectivity_t" || node.label == "OversetHoles_t") ++base_.other_interfaces;
    }
  }

  void add_family(const Node& node) {
    const auto type = text_in(node.child_labelled("FamilyBC_t"));
    (void)item_of(family_index_, base_.families, node.name,
                  [&] { return Family{.name = node.name, .type = type}; });
  }

  void add_steps(const Node& node) {
    if (base_.steps) return;
    TimeSteps steps{.count = value_at(&node, 0)};
    const auto times = cgns::numbers_in(node.child("TimeValues"));
    if (times && !times->empty()) {
      steps.first = times->front();
      steps.last = times->back();
    }
    base_.steps = steps;
  }

  struct Particles {
    std::int64_t first = 0;  ///< In the first file.
    std::int64_t sum = 0;
    bool are_shares = false;
  };

  Base base_;
  double version_ = 0;  ///< Of the file that is being added.
  std::map<std::tuple<std::string, std::string, bool, cgns::Index>, std::size_t> zones_;
  std::set<std::pair<std::ptrdiff_t, int>> files_;  ///< Of each zone.
  std::map<std::ptrdiff_t, Particles> particles_;   ///< Of each particle zone.
  std::map<ContainerKey, std::size_t> coordinate_index_;
  std::map<ContainerKey, std::size_t> solution_index_;
  std::map<std::tuple<std::string, std::string, bool>, std::size_t> boundary_index_;
  std::map<std::string, std::size_t> family_index_;
};

std::string text_of_version(const Node& root) {
  const auto version = cgns::version_in(root.child("CGNSLibraryVersion"));
  return version == 0 ? "" : fmt::format("{:g}", static_cast<float>(version));
}

std::string name_of(const cgns::Filter& filter) {
  static const std::map<int, std::string> names = {{1, "deflate"}, {2, "shuffle"}, {3, "fletcher32"},
                                                   {4, "szip"},    {5, "nbit"},    {6, "scaleoffset"}};
  const auto known = names.find(filter.id);
  return known != names.end() ? known->second : fmt::format("filter {}", filter.id);
}

std::string layout_of(const cgns::Array& array) {
  if (array.compact) return "compact";
  if (array.chunk.empty()) return array.offset >= 0 ? "contiguous" : "other";
  std::string layout = "chunked";
  for (const auto& filter : array.filters) layout += ", " + name_of(filter);
  return layout;
}

}  // namespace

std::vector<Base> describe_bases(const cgns::InputSet& inputs, const std::vector<RecognisedZone>& split) {
  std::map<std::string, std::map<std::pair<int, std::string>, const RecognisedZone*>> pieces;
  for (const auto& zone : split) {
    for (const auto& piece : zone.pieces) pieces[zone.base][{piece.file, piece.name}] = &zone;
  }
  std::map<std::string, std::size_t> index;
  std::vector<BaseSummary> summaries;
  for (std::size_t file = 0; file < inputs.trees.size(); ++file) {
    const auto version = cgns::version_in(inputs.trees[file].child("CGNSLibraryVersion"));
    for (const auto& base : inputs.trees[file].children) {
      if (base.label != "CGNSBase_t") continue;
      item_of(index, summaries, base.name, [&] {
        return BaseSummary(base.name);
      }).add(static_cast<int>(file), version, base, pieces[base.name]);
    }
  }
  std::vector<Base> bases;
  for (auto& summary : summaries) bases.push_back(summary.take());
  return bases;
}

Storage describe_storage(const cgns::InputSet& inputs) {
  Storage storage;
  for (const auto& file : inputs.files) {
    if (file.linked) {
      ++storage.linked_files;
      continue;
    }
    storage.bytes += file.size;
    ++(file.adf_format.empty() ? storage.hdf5_files : storage.adf_formats[file.adf_format]);
  }
  for (const auto& root : inputs.trees) ++storage.versions[text_of_version(root)];
  std::map<std::string, std::size_t> index;
  for (const auto& array : inputs.arrays) {
    if (array.file < 0 || array.derived) continue;
    auto& layout =
        item_of(index, storage.layouts, layout_of(array), [&] { return Layout{.name = layout_of(array)}; });
    ++layout.arrays;
    layout.bytes += array.bytes();
  }
  std::stable_sort(storage.layouts.begin(), storage.layouts.end(),
                   [](const Layout& a, const Layout& b) { return a.bytes > b.bytes; });
  return storage;
}

}  // namespace pcgns::verify::info
