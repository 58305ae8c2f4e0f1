#include "pcgns/plan/merge_per_rank.hpp"

#include <fmt/format.h>

#include "pcgns/plan/merge_copy.hpp"

namespace pcgns::plan {

namespace {

tree::Node folder_node(std::string_view name) {
  return {.name = std::string(name), .label = "UserDefinedData_t"};
}

/// Nodes come in the order of the tree, so that the one looked for is the last one mostly.
tree::Node* find_last_first(std::vector<tree::Node>& nodes, std::string_view name) {
  const auto found =
      std::find_if(nodes.rbegin(), nodes.rend(), [&](const tree::Node& n) { return n.name == name; });
  return found == nodes.rend() ? nullptr : &*found;
}

tree::Node& made_if_absent(tree::Node& parent, std::string_view name) {
  if (auto* found = find_last_first(parent.children, name)) return *found;
  return parent.children.emplace_back(folder_node(name));
}

/// The node `above` ("Family/Data") below `rank`.
tree::Node& folder_in(tree::Node& rank, std::string_view above) {
  auto* folder = &rank;
  while (!above.empty()) {
    const auto slash = above.find('/');
    folder = &made_if_absent(*folder, above.substr(0, slash));
    above = slash == std::string_view::npos ? std::string_view() : above.substr(slash + 1);
  }
  return *folder;
}

/// Puts nodes under the name of their rank; where another node is there already, under "<rank>_2" and so on.
class Ranks {
 public:
  explicit Ranks(const Job& job) : job_(job) {}

  void add(const std::string& rank, std::string_view above, const Source& source) {
    auto node = copied(job_, source.file, *source.node);
    for (int attempt = 1;; ++attempt) {
      auto& folder = folder_in(named(attempt == 1 ? rank : fmt::format("{}_{}", rank, attempt)), above);
      const auto* there = find_last_first(folder.children, node.name);
      if (there != nullptr && !is_same(*there, node)) continue;
      if (there == nullptr) folder.children.push_back(std::move(node));
      return;
    }
  }

  [[nodiscard]] tree::Node node() && {
    auto result = folder_node(per_rank_name);
    result.children = std::move(ranks_);
    return result;
  }

 private:
  tree::Node& named(const std::string& name) {
    const auto [found, is_new] = index_.try_emplace(name, ranks_.size());
    if (is_new) ranks_.push_back(folder_node(name));
    return ranks_[found->second];
  }

  /// Links are those of the output already, relative to one folder.
  [[nodiscard]] bool is_same(const tree::Node& a, const tree::Node& b) const {
    return !tree::first_difference(a, b, {job_.survey.contents, {}, {}});
  }

  const Job& job_;
  std::vector<tree::Node> ranks_;
  std::unordered_map<std::string, std::size_t> index_;
};

}  // namespace

void PerRank::take(const Job& job, const Sources& sources, std::string_view path) {
  const auto below = path.substr(container_ == "/" ? 1 : container_.size() + 1);
  const auto slash = below.rfind('/');
  const auto above = below.substr(0, slash == std::string_view::npos ? 0 : slash);
  for (const auto& source : sources) {
    const auto number = job.inputs.files[static_cast<std::size_t>(source.file)].number;
    items_[source.file].push_back({std::to_string(number), std::string(above), source});
  }
}

void PerRank::take_over(const Sources& sources) {
  for (const auto& source : sources) {
    for (const auto& rank : source.node->children) {
      for (const auto& child : rank.children)
        items_[source.file].push_back({rank.name, "", {source.file, &child}});
    }
  }
}

std::optional<tree::Node> PerRank::node(const Job& job) const {
  if (items_.empty()) return std::nullopt;
  Ranks ranks(job);
  for (const auto& [file, items] : items_) {
    for (const auto& [rank, above, source] : items) ranks.add(rank, above, source);
  }
  return std::move(ranks).node();
}

}  // namespace pcgns::plan
