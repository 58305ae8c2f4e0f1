// zone.cpp: a whole zone, which several files may have. A grid and its solutions may be in files of their
// own.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "pcgns/cgns/labels.hpp"
#include "pcgns/cgns/locations.hpp"
#include "pcgns/fileset/plan/unite/base.hpp"
#include "pcgns/fileset/plan/unite/kept_links.hpp"
#include "pcgns/fileset/plan/unite/nodes.hpp"

namespace pcgns::fileset {

namespace {

using cgns::Node;

/// Their absence says something about the other nodes of the zone.
bool has_default(const Node& child_of_zone) {
  return child_of_zone.label == "ZoneType_t" || cgns::explains_values(child_of_zone.label);
}

/// True if `child` has a meaning of its own, whatever else is below `parent`: not a location, for example.
bool stands_alone(const Node& parent, const Node& child) {
  if (parent.label == "Zone_t") return !has_default(child);
  if (cgns::is_field_container(parent.label)) return child.label == "DataArray_t";
  if (parent.label == "ZoneBC_t") return child.label == "BC_t";
  return parent.label == "ZoneGridConnectivity_t" &&
         (cgns::is_interface(child) || child.label == "OversetHoles_t");
}

/// Adds what only `from` has. What both have is not compared. The sections of several files may have the same
/// numbers, so only a zone without sections gets some.
void complete(Node& to, const Node& from) {
  const bool has_sections = to.child_labelled("Elements_t") != nullptr;
  for (const auto& child : from.children) {
    const bool is_extra_section = has_sections && child.label == "Elements_t";
    if (!stands_alone(from, child) || is_extra_section) continue;
    auto* counterpart = to.child(child.name);
    if (counterpart == nullptr) {
      to.children.push_back(child);
    } else {
      complete(*counterpart, child);
    }
  }
}

/// `whole` without what `part` need not have.
Node in_common(const Node& whole, const Node& part) {
  Node common = whole;
  const bool has_sections = part.child_labelled("Elements_t") != nullptr;
  std::erase_if(common.children, [&](const Node& child) {
    const bool is_extra_section = has_sections && child.label == "Elements_t";
    return part.child(child.name) == nullptr && stands_alone(whole, child) && !is_extra_section;
  });
  for (auto& child : common.children) {
    if (const auto* counterpart = part.child(child.name)) child = in_common(child, *counterpart);
  }
  return common;
}

/// What must hold for a zone in several files.
std::string sameness(const cgns::Node& zone, const std::string& path) {
  auto text = fmt::format("{} must be the same in all files that have it", path);
  if (zone.label == "ParticleZone_t") return text + ": links cannot merge particles";
  return text +
         "; if it is in pieces, they have no global numbers: merge by coordinates with --match-coordinates, "
         "or describe the pieces with --assembly, or keep them with --keep-zones if their sizes or "
         "coordinates differ";
}

/// The first file whose zone has, or lacks, the node at `below` as `whole` does.
int first_file_like(const Node& whole, const Sources& sources, const std::string& below) {
  const auto has_it = [&](const Node& zone) { return below.empty() || cgns::find(zone, below) != nullptr; };
  const auto found = std::ranges::find_if(
      sources, [&](const Source& source) { return has_it(*source.node) == has_it(whole); });
  return found == sources.end() ? sources.front().file : found->file;
}

/// Requires of each file what it has of `whole`.
void require_same(const BaseJob& base, const Node& whole, const Sources& sources, const std::string& path) {
  const auto& first = sources.front();
  for (const auto& source : sources) {
    const auto contents = base.job.contents(first.file, source.file);
    if (!cgns::first_difference(whole, *source.node, contents)) continue;
    const auto difference = cgns::first_difference(in_common(whole, *source.node), *source.node, contents);
    if (!difference) continue;
    const auto like = first_file_like(whole, sources, difference->path);
    const std::string on_steps(
        advice_on_steps(base.job, cgns::join(path, difference->path), like, source.file));
    throw contradiction(base.job, path, like, source.file, *difference,
                        on_steps.empty() ? sameness(whole, path) : on_steps);
  }
}

/// True for values without coordinates: pieces of a zone, all as they were initialised, are the same, too.
bool may_be_a_piece(const cgns::Node& zone) {
  return std::ranges::none_of(zone.children, holds_coordinates) &&
         std::ranges::any_of(zone.children, [](const cgns::Node& child) {
           return cgns::is_solution(child.label) && child.child_labelled("DataArray_t") != nullptr;
         });
}

void note_files(BaseJob& base, const Sources& sources, const cgns::Node& zone, const std::string& path) {
  const auto files = sources.size();
  if (files == 1) return;
  const bool is_same =
      std::ranges::all_of(sources, [&, nodes = cgns::count_nodes(zone)](const Source& source) {
        return cgns::count_nodes(*source.node) == nodes;
      });
  if (is_same && may_be_a_piece(zone)) {
    return base.job.notes.suspect(
        "same zones without coordinates",
        fmt::format("{}: is the same in {} files and counts once; without coordinates, nothing "
                    "tells whether they are pieces of a larger zone",
                    path, files));
  }
  const auto text = is_same ? fmt::format("{}: is the same in {} files and counts once", path, files)
                            : fmt::format("{}: has nodes of several of {} files with this zone", path, files);
  base.job.notes.add(plan::Note::Kind::info, is_same ? "same zones" : "zones of several files", text);
}

/// Without links to the zone that another of the files has by itself.
Sources without_links_to_others(BaseJob& base, Sources sources, const std::string& path) {
  const auto is_link = [](const Source& source) { return source.node->link != nullptr; };
  if (std::ranges::none_of(sources, is_link)) return sources;
  std::vector<cgns::NodeIdentity> zones;
  for (const auto& [index, node] : sources) {
    const auto& file = base.job.file(index);
    if (!node->link) zones.push_back({std::filesystem::weakly_canonical(file.path).string(), path});
  }
  const auto all = sources.size();
  std::erase_if(sources, [&](const Source& source) {
    const auto* const link = source.node->link.get();
    return link != nullptr && link->end && std::ranges::find(zones, *link->end) != zones.end();
  });
  if (sources.size() < all)
    base.job.notes.add(
        plan::Note::Kind::info, "links to zones",
        fmt::format("{}: counts once: {} of {} files only link to it", path, all - sources.size(), all));
  return sources;
}

cgns::Node zone_as_link(BaseJob& base, const Source& zone, const std::string& path, const LeftOut& left_out) {
  if (left_out.empty()) return link_to(base.job, zone.file, *zone.node, path);
  throw Error(ErrorKind::usage, fmt::format("{}: --virtual only links to zones, and cannot leave out {}",
                                            path, (*left_out.begin())->name));
}

void note_other_steps(BaseJob& base, const LeftOut& nodes, const std::string& path) {
  if (nodes.empty()) return;
  base.job.notes.add(plan::Note::Kind::info, "nodes of other time steps",
                     fmt::format("{}: nodes of omitted time steps are left out: {}", path, nodes.size()));
}

/// Begins with the zone of a file that has time steps, which those of the zone are: one with tables of them,
/// if any has some.
Sources with_time_steps_first(const BaseJob& base, Sources sources) {
  const auto has_steps = [&](const Source& source) { return base.steps.count_of(source.file) > 0; };
  const auto has_tables = [&](const Source& source) {
    return has_steps(source) && std::ranges::any_of(source.node->children, [](const Node& child) {
             return cgns::is_zone_iterative(child.label);
           });
  };
  auto found = std::ranges::find_if(sources, has_tables);
  if (found == sources.end()) found = std::ranges::find_if(sources, has_steps);
  if (found != sources.end()) std::iter_swap(sources.begin(), found);
  return sources;
}

/// The zone with what any file has of it. Links stay in one file.
Node completed(const BaseJob& base, const Sources& sources) {
  auto whole = *sources.front().node;
  const bool has_links =
      std::ranges::any_of(sources, [](const Source& source) { return has_link(*source.node); });
  if (has_links || base.job.request.only_links) return whole;
  for (auto source = sources.begin() + 1; source != sources.end(); ++source) complete(whole, *source->node);
  return whole;
}

}  // namespace

cgns::Node unite_zone(BaseJob& base, const Sources& given) {
  const auto path = cgns::join(base.path, given.front().node->name);
  auto sources = with_time_steps_first(base, without_links_to_others(base, given, path));
  const auto whole = completed(base, sources);
  require_same(base, whole, sources, path);
  note_files(base, sources, whole, path);
  const Source zone{sources.front().file, &whole};
  auto left_out = base.job.selection.left_out(whole, path);
  require_zone_kept(base, sources, zone, path, left_out);
  if (base.job.request.only_links) return zone_as_link(base, zone, path, left_out);

  auto of_other_steps = nodes_of_other_steps(base, zone, path);
  note_other_steps(base, of_other_steps, path);
  left_out.merge(of_other_steps);
  sources.insert(sources.begin(), zone);
  auto copy = copied_once(base.job, sources, left_out);
  cut_to_steps(base, zone, left_out, copy);
  return copy;
}

}  // namespace pcgns::fileset
