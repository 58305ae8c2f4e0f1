#include "pcgns/partition/file_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>

#include "pcgns/assemble/own_marks.hpp"
#include "pcgns/partition/saved_plan.hpp"
#include "pcgns/partition/unstructured_zone.hpp"
#include "pcgns/partition/zone_line.hpp"
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

/// The same table with the zones of `names` in place of those that they are parts of.
Node renamed_table(const Node& table, const std::map<std::string, std::vector<std::string>>& names,
                   std::int64_t steps, std::vector<std::int64_t>& counts) {
  const auto rows = tree::rows_of(table);
  const auto per_step = steps > 0 ? static_cast<std::int64_t>(rows.size()) / steps : 0;
  std::vector<std::vector<std::string>> by_step(static_cast<std::size_t>(steps));
  std::size_t most = 1;
  for (std::int64_t step = 0; step < steps; ++step) {
    auto& list = by_step[static_cast<std::size_t>(step)];
    for (std::int64_t i = 0; i < per_step; ++i) {
      const auto& row = rows[static_cast<std::size_t>(step * per_step + i)];
      if (const auto found = names.find(row); found != names.end())
        list.insert(list.end(), found->second.begin(), found->second.end());
    }
    counts.push_back(static_cast<std::int64_t>(list.size()));
    most = std::max(most, list.size());
  }
  std::vector<std::string> flat;
  std::size_t width = 32;
  for (auto& list : by_step) {
    list.resize(most, list.empty() || list.size() == most ? "Null" : "");
    for (auto& name : list) {
      width = std::max(width, name.size());
      flat.push_back(name);
    }
  }
  return tree::table_node(table.name, table.label,
                          {static_cast<std::int64_t>(width), static_cast<std::int64_t>(most), steps}, flat);
}

/// BaseIterativeData_t with the names of the zones that the file has.
Node iterative_node(FileBuilder& file, const Node& node,
                    const std::map<std::string, std::vector<std::string>>& names) {
  auto copy = file.copied(node);
  auto* table = copy.child("ZonePointers");
  if (table == nullptr || table->type != tree::DataType::C1 || table->dims.size() != 3 || table->data.empty())
    return copy;
  std::vector<std::int64_t> counts;
  *table = renamed_table(*table, names, table->dims[2], counts);
  if (auto* numbers = copy.child("NumberOfZones")) {
    *numbers =
        tree::integer_node(numbers->name, numbers->label, {static_cast<std::int64_t>(counts.size())}, counts);
  }
  return copy;
}

Node number_node(const std::string& name, std::int64_t value) {
  const bool is_wide = value > std::numeric_limits<std::int32_t>::max();
  return tree::integer_node(name, "DataArray_t", {1}, {value},
                            is_wide ? tree::DataType::I8 : tree::DataType::I4);
}

std::int64_t number_of_parts(const Mesh& mesh, const Node& zone) {
  const auto place = mesh.places.at(&zone);
  return is_unstructured(zone) ? std::ssize(mesh.unstructured[place].parts)
                               : std::ssize(mesh.parts_of_zone[place]);
}

/// What was cut, so that a merge can prove that all of it is there (assemble/own_marks.hpp).
Node marks_of(const Mesh& mesh, const Node& base) {
  Node marks{.name = std::string(assemble::own_marks_name), .label = "UserDefinedData_t"};
  marks.children.push_back(tree::text_node("Version", "Descriptor_t", "1"));
  marks.children.push_back(number_node("NumberOfPartitions", mesh.decomposition.partitions));
  std::int64_t order = 0;
  for (const auto& child : base.children) {
    if (!mesh.places.contains(&child)) continue;
    Node zone{.name = child.name, .label = "UserDefinedData_t"};
    zone.children.push_back(number_node("Order", order++));
    zone.children.push_back(number_node("NumberOfParts", number_of_parts(mesh, child)));
    marks.children.push_back(std::move(zone));
  }
  return marks;
}

/// The parts of `ranks` in `base`, by zone.
std::vector<int> parts_of(const Mesh& mesh, const Node& base, Range ranks) {
  std::vector<int> parts;
  for (auto rank = ranks.begin; rank < ranks.end; ++rank) {
    for (const int index : mesh.parts_of_rank[static_cast<std::size_t>(rank)]) {
      if (mesh.bases[static_cast<std::size_t>(mesh.part(index).zone)] == &base) parts.push_back(index);
    }
  }
  std::sort(parts.begin(), parts.end());
  return parts;
}

using Names = std::map<std::string, std::vector<std::string>>;

/// Parts of unstructured zones; zones of particles stay whole, at rank 0.
void add_unstructured(const Mesh& mesh, const Node& base, Range ranks, FileBuilder& file,
                      std::vector<Node>& zones, Names& names) {
  const auto is_wanted = [&](std::int64_t rank) { return rank >= ranks.begin && rank < ranks.end; };
  for (const auto& dealt : mesh.unstructured) {
    for (std::size_t part = 0; dealt.base == &base && part < dealt.parts.size(); ++part) {
      if (!is_wanted(dealt.parts[part].rank)) continue;
      zones.push_back(unstructured_part(dealt, part, file));
      names[dealt.zone->name].push_back(zones.back().name);
    }
  }
  for (const auto& zone : base.children) {
    if (!sids::is_zone(zone.label) || mesh.places.contains(&zone) || !is_wanted(0)) continue;
    zones.push_back(file.copied(zone));
    names[zone.name].push_back(zone.name);
  }
}

Node base_of(const Mesh& mesh, const Node& base, Range ranks, FileBuilder& file, plan::Notes& notes) {
  auto node = file.copied_alone(base);
  Names names;
  std::vector<Node> zones;
  for (const int index : parts_of(mesh, base, ranks)) {
    const auto& part = mesh.part(index);
    PartJob job{mesh, part, file, notes};
    zones.push_back(cut_zone(job));
    names[job.zone().name].push_back(zones.back().name);
  }
  add_unstructured(mesh, base, ranks, file, zones, names);
  bool has_zones = false;
  for (const auto& child : base.children) {
    if (sids::is_zone(child.label)) {
      if (!has_zones) std::move(zones.begin(), zones.end(), std::back_inserter(node.children));
      has_zones = true;
    } else {
      node.children.push_back(child.label == "BaseIterativeData_t" ? iterative_node(file, child, names)
                                                                   : file.copied(child));
    }
  }
  node.children.push_back(marks_of(mesh, base));
  return node;
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

/// How many cells a zone has that is to be dealt out.
std::int64_t cells_of(const DealtZone& zone) {
  const auto& node = *zone.zone;
  const bool is_known = (node.type == tree::DataType::I4 || node.type == tree::DataType::I8) &&
                        static_cast<std::int64_t>(node.data.size()) == tree::bytes_of(node.type, node.dims);
  const auto values = is_known ? tree::integers_of(node) : std::vector<std::int64_t>();
  if (values.size() != 3 || values[0] < 0 || values[1] < 0)
    throw Error(ErrorKind::input, zone.path + ": has not the numbers of vertices and cells, and 0");
  return values[1];
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
  if (request.method == Method::keep) constraints.splits = {false, false, false};
  return constraints;
}

/// Which rank gets how much of the unstructured zones, after it has its parts of the structured ones.
void share_out(Mesh& mesh, Method method) {
  std::vector<std::int64_t> cells;
  for (const auto& zone : mesh.unstructured) cells.push_back(cells_of(zone));
  std::vector<std::int64_t> loads(static_cast<std::size_t>(mesh.decomposition.partitions), 0);
  for (const auto& part : mesh.decomposition.parts)
    loads[static_cast<std::size_t>(part.rank)] += part.cells.count();
  const auto shares = method == Method::keep ? keep_whole(cells, loads) : cut_line(cells, loads);
  for (std::size_t z = 0; z < shares.size(); ++z) {
    for (const auto& [rank, count] : shares[z])
      mesh.unstructured[z].parts.push_back({.rank = rank, .cells = count});
  }
  number_parts(mesh);
}

}  // namespace

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
  if (!request.plan.empty() && !mesh.unstructured.empty())
    throw Error(ErrorKind::usage, "a saved plan is for structured zones only, and " +
                                      mesh.unstructured.front().path + " is not structured");
  if (!mesh.unstructured.empty() && (request.style != Style::maia || request.ghosts > 0))
    throw Error(ErrorKind::usage, "other styles and ghosts are for structured zones only, and " +
                                      mesh.unstructured.front().path + " is not structured");
  mesh.decomposition.partitions = request.partitions;
  if (!request.plan.empty()) {
    mesh.decomposition = read_plan(request.plan, request.plan_file, std::move(sizes));
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
}

plan::Plan file_of_ranks(const plan::Plan& whole, const Mesh& mesh, Range ranks, plan::Notes& notes) {
  FileBuilder file(whole);
  auto root = file.copied_alone(whole.output);
  for (const auto& child : whole.output.children) {
    root.children.push_back(child.label == "CGNSBase_t" ? base_of(mesh, child, ranks, file, notes)
                                                        : file.copied(child));
  }
  return file.finish(std::move(root));
}

}  // namespace pcgns::partition
