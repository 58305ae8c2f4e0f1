#include "pcgns/fileset/plan/unite/per_rank.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "pcgns/fileset/plan/unite/nodes.hpp"

namespace pcgns::fileset {

namespace {

cgns::Node folder_node(std::string_view name) {
  return {.name = std::string(name), .label = "UserDefinedData_t"};
}

/// Searches backwards: nodes arrive in tree order, so the match is usually the last one.
cgns::Node* find_last_first(std::vector<cgns::Node>& nodes, std::string_view name) {
  const auto found =
      std::find_if(nodes.rbegin(), nodes.rend(), [&](const cgns::Node& n) { return n.name == name; });
  return found == nodes.rend() ? nullptr : &*found;
}

cgns::Node& made_if_absent(cgns::Node& parent, std::string_view name) {
  if (auto* found = find_last_first(parent.children, name)) return *found;
  return parent.children.emplace_back(folder_node(name));
}

/// The node `above` ("Family/Data") below `rank`.
cgns::Node& folder_in(cgns::Node& rank, std::string_view above) {
  auto* folder = &rank;
  while (!above.empty()) {
    const auto slash = above.find('/');
    folder = &made_if_absent(*folder, above.substr(0, slash));
    above = slash == std::string_view::npos ? std::string_view() : above.substr(slash + 1);
  }
  return *folder;
}

/// Stores nodes below their rank, or below "<rank>_2" and so on if a different node is there.
class Ranks {
 public:
  explicit Ranks(const MergeJob& job) : job_(job) {}

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

  [[nodiscard]] cgns::Node node() && {
    auto result = folder_node(per_rank_name);
    result.children = std::move(ranks_);
    return result;
  }

 private:
  cgns::Node& named(const std::string& name) {
    const auto [found, is_new] = index_.try_emplace(name, ranks_.size());
    if (is_new) ranks_.push_back(folder_node(name));
    return ranks_[found->second];
  }

  /// Links are relative to the output's folder. Of nodes of several pieces in one file, bulk arrays are not
  /// read.
  [[nodiscard]] bool is_same(const cgns::Node& a, const cgns::Node& b) const {
    return is_known(a) && is_known(b) && !cgns::first_difference(a, b, {job_.survey.contents, {}, {}});
  }

  [[nodiscard]] bool is_known(const cgns::Node& node) const {
    return (!node.is_bulk() || job_.survey.contents.contains(node.array)) &&
           std::ranges::all_of(node.children, [this](const cgns::Node& child) { return is_known(child); });
  }

  const MergeJob& job_;
  std::vector<cgns::Node> ranks_;
  std::unordered_map<std::string, std::size_t> index_;
};

}  // namespace

void PerRank::take(const MergeJob& job, const Sources& sources, std::string_view path) {
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

std::optional<cgns::Node> PerRank::node(const MergeJob& job) const {
  if (items_.empty()) return std::nullopt;
  Ranks ranks(job);
  for (const auto& [file, items] : items_) {
    for (const auto& [rank, above, source] : items) ranks.add(rank, above, source);
  }
  return std::move(ranks).node();
}

}  // namespace pcgns::fileset
