#include "pcgns/plan/merge_nodes.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "pcgns/plan/merge_copy.hpp"
#include "pcgns/sids/labels.hpp"

namespace pcgns::plan {

namespace {

bool all_same(const Job& job, const Sources& sources) {
  const auto& first = sources.front();
  return std::all_of(sources.begin() + 1, sources.end(), [&](const Source& source) {
    return !tree::first_difference(*first.node, *source.node, job.contents(first.file, source.file));
  });
}

void check_values(Job& job, const Sources& sources, const std::string& path) {
  const auto& first = sources.front();
  Conflicts conflicts(job, path);
  for (const auto& source : sources) {
    const auto difference =
        tree::value_difference(*first.node, *source.node, job.contents(first.file, source.file));
    if (difference) conflicts.add(first.file, source.file, *difference);
  }
  conflicts.note();
}

void note_moved(Job& job, const std::string& path) {
  job.notes.add(
      Note::Kind::info, "moved",
      fmt::format("{}: differs from file to file; each is kept under {}/<rank>", path, per_rank_name));
}

}  // namespace

void Conflicts::add(int file_a, int file_b, const tree::Difference& difference) {
  if (job_.request.on_conflict == OnConflict::error) {
    throw contradiction(job_, path_, file_a, file_b, difference,
                        "--on-conflict first takes the first file's");
  }
  if (count_++ > 0) return;
  shown_ = fmt::format("{} in {}, but {} in {}", difference.a, job_.path_of(file_a), difference.b,
                       job_.path_of(file_b));
}

void Conflicts::note() const {
  if (count_ == 0) return;
  const auto others = count_ == 1 ? "" : fmt::format(" ({} files differ)", count_);
  job_.notes.add(Note::Kind::warning, "conflict " + path_,
                 fmt::format("{}: is {}{}; the first is taken", path_, shown_, others));
}

void note_if_partial(Job& job, const Sources& sources, const Sources& parents, const std::string& path) {
  if (sources.size() == parents.size()) return;
  job.notes.add(Note::Kind::info, "partial",
                fmt::format("{}: is in {} of {} files only", path, sources.size(), parents.size()));
}

std::optional<tree::Node> unite(Job& job, const Sources& sources, const std::string& path,
                                PerRank& per_rank) {
  if (all_same(job, sources)) return copied_once(job, sources);
  require_one_label(job, sources, path);
  const auto& first = sources.front();
  if (!sids::has_meaning(first.node->label)) {
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

std::vector<tree::Node> unite_children(Job& job, const Sources& parents, const std::string& path,
                                       PerRank& per_rank) {
  std::vector<tree::Node> children;
  for (const auto& group : grouped_children(parents)) {
    const auto child_path = tree::join(path, group.name);
    auto child = unite(job, group.sources, child_path, per_rank);
    if (!child) continue;
    note_if_partial(job, group.sources, parents, child_path);
    children.push_back(*std::move(child));
  }
  return children;
}

}  // namespace pcgns::plan
