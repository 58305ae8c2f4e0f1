#include "pcgns/adf/database.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <utility>

#include "pcgns/adf/detail/record.hpp"
#include "pcgns/base/bytes.hpp"
#include "pcgns/base/error.hpp"
#include "pcgns/kernel/conversion.hpp"

namespace pcgns::adf {

/// Words of the library for what encloses a table or values.
struct Frame {
  std::string_view what;
  std::string_view begin;
  std::string_view end;
};

namespace {

using cgns::DataType;

constexpr std::int64_t node_size = 246;
constexpr std::size_t name_size = 32;
constexpr std::size_t most_dimensions = 12;
/// Before the entries of a table, or before values: a tag, and a pointer to the tag behind them.
constexpr std::int64_t frame_size = tag_size + pointer_size;
constexpr std::int64_t child_size = name_size + pointer_size;
constexpr std::int64_t chunk_entry_size = 2 * pointer_size;
/// Of tables of children that are kept for paths; a larger table is kept alone.
constexpr std::size_t most_kept_names = 256 * kibi;
/// The library limits file names to 1024 characters, and paths to 4096.
constexpr std::int64_t longest_link = 8 * kibi;

constexpr Frame child_table = {"a table of children", "SNTb", "snTE"};
constexpr Frame chunk_table = {"a table of data chunks", "DCtb", "dcTE"};
constexpr Frame data_chunk = {"a data chunk", "DaTa", "dEnD"};

/// The type of the values of a link, which are its target.
DataType value_type(DataType type) { return type == DataType::LK ? DataType::C1 : type; }

std::int64_t value_bytes(const Node& node) {
  return node.dims.empty() ? 0 : cgns::bytes_of(value_type(node.type), node.dims);
}

DataType stored_type(std::string text, const Header& header) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  const auto type = cgns::data_type(text);
  if (!type) throw Unreadable(fmt::format("'{}' is not a CGNS data type", text));
  if (header.long_size == 4 && *type == DataType::I8) return DataType::I4;
  if (header.long_size == 4 && *type == DataType::U8) return DataType::U4;
  return *type;
}

/// Names that HDF5 can have, too, and that are no private objects there.
void require_name(const std::string& name) {
  if (name.empty() || name == "." || name.front() == ' ' || name.find('/') != std::string::npos)
    throw Unreadable(fmt::format("'{}' is not a name of a node", name));
}

void require_different(const std::vector<Child>& children) {
  std::vector<std::string_view> names(children.size());
  std::transform(children.begin(), children.end(), names.begin(),
                 [](const Child& child) { return std::string_view(child.name); });
  std::sort(names.begin(), names.end());
  const auto again = std::adjacent_find(names.begin(), names.end());
  if (again != names.end()) throw Unreadable(fmt::format("is damaged: it has two children '{}'", *again));
}

std::vector<std::int64_t> dims_in(const Record& record, const Header& header) {
  const auto count = static_cast<std::size_t>(record.hexadecimal(128, 2));
  if (count > most_dimensions)
    throw Unreadable(
        fmt::format("is damaged: it has {} dimensions, expected up to {}", count, most_dimensions));
  std::vector<std::int64_t> dims(count);
  for (std::size_t i = 0; i < count; ++i) dims[i] = record.extent(130 + 8 * i, header);
  return dims;
}

void require_fits(const Node& node, std::int64_t file_size) {
  std::int64_t bytes = file_size;
  try {
    bytes = value_bytes(node);
  } catch (const Error& error) {
    throw Unreadable(error.what());
  }
  if (bytes < file_size) return;
  throw Unreadable(
      fmt::format("is damaged: its extents need {} bytes, but the file has {}", bytes, file_size));
}

}  // namespace

std::int64_t Node::stored_bytes() const {
  const auto chunk_entries = chunks > 1 ? chunks : 0;
  return node_size + children * child_size + chunk_entries * chunk_entry_size + value_bytes(*this);
}

Database::Database(ReadAt read, std::int64_t file_size)
    : read_(std::move(read)),
      size_(file_size),
      blocks_(read_, size_),
      header_(header_from(blocks_.get(0, header_size), size_)) {}

Node Database::node(std::int64_t address) {
  const auto bytes = blocks_.get(address, node_size);
  const Record record(bytes, address);
  record.require_tag(0, "NoDe", "a node");
  record.require_tag(node_size - tag_size, "TaiL", "a node");
  Node node{.name = record.text(4, name_size),
            .label = record.text(36, name_size),
            .type = stored_type(record.text(96, name_size), header_),
            .dims = dims_in(record, header_),
            .children = record.hexadecimal(68, 8),
            .chunks = record.hexadecimal(226, 4)};
  if (node.type == DataType::MT) node.dims.clear();
  require_fits(node, size_);
  if (node.children > 0) node.children_at = record.pointer(84, header_, size_);
  if (node.chunks > 0) node.chunks_at = record.pointer(230, header_, size_);
  return node;
}

Node Database::node(const Child& child) {
  auto found = node(child.address);
  if (found.name == child.name) return found;
  throw Unreadable(fmt::format("is damaged: the table of children has the name '{}', the node itself '{}'",
                               child.name, found.name));
}

/// What is between the tags of `frame`, which begins at `address`.
Range Database::framed(std::int64_t address, const Frame& frame) {
  const auto bytes = blocks_.get(address, frame_size);
  const Record head(bytes, address);
  head.require_tag(0, frame.begin, frame.what);
  const Range inside{address + frame_size, head.pointer(tag_size, header_, size_)};
  const auto tail = blocks_.get(inside.end, tag_size);
  Record(tail, inside.end).require_tag(0, frame.end, frame.what);
  if (inside.size() < 0)
    throw Unreadable(
        fmt::format("is damaged: {} at byte {} of the file ends before it begins", frame.what, address));
  return inside;
}

std::vector<std::byte> Database::table(std::int64_t address, const Frame& frame, std::int64_t bytes) {
  const auto inside = framed(address, frame);
  if (inside.size() >= bytes) return blocks_.get(inside.begin, bytes);
  throw Unreadable(fmt::format("is damaged: expected {} bytes in {} at byte {} of the file, found {}", bytes,
                               frame.what, address, inside.size()));
}

std::vector<Child> Database::children(const Node& parent) {
  if (parent.children == 0) return {};
  const auto bytes = table(parent.children_at, child_table, parent.children * child_size);
  const Record record(bytes, parent.children_at + frame_size);
  std::vector<Child> children(static_cast<std::size_t>(parent.children));
  for (std::size_t i = 0; i < children.size(); ++i) {
    const auto at = i * child_size;
    children[i] = {record.text(at, name_size), record.pointer(at + name_size, header_, size_)};
    require_name(children[i].name);
  }
  require_different(children);
  return children;
}

std::optional<Node> Database::child(const Node& parent, std::string_view name) {
  const auto& names = names_in(parent);
  const auto found = names.find(name);
  if (found == names.end()) return std::nullopt;
  return node({found->first, found->second});
}

/// Many paths lead through the same tables.
const Database::Names& Database::names_in(const Node& parent) {
  const std::pair key(parent.children_at, parent.children);
  if (const auto found = kept_.find(key); found != kept_.end()) return found->second;
  Names names;
  for (auto& entry : children(parent)) names.emplace(std::move(entry.name), entry.address);
  if (kept_names_ + names.size() > most_kept_names) {
    kept_.clear();
    kept_names_ = 0;
  }
  kept_names_ += names.size();
  return kept_.emplace(key, std::move(names)).first->second;
}

Node Database::at(std::string_view path) {
  auto at = root();
  for (std::size_t begin = 1; begin < path.size();) {
    const auto end = std::min(path.find('/', begin), path.size());
    const auto name = path.substr(begin, end - begin);
    auto next = child(at, name);
    if (!next) throw Unreadable(fmt::format("its node '{}' is missing", name));
    at = std::move(*next);
    begin = end + 1;
  }
  return at;
}

std::vector<Range> Database::chunks_of(const Node& node) {
  if (node.chunks == 0) return {};
  if (node.chunks == 1) return {framed(node.chunks_at, data_chunk)};
  const auto bytes = table(node.chunks_at, chunk_table, node.chunks * chunk_entry_size);
  const Record record(bytes, node.chunks_at + frame_size);
  std::vector<Range> chunks(static_cast<std::size_t>(node.chunks));
  for (std::size_t i = 0; i < chunks.size(); ++i) {
    const auto at = i * chunk_entry_size;
    chunks[i] = framed(record.pointer(at, header_, size_), data_chunk);
    // Values that became fewer leave room behind them.
    const auto end = record.pointer(at + pointer_size, header_, size_);
    chunks[i].end = std::clamp(end, chunks[i].begin, chunks[i].end);
  }
  return chunks;
}

std::vector<Range> Database::values_of(const Node& node) {
  const auto wanted = value_bytes(node);
  if (wanted == 0) return {};
  if (node.chunks == 0) throw Unreadable("its values were never written");
  std::vector<Range> ranges;
  auto rest = wanted;
  for (const auto& chunk : chunks_of(node)) {
    const auto size = std::min(rest, chunk.size());
    if (size > 0) ranges.push_back({chunk.begin, chunk.begin + size});
    rest -= size;
  }
  if (rest == 0) return ranges;
  throw Unreadable(
      fmt::format("is damaged: its extents need {} bytes, but {} are stored", wanted, wanted - rest));
}

std::vector<std::byte> Database::load(const Node& node) {
  std::vector<std::byte> values;
  for (const auto& range : values_of(node)) {
    const auto bytes = blocks_.get(range.begin, range.size());
    values.insert(values.end(), bytes.begin(), bytes.end());
  }
  if (header_.is_swapped()) kernel::reverse_words(values, cgns::word_size(value_type(node.type)));
  return values;
}

void Database::read(const std::vector<Range>& ranges, Range bytes, int word, std::span<std::byte> to) {
  std::int64_t before = 0;
  for (const auto& range : ranges) {
    const auto part = intersect(bytes, {before, before + range.size()});
    if (!part.empty())
      read_(range.begin + part.begin - before, to.subspan(static_cast<std::size_t>(part.begin - bytes.begin),
                                                          static_cast<std::size_t>(part.size())));
    before += range.size();
  }
  if (header_.is_swapped()) kernel::reverse_words(to, word);
}

cgns::Link Database::link_of(const Node& node) {
  if (value_bytes(node) > longest_link) throw Unreadable("the path of a link is too long");
  const auto bytes = load(node);
  const auto text = Record(bytes, 0).text(0, bytes.size());
  const auto file_end = text.find(header_.link_separator);
  if (file_end == std::string::npos)
    throw Unreadable(fmt::format("is damaged: its target '{}' has no '{}' between file and path", text,
                                 header_.link_separator));
  const auto path = text.substr(file_end + 1);
  if (path.empty()) throw Unreadable("a link without a target");
  return {text.substr(0, file_end), path.starts_with('/') ? path : "/" + path};
}

}  // namespace pcgns::adf
