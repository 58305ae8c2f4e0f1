// glob.hpp: glob patterns for node paths.
#pragma once

#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace pcgns {

/// True if `pattern` matches `path` ("/Base/Zone/Solution/Field"). A pattern without a slash is matched
/// against the node's name. A pattern with slashes is matched against the path, starting at any component
/// unless it begins with a slash; its * also matches slashes. A name or path always matches itself, even if
/// it has characters that mean something in patterns.
[[nodiscard]] bool matches(const std::string& pattern, const std::string& path);

[[nodiscard]] bool any_matches(const std::vector<std::string>& patterns, const std::string& path);

/// "; did you mean 'NAME'?" for a pattern that matches none of `paths`: the name most like it, or the path if
/// the pattern has a slash; empty if none is like it.
[[nodiscard]] std::string suggestion_for(const std::string& pattern, const std::vector<std::string>& paths);

/// Collects items into groups, in the order in which names first appear. `Group` has a member `name` and a
/// vector of items. The name is copied only if `Group` owns its name.
template <typename Group, typename Item>
class ByName {
 public:
  explicit ByName(std::vector<Item> Group::*items) : items_(items) {}

  void add(decltype(Group::name) name, Item item) {
    const auto [found, is_new] = index_.try_emplace(name, groups_.size());
    if (is_new) groups_.emplace_back().name = std::move(name);
    (groups_[found->second].*items_).push_back(std::move(item));
  }

  [[nodiscard]] std::vector<Group> take() { return std::move(groups_); }

 private:
  std::vector<Item> Group::*items_;
  std::vector<Group> groups_;
  std::unordered_map<decltype(Group::name), std::size_t> index_;
};

}  // namespace pcgns
