#include "pcgns/digest/plan/tree_digest.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <unordered_set>

#include "pcgns/base/bytes.hpp"
#include "pcgns/base/error.hpp"
#include "pcgns/cgns/compare_trees.hpp"
#include "pcgns/cgns/elements.hpp"
#include "pcgns/digest/canonical.hpp"

namespace pcgns::digest {

namespace {

using cgns::DataType;
using cgns::Node;

void append(std::vector<std::byte>& record, std::string_view text) {
  kernel::append(record, std::ssize(text));
  const auto bytes = std::as_bytes(std::span(text));
  record.insert(record.end(), bytes.begin(), bytes.end());
}

/// Everything that enters the digest of a node without its children.
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

/// True if all values are in the node; also of an array without values.
bool has_values(const Node& node) {
  return cgns::bytes_of(node.type, node.dims) == static_cast<std::int64_t>(node.data.size());
}

bool is_old(const Node& section) {
  if (section.label != "Elements_t" || section.child("ElementStartOffset") != nullptr) return false;
  if (!cgns::is_any_integer(section.type) || section.data.empty() || !has_values(section)) return false;
  return cgns::is_ragged(cgns::any_integers_of(section).front());
}

/// True for a connectivity that can have the old form.
bool is_flat(const Node& connectivity) {
  return cgns::is_empty(connectivity) ||
         (cgns::is_any_integer(connectivity.type) && connectivity.dims.size() == 1);
}

void list_old(const Node& node, std::vector<OldElements>& found) {
  const auto* connectivity = is_old(node) ? node.child("ElementConnectivity") : nullptr;
  if (connectivity != nullptr && connectivity->is_bulk() && !cgns::is_empty(*connectivity) &&
      is_flat(*connectivity)) {
    const bool is_mixed = cgns::any_integers_of(node).front() == cgns::element_type::mixed;
    found.push_back({.target = connectivity->array, .is_mixed = is_mixed});
  }
  for (const auto& child : node.children) list_old(child, found);
}

Fingerprint digest_of_integers(std::span<const std::int64_t> values) {
  return cgns::digest_of_values(DataType::I8, std::as_bytes(values));
}

class TreeDigest {
 public:
  explicit TreeDigest(const DigestSources& sources) : sources_(sources) {}

  void add(const Node& root) {
    named_ = interfaces_of_regions(root);
    add(root, "/", {.name = {}, .label = {}, .type = "none", .dims = {}, .values = {}});
  }

  [[nodiscard]] std::vector<NodeDigest> take() {
    add_trees(nodes_);
    return std::move(nodes_);
  }

 private:
  /// Reads a connectivity stored in its node.
  void read_inline(const Node& section) {
    const auto* node = section.child("ElementConnectivity");
    const bool is_inline = node != nullptr && (!node->is_bulk() || cgns::is_empty(*node));
    if (!is_inline || !is_flat(*node) || !has_values(*node)) return;
    const bool is_mixed = cgns::any_integers_of(section).front() == cgns::element_type::mixed;
    auto reader = is_mixed ? kernel::OldSection(cgns::nodes_of_type()) : kernel::OldSection();
    if (!cgns::is_empty(*node)) add_values(reader, node->type, cgns::any_integers_of(*node));
    if (const auto read = reader.finish(); read.sound) inline_sections_[node] = read;
  }

  void add(const Node& node, const std::string& path, const Facts& facts) {
    nodes_.push_back({.path = path, .alone = record_of(facts), .tree = {}});
    if (is_old(node)) read_inline(node);
    for (const auto& [child, form] : canonical_values(node))
      rewritten_.emplace(child, cgns::digest_of_values(form.type, form.data));
    add_children(node, path);
  }

  [[nodiscard]] Facts facts_of(const Node& parent, const Node& node) const {
    const bool is_nameless = has_free_name(parent, node) && !named_.contains(&node);
    Facts facts{.name = is_nameless ? "" : std::string_view(node.name),
                // The label of a link is that of its target, which may not exist.
                .label = node.link ? "" : std::string_view(node.label),
                .type = cgns::class_of(node.type),
                .dims = node.dims,
                .values = values_of(node)};
    if (const auto* section = new_section(node)) facts.dims = {section->connectivity.values};
    if (cgns::is_empty(node)) {
      facts.type = cgns::class_of(DataType::MT);
      facts.dims.clear();
    }
    if (const auto* corners = corners_of(node)) {
      facts.name = "PointRange";
      facts.label = "IndexRange_t";
      facts.dims = {std::ssize(*corners) / 2, 2};
    }
    return facts;
  }

  void add_children(const Node& node, const std::string& path) {
    const auto name_of = [&](const Node* child) {
      return corners_of(*child) != nullptr ? std::string_view("PointRange") : std::string_view(child->name);
    };
    std::vector<const Node*> children;
    Node offsets{.name = "ElementStartOffset", .label = "DataArray_t", .type = DataType::I8};
    for (const auto& child : node.children) {
      if (is_no_content(node, child)) continue;
      children.push_back(&child);
      if (new_section(child) != nullptr) children.push_back(&offsets);
    }
    std::sort(children.begin(), children.end(),
              [&](const Node* a, const Node* b) { return name_of(a) < name_of(b); });
    for (const auto* child : children) {
      const auto child_path = cgns::join(path, name_of(child));
      child == &offsets ? add_offsets(node, child_path) : add(*child, child_path, facts_of(node, *child));
    }
  }

  void add_offsets(const Node& section, const std::string& path) {
    const auto& offsets = new_section(*section.child("ElementConnectivity"))->offsets;
    nodes_.push_back({.path = path,
                      .alone = record_of({.name = "ElementStartOffset",
                                          .label = "DataArray_t",
                                          .type = cgns::class_of(DataType::I8),
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

  /// Null unless `node` is a list with all points of a range.
  [[nodiscard]] const std::vector<std::int64_t>* corners_of(const Node& node) const {
    const auto found = sources_.lists.ranges.find(&node);
    return found != sources_.lists.ranges.end() ? &found->second : nullptr;
  }

  [[nodiscard]] Fingerprint values_of(const Node& node) const {
    if (const auto* section = new_section(node)) return section->connectivity.digest;
    if (const auto* corners = corners_of(node)) return digest_of_integers(*corners);
    for (const auto* known : {&sources_.lists.values, &rewritten_}) {
      if (const auto found = known->find(&node); found != known->end()) return found->second;
    }
    if (cgns::is_empty(node)) return {};
    if (node.is_bulk()) return sources_.arrays[static_cast<std::size_t>(node.array)];
    return cgns::digest_of_values(node.type, node.data);
  }

  const DigestSources& sources_;
  std::map<const Node*, kernel::NewSection> inline_sections_;  ///< By connectivity node.
  std::map<const Node*, Fingerprint> rewritten_;               ///< Of canonical_values.
  std::unordered_set<const Node*> named_;                      ///< Interfaces whose names count.
  std::vector<NodeDigest> nodes_;
};

/// Sorts the digests of the children.
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

void add_values(kernel::OldSection& section, DataType type, std::span<const std::int64_t> values) {
  if (are_beyond_signed(type, values)) section.refuse();
  section.add(values);
}

std::vector<OldElements> old_elements(const Node& root) {
  std::vector<OldElements> found;
  list_old(root, found);
  return found;
}

std::vector<NodeDigest> digest_of(const Node& root, const DigestSources& sources) {
  TreeDigest digest(sources);
  digest.add(root);
  return digest.take();
}

void add_trees(std::vector<NodeDigest>& nodes) {
  if (nodes.empty() || nodes.front().path != "/")
    throw Error(ErrorKind::input, "the manifest does not start with the root");
  // The nodes from the root to the current one, each with the digests of its children so far.
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
      throw Error(ErrorKind::input, "the manifest is not sorted: " + node.path);
    open.emplace_back(&node, std::vector<Fingerprint>());
  }
  while (!open.empty()) close();
}

namespace {

/// Alignment of small arrays.
constexpr std::int64_t alignment = 64;

/// For each target, the one transfer that fills all of it; null if there is none.
std::vector<const plan::Transfer*> whole_transfers(const plan::Plan& plan) {
  std::vector<const plan::Transfer*> whole(plan.targets.size());
  for (const auto& transfer : plan.transfers) {
    const auto target = static_cast<std::size_t>(transfer.target);
    if (transfer.target_begin == 0 && transfer.count == cgns::count_of(plan.targets[target].dims))
      whole[target] = &transfer;
  }
  return whole;
}

DigestPiece piece_of(const plan::Plan& plan, const plan::Transfer& transfer) {
  const auto& target = plan.targets[static_cast<std::size_t>(transfer.target)];
  return {.target = transfer.target,
          .source = transfer.source,
          .begin = transfer.source_begin * cgns::size_of(target.type),
          .blocks = {0, divide_up(target.bytes(), cgns::stored_block(target.type))}};
}

class Distributor {
 public:
  Distributor(const plan::Plan& plan, const cgns::InputSet& inputs, const cgns::ArraySums& known, int rank,
              int ranks)
      : plan_(plan), inputs_(inputs), known_(known), rank_(rank), ranks_(ranks) {}

  DigestWork distribute(const std::vector<OldElements>& old) {
    const auto whole = whole_transfers(plan_);
    const auto share = std::max<std::int64_t>(1, divide_up(plain_bytes(whole), ranks_));
    const Range mine{rank_ * share, (rank_ + 1) * share};
    std::int64_t before = 0;
    for (std::size_t i = 0; i < whole.size(); ++i) {
      if (known_.contains(static_cast<int>(i))) continue;
      if (whole[i] == nullptr) {
        work_.composites.push_back(static_cast<int>(i));
      } else if (is_plain(*whole[i])) {
        add_plain(*whole[i], {mine.begin - before, mine.end - before});
        before += plan_.targets[i].bytes();
      } else if (reader_of(*whole[i]) == rank_) {
        work_.pieces.push_back(piece_of(plan_, *whole[i]));
      }
    }
    add_sections(old, whole);
    return std::move(work_);
  }

 private:
  [[nodiscard]] const cgns::Array& array_of(const plan::Transfer& transfer) const {
    return inputs_.arrays[static_cast<std::size_t>(transfer.source)];
  }
  /// True if any rank can read it by offset.
  [[nodiscard]] bool is_plain(const plan::Transfer& transfer) const {
    return array_of(transfer).values || array_of(transfer).offset >= 0;
  }
  [[nodiscard]] int reader_of(const plan::Transfer& transfer) const {
    return inputs_.files[static_cast<std::size_t>(array_of(transfer).file)].reader;
  }

  [[nodiscard]] std::int64_t plain_bytes(const std::vector<const plan::Transfer*>& whole) const {
    std::int64_t bytes = 0;
    for (std::size_t i = 0; i < whole.size(); ++i) {
      if (known_.contains(static_cast<int>(i))) continue;
      if (whole[i] != nullptr && is_plain(*whole[i])) bytes += plan_.targets[i].bytes();
    }
    return bytes;
  }

  /// Adds the blocks that begin in `bytes`, counted from the begin of the target.
  void add_plain(const plan::Transfer& transfer, Range bytes) {
    auto piece = piece_of(plan_, transfer);
    const auto size = cgns::stored_block(plan_.targets[static_cast<std::size_t>(transfer.target)].type);
    const auto block_at = [&](std::int64_t byte) {
      return std::min(piece.blocks.end, divide_up(std::max<std::int64_t>(0, byte), size));
    };
    piece.blocks = {block_at(bytes.begin), block_at(bytes.end)};
    if (!piece.blocks.empty()) work_.pieces.push_back(piece);
  }

  void add_sections(const std::vector<OldElements>& old, const std::vector<const plan::Transfer*>& whole) {
    int turn = 0;
    for (std::size_t place = 0; place < old.size(); ++place) {
      const auto* transfer = whole[static_cast<std::size_t>(old[place].target)];
      if (transfer == nullptr) {
        work_.merged_sections.push_back(place);
        continue;
      }
      const int rank = is_plain(*transfer) ? turn++ % ranks_ : reader_of(*transfer);
      if (rank == rank_) work_.sections.push_back({place, old[place], piece_of(plan_, *transfer)});
    }
  }

  const plan::Plan& plan_;
  const cgns::InputSet& inputs_;
  const cgns::ArraySums& known_;
  int rank_;
  int ranks_;
  DigestWork work_;
};

}  // namespace

DigestWork digest_work(const plan::Plan& plan, const cgns::InputSet& inputs,
                       const std::vector<OldElements>& old, int rank, int ranks,
                       const cgns::ArraySums& known) {
  return Distributor(plan, inputs, known, rank, ranks).distribute(old);
}

DigestLayout digest_layout(const std::vector<plan::Target>& targets) {
  DigestLayout layout;
  for (const auto& target : targets) {
    auto begin = round_up(layout.end, alignment);
    const auto block_end = round_down(begin, kernel::digest_block) + kernel::digest_block;
    if (begin + target.bytes() > block_end) begin = round_up(begin, kernel::digest_block);
    layout.offsets.push_back(begin);
    layout.end = begin + target.bytes();
  }
  return layout;
}

}  // namespace pcgns::digest
