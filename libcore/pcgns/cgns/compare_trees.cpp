#include "pcgns/cgns/compare_trees.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstring>
#include <filesystem>

#include "pcgns/base/error.hpp"

namespace pcgns::cgns {

namespace {

constexpr std::int64_t most_numbers = 6;
constexpr std::int64_t most_characters = 60;

template <typename T>
T value_at(const Node& node, std::int64_t index) {
  T value;
  std::memcpy(&value, node.data.data() + static_cast<std::size_t>(index) * sizeof(T), sizeof(T));
  return value;
}

template <typename T>
std::string complex_at(const Node& node, std::int64_t index) {
  return fmt::format("({}, {})", value_at<T>(node, 2 * index), value_at<T>(node, 2 * index + 1));
}

std::string number_at(const Node& node, std::int64_t index) {
  switch (node.type) {
    case DataType::B1:
      return fmt::format("{}", value_at<std::uint8_t>(node, index));
    case DataType::I4:
      return fmt::format("{}", value_at<std::int32_t>(node, index));
    case DataType::U4:
      return fmt::format("{}", value_at<std::uint32_t>(node, index));
    case DataType::I8:
      return fmt::format("{}", value_at<std::int64_t>(node, index));
    case DataType::U8:
      return fmt::format("{}", value_at<std::uint64_t>(node, index));
    case DataType::R4:
      return fmt::format("{}", value_at<float>(node, index));
    case DataType::R8:
      return fmt::format("{}", value_at<double>(node, index));
    case DataType::X4:
      return complex_at<float>(node, index);
    case DataType::X8:
      return complex_at<double>(node, index);
    default:
      return {};  // Text, or no values.
  }
}

/// The values from index `begin` on, of `count` in all, shortened for a message.
std::string numbers_from(const Node& node, std::int64_t begin, std::int64_t count) {
  std::string text;
  const auto end = std::min(count, begin + most_numbers);
  for (auto i = begin; i < end; ++i) text += " " + number_at(node, i);
  return end < count ? text + " …" : text;
}

std::string characters_from(const Node& node, std::int64_t begin, std::int64_t count) {
  const auto end = std::min(count, begin + most_characters);
  std::string text(reinterpret_cast<const char*>(node.data.data()) + begin,
                   static_cast<std::size_t>(end - begin));
  std::replace_if(
      text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
  // Collapses the blanks that pad the columns of a table.
  text.erase(std::unique(text.begin(), text.end(), [](char c, char next) { return c == ' ' && next == ' '; }),
             text.end());
  return fmt::format(" '{}{}'", text, end < count ? "…" : "");
}

/// "R8[5x3]", "R8" for a single value, "C1" for a line of text.
std::string type_and_extents(const Node& node) {
  const bool plain = node.type == DataType::C1 ? node.dims.size() == 1 : count_of(node.dims) == 1;
  if (plain || node.dims.empty()) return std::string(to_string(node.type));
  return fmt::format("{}[{}]", to_string(node.type), fmt::join(node.dims, "x"));
}

bool has_values(const Node& node) {
  return !node.data.empty() && static_cast<std::int64_t>(node.data.size()) == bytes_of(node.type, node.dims);
}

/// As `brief`, with the values from index `begin` on.
std::string brief_from(const Node& node, std::int64_t begin) {
  if (node.link) return fmt::format("a link to {}:{}", node.link->file, node.link->path);
  auto text = type_and_extents(node);
  if (!has_values(node)) return text;
  if (begin > 0) text += " …";
  const auto count = count_of(node.dims);
  return text +
         (node.type == DataType::C1 ? characters_from(node, begin, count) : numbers_from(node, begin, count));
}

/// Index of the first differing value. @pre Both have values, of the same type and extents.
std::int64_t first_different_value(const Node& a, const Node& b) {
  const auto at = std::mismatch(a.data.begin(), a.data.end(), b.data.begin()).first - a.data.begin();
  return at / size_of(a.type);
}

Difference different_values(const Node& a, const Node& b) {
  const auto shown = a.type == DataType::C1 ? most_characters : most_numbers;
  if (!has_values(a) || !has_values(b)) {
    return {.path = {}, .a = brief(a), .b = brief(b) + " with other values", .is_alike = true};
  }
  const auto index = first_different_value(a, b);
  if (index < shown) return {.path = {}, .a = brief(a), .b = brief(b)};
  const auto where = fmt::format(" (from value {} on)", index + 1);
  return {.path = {}, .a = brief_from(a, index) + where, .b = brief_from(b, index) + where};
}

Fingerprint content_of(const Node& node, const Contents& contents) {
  if (!node.is_bulk()) return fingerprint(node.data);
  const auto found = contents.arrays.find(node.array);
  if (found == contents.arrays.end()) {
    throw Error(ErrorKind::internal, fmt::format("the content of {} is not known", node.name));
  }
  return found->second;
}

bool same_values(const Node& a, const Node& b, const Contents& contents) {
  if (!a.is_bulk() && !b.is_bulk()) return a.data == b.data;
  return a.array == b.array || content_of(a, contents) == content_of(b, contents);
}

bool same_link(const Node& a, const Node& b, const Contents& contents) {
  if (!a.link || !b.link) return !a.link && !b.link;
  const auto leads_elsewhere = [](const Link& link) { return !link.file.empty() && link.end; };
  if (leads_elsewhere(*a.link) && leads_elsewhere(*b.link) && a.link->end == b.link->end) return true;
  return resolved(*a.link, contents.folder_a) == resolved(*b.link, contents.folder_b);
}

/// Links that are written alike are shown with the folders in which they lead to different files.
Difference different_links(const Node& a, const Node& b, const Contents& contents) {
  if (brief(a) != brief(b)) return {{}, brief(a), brief(b)};
  const auto text = [](const Node& node, std::string_view folder) {
    const auto link = resolved(*node.link, folder);
    return fmt::format("a link to {}:{}", link.file, link.path);
  };
  return {{}, text(a, contents.folder_a), text(b, contents.folder_b)};
}

/// Finds children by name; fast if two nodes list them in the same order.
class Lookup {
 public:
  explicit Lookup(const std::vector<Node>& nodes) : nodes_(nodes) {}

  const Node* find(const std::string& name, std::size_t hint) {
    if (hint < nodes_.size() && nodes_[hint].name == name) return &nodes_[hint];
    if (by_name_.empty()) {
      for (const auto& node : nodes_) by_name_.emplace(node.name, &node);
    }
    const auto found = by_name_.find(name);
    return found == by_name_.end() ? nullptr : found->second;
  }

 private:
  const std::vector<Node>& nodes_;
  std::unordered_map<std::string_view, const Node*> by_name_;
};

/// The first child of `in` that `other` lacks.
const Node* first_alone(const Node& in, const Node& other) {
  Lookup lookup(other.children);
  for (std::size_t i = 0; i < in.children.size(); ++i) {
    if (lookup.find(in.children[i].name, i) == nullptr) return &in.children[i];
  }
  return nullptr;
}

std::optional<Difference> difference_of_children(const Node& a, const Node& b, const Contents& contents) {
  if (const auto* alone = first_alone(a, b)) return Difference{alone->name, label_text(*alone), "absent"};
  if (const auto* alone = first_alone(b, a)) return Difference{alone->name, "absent", label_text(*alone)};
  Lookup lookup(b.children);
  for (std::size_t i = 0; i < a.children.size(); ++i) {
    const auto& child = a.children[i];
    if (auto difference = first_difference(child, *lookup.find(child.name, i), contents)) {
      difference->path = child.name + (difference->path.empty() ? "" : "/") + difference->path;
      return difference;
    }
  }
  return std::nullopt;
}

}  // namespace

std::string label_text(const Node& node) {
  return node.label.empty() ? "a node without label" : fmt::format("a {}", node.label);
}

bool is_empty(const Node& node) { return !node.link && bytes_of(node.type, node.dims) == 0; }

std::string brief(const Node& node) { return brief_from(node, 0); }

Link resolved(const Link& link, std::string_view folder) {
  Link result{.file = link.found, .path = link.path};
  if (!link.file.empty() && link.found.empty())
    result.file = (std::filesystem::path(folder) / link.file).lexically_normal().string();
  if (!link.path.starts_with('/')) result.path.insert(0, "/");
  return result;
}

std::optional<Difference> value_difference(const Node& a, const Node& b, const Contents& contents) {
  if (a.label != b.label) return Difference{{}, label_text(a), label_text(b)};
  if (!same_link(a, b, contents)) return different_links(a, b, contents);
  if (is_empty(a) && is_empty(b)) return std::nullopt;
  if (a.type != b.type || a.dims != b.dims) return Difference{{}, brief(a), brief(b)};
  if (!same_values(a, b, contents)) return different_values(a, b);
  return std::nullopt;
}

std::optional<Difference> first_difference(const Node& a, const Node& b, const Contents& contents) {
  if (auto difference = value_difference(a, b, contents)) return difference;
  return difference_of_children(a, b, contents);
}

}  // namespace pcgns::cgns
