#include <fmt/format.h>

#include "pcgns/plan/merge_base.hpp"
#include "pcgns/plan/merge_copy.hpp"

namespace pcgns::plan {

namespace {

void require_same(BaseJob& base, const Sources& sources, const std::string& path) {
  const auto& first = sources.front();
  for (auto source = sources.begin() + 1; source != sources.end(); ++source) {
    const auto difference =
        tree::first_difference(*first.node, *source->node, base.job.contents(first.file, source->file));
    if (!difference) continue;
    throw contradiction(
        base.job, path, first.file, source->file, *difference,
        fmt::format("{} must be the same in all files that have it; if they are parts, they have no global "
                    "numbers that say how they fit (see --assembly)",
                    path));
  }
  if (sources.size() == 1) return;
  base.job.notes.add(Note::Kind::info, "same zones",
                     fmt::format("{}: is the same in {} files, and is written once", path, sources.size()));
}

tree::Node zone_as_link(BaseJob& base, const Source& zone, const std::string& path, const LeftOut& left_out) {
  if (left_out.empty()) return link_to(base.job, zone.file, *zone.node, path);
  throw Error(ErrorKind::usage,
              fmt::format("{} cannot leave out {} and be only a link", path, (*left_out.begin())->name));
}

void note_other_steps(BaseJob& base, const LeftOut& nodes, const std::string& path) {
  if (nodes.empty()) return;
  base.job.notes.add(
      Note::Kind::info, "nodes of other steps",
      fmt::format("{}: nodes of steps that are not taken are left out: {}", path, nodes.size()));
}

}  // namespace

tree::Node unite_zone(BaseJob& base, const Sources& sources) {
  const auto& zone = sources.front();
  const auto path = tree::join(base.path, zone.node->name);
  require_same(base, sources, path);
  auto left_out = base.job.selection.left_out(*zone.node, path);
  if (base.job.request.only_links) return zone_as_link(base, zone, path, left_out);

  auto of_other_steps = nodes_of_other_steps(base, zone, path);
  note_other_steps(base, of_other_steps, path);
  left_out.merge(of_other_steps);
  auto copy = copied_once(base.job, sources, left_out);
  cut_to_steps(base, zone, left_out, copy);
  return copy;
}

}  // namespace pcgns::plan
