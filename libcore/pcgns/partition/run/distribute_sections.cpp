// Distributes the sections of a zone, renumbering nodes, faces and cells for each part.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <map>

#include "pcgns/cgns/locations.hpp"
#include "pcgns/mesh/parents.hpp"
#include "pcgns/mesh/zone_faces.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/partition/run/distinct.hpp"
#include "pcgns/partition/run/distribution_context.hpp"
#include "pcgns/partition/run/windows.hpp"

namespace pcgns::partition {

namespace {

/// A section being distributed.
struct SectionContext {
  DistributionContext& context;
  std::size_t index = 0;
  const mesh::Elements& elements;
  const Distribution& distribution;

  [[nodiscard]] const mesh::Section& section() const { return *elements.section; }
  [[nodiscard]] const cgns::Node* child(std::string_view name) const { return section().node->child(name); }
  [[nodiscard]] bool is_nface() const { return section().type == cgns::element_type::nface; }
  [[nodiscard]] std::string path(std::string_view name) const { return cgns::join(section().path, name); }
};

/// Looks up nodes of elements in the parts.
class NodeNumbers {
 public:
  NodeNumbers(const SectionContext& section, const mesh::Block& block)
      : is_nface_(section.is_nface()),
        // Vertices count from 1, and are looked up as they are.
        numbers_(has_vertices_only(section) ? Distinct(block.values()) : numbers_of(section, block)) {
    auto& context = section.context;
    if (is_nface_) {
      indices_ = local_indices_of_elements(context.session, context.mesh, context.distributed.elements,
                                           numbers_.numbers());
    } else {
      auto vertices = numbers_.numbers();
      for (auto& vertex : vertices) --vertex;
      indices_ = local_indices_of(context.session, context.distributed.vertices, vertices);
      for (auto& local : indices_.all) ++local.index;
    }
    firsts_.reserve(numbers_.numbers().size());
    for (std::size_t i = 0; i < numbers_.numbers().size(); ++i) {
      const auto all = indices_.of(i);
      firsts_.push_back(all.empty() ? LocalIndex{.part = -1} : all.front());
    }
  }

  /// The number of a node in `part`, with the sign of `node`.
  [[nodiscard]] std::int64_t at(std::int64_t node, std::int32_t part) const {
    if (node == 0) return 0;
    const auto i = numbers_.index_of(is_nface_ ? std::abs(node) : node);
    const auto number = firsts_[i].part == part ? firsts_[i].index : indices_.in_part(i, part);
    return node < 0 ? -number : number;
  }

 private:
  static bool has_vertices_only(const SectionContext& section) {
    return section.elements.all_within && section.elements.lead == 0 && !section.is_nface();
  }
  static Distinct numbers_of(const SectionContext& section, const mesh::Block& block) {
    const bool is_nface = section.is_nface();
    std::vector<std::int64_t> numbers;
    numbers.reserve(block.values().size());
    for (std::int64_t i = 0; i < block.size(); ++i) {
      for (const auto node : block.nodes(i)) {
        if (node != 0) numbers.push_back(is_nface ? std::abs(node) : node);
      }
    }
    return Distinct(numbers);
  }

  bool is_nface_;
  Distinct numbers_;
  LocalIndices indices_;
  std::vector<LocalIndex> firsts_;  ///< Of each number: most have only one.
};

/// By slot of this rank; empty if all elements have the same number of values.
std::vector<std::int64_t> lengths_of(const SectionContext& section) {
  if (section.elements.width > 0) return {};
  std::vector<std::int64_t> lengths;
  lengths.reserve(section.distribution.parts.size());
  for (std::int64_t i = 0; i < section.elements.mine.size(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    const auto length = section.elements.offsets[at + 1] - section.elements.offsets[at];
    lengths.insert(lengths.end(), static_cast<std::size_t>(section.distribution.slots(i).size()), length);
  }
  return lengths;
}

/// True if the connectivity can be renumbered in place, and written when the files of the parts exist.
bool goes_directly(const SectionContext& section) {
  const auto& elements = section.elements;
  const auto type = section.context.target(*section.child("ElementConnectivity")).type;
  const bool has_place = elements.width > 0 && elements.lead == 0 && elements.type == type &&
                         (type == cgns::DataType::I4 || type == cgns::DataType::I8);
  const bool has_one_part = section.distribution.starts.empty() && section.distribution.ghosts == 0;
  return has_place && has_one_part && section.context.direct.can_have(section.distribution);
}

void distribute_connectivity(SectionContext& section, std::span<const std::int64_t> lengths,
                             const RunWriter::Sizes& sizes) {
  auto& context = section.context;
  const auto* node = section.child("ElementConnectivity");
  if (goes_directly(section)) {
    auto values = context.direct.add({.path = section.path(node->name),
                                      .distribution = &section.distribution,
                                      .type = section.elements.type,
                                      .width = section.elements.width});
    context.out.arrays[node] = {.columns = {std::move(values)}, .axis = 0};
    return;
  }
  RunWriter writer(context.scratch, section.path(node->name), context.target(*node).type, sizes);
  std::vector<std::int64_t> values;
  mesh::Block block;
  for (const auto& chunk : mesh::chunks_of(context.session, std::span(&section.elements, 1))) {
    block.load(section.elements, chunk.range);
    const NodeNumbers numbers(section, block);
    values.clear();
    for (std::int64_t i = 0; i < block.size(); ++i) {
      const auto slots = section.distribution.slots(chunk.range.begin + i);
      for (auto slot = slots.begin; slot < slots.end; ++slot) {
        const auto part = section.distribution.part_of(slot);
        const auto nodes = block.nodes(i);
        const auto lead = block.all(i).first(block.all(i).size() - nodes.size());
        values.insert(values.end(), lead.begin(), lead.end());
        for (const auto node_number : nodes) values.push_back(numbers.at(node_number, part));
      }
    }
    const auto slots = section.distribution.slots(chunk.range);
    const auto parts = parts_of(section.distribution, slots);
    if (section.elements.width > 0) {
      writer.put(parts, section.elements.width, values);
    } else {
      writer.put(parts, lengths.subspan(static_cast<std::size_t>(slots.begin), parts.size()), values);
    }
  }
  context.out.arrays[node] = {.columns = {writer.finish(context.session)}, .axis = 0};
}

template <typename T>
void renumber_in_place(SectionContext& section, std::vector<std::byte>& bytes) {
  const auto width = static_cast<std::size_t>(section.elements.width);
  mesh::Block block;
  for (const auto& chunk : mesh::chunks_of(section.context.session, std::span(&section.elements, 1))) {
    block.load(section.elements, chunk.range);
    const NodeNumbers numbers(section, block);
    auto* to = bytes.data() + static_cast<std::size_t>(chunk.range.begin) * width * sizeof(T);
    const auto* node = block.values().data();
    for (auto i = chunk.range.begin; i < chunk.range.end; ++i) {
      const auto part = section.distribution.parts[static_cast<std::size_t>(i)];
      for (std::size_t n = 0; n < width; ++n, ++node, to += sizeof(T)) {
        const auto number = static_cast<T>(numbers.at(*node, part));
        std::memcpy(to, &number, sizeof number);
      }
    }
  }
}

/// ElementStartOffset. It begins with 0 in every part, which a scratch file has where nothing is written.
void distribute_offsets(SectionContext& section, std::span<const std::int64_t> lengths,
                        const RunWriter::Sizes& values) {
  auto& context = section.context;
  const auto* node = section.child("ElementStartOffset");
  if (node == nullptr || section.elements.width > 0) return;
  auto sizes = sizes_of(section.distribution, 1);
  const auto ghosts = static_cast<std::size_t>(sizes.ghosts);
  std::vector<std::int64_t> begins(sizes.totals.size(), 0);  // first value of a part, or of its ghosts
  for (std::size_t part = 0; part < sizes.totals.size(); ++part) {
    if (ghosts > 0 && part >= ghosts) {
      begins[part] = values.totals[part - ghosts];
    } else {
      ++sizes.totals[part];
      ++sizes.before[part];
    }
  }
  std::vector<std::int64_t> offsets;
  auto next = values.before;
  for (std::size_t slot = 0; slot < lengths.size(); ++slot) {
    const auto part = static_cast<std::size_t>(section.distribution.parts[slot]);
    const auto start = sizes.is_ordered ? values.starts[slot] : next[part];
    next[part] += lengths[slot];
    offsets.push_back(begins[part] + start + lengths[slot]);
    if (sizes.is_ordered && (ghosts == 0 || part < ghosts)) ++sizes.starts[slot];
  }
  RunWriter writer(context.scratch, section.path(node->name), context.target(*node).type, sizes);
  writer.put(section.distribution.parts, 1, std::span<const std::int64_t>(offsets));
  context.out.arrays[node] = {.columns = {writer.finish(context.session)}, .axis = 0};
}

std::string_view name_of_parents(const SectionContext& section) {
  return section.section().has_parent_data() ? "ParentData" : "ParentElements";
}

/// Throws on all ranks if a parent is not an element.
void require_parents(SectionContext& section, const std::vector<std::int64_t>& parents,
                     const LocalIndices& indices) {
  std::int64_t bad = 0;
  for (std::size_t i = 0; i < parents.size(); ++i) {
    if (parents[i] != 0 && indices.of(i).empty()) bad = 1;
  }
  if (par::all_max(section.context.session.comm(), bad) != 0)
    throw node_error(section.path(name_of_parents(section)), "names elements that do not exist");
}

/// Throws on all ranks if an element has a parent that the part which owns it does not have. `found`: false
/// for such an element.
void require_parents_near(SectionContext& section, const std::vector<bool>& found) {
  constexpr auto none = std::numeric_limits<std::int64_t>::max();
  const auto first = std::ranges::find(found, false) - found.begin();
  const auto mine =
      first == std::ssize(found) ? none : section.section().first + section.elements.mine.begin + first;
  const auto bad = par::all_min(section.context.session.comm(), mine);
  if (bad != none)
    throw node_error(section.path(name_of_parents(section)),
                     fmt::format("gives element {} a parent that does not have it", bad));
}

/// Distributes ParentElements, renumbered for the part, with 0 for a cell of another part;
/// ParentElementsPosition follows. ParentData has the columns of both.
void distribute_parents(SectionContext& section) {
  auto& context = section.context;
  const auto* parents = section.child(name_of_parents(section));
  const auto* positions =
      section.section().has_parent_data() ? parents : section.child("ParentElementsPosition");
  const auto cells = mesh::parent_columns(context.session, context.dataset, section.elements);
  const auto sides = mesh::side_columns(context.session, context.dataset, section.elements);
  std::vector<DistributedValues> cells_of_parts;
  std::vector<DistributedValues> sides_of_parts;
  for (std::size_t column = 0; column < 2 && (cells || sides); ++column) {
    std::vector<std::int64_t> numbers;
    std::vector<std::int64_t> kept;
    std::vector<bool> found;
    LocalIndices indices;
    if (cells) {
      indices = local_indices_of_elements(context.session, context.mesh, context.distributed.elements,
                                          (*cells)[column]);
      require_parents(section, (*cells)[column], indices);
    }
    for (std::int64_t i = 0; i < section.elements.mine.size(); ++i) {
      const auto at = static_cast<std::size_t>(i);
      const auto slots = section.distribution.slots(i);
      const bool has_parent = cells && (*cells)[column][at] != 0;
      found.push_back(!has_parent);
      for (auto slot = slots.begin; slot < slots.end; ++slot) {
        const auto part = section.distribution.part_of(slot);
        const auto number = has_parent ? std::max<std::int64_t>(0, indices.in_part(at, part)) : 0;
        found.back() = found.back() || (number > 0 && !section.distribution.is_ghost(slot));
        numbers.push_back(number);
        kept.push_back(!sides || (has_parent && number == 0) ? 0 : (*sides)[column][at]);
      }
    }
    require_parents_near(section, found);
    const auto distribute = [&](const cgns::Node* node, const std::vector<std::int64_t>& values) {
      return distribute_slots(context, section.path(node->name), context.target(*node).type,
                              section.distribution, 1, values);
    };
    if (cells) cells_of_parts.push_back(distribute(parents, numbers));
    if (sides) sides_of_parts.push_back(distribute(positions, kept));
  }
  const auto add_columns = [&](const cgns::Node* node, std::vector<DistributedValues>& columns) {
    for (auto& column : columns) context.out.arrays[node].columns.push_back(std::move(column));
  };
  add_columns(parents, cells_of_parts);
  add_columns(positions, sides_of_parts);
}

/// Distributes additional arrays with a value per element.
void distribute_others(SectionContext& section) {
  std::vector<const cgns::Node*> others;
  for (const auto& child : section.section().node->children) {
    if (child.label == "DataArray_t" && child.is_bulk() && !section.context.out.arrays.contains(&child))
      others.push_back(&child);
  }
  const auto& path = section.section().path;
  if (const auto* bad = distribute_values(section.context, others, path, section.distribution))
    throw node_error(section.path(bad->name), "does not have the same number of values for each element");
}

DistributedSet set_of(SectionContext& section, std::int64_t before) {
  auto& context = section.context;
  DistributedSet set{.counts = counts_of(section.distribution),
                     .firsts = context.distributed.elements.firsts[section.index]};
  set.numbers.emplace_back("Element",
                           distribute_numbers(context, section.section().path, section.distribution));
  const bool is_polygonal = section.is_nface() || section.section().type == cgns::element_type::ngon;
  if (!is_polygonal)
    set.numbers.emplace_back(
        "Sections", distribute_numbers(context, section.section().path, section.distribution, before + 1));
  return set;
}

/// Keeps `values` of this rank's elements in memory, or in the scratch file if there is no room.
DirectArrays::Made kept(const SectionContext& section, std::vector<std::byte> values) {
  auto& context = section.context;
  const auto each = section.elements.width * static_cast<std::int64_t>(cgns::size_of(section.elements.type));
  const auto total = section.distribution.count() * each;
  // Always there, so that what is behind it is where it is on any number of ranks; a hole costs nothing.
  const auto offset = context.scratch.add_room(std::max<std::int64_t>(1, total));
  DirectArrays::Made made;
  if (context.direct.takes_room(total)) {
    made.values = std::move(values);
    return made;
  }
  made.scratch = &context.scratch;
  made.offset = offset + section.elements.mine.begin * each;
  par::collectively(context.session.comm(), "writing the scratch file",
                    [&] { context.scratch.write(made.offset, values); });
  return made;
}

}  // namespace

void distribute_sections(DistributionContext& context) {
  std::map<int, std::int64_t> before;  // elements of lower sections, by dimension
  for (std::size_t s = 0; s < context.mesh.sections.size(); ++s) {
    SectionContext section{.context = context,
                           .index = s,
                           .elements = context.mesh.sections[s],
                           .distribution = context.distributed.elements.sections[s]};
    const auto lengths = lengths_of(section);
    const auto width = section.elements.width;
    const auto sizes = width > 0 ? sizes_of(section.distribution, width)
                                 : sizes_of(context.session, section.distribution, lengths);
    distribute_connectivity(section, lengths, sizes);
    distribute_offsets(section, lengths, sizes);
    distribute_parents(section);
    distribute_others(section);
    auto& in_dimension =
        before[cgns::dimension_of(static_cast<int>(section.section().type), context.mesh.dimension())];
    context.out.sets[section.section().node] = set_of(section, in_dimension);
    note_ghosts(context, *section.section().node, section.distribution);
    in_dimension += section.section().count();
  }
}

void renumber_direct_sections(DistributionContext& context, ZoneMesh& mesh) {
  for (std::size_t s = 0; s < mesh.sections.size(); ++s) {
    auto& elements = mesh.sections[s];
    SectionContext section{.context = context,
                           .index = s,
                           .elements = elements,
                           .distribution = context.distributed.elements.sections[s]};
    const auto direct = context.out.arrays.at(section.child("ElementConnectivity")).columns.front().direct;
    if (direct < 0) continue;
    elements.type == cgns::DataType::I4 ? renumber_in_place<std::int32_t>(section, elements.values)
                                        : renumber_in_place<std::int64_t>(section, elements.values);
    context.direct.set_made(direct, kept(section, std::move(elements.values)));
  }
}

}  // namespace pcgns::partition
