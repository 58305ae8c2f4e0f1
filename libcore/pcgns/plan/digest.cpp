#include "pcgns/plan/digest.hpp"

#include <algorithm>
#include <array>
#include <map>

#include "pcgns/base/error.hpp"
#include "pcgns/sids/elements.hpp"

namespace pcgns::plan {

namespace {

using tree::DataType;
using tree::Node;

/// Bytes of a value in canonical form.
std::int64_t canonical_size(DataType type) {
  switch (type) {
    case DataType::I4:
    case DataType::U4:
    case DataType::R4:
      return 8;
    case DataType::X4:
      return 16;
    default:
      return tree::size_of(type);
  }
}

void append(std::vector<std::byte>& record, std::string_view text) {
  kernel::append(record, std::ssize(text));
  const auto bytes = std::as_bytes(std::span(text));
  record.insert(record.end(), bytes.begin(), bytes.end());
}

/// Everything that the digest of a node alone has.
struct Facts {
  std::string_view name;
  std::string_view label;
  std::string_view type;
  std::vector<std::int64_t> dims;
  Fingerprint values;
};

Fingerprint record_of(const Facts& facts) {
  std::vector<std::byte> record;
  for (const auto text : {facts.name, facts.label, facts.type}) append(record, text);
  kernel::append(record, std::ssize(facts.dims));
  for (const auto extent : facts.dims) kernel::append(record, extent);
  kernel::append(record, facts.values);
  return pcgns::fingerprint(record);
}

bool is_integer(DataType type) { return class_of(type) == "integer"; }

bool is_old(const Node& section) {
  if (section.label != "Elements_t" || section.child("ElementStartOffset") != nullptr) return false;
  const bool has_type =
      (section.type == DataType::I4 || section.type == DataType::I8) && !section.data.empty() &&
      tree::bytes_of(section.type, section.dims) == static_cast<std::int64_t>(section.data.size());
  if (!has_type) return false;
  const auto type = tree::integers_of(section).front();
  return type == sids::element_type::mixed || type == sids::element_type::ngon ||
         type == sids::element_type::nface;
}

void list_old(const Node& node, std::vector<OldElements>& found) {
  const auto* connectivity = is_old(node) ? node.child("ElementConnectivity") : nullptr;
  if (connectivity != nullptr && connectivity->is_bulk() && is_integer(connectivity->type)) {
    const bool is_mixed = tree::integers_of(node).front() == sids::element_type::mixed;
    found.push_back({.target = connectivity->array, .is_mixed = is_mixed});
  }
  for (const auto& child : node.children) list_old(child, found);
}

class TreeDigest {
 public:
  explicit TreeDigest(const DigestSources& sources) : sources_(sources) {}

  void add(const Node& node, const std::string& path) {
    const bool is_root = path == "/";
    Facts facts{.name = is_root ? "" : std::string_view(node.name),
                // The label of a link is that of its target, which need not be there.
                .label = is_root || node.link ? "" : std::string_view(node.label),
                .type = class_of(node.type),
                .dims = node.dims,
                .values = values_of(node)};
    if (const auto* section = new_section(node)) facts.dims = {section->connectivity.values};
    nodes_.push_back({.path = path, .alone = record_of(facts), .tree = {}});
    if (is_old(node)) read_inline(node);
    add_children(node, path);
  }

  [[nodiscard]] std::vector<NodeDigest> take() {
    add_trees(nodes_);
    return std::move(nodes_);
  }

 private:
  /// A connectivity that lies in its node.
  void read_inline(const Node& section) {
    const auto* node = section.child("ElementConnectivity");
    const bool is_inline = node != nullptr && !node->is_bulk() && !node->data.empty() &&
                           (node->type == DataType::I4 || node->type == DataType::I8);
    if (!is_inline) return;
    const bool is_mixed = tree::integers_of(section).front() == sids::element_type::mixed;
    auto reader = is_mixed ? kernel::OldSection(nodes_of_type()) : kernel::OldSection();
    reader.add(tree::integers_of(*node));
    if (const auto read = reader.finish(); read.sound) inline_sections_[node] = read;
  }

  void add_children(const Node& node, const std::string& path) {
    std::vector<const Node*> children;
    Node offsets{.name = "ElementStartOffset", .label = "DataArray_t", .type = DataType::I8};
    for (const auto& child : node.children) {
      if (sources_.left_out(node, child)) continue;
      children.push_back(&child);
      if (new_section(child) != nullptr) children.push_back(&offsets);
    }
    std::sort(children.begin(), children.end(),
              [](const Node* a, const Node* b) { return a->name < b->name; });
    for (const auto* child : children) {
      const auto child_path = tree::join(path, child->name);
      child == &offsets ? add_offsets(node, child_path) : add(*child, child_path);
    }
  }

  void add_offsets(const Node& section, const std::string& path) {
    const auto& offsets = new_section(*section.child("ElementConnectivity"))->offsets;
    nodes_.push_back({.path = path,
                      .alone = record_of({.name = "ElementStartOffset",
                                          .label = "DataArray_t",
                                          .type = class_of(DataType::I8),
                                          .dims = {offsets.values},
                                          .values = offsets.digest}),
                      .tree = {}});
  }

  [[nodiscard]] const kernel::NewSection* new_section(const Node& node) const {
    const auto in_node = inline_sections_.find(&node);
    if (in_node != inline_sections_.end()) return &in_node->second;
    const auto found = sources_.new_sections.find(node.array);
    return node.is_bulk() && found != sources_.new_sections.end() ? &found->second : nullptr;
  }

  [[nodiscard]] Fingerprint values_of(const Node& node) const {
    if (const auto* section = new_section(node)) return section->connectivity.digest;
    if (node.is_bulk()) return sources_.arrays[static_cast<std::size_t>(node.array)];
    return digest_of_values(node.type, node.data);
  }

  const DigestSources& sources_;
  std::map<const Node*, kernel::NewSection> inline_sections_;  ///< By their connectivity.
  std::vector<NodeDigest> nodes_;
};

/// Sorted by their digits.
Fingerprint tree_of(const Fingerprint& alone, std::vector<Fingerprint>& children) {
  std::sort(children.begin(), children.end(), [](const Fingerprint& a, const Fingerprint& b) {
    return a.high != b.high ? a.high < b.high : a.low < b.low;
  });
  std::vector<std::byte> record;
  kernel::append(record, alone);
  kernel::append(record, std::ssize(children));
  for (const auto& child : children) kernel::append(record, child);
  return pcgns::fingerprint(record);
}

bool is_child(const std::string& path, const std::string& parent) {
  const auto slash = path.rfind('/');
  if (slash == std::string::npos || slash + 1 == path.size()) return false;
  return slash == 0 ? parent == "/" : path.compare(0, slash, parent) == 0;
}

}  // namespace

std::string_view class_of(DataType type) {
  switch (type) {
    case DataType::I4:
    case DataType::U4:
    case DataType::I8:
    case DataType::U8:
      return "integer";
    case DataType::R4:
    case DataType::R8:
      return "real";
    case DataType::X4:
    case DataType::X8:
      return "complex";
    case DataType::C1:
      return "character";
    case DataType::B1:
      return "byte";
    case DataType::MT:
    case DataType::LK:
      return "none";
  }
  return "none";
}

std::int64_t stored_block(DataType type) {
  const auto size = std::max<std::int64_t>(1, canonical_size(type));
  return kernel::digest_block / size * tree::size_of(type);
}

std::span<const std::byte> canonical(DataType type, std::span<const std::byte> stored,
                                     std::vector<std::byte>& room) {
  if (canonical_size(type) == tree::size_of(type)) return stored;
  room.resize(2 * stored.size());
  const auto narrow = type == DataType::I4   ? kernel::Narrow::signed32
                      : type == DataType::U4 ? kernel::Narrow::unsigned32
                                             : kernel::Narrow::real32;
  kernel::widen(narrow, stored, room);
  return room;
}

void add_blocks(DataType type, std::int64_t block, std::span<const std::byte> stored, Fingerprint& sum,
                std::vector<std::byte>& room) {
  for (const auto size = static_cast<std::size_t>(stored_block(type)); !stored.empty(); ++block) {
    const auto bytes = stored.first(std::min(stored.size(), size));
    sum = kernel::sum_of(sum, kernel::block_term(block, canonical(type, bytes, room)));
    stored = stored.subspan(bytes.size());
  }
}

Fingerprint digest_of_values(DataType type, std::span<const std::byte> stored) {
  std::vector<std::byte> room;
  kernel::DigestStream stream;
  stream.add(canonical(type, stored, room));
  return stream.finish();
}

std::vector<OldElements> old_elements(const Node& root) {
  std::vector<OldElements> found;
  list_old(root, found);
  return found;
}

std::span<const std::int64_t> nodes_of_type() {
  static const auto table = [] {
    std::array<std::int64_t, 64> nodes{};
    for (std::size_t type = 0; type < nodes.size(); ++type) {
      const auto* element = sids::element_type_of(static_cast<std::int64_t>(type));
      if (element != nullptr) nodes[type] = element->nodes;
    }
    return nodes;
  }();
  return table;
}

std::vector<NodeDigest> digest_of(const Node& root, const DigestSources& sources) {
  TreeDigest digest(sources);
  digest.add(root, "/");
  return digest.take();
}

void add_trees(std::vector<NodeDigest>& nodes) {
  if (nodes.empty() || nodes.front().path != "/")
    throw Error(ErrorKind::input, "the list of digests does not begin with the root");
  // The ways down to the node that is being looked at, each with the digests of its children so far.
  std::vector<std::pair<NodeDigest*, std::vector<Fingerprint>>> open;
  const auto close = [&] {
    auto& [node, children] = open.back();
    node->tree = tree_of(node->alone, children);
    const auto digest = node->tree;
    open.pop_back();
    if (!open.empty()) open.back().second.push_back(digest);
  };
  for (auto& node : nodes) {
    while (!open.empty() && !is_child(node.path, open.back().first->path)) close();
    if (open.empty() && &node != &nodes.front())
      throw Error(ErrorKind::input, "the list of digests is in no order: " + node.path);
    open.emplace_back(&node, std::vector<Fingerprint>());
  }
  while (!open.empty()) close();
}

}  // namespace pcgns::plan
