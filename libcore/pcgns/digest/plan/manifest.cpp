#include "pcgns/digest/manifest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <set>
#include <unordered_map>

#include "pcgns/base/error.hpp"
#include "pcgns/digest/plan/tree_digest.hpp"

namespace pcgns::digest {

namespace {

constexpr std::string_view program_word = "pcgns-digest ";
constexpr std::size_t digits = 32;

struct Escape {
  char character;
  char message;
};
constexpr std::array<Escape, 3> escapes = {{{'\\', '\\'}, {'\n', 'n'}, {'\r', 'r'}}};

std::string escaped(std::string_view name) {
  std::string text;
  for (const char c : name) {
    const auto* escape =
        std::find_if(escapes.begin(), escapes.end(), [c](const Escape& e) { return e.character == c; });
    if (escape != escapes.end()) text += '\\';
    text += escape == escapes.end() ? c : escape->message;
  }
  return text;
}

std::string first_line() { return fmt::format("{}{}", program_word, version); }

class Parser {
 public:
  explicit Parser(std::string_view text) : rest_(text) {}

  Manifest parse() {
    require_version(line());
    Manifest manifest;
    const auto whole = entry();
    manifest.name = whole.path;
    while (!rest_.empty()) manifest.nodes.push_back(entry());
    add_trees(manifest.nodes);
    if (!(manifest.nodes.front().tree == whole.alone))
      throw Error(ErrorKind::input,
                  "is damaged: the digests of the nodes do not give the digest of the whole");
    return manifest;
  }

 private:
  [[noreturn]] void fail(std::string_view why) const {
    throw Error(ErrorKind::input, fmt::format("line {}: {}", number_, why));
  }

  static bool is_entry(std::string_view line) {
    if (line.starts_with('\\')) line.remove_prefix(1);
    return line.size() > digits + 2 && line.substr(digits, 2) == "  " &&
           line.find_first_not_of("0123456789abcdef") == digits;
  }

  void require_version(std::string_view line) const {
    if (line == first_line()) return;
    if (is_entry(line))
      fail(
          "is not a pcgns manifest but a list of digests; --manifest writes a manifest of one mesh, "
          "--each --store one into each file, for --each --check-stored");
    if (!line.starts_with(program_word))
      fail(fmt::format("is not a pcgns manifest: it does not start with '{}'", first_line()));
    line.remove_prefix(program_word.size());
    fail(fmt::format("has digests of version {}, expected {}; make the manifest anew", line, version));
  }

  std::string_view line() {
    ++number_;
    const auto end = rest_.find('\n');
    if (end == std::string_view::npos) fail("the file is incomplete");
    const auto line = rest_.substr(0, end);
    rest_.remove_prefix(end + 1);
    return line;
  }

  NodeDigest entry() {
    auto text = line();
    const bool is_escaped = text.starts_with('\\');
    if (is_escaped) text.remove_prefix(1);
    if (text.size() <= digits + 2 || text.substr(digits, 2) != "  ")
      fail("is not a digest followed by a name");
    return {
        .path = is_escaped ? unescaped(text.substr(digits + 2)) : std::string(text.substr(digits + 2)),
        .alone = {.high = half(text.substr(0, digits / 2)), .low = half(text.substr(digits / 2, digits / 2))},
        .tree = {}};
  }

  [[nodiscard]] std::uint64_t half(std::string_view text) const {
    std::uint64_t number = 0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number, 16);
    if (failure != std::errc{} || end != text.data() + text.size())
      fail("is not a digest followed by a name");
    return number;
  }

  [[nodiscard]] std::string unescaped(std::string_view text) const {
    std::string name;
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] != '\\') {
        name += text[i];
        continue;
      }
      const char message = ++i < text.size() ? text[i] : ' ';
      const auto* escape = std::find_if(escapes.begin(), escapes.end(),
                                        [message](const Escape& e) { return e.message == message; });
      if (escape == escapes.end()) fail("has an invalid escape sequence");
      name += escape->character;
    }
    return name;
  }

  std::string_view rest_;
  int number_ = 0;
};

using ByPath = std::unordered_map<std::string_view, const NodeDigest*>;

ByPath by_path(const std::vector<NodeDigest>& nodes) {
  ByPath map;
  for (const auto& node : nodes) map.emplace(node.path, &node);
  return map;
}

bool is_below(std::string_view path, std::string_view upper) {
  return path.size() > upper.size() && path.starts_with(upper) && path[upper.size()] == '/';
}

/// Nodes by parent and digest of the whole subtree.
using ByContent = std::multimap<std::pair<std::string_view, std::string>, const NodeDigest*>;

std::pair<std::string_view, std::string> key_of(const NodeDigest& node) {
  return {std::string_view(node.path).substr(0, node.path.rfind('/')), to_string(node.tree)};
}

/// The nodes of `nodes` whose name is missing in `others`, by content.
ByContent alone_by_content(const std::vector<NodeDigest>& nodes, const ByPath& others) {
  ByContent found;
  for (const auto& node : nodes) {
    if (!others.contains(node.path)) found.emplace(key_of(node), &node);
  }
  return found;
}

/// The paths of nodes that are on both sides under two names: interfaces, the digests of which have no name.
std::set<std::string_view> renamed(const ByContent& before, ByContent now) {
  std::set<std::string_view> paths;
  for (const auto& [key, node] : before) {
    const auto other = now.find(key);
    if (other == now.end()) continue;
    paths.insert({node->path, other->second->path});
    now.erase(other);
  }
  return paths;
}

/// Adds the topmost nodes of `nodes` that are missing in `others`, with the number of nodes below.
void add_absent(const std::vector<NodeDigest>& nodes, const ByPath& others,
                const std::set<std::string_view>& known, NodeChange::Kind kind,
                std::vector<NodeChange>& changes) {
  NodeChange* upper = nullptr;
  std::string_view renamed;
  for (const auto& node : nodes) {
    if (others.contains(node.path)) continue;
    if (known.contains(node.path)) renamed = node.path;
    if (!renamed.empty() && (node.path == renamed || is_below(node.path, renamed))) continue;
    if (upper != nullptr && is_below(node.path, upper->path)) {
      ++upper->below;
    } else {
      upper = &changes.emplace_back(NodeChange{.kind = kind, .path = node.path});
    }
  }
}

}  // namespace

std::string digest_line(const Fingerprint& digest, std::string_view name) {
  const auto text = escaped(name);
  return fmt::format("{}{}  {}\n", text.size() == name.size() ? "" : "\\", to_string(digest), text);
}

std::string manifest_text(const Manifest& manifest) {
  std::string text = first_line() + "\n";
  text += digest_line(manifest.nodes.front().tree, manifest.name);
  for (const auto& node : manifest.nodes) text += digest_line(node.alone, node.path);
  return text;
}

Manifest parse_manifest(std::string_view text) { return Parser(text).parse(); }

std::string_view to_string(NodeChange::Kind kind) {
  switch (kind) {
    case NodeChange::Kind::differs:
      return "differs";
    case NodeChange::Kind::missing:
      return "missing";
    case NodeChange::Kind::added:
      return "new";
  }
  return "";
}

std::vector<NodeChange> changes_of(const std::vector<NodeDigest>& before,
                                   const std::vector<NodeDigest>& now) {
  if (before.front().tree == now.front().tree) return {};
  const auto known = by_path(before);
  const auto present = by_path(now);
  std::vector<NodeChange> changes;
  for (const auto& node : before) {
    const auto found = present.find(node.path);
    if (found != present.end() && !(found->second->alone == node.alone))
      changes.push_back({.kind = NodeChange::Kind::differs, .path = node.path});
  }
  const auto same = renamed(alone_by_content(before, present), alone_by_content(now, known));
  add_absent(before, present, same, NodeChange::Kind::missing, changes);
  add_absent(now, known, same, NodeChange::Kind::added, changes);
  return changes;
}

}  // namespace pcgns::digest
