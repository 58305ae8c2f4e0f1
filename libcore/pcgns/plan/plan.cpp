#include "pcgns/plan/plan.hpp"

#include <algorithm>
#include <numeric>

namespace pcgns::plan {

namespace {

void add_dims(Hasher& hasher, const std::vector<std::int64_t>& dims) {
  hasher.add(static_cast<std::int64_t>(dims.size()));
  for (const auto extent : dims) hasher.add(extent);
}

void add_extra(Hasher& hasher, const cgns::Extra& extra, const cgns::InputSet& inputs) {
  hasher.add(static_cast<std::int64_t>(extra.kind));
  hasher.add(extra.name);
  hasher.add(inputs.files[static_cast<std::size_t>(extra.file)].path);
  hasher.add(extra.path);
}

void add_values(Hasher& hasher, const cgns::Node& node) {
  hasher.add(cgns::to_string(node.type));
  add_dims(hasher, node.dims);
  hasher.add(static_cast<std::int64_t>(node.array));
  hasher.add(static_cast<std::int64_t>(node.data.size()));
  hasher.add(node.data);
}

void add_node(Hasher& hasher, const cgns::Node& node, const cgns::InputSet& inputs) {
  hasher.add(node.name);
  hasher.add(node.label);
  add_values(hasher, node);
  hasher.add(static_cast<std::int64_t>(node.link != nullptr));
  if (node.link) hasher.add(node.link->file);
  if (node.link) hasher.add(node.link->path);
  hasher.add(static_cast<std::int64_t>(node.extras.size()));
  for (const auto& extra : node.extras) add_extra(hasher, extra, inputs);
  hasher.add(static_cast<std::int64_t>(node.children.size()));
  for (const auto& child : node.children) add_node(hasher, child, inputs);
}

void add_target(Hasher& hasher, const Target& target) {
  hasher.add(target.path);
  hasher.add(cgns::to_string(target.type));
  add_dims(hasher, target.dims);
  if (!target.is_chunked()) return;
  add_dims(hasher, target.chunk);
  for (const auto& filter : target.filters) {
    hasher.add(std::int64_t{filter.id});
    hasher.add(std::int64_t{filter.optional});
    for (const auto parameter : filter.parameters) hasher.add(std::int64_t{parameter});
  }
}

/// Hashes the location of an array's values, independent of its index.
void add_source(Hasher& hasher, int index, const cgns::InputSet& inputs) {
  const auto& array = inputs.arrays[static_cast<std::size_t>(index)];
  if (array.values) return hasher.add(*array.values);
  if (array.derived) {
    hasher.add(static_cast<std::int64_t>(array.derived->kind));
    hasher.add(std::int64_t{array.derived->reversed});
    hasher.add(cgns::to_string(array.type));
    return add_source(hasher, array.derived->source, inputs);
  }
  // A resumed run makes scratch files anew, perhaps elsewhere.
  const auto& file = inputs.files[static_cast<std::size_t>(array.file)];
  hasher.add(file.is_scratch ? std::string_view() : std::string_view(file.path));
  hasher.add(array.path);
  hasher.add(cgns::to_string(array.type));
  add_dims(hasher, array.dims);
  hasher.add(array.offset);
  hasher.add(static_cast<std::int64_t>(array.swapped));
  add_dims(hasher, array.chunk);
}

void add_transfer(Hasher& hasher, const Transfer& transfer, const cgns::InputSet& inputs) {
  add_source(hasher, transfer.source, inputs);
  for (const auto number :
       {std::int64_t{transfer.target}, transfer.source_begin, transfer.target_begin, transfer.count}) {
    hasher.add(number);
  }
}

void add_direct(Hasher& hasher, const Direct& direct) {
  for (const auto number : {std::int64_t{direct.array}, direct.run, std::int64_t{direct.target},
                            direct.target_begin, direct.count}) {
    hasher.add(number);
  }
}

void add_box(Hasher& hasher, const Box& box, const cgns::InputSet& inputs) {
  add_source(hasher, box.source, inputs);
  hasher.add(std::int64_t{box.target});
  for (const auto& numbers :
       {box.source_extents, box.source_begin, box.target_extents, box.target_begin, box.count}) {
    for (const auto number : numbers) hasher.add(number);
  }
  for (const auto axis : box.axes) hasher.add(std::int64_t{axis});
  hasher.add(static_cast<std::int64_t>(box.shared));
  if (box.is_ghost) hasher.add(std::int64_t{box.is_ghost});
}

void add_indexed(Hasher& hasher, const Indexed& indexed, const cgns::InputSet& inputs) {
  add_source(hasher, indexed.source, inputs);
  add_source(hasher, indexed.numbers, inputs);
  if (indexed.offsets >= 0) add_source(hasher, indexed.offsets, inputs);
  for (const auto number :
       {std::int64_t{indexed.target}, indexed.first_number, indexed.begin, indexed.count,
        std::int64_t{indexed.part}, static_cast<std::int64_t>(indexed.shape), std::int64_t{indexed.width},
        std::int64_t{indexed.ragged}, std::int64_t{indexed.numbering}, std::int64_t{indexed.has_heads},
        std::int64_t{indexed.may_share}, std::int64_t{indexed.fills_zeros}, std::int64_t{indexed.turned},
        std::int64_t{indexed.turned_values}}) {
    hasher.add(number);
  }
  if (indexed.is_ghost) hasher.add(std::int64_t{indexed.is_ghost});
  if (indexed.numbered_columns > 0) hasher.add(std::int64_t{indexed.numbered_columns});
  if (indexed.first_face != 1) hasher.add(indexed.first_face);
}

void add_numbering(Hasher& hasher, const Numbering& numbering, const cgns::InputSet& inputs) {
  hasher.add(static_cast<std::int64_t>(numbering.sections.size()));
  for (const auto& section : numbering.sections) {
    if (section.numbers >= 0) add_source(hasher, section.numbers, inputs);
    for (const auto number : {section.first, section.count, section.offset}) hasher.add(number);
  }
}

void add_turned(Hasher& hasher, const Turned& turned, const cgns::InputSet& inputs) {
  hasher.add(static_cast<std::int64_t>(turned.borders.size()));
  for (const auto& border : turned.borders) {
    for (const auto* side : {&border.here, &border.there}) {
      add_source(hasher, side->faces, inputs);
      for (const auto array : {side->parents, side->cell_faces, side->cell_offsets}) {
        if (array >= 0) add_source(hasher, array, inputs);
      }
      hasher.add(side->first);
      hasher.add(std::int64_t{side->numbering});
      hasher.add(side->first_cell);
      hasher.add(side->cells);
    }
  }
}

void add_assembly(Hasher& hasher, const Plan& plan, const cgns::InputSet& inputs) {
  for (const auto count : {plan.boxes.size(), plan.indexed.size(), plan.numberings.size(), plan.ragged.size(),
                           plan.turned.size()}) {
    hasher.add(static_cast<std::int64_t>(count));
  }
  for (const auto& box : plan.boxes) add_box(hasher, box, inputs);
  for (const auto& indexed : plan.indexed) add_indexed(hasher, indexed, inputs);
  for (const auto& numbering : plan.numberings) add_numbering(hasher, numbering, inputs);
  for (const auto& ragged : plan.ragged) {
    hasher.add(ragged.entities);
    add_dims(hasher, ragged.begins);
  }
  for (const auto& turned : plan.turned) add_turned(hasher, turned, inputs);
  hasher.add(static_cast<std::int64_t>(plan.shared_points));
  hasher.add(static_cast<std::int64_t>(plan.has_holes));
}

/// Adds nothing for the default format, which most plans have.
void add_format(Hasher& hasher, const Format& format) {
  if (format == Format{}) return;
  hasher.add(static_cast<std::int64_t>(format.version));
  hasher.add(format.compact_below);
  hasher.add(std::int64_t{format.big_endian});
  hasher.add(format.page_size);
}

}  // namespace

std::int64_t Plan::bytes() const {
  return std::accumulate(targets.begin(), targets.end(), std::int64_t{0},
                         [](std::int64_t sum, const Target& target) { return sum + target.bytes(); });
}

std::vector<int> Plan::targets_with_holes() const {
  if (!has_holes) return {};
  std::vector<std::int64_t> open;
  for (const auto& target : targets) open.push_back(cgns::count_of(target.dims));
  const auto left = [&](int target) -> std::int64_t& { return open[static_cast<std::size_t>(target)]; };
  for (const auto& transfer : transfers) left(transfer.target) -= transfer.count;
  for (const auto& values : direct) left(values.target) -= values.count;
  for (const auto& box : boxes) {
    if (!box.shared) left(box.target) -= box.count[0] * box.count[1] * box.count[2];
  }
  for (const auto& move : indexed) left(move.target) = 0;  // proven to be complete
  std::vector<int> found;
  for (std::size_t i = 0; i < open.size(); ++i) {
    if (open[i] > 0) found.push_back(static_cast<int>(i));
  }
  return found;
}

bool Plan::has_chunks() const {
  return std::any_of(targets.begin(), targets.end(),
                     [](const Target& target) { return target.is_chunked(); });
}

Fingerprint fingerprint(const Plan& plan, const cgns::InputSet& inputs) {
  Hasher hasher;
  add_node(hasher, plan.output, inputs);
  hasher.add(static_cast<std::int64_t>(plan.targets.size()));
  for (const auto& target : plan.targets) add_target(hasher, target);
  hasher.add(static_cast<std::int64_t>(plan.transfers.size()));
  for (const auto& transfer : plan.transfers) add_transfer(hasher, transfer, inputs);
  for (const auto& direct : plan.direct) add_direct(hasher, direct);
  add_assembly(hasher, plan, inputs);
  add_format(hasher, plan.format);
  return hasher.value();
}

}  // namespace pcgns::plan
