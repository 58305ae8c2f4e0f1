#include "pcgns/partition/mesh.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>

#include "pcgns/base/error.hpp"
#include "pcgns/partition/boundary_patches.hpp"
#include "pcgns/partition/saved_plan.hpp"
#include "pcgns/partition/share_out.hpp"
#include "pcgns/sids/labels.hpp"

namespace pcgns::partition {

namespace {

using tree::Node;

bool is_structured(const Node& zone) {
  const auto* type = zone.child("ZoneType");
  return zone.label == "Zone_t" && (type == nullptr || tree::text_of(*type) == "Structured");
}

bool is_unstructured(const Node& zone) {
  const auto* type = zone.child("ZoneType");
  return zone.label == "Zone_t" && type != nullptr && tree::text_of(*type) == "Unstructured";
}

ZoneSize size_of(const Node& base, const Node& zone) {
  ZoneSize size{.path = fmt::format("/{}/{}", base.name, zone.name)};
  const bool is_known = (zone.type == tree::DataType::I4 || zone.type == tree::DataType::I8) &&
                        zone.dims.size() == 2 && zone.dims[0] >= 1 && zone.dims[0] <= 3 &&
                        zone.dims[1] == 3 &&
                        static_cast<std::int64_t>(zone.data.size()) == tree::bytes_of(zone.type, zone.dims);
  if (!is_known) throw Error(ErrorKind::input, size.path + ": has not the extents of a structured zone");
  size.dimension = static_cast<int>(zone.dims[0]);
  const auto values = tree::integers_of(zone);
  for (std::size_t d = 0; d < static_cast<std::size_t>(size.dimension); ++d) {
    size.cells[d] = values[d + static_cast<std::size_t>(size.dimension)];
    if (size.cells[d] < 1 || values[d] != size.cells[d] + 1)
      throw Error(ErrorKind::input, size.path + ": has extents that do not go together");
  }
  return size;
}

/// What the names of the parts of unstructured zones begin with: the name of the zone, or so much of it that
/// 32 characters are enough, and then a number that makes it the only one.
void add_stems(Mesh& mesh) {
  if (mesh.unstructured.empty()) return;
  int number = static_cast<int>(mesh.unstructured.size());
  for (const auto& part : mesh.decomposition.parts) number = std::max(number, part.number);
  if (!mesh.decomposition.parts.empty()) number += static_cast<int>(mesh.unstructured.size());
  const auto suffix = fmt::format(".P{}.N{}", mesh.decomposition.partitions - 1, number).size();
  std::set<std::string> taken;
  for (const auto& [zone, place] : mesh.places) taken.insert(zone->name);
  const auto stem_of = [&](const std::string& name) {
    auto stem = name;
    for (int i = 1; stem.size() + suffix > most_characters || (i > 1 && !taken.insert(stem).second); ++i) {
      const auto mark = fmt::format("~{}", i);
      stem = name.substr(0, most_characters - suffix - mark.size()) + mark;
    }
    return stem;
  };
  for (auto& dealt : mesh.unstructured) dealt.stem = stem_of(dealt.zone->name);
}

void add_lookups(Mesh& mesh) {
  mesh.parts_of_zone.resize(mesh.zones.size());
  mesh.parts_of_rank.resize(static_cast<std::size_t>(mesh.decomposition.partitions));
  for (std::size_t i = 0; i < mesh.decomposition.parts.size(); ++i) {
    const auto& part = mesh.decomposition.parts[i];
    mesh.parts_of_zone[static_cast<std::size_t>(part.zone)].push_back(static_cast<int>(i));
    mesh.parts_of_rank[static_cast<std::size_t>(part.rank)].push_back(static_cast<int>(i));
  }
  for (std::size_t z = 0; z < mesh.zones.size(); ++z) {
    mesh.near.emplace_back(mesh.decomposition.parts, mesh.parts_of_zone[z]);
    mesh.by_path.emplace(mesh.bases[z]->name + "/" + mesh.zones[z]->name, static_cast<int>(z));
  }
  mesh.names = part_names(mesh);
  add_stems(mesh);
}

void find_lists(const Node& node, bool below_zone, std::vector<int>& targets) {
  // Lists of unstructured zones may be long, and are dealt out as they lie.
  if (node.label == "Zone_t" && is_unstructured(node)) return;
  const bool in_zone = below_zone || node.label == "Zone_t";
  const bool is_list = node.label == "IndexArray_t" || node.label == "IndexRange_t" ||
                       node.label == "Rind_t" || node.name == "Transform";
  const bool is_index = node.type == tree::DataType::I4 || node.type == tree::DataType::I8;
  if (in_zone && node.is_bulk() && is_list && is_index) targets.push_back(node.array);
  for (const auto& child : node.children) find_lists(child, in_zone, targets);
}

DealtZone dealt_zone(const Node& base, const Node& zone) {
  DealtZone dealt;
  dealt.base = &base;
  dealt.zone = &zone;
  dealt.path = fmt::format("/{}/{}", base.name, zone.name);
  return dealt;
}

Constraints constraints_of(const Request& request) {
  auto constraints = request.constraints;
  constraints.whole_zones = request.method == Method::keep;
  return constraints;
}

void add_patches(const Mesh& mesh, const std::vector<std::string>& patterns, std::vector<ZoneSize>& sizes) {
  for (const auto& pattern : patterns) {
    bool is_known = false;
    for (std::size_t z = 0; z < sizes.size(); ++z) {
      auto patches = boundary_patches(*mesh.zones[z], sizes[z], pattern);
      is_known = is_known || !patches.empty();
      std::move(patches.begin(), patches.end(), std::back_inserter(sizes[z].whole));
    }
    if (!is_known && pattern != "*")
      throw Error(
          ErrorKind::usage,
          fmt::format("--no-split BC:{}: no boundary condition of a structured zone, and no family of one, "
                      "has this name",
                      pattern));
  }
}

/// "Zone_3"; a zone in one part keeps its name.
std::vector<std::string> flat_names(const DealtZone& zone, std::set<std::string>& taken) {
  std::vector<std::string> names;
  for (int number = 0; names.size() < zone.parts.size();) {
    const auto suffix = fmt::format("_{}", number++);
    const auto& whole = zone.zone->name;
    auto name = whole.substr(0, most_characters - suffix.size()) + suffix;
    if (zone.parts.size() == 1) return {whole};
    if (taken.insert(name).second) names.push_back(std::move(name));
  }
  return names;
}

void name_parts(Mesh& mesh) {
  std::set<std::string> taken(mesh.names.begin(), mesh.names.end());
  for (const auto& [zone, place] : mesh.places) taken.insert(zone->name);
  for (auto& zone : mesh.unstructured) {
    zone.names.clear();
    if (zone.style == Style::flat) {
      zone.names = flat_names(zone, taken);
      continue;
    }
    for (const auto& part : zone.parts)
      zone.names.push_back(fmt::format("{}.P{}.N{}", zone.stem, part.rank, part.number));
  }
}

}  // namespace

int Mesh::zone_named(const tree::Node& base, std::string_view name) const {
  const bool has_base = name.find('/') != std::string_view::npos;
  const auto found = by_path.find(has_base ? std::string(name) : base.name + "/" + std::string(name));
  return found == by_path.end() ? -1 : found->second;
}

std::int64_t Mesh::number_of_parts(const tree::Node& zone) const {
  const auto place = places.at(&zone);
  return is_unstructured(zone) ? std::ssize(unstructured[place].parts) : std::ssize(parts_of_zone[place]);
}

std::vector<int> arrays_to_read(const plan::Plan& whole) {
  std::vector<int> targets;
  find_lists(whole.output, false, targets);
  return targets;
}

Mesh mesh_of(const plan::Plan& whole, const Request& request) {
  Mesh mesh;
  mesh.root = &whole.output;
  mesh.style = request.style;
  mesh.ghosts = request.ghosts;
  mesh.method = request.method_name;
  std::vector<ZoneSize> sizes;
  for (const auto& base : whole.output.children) {
    if (base.label != "CGNSBase_t") continue;
    for (const auto& zone : base.children) {
      if (!sids::is_zone(zone.label)) continue;
      if (is_unstructured(zone)) {
        mesh.places[&zone] = mesh.unstructured.size();
        mesh.unstructured.push_back(dealt_zone(base, zone));
        continue;
      }
      if (zone.label != "Zone_t") continue;
      if (!is_structured(zone))
        throw Error(
            ErrorKind::input,
            fmt::format("/{}/{}: is neither structured nor unstructured, and such zones cannot be cut",
                        base.name, zone.name));
      mesh.places[&zone] = sizes.size();
      sizes.push_back(size_of(base, zone));
      mesh.bases.push_back(&base);
      mesh.zones.push_back(&zone);
    }
  }
  if (!request.plan.empty() && !mesh.unstructured.empty() && map_of_plan(request.plan).empty())
    throw Error(ErrorKind::usage, request.plan_file + ": has no map of the cells of " +
                                      mesh.unstructured.front().path +
                                      ": make plan and map with --plan --json --map FILE.cgns");
  for (auto& zone : mesh.unstructured) zone.style = request.style;
  if (!mesh.unstructured.empty() && request.style != Style::maia && request.style != Style::flat)
    throw Error(
        ErrorKind::usage,
        "--style: SEACAS and Cassiopée mark parts of structured zones only so that a reader can tell how "
        "they fit, and " +
            mesh.unstructured.front().path + " is not structured; maia or flat can be");
  if (!mesh.unstructured.empty() && request.ghosts > 0)
    throw Error(ErrorKind::usage, "ghosts are for structured zones only, and " +
                                      mesh.unstructured.front().path + " is not structured");
  add_patches(mesh, request.whole_conditions, sizes);
  mesh.decomposition.partitions = request.partitions;
  if (!request.plan.empty()) {
    mesh.decomposition = read_plan(request.plan, request.plan_file, std::move(sizes), request.constraints);
  } else if (!sizes.empty()) {
    mesh.decomposition = decompose(std::move(sizes), request.partitions, constraints_of(request));
  }
  add_lookups(mesh);
  share_out(mesh, request.method);
  return mesh;
}

void number_parts(Mesh& mesh) {
  std::map<std::int64_t, int> next;
  for (const auto& part : mesh.decomposition.parts)
    next[part.rank] = std::max(next[part.rank], part.number + 1);
  for (auto& zone : mesh.unstructured) {
    for (auto& part : zone.parts) part.number = next[part.rank]++;
  }
  name_parts(mesh);
}

}  // namespace pcgns::partition
