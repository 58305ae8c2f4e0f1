// partition_output.cpp: fields of whole zones, whose values come from the parts of all ranks.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "pcgns/base/bytes.hpp"
#include "pcgns/capi/detail/arguments.hpp"
#include "pcgns/capi/detail/handles.hpp"
#include "pcgns/capi/detail/zone_arrays.hpp"
#include "pcgns/cgns/labels.hpp"
#include "pcgns/cgns/zone_shape.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/par/exchange.hpp"
#include "pcgns/restart/partition.hpp"

using namespace pcgns;
using namespace pcgns::capi;

namespace {

using restart::Entity;

constexpr std::string_view writing = "writing a field";

/// A value of at most `Size` bytes for a position of the whole zone, in the type of the file.
template <std::size_t Size>
struct Numbered {
  std::int64_t index = 0;
  std::array<std::byte, Size> value = {};
};

/// A field of one zone, as all ranks see it.
struct Field {
  Spot zone = {};
  Spot solution = {};
  Spot array = {};  ///< Empty: it is to be created.
  std::vector<std::int64_t> extents = {};
  Entity entity = Entity::vertex;
};

/// A field that is to be written, in all zones of a base of the new file.
struct Wanted {
  restart::FileSet& source;  ///< What the file was made of.
  int base = 1;
  int solution = 1;
  std::string name = {};
  CGNS_ENUMT(DataType_t) type = CGNS_ENUMV(DataTypeNull);  ///< In memory, and of a new array.
};

/// Puts a node of the source and what is below it; room for values may be that of an older array.
void put_below(Document& out, const Wanted& wanted, const Spot& parent, const cgns::Node& node,
               std::vector<Copied>& arrays) {
  auto copy = node;
  copy.children.clear();
  if (node.is_bulk()) {
    const auto& array = wanted.source.arrays()[static_cast<std::size_t>(node.array)];
    copy = out.with_room(node.name, node.label, array.type, array.dims);
  }
  copy.extras = out.taken_extras(wanted.source, node.extras);
  const auto made = out.put(parent, std::move(copy));
  if (node.is_bulk()) arrays.push_back({node.array, *made.node});
  for (const auto& child : node.children) put_below(out, wanted, made, child, arrays);
}

/// Creates the array, with what the source has below it: units, conversions, descriptions.
void create(Document& out, const Wanted& wanted, const Field& field, std::vector<Copied>& below) {
  static_cast<void>(put_array(out, {field.zone, field.solution}, wanted.type, wanted.name.c_str(), nullptr));
  const auto* origin = cgns::find(wanted.source.tree(), cgns::join(field.solution.path, wanted.name));
  if (origin == nullptr) return;
  const auto array = array_named(out, field.solution, wanted.name.c_str());
  array.node->extras = out.taken_extras(wanted.source, origin->extras);
  for (const auto& child : origin->children) put_below(out, wanted, array, child, below);
}

/// Values of a zone of another size, or of no zone of the source, have no place in it.
void require_zone_of_source(const Document& out, const Wanted& wanted, const Field& field) {
  const auto* origin = cgns::find(wanted.source.tree(), field.zone.path);
  if (origin == nullptr || cgns::integers_of(*origin) != cgns::integers_of(*field.zone.node))
    throw Error(ErrorKind::usage, at(out.path(), field.zone.path,
                                     "is not a zone of the partition's file, or has another size"));
}

/// The array that is there must take the values as they are.
void require_same_array(Document& out, const Wanted& wanted, const Field& field) {
  const auto type = out.type_of(*field.array.node);
  if (out.dims_of(*field.array.node) != field.extents)
    throw Error(ErrorKind::usage,
                at(out.path(), field.array.path, "does not have a value for each vertex or cell"));
  if (!io::can_convert(data_type(wanted.type), type))
    throw Error(ErrorKind::usage,
                at(out.path(), field.array.path,
                   fmt::format("{} cannot be converted to {}", cgns::to_string(data_type(wanted.type)),
                               cgns::to_string(type))));
  out.require_in_place(field.array);
}

/// Throws Error if it cannot be written; changes nothing.
Field field_at(Document& out, const Wanted& wanted, int Z) {
  Field field{.zone = zone_at(out, wanted.base, Z)};
  field.solution = child_at(out, field.zone, "FlowSolution_t", wanted.solution);
  field.entity = field_entity(out, field.solution);
  field.extents = extents_at(out, field.zone, field.solution, location_of(out, field.solution));
  const auto size = zone_size(out, field.zone);
  // Parts of unstructured zones have no points beyond the zone.
  const bool has_rind =
      !size.structured && field.extents != (field.entity == Entity::vertex ? size.vertices : size.cells);
  if (has_rind || std::ranges::any_of(field.solution->children, cgns::is_point_set))
    throw Error(ErrorKind::usage,
                at(out.path(), field.solution.path, "does not have a value for each vertex or cell"));
  require_zone_of_source(out, wanted, field);
  if (child_named(field.solution, wanted.name)) {
    field.array = array_named(out, field.solution, wanted.name.c_str());
    require_same_array(out, wanted, field);
  } else {
    out.require_can_have(field.solution, wanted.name);
    require_type(out, field.solution, wanted.name, data_type(wanted.type));
  }
  return field;
}

/// The field of all zones, which all ranks see alike.
std::vector<Field> fields_at(Document& out, const Wanted& wanted) {
  const auto zones = count_labelled(base_at(out, wanted.base), "Zone_t");
  static_cast<void>(common_entity(out, wanted.base, wanted.solution));
  std::vector<Field> fields;
  for (int Z = 1; Z <= zones; ++Z) {
    if (!cgns::is_plane(*zone_at(out, wanted.base, Z).node)) fields.push_back(field_at(out, wanted, Z));
  }
  return fields;
}

bool are_all_there(const std::vector<Field>& fields) {
  return std::ranges::all_of(fields, [](const Field& field) { return static_cast<bool>(field.array); });
}

/// Creates the arrays that are missing. Returns what is below them and gets values of the source.
/// @note All ranks alike.
std::vector<Copied> create_missing(Document& out, const Wanted& wanted, std::vector<Field>& fields) {
  std::vector<Copied> below;
  if (are_all_there(fields)) return below;
  for (const auto& field : fields) {
    if (!field.array) create(out, wanted, field, below);
  }
  fields = fields_at(out, wanted);  // Spots are valid until the next node is made.
  return below;
}

struct Values {
  const std::byte* data = nullptr;  ///< Of all pieces.
  cgns::DataType type = cgns::DataType::MT;

  [[nodiscard]] std::byte* at(std::int64_t position) const {
    return const_cast<std::byte*>(data) + position * cgns::size_of(type);
  }
};

/// Why `step` fails: named here, the text is the same on all ranks.
std::optional<Error> failure_here(const std::function<void()>& step) {
  const auto failure = par::failure_of(step, writing);
  return failure ? Error(failure->kind(), with_place(failure->what()), failure->reason()) : failure;
}

/// The own values of a structured piece, and those in planes that the zone itself has beyond its sides.
Transfer own_box(Document& out, const Field& field, const restart::Piece& piece, const Values& values) {
  const auto& box = piece.of(field.entity).box;
  const auto own = restart::own_points(piece, field.entity);
  const auto& dims = field.extents;
  const auto before = rind_before(out, field.solution, dims.size());
  io::Slab slab{.memory_type = values.type};
  auto first = own.begin;
  std::vector<std::int64_t> extents;
  for (std::size_t d = 0; d < dims.size(); ++d) {
    const bool is_last = piece.cells.end[d] == piece.whole_cells.end[d];
    if (own.begin[d] == 0) first[d] = std::max(box.begin[d], -before[d]);
    const auto end = is_last ? std::min(box.end[d], dims[d] - before[d]) : own.end[d];
    slab.box.begin.push_back(first[d] + before[d]);
    slab.box.count.push_back(end - first[d]);
    extents.push_back(box.size(d));
  }
  slab.strides = io::strides_of(extents);
  slab.memory = values.at(piece.of(field.entity).begin + restart::position_in(box, first));
  return {field.array.node, slab};
}

/// The own values of an unstructured piece.
class OwnValues {
 public:
  OwnValues(const restart::Partition& parts, const restart::Piece& piece, Entity entity, const Values& values,
            cgns::DataType type)
      : numbers_(parts.global_numbers(piece, entity)), size_(static_cast<std::size_t>(cgns::size_of(type))) {
    const auto own = piece.of(entity).own;
    numbers_.resize(static_cast<std::size_t>(own));
    bytes_.resize(numbers_.size() * size_);
    io::copy_values({values.at(piece.of(entity).begin), values.type}, {bytes_.data(), type}, own);
  }
  [[nodiscard]] std::size_t count() const { return numbers_.size(); }
  template <std::size_t Size>
  [[nodiscard]] Numbered<Size> at(std::size_t i) const {
    Numbered<Size> value{.index = numbers_[i] - 1};
    std::memcpy(value.value.data(), bytes_.data() + i * size_, size_);
    return value;
  }

 private:
  std::vector<std::int64_t> numbers_;
  std::size_t size_;
  std::vector<std::byte> bytes_;
};

/// Sends the values of an unstructured zone to the ranks that write them: contiguous ranges.
template <std::size_t Size>
void write_numbered(Document& out, par::Session& session, const Field& field,
                    const std::vector<OwnValues>& own) {
  const auto type = out.type_of(*field.array.node);
  const plan::Target facts{.type = type, .dims = field.extents};
  const auto each = std::max<std::int64_t>(
      1, divide_up(cgns::count_of(facts.dims), static_cast<std::int64_t>(session.size())));
  std::vector<std::byte> memory;
  io::Slab slab;
  par::collectively(
      out.comm(), writing, [&] { slab = share_of(facts, out.comm(), memory); }, par::Stops::ignore);
  const auto size = static_cast<std::size_t>(cgns::size_of(type));
  std::vector<std::size_t> begins = {0};
  for (const auto& values : own) begins.push_back(begins.back() + values.count());
  const auto value_at = [&](std::size_t i) {
    const auto piece =
        static_cast<std::size_t>(std::upper_bound(begins.begin(), begins.end(), i) - begins.begin()) - 1;
    return own[piece].at<Size>(i - begins[piece]);
  };
  par::Exchange exchange(session);
  par::scatter_to_owners(
      exchange, begins.back(), value_at,
      [&](const Numbered<Size>& value) { return static_cast<int>(value.index / each); },
      [&](const Numbered<Size>& value) {
        const auto index = static_cast<std::size_t>(value.index - slab.box.begin.back());
        std::memcpy(memory.data() + index * size, value.value.data(), size);
      });
  const Transfer transfer{field.array.node, slab};
  out.move_together(Direction::write, {&transfer, memory.empty() ? 0U : 1U}, std::nullopt);
}

/// A new array would have no values in planes that lie beyond those of the parts.
void require_planes(Document& out, const Field& field, const restart::Piece& piece) {
  const auto& box = piece.of(field.entity).box;
  const auto before = rind_before(out, field.solution, field.extents.size());
  for (std::size_t d = 0; d < field.extents.size(); ++d) {
    const bool is_first = piece.cells.begin[d] == 0;
    const bool is_last = piece.cells.end[d] == piece.whole_cells.end[d];
    if ((is_first && box.begin[d] > -before[d]) || (is_last && box.end[d] < field.extents[d] - before[d]))
      throw Error(ErrorKind::usage, at(out.path(), field.solution.path,
                                       "has planes in its Rind_t for which the partition has no values"));
  }
}

/// Number of the base in `out` that has the zones of the partition.
int base_for(Document& out, Document& source, const OpenPartition& partition) {
  const auto name = base_at(source, partition.base)->name;
  const auto base = child_named(out.root(), name);
  if (!base || base->label != "CGNSBase_t")
    throw Error(ErrorKind::usage, at(out.path(), "", fmt::format("has no base {}", name)));
  return number_of(out.root(), base);
}

/// All zones of the partition's file must be there, or values would be lost.
void require_values_of_all(Document& out, const std::vector<Field>& fields,
                           const std::vector<restart::Piece>& pieces, const Values& values) {
  for (const auto& piece : pieces) {
    const auto is_whole = [&](const Field& field) { return field.zone->name == piece.whole; };
    if (std::ranges::none_of(fields, is_whole))
      throw Error(ErrorKind::usage, at(out.path(), "", fmt::format("has no zone {}", piece.whole)));
    for (const auto& field : fields) {
      if (is_whole(field) && piece.is_structured && !field.array) require_planes(out, field, piece);
    }
  }
  if (values.data == nullptr && !pieces.empty())
    throw Error(ErrorKind::usage, "data is NULL on a rank that has cells");
}

/// Values go from the ranks of the one to those of the other.
void require_same_ranks(const Document& out, const Document& source) {
  int relation = MPI_UNEQUAL;
  MPI_Comm_compare(out.comm(), source.comm(), &relation);
  if (relation != MPI_IDENT && relation != MPI_CONGRUENT)
    throw Error(ErrorKind::usage,
                at(out.path(), "", "is not open on the ranks of the partition: use its communicator"));
}

/// What this rank writes of one field.
struct Written {
  Transfers boxes = {};
  std::vector<std::vector<OwnValues>> numbered = {};  ///< By zone.
};

Written written_by(Document& out, const OpenPartition& partition, const std::vector<Field>& fields,
                   const Values& values) {
  Written written;
  written.numbered.resize(fields.size());
  for (std::size_t z = 0; z < fields.size(); ++z) {
    const auto& field = fields[z];
    reached(field.array.path);
    for (const auto& piece : partition.parts->pieces()) {
      if (piece.whole != field.zone->name) continue;
      if (piece.is_structured) {
        written.boxes.push_back(own_box(out, field, piece, values));
      } else {
        written.numbered[z].emplace_back(*partition.parts, piece, field.entity, values,
                                         out.type_of(*field.array.node));
      }
    }
  }
  return written;
}

void write_values(Document& out, par::Session& session, const OpenPartition& partition,
                  const std::vector<Field>& fields, const Values& values) {
  Written written;
  const auto failure = failure_here([&] { written = written_by(out, partition, fields, values); });
  out.move_together(Direction::write, written.boxes, failure);
  for (std::size_t z = 0; z < fields.size(); ++z) {
    if (zone_size(out, fields[z].zone).structured) continue;
    const bool is_wide = cgns::size_of(out.type_of(*fields[z].array.node)) > 8;
    const auto write = is_wide ? write_numbered<16> : write_numbered<8>;
    write(out, session, fields[z], written.numbered[z]);
  }
}

}  // namespace

restart::Entity pcgns::capi::field_entity(const Document& document, const Spot& solution) {
  const auto entity = restart::entity_of_fields(*solution.node);
  if (!entity)
    throw Error(
        ErrorKind::usage,
        at(document.path(), solution.path,
           fmt::format("has the GridLocation {}; expected Vertex or CellCenter, at which parts have values",
                       cgns::location_of(*solution.node))));
  return *entity;
}

restart::Entity pcgns::capi::common_entity(Document& document, int B, int S) {
  const auto base = base_at(document, B);
  std::optional<restart::Entity> common;
  for (int Z = 1; Z <= count_labelled(base, "Zone_t"); ++Z) {
    const auto zone = zone_at(document, B, Z);
    if (cgns::is_plane(*zone.node)) continue;  // no parts of it
    const auto solution = child_at(document, zone, "FlowSolution_t", S);
    const auto entity = field_entity(document, solution);
    if (common && entity != *common)
      throw Error(ErrorKind::usage, at(document.path(), solution.path,
                                       fmt::format("is at {}, but that of another zone is not",
                                                   cgns::location_of(*solution.node))));
    common = entity;
  }
  return common.value_or(restart::Entity::vertex);
}

int cgp_partition_write(int p, int out, int S, const char* field, CGNS_ENUMT(DataType_t) type,
                        const void* data) {
  return guarded_on(out, [&](Document& document) {
    std::vector<Field> fields;
    std::optional<Wanted> wanted;
    par::Session* session = nullptr;
    Values values;
    Hasher hasher;
    const auto check = [&] {
      take_refusal();
      const auto& partition = partition_of(p);
      auto& source = document_of(partition.fn);
      static_cast<void>(document_of(out));  // which messages name
      session = &source.session();
      require_same_ranks(document, source);
      wanted.emplace(
          Wanted{source.file_set(), base_for(document, source, partition), S, name_from(field), type});
      values = {static_cast<const std::byte*>(data), data_type(type)};
      fields = fields_at(document, *wanted);
      require_values_of_all(document, fields, partition.parts->pieces(), values);
      hasher.add(wanted->name);
      for (const auto number : {partition.base, S}) hasher.add(std::int64_t{number});
      if (!are_all_there(fields)) hasher.add(std::int64_t{type});  // that of the new array
    };
    par::agree(document.comm(), writing, failure_here(check), par::Stops::ignore);
    require_same_everywhere(document.comm(), hasher, "the fields to write");
    const auto below = create_missing(document, *wanted, fields);
    document.write([&] {
      copy_values(document, wanted->source, below);
      write_values(document, *session, partition_of(p), fields, values);
    });
  });
}
