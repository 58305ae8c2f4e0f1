#include "pcgns/plan/merge_job.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "pcgns/base/by_name.hpp"
#include "pcgns/sids/labels.hpp"

namespace pcgns::plan {

namespace {

constexpr std::size_t most_notes_of_a_topic = 6;

}  // namespace

Sources roots_of(const tree::InputSet& inputs) {
  Sources roots;
  for (const auto& root : inputs.trees) roots.push_back({static_cast<int>(roots.size()), &root});
  return roots;
}

bool is_base(const Group& group) {
  return std::all_of(group.sources.begin(), group.sources.end(), [](const Source& source) {
    return source.node->label == "CGNSBase_t" && !source.node->link;
  });
}

std::vector<Group> grouped_children(const Sources& parents) {
  ByName groups(&Group::sources);
  for (const auto& parent : parents) {
    for (const auto& child : parent.node->children) groups.add(child.name, {parent.file, &child});
  }
  return groups.take();
}

void Notes::add(Note::Kind kind, const std::string& topic, std::string text) {
  const auto [found, is_new] = index_.try_emplace(topic, topics_.size());
  if (is_new) topics_.push_back({.kind = kind, .texts = {}});
  auto& [_, texts, more] = topics_[found->second];
  if (texts.size() < most_notes_of_a_topic) {
    texts.push_back(std::move(text));
  } else {
    ++more;
  }
}

std::vector<Note> Notes::folded() const {
  std::vector<Note> notes;
  for (const auto& topic : topics_) {
    for (const auto& text : topic.texts) notes.push_back({topic.kind, text});
    if (topic.more > 0) notes.back().text += fmt::format(" (and {} more like this)", topic.more);
  }
  return notes;
}

tree::Contents Job::contents(int file_a, int file_b) const {
  return {survey.contents, folder_of(path_of(file_a)), folder_of(path_of(file_b))};
}

Error contradiction(const Job& job, const std::string& path, int file_a, int file_b,
                    const tree::Difference& difference, std::string_view advice) {
  const auto place = difference.path.empty() ? path : tree::join(path, difference.path);
  return input_error(job.path_of(file_b), place,
                     fmt::format("is {}, but {} in {}{}{}", difference.b, difference.a, job.path_of(file_a),
                                 advice.empty() ? "" : "; ", advice));
}

void require_one_label(const Job& job, const Sources& sources, const std::string& path) {
  const auto& first = sources.front();
  for (const auto& other : sources) {
    if (other.node->label == first.node->label) continue;
    if (!sids::has_meaning(first.node->label) && !sids::has_meaning(other.node->label)) continue;
    throw contradiction(
        job, path, first.file, other.file,
        *tree::value_difference(*first.node, *other.node, job.contents(first.file, other.file)));
  }
}

}  // namespace pcgns::plan
