#include "pcgns/fileset/plan/unite/kept_links.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "pcgns/cgns/labels.hpp"

namespace pcgns::fileset {

namespace {

using cgns::Node;

Error cannot_leave_out(const MergeJob& job, int file, const std::string& path, const std::string& what) {
  return input_error(job.path_of(file), path,
                     fmt::format("is a link, from which {} cannot be left out; {}", what,
                                 job.request.only_links ? "merge without --virtual"
                                                        : "--links copy selects from what it leads to"));
}

/// `known`: what is known of the zone at `path`, or of some of it.
void require_all_kept(const MergeJob& job, int file, const std::string& link, const Node& known,
                      const std::string& path) {
  const auto left_out = job.selection.left_out(known, path);
  if (!left_out.empty()) throw cannot_leave_out(job, file, link, (*left_out.begin())->name);
}

/// True if the zones of `file` may have other time steps than the output.
bool takes_some_steps(const BaseJob& base, int file) {
  const bool is_range = base.job.request.steps.which == Steps::Which::range;
  return !base.steps.is_whole(file) || (is_range && base.steps.count_of(file) == 0);
}

}  // namespace

void require_base_kept(const MergeJob& job, const Source& base, const std::string& path) {
  const auto* const link = base.node->link.get();
  if (link == nullptr || !link->outline || link->outline->label != "CGNSBase_t") return;
  const auto& known = *link->outline;
  const bool has_steps = known.child_labelled("BaseIterativeData_t") != nullptr;
  if (has_steps && job.request.steps.which == Steps::Which::range)
    throw input_error(job.path_of(base.file), path, why_no_linked_steps);
  for (const auto& zone : known.children) {
    if (!cgns::is_zone(zone.label)) continue;
    const auto zone_path = cgns::join(path, zone.name);
    if (!job.selection.keeps_zone(zone_path)) throw cannot_leave_out(job, base.file, path, zone.name);
    require_all_kept(job, base.file, path, zone, zone_path);
  }
}

void require_zone_kept(const BaseJob& base, const Sources& sources, const Source& whole,
                       const std::string& path, const LeftOut& left_out) {
  const auto& job = base.job;
  for (const auto& [file, zone] : sources)
    if (takes_some_steps(base, file)) require_no_linked_steps(*zone, job.path_of(file), path);
  const auto& zone = *whole.node;
  if (zone.link && zone.link->outline) require_all_kept(job, whole.file, path, *zone.link->outline, path);
  for (const auto& child : zone.children) {
    if (!child.link || !child.link->outline || left_out.contains(&child)) continue;
    const Node known{.label = zone.label, .children = {*child.link->outline}};
    require_all_kept(job, whole.file, cgns::join(path, child.name), known, path);
  }
}

}  // namespace pcgns::fileset
