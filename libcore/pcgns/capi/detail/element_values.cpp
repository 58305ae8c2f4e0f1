#include "pcgns/capi/detail/element_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "pcgns/cgns/elements.hpp"

namespace pcgns::capi {

namespace {

using cgns::DataType;
using Integers = std::vector<std::int64_t>;

Integers all_of(Document& document, const Spot& array) { return integers(document, array); }

/// Elements that fill a gap between a section and elements beyond its range.
ElementValues gap_of(const Section& section, std::int64_t count) {
  if (cgns::is_ragged(section.type)) return empty_elements(section.type, count);
  return {.elements = Integers(static_cast<std::size_t>(count * nodes_of(section)))};
}

void append(ElementValues& all, const ElementValues& more) {
  const auto shift = all.offsets.empty() ? 0 : all.offsets.back();
  all.elements.insert(all.elements.end(), more.elements.begin(), more.elements.end());
  for (std::size_t i = all.offsets.empty() ? 0 : 1; i < more.offsets.size(); ++i)
    all.offsets.push_back(more.offsets[i] + shift);
}

/// An array of a section with another number of values than it had: the node is made again.
void replace(Document& document, const Section& section, const char* name, const Integers& values) {
  const auto array = child_of(document, section, name);
  const auto type = document.type_of(*array.node);
  auto node = document.with_room(name, "DataArray_t", type, {std::ssize(values)});
  document.set_value(array, std::move(node));
  write_values(document, array, values, 0);
}

void write_all(Document& document, const Section& section, const char* name, const Integers& values) {
  const auto array = child_of(document, section, name);
  if (cgns::count_of(document.dims_of(*array.node)) != std::ssize(values))
    return replace(document, section, name, values);
  write_values(document, array, values, 0);
}

void set_range(Document& document, const Section& section, cgsize_t first, cgsize_t last) {
  const auto range = child_named(section.node, "ElementRange");
  document.set_value(range, cgns::integer_node("ElementRange", "IndexRange_t", {2}, {first, last},
                                               document.type_of(*range.node)));
}

/// Both columns of what is on both sides of the elements, for a section that grows: nothing beside new ones.
void grow_parents(Document& document, const Section& section, ValueRange elements) {
  for (const char* name : {"ParentElements", "ParentElementsPosition"}) {
    const auto array = child_named(section.node, name);
    if (!array) continue;
    const auto old = integers(document, array, 2 * section.count());
    const auto count = elements.count();
    Integers all(static_cast<std::size_t>(2 * count));
    for (const std::int64_t column : {0, 1})
      std::copy_n(old.begin() + column * section.count(), section.count(),
                  all.begin() + column * count - elements.begin);
    document.set_value(array,
                       document.with_room(name, "DataArray_t", document.type_of(*array.node), {count, 2}));
    const auto box = rows_of(document, array, {0, count}, DataType::I8, all.data());
    document.overwrite(array, {&box, 1});
  }
}

/// True if the elements take as many values as those that they replace, which then stay where they are.
bool fit(Document& document, const Section& section, ValueRange elements, const ElementValues& values,
         std::int64_t& begin) {
  if (elements.begin < 0 || elements.end > section.count()) return false;
  if (values.offsets.empty()) {
    begin = elements.begin * nodes_of(section);
    return true;
  }
  Integers old(static_cast<std::size_t>(elements.count() + 1));
  const auto offsets = child_of(document, section, "ElementStartOffset");
  const auto box =
      rows_of(document, offsets, {elements.begin, elements.end + 1}, cgns::DataType::I8, old.data());
  document.move_alone(Direction::read, {&box, 1});
  begin = old.front();
  return old.back() - begin == values.offsets.back();
}

}  // namespace

ElementValues some_of(const ElementValues& all, ValueRange elements, std::int64_t nodes) {
  ElementValues part;
  auto values = ValueRange{elements.begin * nodes, elements.end * nodes};
  if (!all.offsets.empty()) {
    const auto first = all.offsets.begin() + elements.begin;
    part.offsets.assign(first, first + elements.count() + 1);
    values = {part.offsets.front(), part.offsets.back()};
    for (auto& offset : part.offsets) offset -= values.begin;
  }
  part.elements.assign(all.elements.begin() + values.begin, all.elements.begin() + values.end);
  return part;
}

std::optional<ElementValues> from_old_form(Document& document, const Section& section) {
  if (!cgns::is_ragged(section.type) || child_named(section.node, "ElementStartOffset")) return {};
  const auto array = child_of(document, section, "ElementConnectivity");
  const auto version = stated_version(document);
  auto values = all_of(document, array);
  const bool is_mixed = section.type == cgns::element_type::mixed;
  ElementValues found{.elements = {}, .offsets = {0}};
  std::size_t next = 0;
  for (std::int64_t element = 0; element < section.count(); ++element) {
    std::int64_t length = next < values.size() ? values[next] : 0;
    if (is_mixed && next < values.size()) {
      values[next] = cgns::number_of_today(values[next], version);
      const auto* type = cgns::element_type_of(values[next]);
      length = type == nullptr ? 0 : type->nodes;
      found.elements.push_back(values[next]);
    }
    if (length < 1 || length >= std::ssize(values) - static_cast<std::int64_t>(next))
      throw input_error(document.path(), array.path,
                        fmt::format("does not have values for element {}", section.first + element));
    const auto begin = values.begin() + static_cast<std::ptrdiff_t>(next) + 1;
    found.elements.insert(found.elements.end(), begin, begin + length);
    found.offsets.push_back(std::ssize(found.elements));
    next += static_cast<std::size_t>(length) + 1;
  }
  return found;
}

ValueRange elements_in(Document& document, const Section& section, cgsize_t start, cgsize_t end) {
  if (start < section.first || end > section.last || start > end)
    throw Error(ErrorKind::usage, at(document.path(), section.node.path,
                                     fmt::format("the elements {} to {} are not within {} to {}", start, end,
                                                 section.first, section.last)));
  return {start - section.first, end - section.first + 1};
}

void require_range(Document& document, const Section& section, cgsize_t start, cgsize_t end,
                   const void* data) {
  if (start < 1 || end < start || data == nullptr)
    throw Error(ErrorKind::usage,
                at(document.path(), section.node.path, fmt::format("no elements {} to {}", start, end)));
}

cgns::DataType integer_type(CGNS_ENUMT(DataType_t) type) {
  const auto kind = data_type(type);
  if (!cgns::is_integer(kind)) throw Error(ErrorKind::usage, "elements are Integer or LongInteger");
  return kind;
}

Integers integers_in(const void* data, std::int64_t count, cgns::DataType type) {
  if (type == cgns::DataType::I8)
    return {static_cast<const std::int64_t*>(data), static_cast<const std::int64_t*>(data) + count};
  return {static_cast<const std::int32_t*>(data), static_cast<const std::int32_t*>(data) + count};
}

void give_as(const Integers& values, cgns::DataType type, void* to) {
  if (type == cgns::DataType::I8) {
    std::copy(values.begin(), values.end(), static_cast<std::int64_t*>(to));
    return;
  }
  auto* next = static_cast<std::int32_t*>(to);
  for (const auto value : values) {
    if (value > std::numeric_limits<std::int32_t>::max() || value < std::numeric_limits<std::int32_t>::min())
      throw Error(ErrorKind::usage, fmt::format("{} does not fit in 32 bits", value));
    *next++ = static_cast<std::int32_t>(value);
  }
}

Spot child_of(Document& document, const Section& section, const char* name) {
  auto child = child_named(section.node, name);
  if (!child) throw input_error(document.path(), section.node.path, fmt::format("has no {}", name));
  return child;
}

Transfer rows_of(Document& document, const Spot& array, ValueRange rows, cgns::DataType type,
                 const void* data) {
  auto count = document.dims_of(*array.node);
  Transfer box{array.node, {.memory = const_cast<void*>(data), .memory_type = type}};
  box.slab.box.begin.assign(count.size(), 0);
  box.slab.box.begin[0] = rows.begin;
  count[0] = rows.count();
  box.slab.strides = io::strides_of(count);
  box.slab.box.count = std::move(count);
  return box;
}

void write_values(Document& document, const Spot& array, const Integers& values, std::int64_t begin) {
  if (values.empty()) return;
  const auto box =
      rows_of(document, array, {begin, begin + std::ssize(values)}, cgns::DataType::I8, values.data());
  document.overwrite(array, {&box, 1});
}

ElementValues empty_elements(std::int64_t type, std::int64_t count) {
  const auto first = type == cgns::element_type::mixed ? static_cast<std::int64_t>(CGNS_ENUMV(NODE)) : 0;
  ElementValues values;
  values.offsets.push_back(0);
  for (std::int64_t i = 0; i < count; ++i) {
    values.elements.insert(values.elements.end(), {first, 0});
    values.offsets.push_back(2 * (i + 1));
  }
  return values;
}

void write_elements(Document& document, const Section& section, cgsize_t start, const ElementValues& values) {
  const auto nodes = nodes_of(section);
  const auto count =
      values.offsets.empty() ? std::ssize(values.elements) / nodes : std::ssize(values.offsets) - 1;
  const auto from = start - section.first;
  const ValueRange range = {from, from + count};
  const bool has_table = !values.offsets.empty();
  std::int64_t begin = 0;
  if (fit(document, section, range, values, begin)) {
    write_values(document, child_of(document, section, "ElementConnectivity"), values.elements, begin);
    if (!has_table) return;
    auto offsets = values.offsets;
    for (auto& offset : offsets) offset += begin;
    return write_values(document, child_of(document, section, "ElementStartOffset"), offsets, from);
  }
  const bool grows = range.begin < 0 || range.end > section.count();
  if (grows) require_no_parent_data(document, section);
  ElementValues old;
  old.elements = all_of(document, child_of(document, section, "ElementConnectivity"));
  if (has_table) old.offsets = all_of(document, child_of(document, section, "ElementStartOffset"));
  ElementValues all;
  const auto size = section.count();
  if (range.begin > 0) append(all, some_of(old, {0, std::min(range.begin, size)}, nodes));
  if (range.begin > size) append(all, gap_of(section, range.begin - size));
  append(all, values);
  if (range.end < 0) append(all, gap_of(section, -range.end));
  if (range.end < size) append(all, some_of(old, {std::max<std::int64_t>(range.end, 0), size}, nodes));
  write_all(document, section, "ElementConnectivity", all.elements);
  if (has_table) write_all(document, section, "ElementStartOffset", all.offsets);
  if (!grows) return;
  grow_parents(document, section,
               {std::min<std::int64_t>(range.begin, 0), std::max<std::int64_t>(range.end, size)});
  set_range(document, section, std::min(start, section.first), std::max(start + count - 1, section.last));
}

void require_no_parent_data(Document& document, const Section& section) {
  if (child_named(section.node, "ParentData"))
    throw Error(ErrorKind::usage,
                at(document.path(), section.node.path,
                   "has ParentData, which parents that are written would not replace: delete it"));
}

void write_parent_data(Document& document, const Section& section, ValueRange elements,
                       const cgsize_t* parent_data) {
  if (parent_data == nullptr)
    throw Error(ErrorKind::usage, at(document.path(), section.node.path, "the parents are NULL"));
  require_no_parent_data(document, section);
  for (const char* name : {"ParentElements", "ParentElementsPosition"}) {
    if (!child_named(section.node, name)) {
      // Elements that are never written have no parents.
      const auto zeros = Integers(static_cast<std::size_t>(2 * section.count()));
      const auto made = document.put(
          section.node, document.with_room(name, "DataArray_t", cgns::DataType::I8, {section.count(), 2}));
      const auto all = rows_of(document, made, {0, section.count()}, cgns::DataType::I8, zeros.data());
      document.overwrite(made, {&all, 1});
    }
    const auto box =
        rows_of(document, child_of(document, section, name), elements, cgns::DataType::I8, parent_data);
    document.overwrite(child_of(document, section, name), {&box, 1});
    parent_data += 2 * elements.count();
  }
}

}  // namespace pcgns::capi
