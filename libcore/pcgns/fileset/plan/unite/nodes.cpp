#include "pcgns/fileset/plan/unite/nodes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>

#include "pcgns/cgns/input_set.hpp"
#include "pcgns/cgns/labels.hpp"
#include "pcgns/cgns/locations.hpp"
#include "pcgns/fileset/metadata.hpp"

namespace pcgns::fileset {

namespace {

/// The same extra, found twice, needs no comparison.
bool is_known_same(const cgns::Extra& a, const cgns::Extra& b) {
  if (a.file == b.file && a.path == b.path) return true;
  return a.content == b.content && !(a.content == Fingerprint{});
}

bool has_extras(const cgns::Node& node) {
  return !node.extras.empty() || std::any_of(node.children.begin(), node.children.end(), has_extras);
}

void add_extras_below(cgns::Node& to, const cgns::Node& from) {
  add_extras(to, from);
  for (const auto& child : from.children) {
    if (!has_extras(child)) continue;
    if (auto* counterpart = to.child(child.name)) add_extras_below(*counterpart, child);
  }
}

bool has_metadata(const cgns::Node& node) {
  return std::ranges::any_of(node.children, [&](const cgns::Node& child) {
    return is_metadata(node, child) || has_metadata(child);
  });
}

/// Removes partition metadata. False for user data that had nothing else.
bool has_data_left(cgns::Node& node) {
  const bool had_children = !node.children.empty();
  std::erase_if(node.children,
                [&](cgns::Node& child) { return is_metadata(node, child) || !has_data_left(child); });
  return !had_children || !node.children.empty() || node.label != "UserDefinedData_t";
}

/// Unresolved links within the output, by target.
class LinkTargets {
 public:
  void add_links(const cgns::Node& node, const std::string& path) {
    if (node.link && node.link->file.empty()) links_[cgns::resolved(*node.link, {}).path].push_back(path);
    for (const auto& child : node.children) add_links(child, cgns::join(path, child.name));
  }

  void remove_found(const cgns::Node& node, const std::string& path) {
    links_.erase(path);
    if (node.link) remove_below(path + "/");
    for (const auto& child : node.children) remove_found(child, cgns::join(path, child.name));
  }

  [[nodiscard]] const auto& links() const { return links_; }

 private:
  /// LinkTargets behind a link to another file cannot be checked.
  void remove_below(const std::string& folder) {
    const auto begin = links_.lower_bound(folder);
    auto end = begin;
    while (end != links_.end() && end->first.starts_with(folder)) ++end;
    links_.erase(begin, end);
  }

  std::map<std::string, std::vector<std::string>> links_;
};

}  // namespace

bool has_user_points(const cgns::Node& node) {
  if (node.link || is_metadata(node)) return false;
  return (node.label == "UserDefinedData_t" && std::ranges::any_of(node.children, cgns::is_point_set)) ||
         std::ranges::any_of(node.children, has_user_points);
}

Sources without_metadata(Sources sources, std::deque<cgns::Node>& made) {
  for (auto& source : sources) {
    if (!has_metadata(*source.node)) continue;
    auto& clean = made.emplace_back(*source.node);
    source.node = has_data_left(clean) ? &clean : nullptr;
  }
  std::erase_if(sources, [](const Source& source) { return source.node == nullptr; });
  return sources;
}

bool has_link(const cgns::Node& node) {
  return node.link || std::any_of(node.children.begin(), node.children.end(), has_link);
}

cgns::Node copied_alone(const MergeJob& job, int file, const cgns::Node& node) {
  cgns::Node copy{.name = node.name, .label = node.label, .extras = node.extras};
  if (node.link) {
    copy.type = cgns::DataType::LK;
    copy.link = cgns::relinked(node.link, job.file(file), job.request.output);
  } else {
    copy.type = node.type;
    copy.dims = node.dims;
    copy.data = node.data;
    copy.array = node.array;
  }
  return copy;
}

cgns::Node copied(const MergeJob& job, int file, const cgns::Node& node, const LeftOut& left_out) {
  auto copy = copied_alone(job, file, node);
  copy.children.reserve(node.children.size());
  for (const auto& child : node.children) {
    if (!left_out.contains(&child)) copy.children.push_back(copied(job, file, child, left_out));
  }
  return copy;
}

cgns::Node copied_once(const MergeJob& job, const Sources& sources, const LeftOut& left_out) {
  auto copy = copied(job, sources.front().file, *sources.front().node, left_out);
  for (auto source = sources.begin() + 1; source != sources.end(); ++source) {
    if (has_extras(*source->node)) add_extras_below(copy, *source->node);
  }
  return copy;
}

void add_extras(cgns::Node& to, const cgns::Node& from) {
  for (const auto& extra : from.extras) {
    const auto same = [&](const cgns::Extra& e) { return e.kind == extra.kind && e.name == extra.name; };
    const auto found = std::find_if(to.extras.begin(), to.extras.end(), same);
    if (found == to.extras.end()) {
      to.extras.push_back(extra);
    } else if (!is_known_same(*found, extra)) {
      found->others_differ = true;
    }
  }
}

cgns::Node meaning_of(cgns::Node node) {
  std::erase_if(node.children,
                [](const cgns::Node& child) { return !child.link && !cgns::has_meaning(child.label); });
  for (auto& child : node.children) child = meaning_of(std::move(child));
  return node;
}

cgns::Node link_to(const MergeJob& job, int file, const cgns::Node& node, const std::string& path) {
  cgns::Node link{.name = node.name, .label = node.label, .type = cgns::DataType::LK};
  // Readers do not follow a link to a link.
  link.link = node.link ? cgns::relinked(node.link, job.file(file), job.request.output)
                        : cgns::link_to(job.file(file), path, job.request.output);
  return link;
}

void report_lost_extras(const cgns::Node& node, const std::string& path, Notes& notes) {
  for (const auto& extra : node.extras) {
    if (!extra.others_differ) continue;
    const auto what = extra.kind == cgns::Extra::Kind::object ? "private object" : "attribute";
    notes.add(plan::Note::Kind::loss, "lost extras",
              fmt::format("{}: the {} '{}' {} between files; the one of the first file is carried over", path,
                          what, extra.name, extra.content == Fingerprint{} ? "may differ" : "differs"));
  }
  for (const auto& child : node.children) report_lost_extras(child, cgns::join(path, child.name), notes);
}

void report_lost_links(const cgns::Node& output, Notes& notes) {
  if (!has_link(output)) return;
  LinkTargets targets;
  targets.add_links(output, "/");
  targets.remove_found(output, "/");
  for (const auto& [target, links] : targets.links()) {
    for (const auto& link : links) {
      notes.add(plan::Note::Kind::loss, "lost links",
                fmt::format("{}: link to {}, which is not part of the output", link, target));
    }
  }
}

namespace {

bool all_same(const MergeJob& job, const Sources& sources) {
  const auto& first = sources.front();
  return std::all_of(sources.begin() + 1, sources.end(), [&](const Source& source) {
    return !cgns::first_difference(*first.node, *source.node, job.contents(first.file, source.file));
  });
}

void check_values(MergeJob& job, const Sources& sources, const std::string& path) {
  const auto& first = sources.front();
  Conflicts conflicts(job, path);
  for (const auto& source : sources) {
    const auto difference =
        cgns::value_difference(*first.node, *source.node, job.contents(first.file, source.file));
    if (difference) conflicts.add(first.file, source.file, *difference);
  }
  conflicts.note();
}

void note_moved(MergeJob& job, const std::string& path) {
  job.notes.add(
      plan::Note::Kind::info, "moved",
      fmt::format("{}: differs from file to file; each is kept under {}/<rank>", path, per_rank_name));
}

bool is_time(std::string_view path) {
  return path.ends_with("/TimeValues") || path.ends_with("/IterationValues");
}

}  // namespace

void Conflicts::add(int file_a, int file_b, const cgns::Difference& difference) {
  if (job_.request.on_conflict == OnConflict::error)
    throw contradiction(job_, path_, file_a, file_b, difference, advice(file_a, file_b));
  if (count_++ > 0) return;
  shown_ = fmt::format("{} in {}, but {} in {}", difference.a, job_.path_of(file_a), difference.b,
                       job_.path_of(file_b));
}

std::string_view Conflicts::advice(int file_a, int file_b) const {
  if (is_time(path_)) return "the files are of different iterations: of two runs or steps?";
  if (const auto on_steps = advice_on_steps(job_, path_, file_a, file_b); !on_steps.empty()) return on_steps;
  return job_.request.is_final ? "--on-conflict first takes the node of the first file" : std::string_view();
}

void Conflicts::note() const {
  if (count_ == 0) return;
  const auto others = count_ == 1 ? "" : fmt::format(" ({} files differ)", count_);
  job_.notes.add(plan::Note::Kind::warning, "conflict " + path_,
                 fmt::format("{}: is {}{}; the first one is taken", path_, shown_, others));
}

void note_if_partial(MergeJob& job, const Sources& sources, const Sources& parents, const std::string& path) {
  if (sources.size() == parents.size()) return;
  job.notes.add(plan::Note::Kind::info, "partial",
                fmt::format("{}: is in only {} of {} files", path, sources.size(), parents.size()));
}

void note_left_out(MergeJob& job, plan::Note::Kind kind, const std::string& file, const std::string& path,
                   const std::string& donor) {
  job.notes.add(kind, "interfaces to missing pieces",
                at(file, path, fmt::format("connects to {}, which is missing, and is left out", donor)));
}

void note_lost_region(MergeJob& job, const std::string& path) {
  job.notes.add(
      plan::Note::Kind::loss, "regions not mapped",
      fmt::format("{}: is kept under {}/<rank> as in the pieces, because the whole zone does not have "
                  "the interface that it names",
                  path, per_rank_name));
}

bool holds_coordinates(const cgns::Node& node) {
  return node.label == "GridCoordinates_t" || node.label == "ParticleCoordinates_t";
}

std::optional<std::vector<std::byte>> united_bounding_box(const Sources& pieces) {
  const auto& first = *pieces.front().node;
  const bool is_box =
      holds_coordinates(first) && cgns::is_real(first.type) && first.dims.size() == 2 && first.dims[1] == 2;
  const bool all_have_it = std::all_of(pieces.begin(), pieces.end(), [&](const Source& piece) {
    return piece.node->type == first.type && piece.node->dims == first.dims;
  });
  if (!is_box || !all_have_it) return std::nullopt;
  auto box = cgns::reals_of(first);
  const auto dimension = box.size() / 2;
  for (const auto& piece : pieces) {
    const auto other = cgns::reals_of(*piece.node);
    for (std::size_t d = 0; d < dimension; ++d) {
      box[d] = std::fmin(box[d], other[d]);
      box[d + dimension] = std::fmax(box[d + dimension], other[d + dimension]);
    }
  }
  return cgns::real_node(first.name, first.label, first.dims, box, first.type).data;
}

std::optional<cgns::Node> unite(MergeJob& job, const Sources& sources, const std::string& path,
                                PerRank& per_rank) {
  if (all_same(job, sources)) return copied_once(job, sources);
  require_one_label(job, sources, path);
  const auto& first = sources.front();
  if (!cgns::has_meaning(first.node->label)) {
    per_rank.take(job, sources, path);
    note_moved(job, path);
    return std::nullopt;
  }
  check_values(job, sources, path);
  auto node = copied_alone(job, first.file, *first.node);
  for (const auto& source : sources) add_extras(node, *source.node);
  if (!node.link) node.children = unite_children(job, sources, path, per_rank);
  return node;
}

namespace {

bool has_values(const cgns::Node& node) {
  return (node.label == "DataArray_t" && !cgns::is_empty(node)) ||
         std::ranges::any_of(node.children, has_values);
}

}  // namespace

bool explains_all(MergeJob& job, const Sources& sources, const Sources& parents, const std::string& path) {
  const auto& node = *sources.front().node;
  if (!cgns::explains_values(node.label)) return true;
  const auto is_explained = [&](const Source& parent) { return parent.node->child(node.name) != nullptr; };
  const auto text_of = [&](const Source& parent) {
    return is_explained(parent) ? cgns::label_text(node) : std::string("absent");
  };
  const auto counts = [&](const Source& parent) { return is_explained(parent) || has_values(*parent.node); };
  const auto first = std::ranges::find_if(parents, counts);
  if (first == parents.end()) return true;
  Conflicts conflicts(job, path);
  for (auto parent = first + 1; parent != parents.end(); ++parent) {
    if (counts(*parent) && is_explained(*parent) != is_explained(*first))
      conflicts.add(first->file, parent->file, {{}, text_of(*first), text_of(*parent)});
  }
  conflicts.note();
  return is_explained(*first);
}

std::vector<cgns::Node> unite_children(MergeJob& job, const Sources& parents, const std::string& path,
                                       PerRank& per_rank) {
  std::vector<cgns::Node> children;
  for (const auto& group : grouped_children(parents)) {
    const auto child_path = cgns::join(path, group.name);
    if (!explains_all(job, group.sources, parents, child_path)) continue;
    auto child = unite(job, group.sources, child_path, per_rank);
    if (!child) continue;
    note_if_partial(job, group.sources, parents, child_path);
    children.push_back(*std::move(child));
  }
  return children;
}

}  // namespace pcgns::fileset
