#include "pcgns/file/plan/batches.hpp"

#include <algorithm>
#include <string_view>

#include "pcgns/base/bytes.hpp"
#include "pcgns/base/grid.hpp"

namespace pcgns::file {

namespace {

using cgns::Node;

/// Measured size of a node in the file: group with attributes; dataset header; link entries.
constexpr std::int64_t bytes_per_group = 540;
constexpr std::int64_t bytes_per_dataset = 290;

/// An entry of the chunk index, whose B-tree nodes are half full.
constexpr std::int64_t bytes_per_chunk = 100;

/// A link of a group with many: its message, and its entries in the indices of names and of creation order.
constexpr std::int64_t bytes_per_link = 80;

/// Measured sizes of what is created apart: a link in the header of a group, without the name; that header
/// without links and attributes, and what these take; a unit of it; what a group with more links than fit its
/// header has beside it; a dataset.
constexpr std::int64_t bytes_of_link = 23;
constexpr std::int64_t bytes_of_header = 60;
constexpr std::int64_t bytes_of_attributes = 237;
constexpr std::int64_t bytes_of_unit = bytes_of_link + length_of_unit;
constexpr std::int64_t bytes_of_indices = 1900;
constexpr std::int64_t bytes_of_dataset = 72;
constexpr std::int64_t bytes_of_extent = 16;
constexpr std::int64_t bytes_of_place = 24;      ///< Of a dataset with its values elsewhere,
constexpr std::int64_t bytes_of_chunking = 100;  ///< and of one with chunks.
constexpr std::size_t most_in_header = 8;

/// Below this many nodes of zones, one rank creates all.
constexpr std::int64_t fewest_nodes = 4096;
/// Of a batch: enough that its private file costs little, few enough for many ranks.
constexpr std::int64_t nodes_per_batch = 1024;

/// Values are aligned to the largest size of a value.
constexpr std::int64_t least_alignment = 16;

std::int64_t chunk_count(const plan::Target& target) {
  if (!target.is_chunked()) return 0;
  return Grid({target.dims.rbegin(), target.dims.rend()}, {target.chunk.rbegin(), target.chunk.rend()})
      .count();
}

/// Format 1.8 indexes chunks by B-trees whose nodes have room for 64, and are half full.
std::int64_t index_bytes(const plan::Plan& plan, const plan::Target& target) {
  const auto chunks = chunk_count(target);
  if (plan.format.version != plan::Format::Version::v18) return chunks * bytes_per_chunk;
  const auto key = 8 + 8 * (std::ssize(target.dims) + 1);
  return (chunks + 31) / 32 * (24 + 64 * 8 + 65 * key);
}

std::int64_t dataset_bytes(const plan::Plan& plan, const Node& node) {
  const auto bytes = bytes_of_dataset + bytes_of_extent * std::ssize(node.dims);
  if (!node.is_bulk()) return bytes + bytes_of_place + std::ssize(node.data);
  const auto& target = plan.targets[static_cast<std::size_t>(node.array)];
  return bytes + (target.is_chunked() ? bytes_of_chunking + index_bytes(plan, target) : bytes_of_place);
}

/// Of a node and what is below it, created apart, with values but not those of bulk arrays.
std::int64_t image_bytes(const plan::Plan& plan, const Node& node) {
  auto bytes = bytes_of_header + units_of_group(bytes_of_links(node)) * bytes_of_unit;
  if (node.is_bulk() || !node.data.empty()) bytes += dataset_bytes(plan, node);
  if (node.link) bytes += 2 * bytes_of_dataset + 2 * std::ssize(node.link->path + node.link->file);
  const bool is_indexed = node.children.size() > most_in_header;
  if (is_indexed) bytes += bytes_of_indices;
  for (const auto& child : node.children) {
    if (is_indexed) bytes += bytes_per_link + std::ssize(child.name);
    bytes += image_bytes(plan, child);
  }
  return bytes;
}

/// Extras may be any HDF5 objects and refer to others: they are created where they lie.
bool has_extras(const Node& node) {
  return !node.extras.empty() || std::ranges::any_of(node.children, has_extras);
}

std::int64_t chunk_index_bytes(const plan::Plan& plan, const Node& node) {
  std::int64_t bytes = 0;
  if (node.is_bulk())
    bytes = chunk_count(plan.targets[static_cast<std::size_t>(node.array)]) * bytes_per_chunk;
  for (const auto& child : node.children) bytes += chunk_index_bytes(plan, child);
  return bytes;
}

class Arranger {
 public:
  explicit Arranger(const plan::Plan& plan) : plan_(plan) {
    if (plan.format.page_size > 0) return;  // HDF5 decides what is in a page
    for (const auto& base : plan.output.children) {
      if (base.label == "CGNSBase_t" && !base.link) add(base);
    }
    if (nodes_ < fewest_nodes || batches_.size() < 2) batches_.clear();
  }

  /// Lays the batches out from `begin` on; returns their end.
  std::int64_t place_batches(std::int64_t begin) {
    for (auto& batch : batches_) {
      std::int64_t bytes = 0;
      for (const auto* child : batch.children) bytes += image_bytes(plan_, *child);
      batch.bytes = {begin, round_up(begin + bytes + bytes / 128, range_unit)};
      begin = batch.bytes.end;
    }
    return begin;
  }

  /// What is not in batches: links of the bases to what is.
  [[nodiscard]] std::int64_t front() const {
    auto bytes = metadata_bytes(plan_);
    for (const auto& batch : batches_) {
      for (const auto* child : batch.children)
        bytes -= metadata_bytes(*child) + chunk_index_bytes(plan_, *child) - bytes_per_link -
                 std::ssize(child->name);
    }
    return round_up(bytes + 8 * kibi, range_unit);
  }

  [[nodiscard]] std::vector<Batch> take() { return std::move(batches_); }

 private:
  void add(const Node& base) {
    auto left = std::int64_t{0};
    for (const auto& child : base.children) {
      if (child.link || has_extras(child)) continue;
      if (left <= 0) {
        batches_.push_back({.base = "/" + base.name});
        left = nodes_per_batch;
      }
      batches_.back().children.push_back(&child);
      const auto nodes = cgns::count_nodes(child);
      nodes_ += nodes;
      left -= nodes;
    }
  }

  const plan::Plan& plan_;
  std::vector<Batch> batches_;
  std::int64_t nodes_ = 0;
};

/// Gives a place after `end` to each contiguous array that has none, as HDF5 would; returns their end.
std::int64_t place_arrays(const plan::Plan& plan, const InPlace& in_place, std::int64_t end,
                          std::vector<std::int64_t>& arrays) {
  arrays.assign(in_place.arrays.begin(), in_place.arrays.end());
  arrays.resize(plan.targets.size(), -1);
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    const auto size = plan.targets[i].bytes();
    if (arrays[i] >= 0 || plan.targets[i].is_chunked() || size == 0) continue;
    auto unit = size >= in_place.alignment ? std::max(in_place.alignment, least_alignment) : least_alignment;
    const auto residue = in_place.residues.empty() ? -1 : in_place.residues[i];
    if (residue >= 0) unit = std::max(unit, in_place.block);
    const auto shift = std::max<std::int64_t>(residue, 0);
    arrays[i] = round_up(std::max(end, shift) - shift, unit) + shift;
    end = arrays[i] + size;
  }
  return end;
}

}  // namespace

std::int64_t bytes_of_links(const Node& node) {
  std::int64_t bytes = 0;
  std::size_t links = 0;
  const auto add = [&](std::string_view name) {
    if (links++ < most_in_header) bytes += bytes_of_link + std::ssize(name);
  };
  if (node.is_bulk() || !node.data.empty()) add(" data");
  for (const auto& child : node.children) add(child.name);
  if (node.link) bytes += 3 * bytes_of_link + std::ssize(node.link->path) + std::ssize(node.link->file) + 20;
  return bytes;
}

std::int64_t units_of_group(std::int64_t links) {
  return (bytes_of_attributes + links + bytes_of_unit - 1) / bytes_of_unit;
}

std::int64_t metadata_bytes(const Node& node) {
  std::int64_t bytes = bytes_per_group;
  if (node.is_bulk() || !node.data.empty()) bytes += bytes_per_dataset;
  if (!node.is_bulk()) bytes += static_cast<std::int64_t>(node.data.size());
  for (const auto& child : node.children) bytes += metadata_bytes(child);
  return bytes;
}

std::int64_t metadata_bytes(const plan::Plan& plan) {
  auto bytes = metadata_bytes(plan.output);
  for (const auto& target : plan.targets) bytes += chunk_count(target) * bytes_per_chunk;
  return bytes;
}

Arrangement arrange(const plan::Plan& plan, const InPlace& in_place) {
  Arranger arranger(plan);
  Arrangement made;
  // Before chunks there is room for batches, before arrays that were written there is not.
  const bool is_after = !in_place.bytes.empty() && !in_place.has_chunks;
  made.front = is_after ? std::min(arranger.front(), in_place.bytes.begin) : arranger.front();
  made.bytes.begin = is_after ? in_place.bytes.begin : made.front;
  auto end = arranger.place_batches(is_after ? round_up(in_place.bytes.end, range_unit) : made.front);
  made.batches = arranger.take();
  made.bytes.end = place_arrays(plan, in_place, std::max(end, in_place.bytes.end), made.arrays);
  return made;
}

std::int64_t end_of_batches(const plan::Plan& plan) {
  Arranger arranger(plan);
  const auto end = arranger.place_batches(arranger.front());
  return arranger.take().empty() ? 0 : end;
}

}  // namespace pcgns::file
