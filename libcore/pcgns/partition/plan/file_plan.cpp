#include "pcgns/partition/file_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <span>
#include <unordered_set>

#include "pcgns/base/words.hpp"
#include "pcgns/cgns/labels.hpp"
#include "pcgns/cgns/locations.hpp"
#include "pcgns/cgns/node.hpp"
#include "pcgns/cgns/zone_names.hpp"
#include "pcgns/cgns/zone_shape.hpp"
#include "pcgns/fileset/metadata.hpp"
#include "pcgns/partition/plan/structured.hpp"
#include "pcgns/partition/plan/style.hpp"
#include "pcgns/partition/plan/uncut.hpp"
#include "pcgns/partition/plan/unstructured_zone.hpp"
#include "pcgns/partition/plan/zone_tables.hpp"

namespace pcgns::partition {

namespace {

cgns::Node table_of(std::string_view name, const std::vector<std::string>& names) {
  std::size_t width = 1;
  for (const auto& one : names) width = std::max(width, one.size());
  return cgns::table_node(std::string(name), "DataArray_t",
                          {static_cast<std::int64_t>(width), std::ssize(names)}, names);
}

cgns::Node names_of(std::string_view name, const cgns::Node& node) {
  std::vector<std::string> names;
  for (const auto& child : node.children) names.push_back(child.name);
  return table_of(name, names);
}

/// The sections of a zone in the order of their elements.
std::vector<std::string> sections_of(const cgns::Node& zone) {
  std::vector<std::pair<std::int64_t, std::string>> found;
  for (const auto& child : zone.children) {
    const auto* range = child.label == "Elements_t" && !child.link ? child.child("ElementRange") : nullptr;
    if (range == nullptr || range->data.empty() || !cgns::is_integer(range->type)) continue;
    found.emplace_back(cgns::integers_of(*range).front(), child.name);
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string> names;
  for (auto& [_, name] : found) names.push_back(std::move(name));
  return names;
}

/// NodeOrder of a zone (fileset/plan/conventions/own_metadata.hpp).
cgns::Node node_order(const cgns::Node& zone) {
  cgns::Node order{.name = std::string(fileset::node_order_name), .label = "UserDefinedData_t"};
  if (!zone.children.empty()) order.children.push_back(names_of(fileset::order_of_zone_name, zone));
  for (const auto& child : zone.children) {
    const bool is_container = child.label == "ZoneBC_t" || child.label == "ZoneGridConnectivity_t";
    if (is_container && !child.link && !child.children.empty() && order.child(child.name) == nullptr)
      order.children.push_back(names_of(child.name, child));
  }
  return order;
}

using cgns::Node;

Node number_node(const std::string& name, std::int64_t value) {
  return fitting_node(name, "DataArray_t", {1}, {value});
}

/// The pieces of `ranks` in `base`, by zone.
std::vector<int> parts_of(const Mesh& mesh, const Node& base, Range ranks) {
  std::vector<int> pieces;
  for (auto rank = ranks.begin; rank < ranks.end; ++rank) {
    for (const int index : mesh.pieces_of_rank[static_cast<std::size_t>(rank)]) {
      if (mesh.bases[static_cast<std::size_t>(mesh.piece(index).zone)] == &base) pieces.push_back(index);
    }
  }
  std::sort(pieces.begin(), pieces.end());
  return pieces;
}

/// Collects the zones of a base that one file has.
class Zones {
 public:
  Zones(const Node& base, PieceNames& names) : base_(base), names_(names) {}

  void add(const Node& original, Node zone) {
    originals_.insert(&original);
    names_[cgns::path_of_zone(base_.name, original.name)].push_back(zone.name);
    zones_.emplace_back(&original - base_.children.data(), std::move(zone));
  }
  /// In the order of the base.
  void move_to(std::vector<Node>& children) {
    std::stable_sort(zones_.begin(), zones_.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    for (auto& [place, zone] : zones_) children.push_back(std::move(zone));
  }
  [[nodiscard]] bool has(const Node& original) const { return originals_.contains(&original); }

 private:
  const Node& base_;
  std::vector<std::pair<std::ptrdiff_t, Node>> zones_;
  std::unordered_set<const Node*> originals_;
  PieceNames& names_;
};

/// Records what was cut, so that a merge can prove that it is complete (own_metadata.hpp). Files after the
/// first record only the zones of which they have pieces: all zones in each file would be zones times files
/// nodes.
Node metadata_of(const Mesh& mesh, const Node& base, Range ranks, const Zones& zones, FileBuilder& file,
                 plan::Notes& notes) {
  Node metadata{.name = std::string(fileset::own_metadata_name), .label = "UserDefinedData_t"};
  metadata.children.push_back(cgns::text_node("Version", "Descriptor_t", "2"));
  metadata.children.push_back(number_node("NumberOfPartitions", mesh.decomposition.partitions));
  metadata.children.push_back(number_node(
      "NumberOfZones",
      std::ranges::count_if(base.children, [&](const Node& child) { return mesh.places.contains(&child); })));
  if (!mesh.method.empty())
    metadata.children.push_back(cgns::text_node("Method", "Descriptor_t", mesh.method));
  metadata.children.push_back(number_node("Seed", 0));
  if (!mesh.source_digest.empty()) {
    auto& digest = metadata.children.emplace_back(
        cgns::text_node(std::string(fileset::source_digest_name), "Descriptor_t", mesh.source_digest));
    if (mesh.digest_follows)
      file.set_values(digest, {}, {{.array = plan::Direct::digest, .count = std::ssize(mesh.source_digest)}});
  }
  const auto fixed = metadata;
  for (std::int64_t next = 0; const auto& child : base.children) {
    if (!mesh.places.contains(&child)) continue;
    const auto order = next++;
    if (ranks.begin > 0 && !zones.has(child)) continue;
    auto zone = zone_record(fixed, base, child.name);
    zone.children.push_back(number_node("Order", order));
    zone.children.push_back(number_node("NumberOfParts", mesh.number_of_pieces(child)));
    zone.children.push_back(
        {.name = "Size", .label = "DataArray_t", .type = child.type, .dims = child.dims, .data = child.data});
    if (const auto sections = sections_of(child); sections.size() > 1)
      zone.children.push_back(table_of(fileset::section_order_name, sections));
    if (ranks.begin == 0) {
      zone.children.push_back(node_order(child));
      add_uncut(mesh, child, file, zone, notes);
    }
    metadata.children.push_back(std::move(zone));
  }
  return metadata;
}

/// Adds pieces of unstructured zones.
void add_unstructured(const Mesh& mesh, const Node& base, Range ranks, FileBuilder& file, Zones& zones) {
  const auto is_wanted = [&](std::int64_t rank) { return rank >= ranks.begin && rank < ranks.end; };
  for (const auto& distributed : mesh.unstructured) {
    for (std::size_t piece = 0; distributed.base == &base && piece < distributed.pieces.size(); ++piece) {
      if (!is_wanted(distributed.pieces[piece].rank)) continue;
      zones.add(*distributed.zone, unstructured_piece(distributed, piece, file));
    }
  }
}

void note_outside(const DistributedZone& zone, plan::Notes& notes) {
  if (zone.outside == 0) return;
  notes.add(plan::Note::Kind::info, "particles outside",
            fmt::format("{}: {} outside every zone, distributed by number", zone.path,
                        plural(zone.outside, "particle")));
}

void note_whole(const Node& base, const Node& zone, plan::Notes& notes) {
  const bool has_particles = zone.label == "ParticleZone_t";
  notes.add(plan::Note::Kind::info, has_particles ? "particle zones" : "planes",
            fmt::format(
                "/{}/{}: {}, in the first file", base.name, zone.name,
                has_particles ? "particles stay together" : "has one vertex in a direction and stays whole"));
}

/// Adds the particles of one rank. Where a file is for all ranks, or they cannot be distributed, they stay
/// together; zones that cannot be cut stay whole.
void add_other_zones(const Mesh& mesh, const Node& base, Range ranks, FileBuilder& file, Zones& zones,
                     plan::Notes& notes) {
  for (const auto& zone : base.children) {
    if (!cgns::is_zone(zone.label) || mesh.places.contains(&zone)) continue;
    const auto found =
        std::find_if(mesh.particles.begin(), mesh.particles.end(),
                     [&](const DistributedZone& particles) { return particles.zone == &zone; });
    if (found != mesh.particles.end() && ranks.size() == 1 && mesh.decomposition.partitions > 1) {
      const auto part = static_cast<std::size_t>(ranks.begin);
      if (ranks.begin == 0) note_outside(*found, notes);
      if (found->pieces[part].vertices > 0) zones.add(zone, particle_piece(*found, part, file));
    } else if (ranks.begin == 0) {
      if (mesh.decomposition.partitions > 1) note_whole(base, zone, notes);
      zones.add(zone, file.copied(zone));
    }
  }
}

/// A base of the file, with the time steps of the whole mesh; adds the pieces to `names`.
Node base_of(const Mesh& mesh, const Node& base, Range ranks, FileBuilder& file, PieceNames& names,
             plan::Notes& notes) {
  auto node = file.copied_alone(base);
  Zones zones(base, names);
  for (const int index : parts_of(mesh, base, ranks)) {
    const auto& piece = mesh.piece(index);
    PieceJob job{mesh, piece, file, notes};
    zones.add(job.zone(), cut_zone(job));
  }
  add_unstructured(mesh, base, ranks, file, zones);
  add_other_zones(mesh, base, ranks, file, zones, notes);
  bool has_zones = false;
  for (const auto& child : base.children) {
    if (cgns::is_zone(child.label)) {
      if (!has_zones) zones.move_to(node.children);
      has_zones = true;
    } else {
      node.children.push_back(file.copied(child));
    }
  }
  node.children.push_back(metadata_of(mesh, base, ranks, zones, file, notes));
  return node;
}

}  // namespace

plan::Plan file_of_ranks(const plan::Plan& whole, const Mesh& mesh, Range ranks, plan::Notes& notes) {
  FileBuilder file(whole);
  auto root = file.copied_alone(whole.output);
  PieceNames names;
  for (const auto& child : whole.output.children) {
    root.children.push_back(child.label == "CGNSBase_t" ? base_of(mesh, child, ranks, file, names, notes)
                                                        : file.copied(child));
  }
  if (ranks.begin == 0) note_unnamed(whole.output, notes);
  name_pieces(root, names);
  return file.finish(std::move(root));
}

void note_losses(const plan::Plan& whole, const Mesh& mesh, plan::Notes& notes) {
  note_unnamed(whole.output, notes);
  FileBuilder file(whole);
  Node unused;
  for (const auto& base : whole.output.children) {
    for (const auto& zone : base.children)
      if (mesh.places.contains(&zone)) add_uncut(mesh, zone, file, unused, notes);
  }
}

namespace {

/// True if a range ends before it begins: parts have it from its lowest point on.
bool descends(const cgns::Node& range) {
  const auto corners = range.label == "IndexRange_t" ? cgns::integers_in(&range) : std::nullopt;
  if (!corners) return false;
  const auto half = corners->size() / 2;
  for (std::size_t i = 0; i < half; ++i) {
    if ((*corners)[half + i] < (*corners)[i]) return true;
  }
  return false;
}

/// False for ranges, lists and the like that do not have as many extents as in the standard: parts do.
bool has_usual_extents(const cgns::Node& node) {
  const auto rank = node.dims.size();
  if (node.type == cgns::DataType::MT || node.link) return true;
  if (node.label == "Rind_t" || node.name == "Transform") return rank == 1;
  const bool is_table = node.label == "IndexRange_t" || node.label == "IndexArray_t";
  return !(is_table || node.name == "InterpolantsDonor") || rank == 2;
}

/// False if a node has several ranges or lists, which become one, a range that descends, or nodes of other
/// extents. Ranges of one-to-one interfaces keep their direction.
bool has_usual_sets(const cgns::Node& node) {
  const auto sets = std::count_if(node.children.begin(), node.children.end(), cgns::is_point_set);
  return sets <= 1 && has_usual_extents(node) && std::ranges::all_of(node.children, [&](const auto& child) {
           const bool is_turned =
               node.label != "GridConnectivity1to1_t" && cgns::is_point_set(child) && descends(child);
           return !is_turned && has_usual_sets(child);
         });
}

/// False for a slash before a name, blanks or NULs behind it, and several extents: parts have it without.
bool is_bare(const cgns::Node* name) {
  if (name == nullptr || name->type != cgns::DataType::C1) return true;
  const auto text = cgns::text_of(*name);
  return text.size() == name->data.size() && name->dims.size() == 1 && !text.starts_with('/');
}

bool has_bare_names(const cgns::Node& node) {
  const bool names_donor = cgns::is_interface(node) && !node.link;
  if (names_donor && !(is_bare(&node) && is_bare(node.child("GridConnectivityDonorName")))) return false;
  const bool may_have_some = node.label == "Zone_t" || node.label == "ZoneGridConnectivity_t";
  return !may_have_some || std::all_of(node.children.begin(), node.children.end(), has_bare_names);
}

/// True for an interface whose range of donors becomes a list.
bool has_donor_range(const cgns::Node& node) {
  if (node.label == "GridConnectivity_t") return !node.link && node.child("PointRangeDonor") != nullptr;
  const bool may_have_some = node.label == "Zone_t" || node.label == "ZoneGridConnectivity_t";
  return may_have_some && std::ranges::any_of(node.children, has_donor_range);
}

}  // namespace

bool comes_back_exactly(const plan::Plan& whole, const Mesh& mesh) {
  return std::all_of(mesh.zones.begin(), mesh.zones.end(),
                     [](const cgns::Node* zone) { return has_usual_sets(*zone); }) &&
         std::all_of(mesh.places.begin(), mesh.places.end(),
                     [](const auto& place) {
                       return has_bare_names(*place.first) && !has_donor_range(*place.first);
                     }) &&
         std::all_of(whole.output.children.begin(), whole.output.children.end(), has_tables_in_order);
}

}  // namespace pcgns::partition
