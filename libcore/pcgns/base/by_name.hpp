// by_name.hpp: things that have names, those of one name together.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace pcgns {

/// Makes groups in the order in which their names are seen first. A `Group` has a `name`, and a list of its
/// things; names are copied only where the group owns its own.
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
