#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include "pcgns/fileset/numbered_set.hpp"
#include "pcgns/fileset/plan/conventions/own_metadata.hpp"
#include "pcgns/fileset/plan/pieces.hpp"

namespace pcgns::fileset {

namespace {

using Names = std::vector<std::string>;

/// Merges name sequences, preserving the order within each.
class NameMerge {
 public:
  explicit NameMerge(std::map<std::string, std::int64_t> known) : known_(std::move(known)) {}

  /// Adds consecutive names of a file.
  void add(const Names& sequence) {
    int before = -1;
    for (const auto& name : sequence) {
      const auto index = index_of(name);
      if (before >= 0 && before != index) connect(before, index);
      before = index;
    }
  }

  [[nodiscard]] Names merged() {
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      if (nodes_[i].waits_for == 0) make_ready(static_cast<int>(i));
    }
    Names result;
    while (result.size() < nodes_.size()) {
      const auto next = take_next(static_cast<std::int64_t>(result.size()));
      result.push_back(nodes_[static_cast<std::size_t>(next)].name);
    }
    return result;
  }

 private:
  struct Entry {
    std::string name;
    std::int64_t order = -1;
    std::set<int> followers;
    int waits_for = 0;
    bool is_taken = false;
  };
  struct ByName {
    const std::vector<Entry>* nodes;
    bool operator()(int a, int b) const {
      return fileset::natural_less((*nodes)[static_cast<std::size_t>(a)].name,
                                   (*nodes)[static_cast<std::size_t>(b)].name);
    }
  };

  int index_of(const std::string& name) {
    const auto [found, is_new] = index_.try_emplace(name, static_cast<int>(nodes_.size()));
    if (is_new) {
      const auto known = known_.find(name);
      nodes_.push_back({.name = name, .order = known == known_.end() ? -1 : known->second, .followers = {}});
    }
    return found->second;
  }

  void connect(int before, int after) {
    if (nodes_[static_cast<std::size_t>(before)].followers.insert(after).second)
      ++nodes_[static_cast<std::size_t>(after)].waits_for;
  }

  void make_ready(int index) {
    const auto order = nodes_[static_cast<std::size_t>(index)].order;
    order < 0 ? static_cast<void>(by_name_.insert(index))
              : static_cast<void>(by_order_.emplace(order, index));
  }

  /// The ready name at this recorded position; else the first by name without a position; else the first with
  /// another position. If files contradict each other, the remaining name that occurred first.
  int take_next(std::int64_t place) {
    int next = 0;
    if (!by_order_.empty() && (by_name_.empty() || by_order_.begin()->first <= place)) {
      next = by_order_.begin()->second;
      by_order_.erase(by_order_.begin());
    } else if (!by_name_.empty()) {
      next = *by_name_.begin();
      by_name_.erase(by_name_.begin());
    } else {
      while (nodes_[first_left_].is_taken) ++first_left_;
      next = static_cast<int>(first_left_);
    }
    auto& node = nodes_[static_cast<std::size_t>(next)];
    node.is_taken = true;
    for (const auto follower : node.followers) {
      auto& waiting = nodes_[static_cast<std::size_t>(follower)];
      if (--waiting.waits_for == 0 && !waiting.is_taken) make_ready(follower);
    }
    return next;
  }

  std::map<std::string, std::int64_t> known_;
  std::unordered_map<std::string, int> index_;
  std::vector<Entry> nodes_;
  std::set<int, ByName> by_name_{ByName{&nodes_}};   ///< Ready names without a recorded position.
  std::set<std::pair<std::int64_t, int>> by_order_;  ///< Ready names by recorded position.
  std::size_t first_left_ = 0;
};

/// Zone names of one file after merging, each once.
Names names_in(const cgns::Node& base, const PieceSet& pieces) {
  Names names;
  std::set<std::string_view> seen;
  for (const auto& zone : base.children) {
    if (zone.label != "Zone_t") continue;
    const auto place = pieces.find(&zone);
    const auto& name =
        place.original < 0 ? zone.name : pieces.originals[static_cast<std::size_t>(place.original)].name;
    if (seen.insert(name).second) names.push_back(name);
  }
  return names;
}

std::map<std::string, std::int64_t> known_orders(const cgns::InputSet& inputs, const PieceSet& pieces,
                                                 std::string_view base_name) {
  std::map<std::string, std::int64_t> known;
  bool by_others = false;
  for (const auto& original : pieces.originals) {
    if (original.base != base_name) continue;
    by_others = by_others || original.convention != Convention::own;
    if (original.order >= 0) known[original.name] = original.order;
  }
  if (by_others) return known;
  const auto metadata = own_metadata(inputs, base_name);
  if (!metadata) return known;
  for (const auto& [name, zone] : metadata->zones) known[name] = zone.order;
  return known;
}

}  // namespace

std::vector<std::string> zone_order(const cgns::InputSet& inputs, const PieceSet& pieces,
                                    std::string_view base_name) {
  auto known = known_orders(inputs, pieces, base_name);
  std::vector<std::pair<std::int64_t, std::string>> by_order;
  for (const auto& [name, order] : known) by_order.emplace_back(order, name);
  std::sort(by_order.begin(), by_order.end());
  std::vector<Names> files;
  std::set<std::string> present;
  for (const auto& root : inputs.trees) {
    const auto* base = root.child(base_name);
    if (base == nullptr) continue;
    files.push_back(names_in(*base, pieces));
    present.insert(files.back().begin(), files.back().end());
  }
  NameMerge merge(std::move(known));
  Names sequence;
  for (const auto& [order, name] : by_order) {
    if (present.contains(name)) sequence.push_back(name);
  }
  merge.add(sequence);
  for (const auto& names : files) merge.add(names);
  return merge.merged();
}

}  // namespace pcgns::fileset
