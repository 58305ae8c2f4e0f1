#include "pcgns/cgns/node.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>

#include "pcgns/base/error.hpp"

namespace pcgns::cgns {

namespace {

struct Row {
  std::string_view name;
  int size;
  int word;
};

/// In the order of the enumeration.
constexpr std::array<Row, 12> data_types = {{{"MT", 0, 1},
                                             {"LK", 0, 1},
                                             {"B1", 1, 1},
                                             {"C1", 1, 1},
                                             {"I4", 4, 4},
                                             {"U4", 4, 4},
                                             {"I8", 8, 8},
                                             {"U8", 8, 8},
                                             {"R4", 4, 4},
                                             {"R8", 8, 8},
                                             {"X4", 8, 4},
                                             {"X8", 16, 8}}};

const Row& row(DataType type) { return data_types[static_cast<std::size_t>(type)]; }

}  // namespace

int size_of(DataType type) { return row(type).size; }
int word_size(DataType type) { return row(type).word; }
std::string_view to_string(DataType type) { return row(type).name; }

std::optional<DataType> data_type(std::string_view text) {
  for (std::size_t i = 0; i < data_types.size(); ++i) {
    if (data_types[i].name == text) return static_cast<DataType>(i);
  }
  return std::nullopt;
}

namespace {

template <typename Children>
auto* find_child(Children& children, std::string_view name) {
  const auto found =
      std::find_if(children.begin(), children.end(), [&](const Node& n) { return n.name == name; });
  return found == children.end() ? nullptr : &*found;
}

std::string_view trimmed(std::string_view text) {
  const auto last = text.find_last_not_of(std::string_view(" \0", 2));
  return text.substr(0, last == std::string_view::npos ? 0 : last + 1);
}

std::string_view characters(const Node& node) {
  return {reinterpret_cast<const char*>(node.data.data()), node.data.size()};
}

/// Converts the values of `node` from From to To.
template <typename From, typename To>
std::vector<To> converted(const Node& node) {
  std::vector<From> values(node.data.size() / sizeof(From));
  if (!values.empty()) std::memcpy(values.data(), node.data.data(), values.size() * sizeof(From));
  return {values.begin(), values.end()};
}

template <typename To, typename From>
void store(Node& node, const std::vector<From>& values) {
  const std::vector<To> stored(values.begin(), values.end());
  node.data.resize(stored.size() * sizeof(To));
  if (!stored.empty()) std::memcpy(node.data.data(), stored.data(), node.data.size());
}

void require_values(const Node& node) {
  if (static_cast<std::int64_t>(node.data.size()) != bytes_of(node.type, node.dims)) {
    throw Error(ErrorKind::internal, fmt::format("the values of {} are not loaded", node.name));
  }
}

}  // namespace

const Node* Node::child(std::string_view child_name) const { return find_child(children, child_name); }
Node* Node::child(std::string_view child_name) { return find_child(children, child_name); }

const Node* Node::child_labelled(std::string_view child_label) const {
  const auto found =
      std::find_if(children.begin(), children.end(), [&](const Node& n) { return n.label == child_label; });
  return found == children.end() ? nullptr : &*found;
}

std::int64_t count_of(const std::vector<std::int64_t>& dims) {
  std::int64_t count = 1;
  for (const auto extent : dims) {
    if (__builtin_mul_overflow(count, extent, &count)) {
      throw Error(ErrorKind::input, "an array has more than 2^63 values");
    }
  }
  return dims.empty() ? 0 : count;
}

std::int64_t bytes_of(DataType type, const std::vector<std::int64_t>& dims) {
  const auto count = count_of(dims);
  if (size_of(type) != 0 && count > std::numeric_limits<std::int64_t>::max() / size_of(type)) {
    throw Error(ErrorKind::input, "an array has more than 2^63 bytes");
  }
  return count * size_of(type);
}

std::string text_of(const Node& node) {
  const auto text = characters(node);
  return std::string(trimmed(text.substr(0, text.find('\0'))));
}

std::vector<std::string> rows_of(const Node& node) {
  require_values(node);
  if (node.dims.empty() || node.dims.front() == 0) return {};
  const auto width = static_cast<std::size_t>(node.dims.front());
  std::vector<std::string> rows;
  for (std::size_t at = 0; at + width <= node.data.size(); at += width) {
    rows.emplace_back(trimmed(characters(node).substr(at, width)));
  }
  return rows;
}

std::vector<std::int64_t> integers_of(const Node& node) {
  require_values(node);
  if (node.type == DataType::I4) return converted<std::int32_t, std::int64_t>(node);
  if (node.type == DataType::I8) return converted<std::int64_t, std::int64_t>(node);
  throw Error(ErrorKind::input, fmt::format("{} is {}, not I4 or I8", node.name, to_string(node.type)));
}

std::vector<std::int64_t> any_integers_of(const Node& node) {
  if (is_integer(node.type)) return integers_of(node);
  require_values(node);
  if (node.type == DataType::B1) return converted<std::uint8_t, std::int64_t>(node);
  if (node.type == DataType::U4) return converted<std::uint32_t, std::int64_t>(node);
  if (node.type == DataType::U8) return converted<std::uint64_t, std::int64_t>(node);
  throw Error(ErrorKind::input, fmt::format("{} is {}, not integers", node.name, to_string(node.type)));
}

std::vector<double> reals_of(const Node& node) {
  require_values(node);
  if (node.type == DataType::R4) return converted<float, double>(node);
  if (node.type == DataType::R8) return converted<double, double>(node);
  throw Error(ErrorKind::input, fmt::format("{} is {}, not R4 or R8", node.name, to_string(node.type)));
}

Node text_node(std::string name, std::string label, std::string_view text) {
  Node node{.name = std::move(name), .label = std::move(label)};
  if (text.empty()) return node;
  node.type = DataType::C1;
  node.dims = {static_cast<std::int64_t>(text.size())};
  node.data.resize(text.size());
  std::memcpy(node.data.data(), text.data(), text.size());
  return node;
}

void set_text(Node& node, std::string_view text) {
  auto made = text_node(node.name, node.label, text);
  made.children = std::move(node.children);
  made.extras = std::move(node.extras);
  node = std::move(made);
}

Node table_node(std::string name, std::string label, std::vector<std::int64_t> dims,
                const std::vector<std::string>& rows) {
  Node node{
      .name = std::move(name), .label = std::move(label), .type = DataType::C1, .dims = std::move(dims)};
  const auto width = static_cast<std::size_t>(node.dims.front());
  node.data.assign(static_cast<std::size_t>(count_of(node.dims)), std::byte{' '});
  for (std::size_t i = 0; i < rows.size(); ++i) {
    std::memcpy(node.data.data() + i * width, rows[i].data(), std::min(width, rows[i].size()));
  }
  return node;
}

Node integer_node(std::string name, std::string label, std::vector<std::int64_t> dims,
                  const std::vector<std::int64_t>& values, DataType type) {
  Node node{.name = std::move(name), .label = std::move(label), .type = type, .dims = std::move(dims)};
  switch (type) {
    case DataType::B1:
      store<std::uint8_t>(node, values);
      break;
    case DataType::I4:
      store<std::int32_t>(node, values);
      break;
    case DataType::U4:
      store<std::uint32_t>(node, values);
      break;
    default:
      store<std::int64_t>(node, values);
  }
  return node;
}

Node real_node(std::string name, std::string label, std::vector<std::int64_t> dims,
               const std::vector<double>& values, DataType type) {
  Node node{.name = std::move(name), .label = std::move(label), .type = type, .dims = std::move(dims)};
  type == DataType::R4 ? store<float>(node, values) : store<double>(node, values);
  return node;
}

std::int64_t count_nodes(const Node& node) {
  std::int64_t count = 1;
  for (const auto& child : node.children) count += count_nodes(child);
  return count;
}

std::string join(std::string_view parent, std::string_view name) {
  return parent == "/" ? fmt::format("/{}", name) : fmt::format("{}/{}", parent, name);
}

const Node* find(const Node& root, std::string_view path) {
  const Node* node = &root;
  while (node != nullptr && !path.empty()) {
    const auto slash = path.find('/');
    const auto name = path.substr(0, slash);
    if (!name.empty()) node = node->child(name);
    path = slash == std::string_view::npos ? std::string_view() : path.substr(slash + 1);
  }
  return node;
}

}  // namespace pcgns::cgns
