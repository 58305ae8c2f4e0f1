#include "pcgns/fileset/plan/conventions/assembly_patterns.hpp"

#include <fmt/format.h>

#include <optional>

#include "pcgns/base/glob.hpp"
#include "pcgns/cgns/node.hpp"

namespace pcgns::fileset {

namespace {

constexpr char wildcard = '*';

/// What the * of `pattern` stands for in `name`.
std::optional<std::string> text_for_any(std::string_view pattern, std::string_view name) {
  const auto at = pattern.find(wildcard);
  const auto head = pattern.substr(0, at);
  const auto tail = pattern.substr(at + 1);
  if (name.size() < head.size() + tail.size() || !name.starts_with(head) || !name.ends_with(tail))
    return std::nullopt;
  return std::string(name.substr(head.size(), name.size() - head.size() - tail.size()));
}

/// `path` with `text` for every *.
std::string filled_in(const std::string& path, const std::string& text) {
  std::string filled;
  for (const char c : path) c == wildcard ? filled.append(text) : filled.append(1, c);
  return filled;
}

/// What the * of `pattern` stands for, for each node below `node` that it means.
std::vector<std::string> texts_for_any(const std::string& pattern, const cgns::Node& node) {
  const auto slash = pattern.find('/');
  const auto first = pattern.substr(0, slash);
  if (first.find(wildcard) == std::string::npos) {
    const auto* child = node.child(first);
    return child == nullptr || slash == std::string::npos ? std::vector<std::string>()
                                                          : texts_for_any(pattern.substr(slash + 1), *child);
  }
  std::vector<std::string> texts;
  for (const auto& child : node.children) {
    auto text = text_for_any(first, child.name);
    const bool is_meant = text && (slash == std::string::npos ||
                                   cgns::find(child, filled_in(pattern.substr(slash + 1), *text)) != nullptr);
    if (is_meant) texts.push_back(*std::move(text));
  }
  return texts;
}

/// Replaces the keys with * of `entries`. `fits(value)` is false for those to leave out.
template <typename Value, typename Fill, typename Fits>
std::map<std::string, Value> expanded_keys(const std::map<std::string, Value>& entries,
                                           const cgns::Node& zone, const Fill& fill, const Fits& fits) {
  std::map<std::string, Value> all;
  for (const auto& [key, value] : entries)
    if (key.find(wildcard) == std::string::npos) all.emplace(key, value);
  for (const auto& [key, value] : entries) {
    if (key.find(wildcard) == std::string::npos) continue;
    for (const auto& text : texts_for_any(key, zone)) {
      auto filled = fill(value, text);
      if (fits(filled)) all.emplace(filled_in(key, text), std::move(filled));
    }
  }
  return all;
}

}  // namespace

NumberNodes expanded(const NumberNodes& numbers, const cgns::Node& zone) {
  const auto has = [&](const std::string& path) { return cgns::find(zone, path) != nullptr; };
  const auto filled_total = [](const NumberNodes::Total& total, const std::string& text) {
    return NumberNodes::Total{.count = total.count, .node = filled_in(total.node, text)};
  };
  return {.nodes = expanded_keys(numbers.nodes, zone, filled_in, has),
          .totals = expanded_keys(numbers.totals, zone, filled_total,
                                  [&](const auto& total) { return total.node.empty() || has(total.node); }),
          .base = numbers.base};
}

std::vector<std::string> expanded(const std::string& pattern, const std::string& path,
                                  const cgns::Node& zone) {
  if (pattern.find(wildcard) == std::string::npos) return {path};
  std::vector<std::string> paths;
  for (const auto& text : texts_for_any(pattern, zone)) paths.push_back(filled_in(path, text));
  return paths;
}

std::vector<std::string> DropList::paths_in(const cgns::Node& zone) {
  std::vector<std::string> found;
  add_below(zone, "", found);
  return found;
}

void DropList::add_below(const cgns::Node& node, const std::string& path, std::vector<std::string>& found) {
  for (const auto& child : node.children) {
    const auto below = path + "/" + child.name;
    is_dropped(below) ? found.push_back(below.substr(1)) : add_below(child, below, found);
  }
}

bool DropList::is_dropped(const std::string& path) {
  bool any_matches = false;
  for (std::size_t i = 0; i < patterns_.size(); ++i) {
    if (!matches(patterns_[i], path)) continue;
    is_used_[i] = true;
    any_matches = true;
  }
  return any_matches;
}

void DropList::require_all_used(const AssemblyText& source) const {
  for (std::size_t i = 0; i < patterns_.size(); ++i) {
    if (is_used_[i]) continue;
    throw source.error(fmt::format("{}/drop/{}", place_, i),
                       fmt::format("'{}' matches no node below the zones", patterns_[i]));
  }
}

}  // namespace pcgns::fileset
