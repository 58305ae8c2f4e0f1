// merge_job.hpp: what the stages of a merge share.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "pcgns/base/error.hpp"
#include "pcgns/plan/links.hpp"
#include "pcgns/plan/merge.hpp"
#include "pcgns/plan/merge_select.hpp"
#include "pcgns/tree/compare.hpp"

namespace pcgns::plan {

/// A node of an input.
struct Source {
  int file = 0;  ///< Index into InputSet::files.
  const tree::Node* node = nullptr;
};
using Sources = std::vector<Source>;

/// The nodes that have one name below one parent, in the order of the files.
struct Group {
  std::string_view name;
  Sources sources;
};

[[nodiscard]] Sources roots_of(const tree::InputSet& inputs);

/// True for a base of which the tree itself is at hand, not a link to it, in all files.
[[nodiscard]] bool is_base(const Group& group);

/// The children of `parents` by name, in the order in which they are seen first.
[[nodiscard]] std::vector<Group> grouped_children(const Sources& parents);

/// Collects notes; where many have one topic, the first few stand for all.
class Notes {
 public:
  void add(Note::Kind kind, const std::string& topic, std::string text);
  [[nodiscard]] std::vector<Note> folded() const;

 private:
  struct Topic {
    Note::Kind kind = Note::Kind::info;
    std::vector<std::string> texts;
    std::int64_t more = 0;
  };
  std::vector<Topic> topics_;
  std::unordered_map<std::string, std::size_t> index_;
};

struct Job {
  const tree::InputSet& inputs;
  const Survey& survey;
  const MergeRequest& request;
  const Selection& selection;
  Notes notes;

  [[nodiscard]] const std::string& path_of(int file) const {
    return inputs.files[static_cast<std::size_t>(file)].path;
  }
  [[nodiscard]] tree::Contents contents(int file_a, int file_b) const;
};

/// An error that names both files and what they have at `path`.
[[nodiscard]] Error contradiction(const Job& job, const std::string& path, int file_a, int file_b,
                                  const tree::Difference& difference, std::string_view advice = {});

/// Throws if nodes of one name have different labels and the standard knows one of them.
void require_one_label(const Job& job, const Sources& sources, const std::string& path);

}  // namespace pcgns::plan
