// partition_output.cpp: a new file of whole zones, whose fields come from the parts of all ranks.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "pcgns/base/bytes.hpp"
#include "pcgns/capi/detail/handles.hpp"
#include "pcgns/capi/detail/zone_arrays.hpp"
#include "pcgns/cgns/labels.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/par/exchange.hpp"
#include "pcgns/restart/partition.hpp"

using namespace pcgns;
using namespace pcgns::capi;

namespace {

using restart::Entity;

constexpr std::string_view writing = "writing a field";

/// An array of the source that the new file gets, too.
struct Copied {
  int source = 0;
  cgns::Node node;  ///< Refers to the new array.
};

/// True for solutions whose fields cgp_partition_write can write.
bool has_fields_to_write(const cgns::Node& node) {
  const auto location = cgns::location_of(node);
  return node.label == "FlowSolution_t" && (location == "Vertex" || location == "CellCenter") &&
         std::ranges::none_of(node.children, cgns::is_point_set);
}

/// `node` without the fields that are to be written.
cgns::Node copied(Document& out, const restart::FileSet& source, const cgns::Node& node,
                  std::vector<Copied>& arrays) {
  auto copy = node;
  copy.children.clear();
  if (node.is_bulk()) {
    const auto& array = source.arrays()[static_cast<std::size_t>(node.array)];
    copy = out.with_room(node.name, node.label, array.type, array.dims);
    arrays.push_back({node.array, copy});
  }
  for (const auto& child : node.children) {
    const bool is_field = child.is_bulk() && child.label == "DataArray_t" && has_fields_to_write(node);
    if (!is_field) copy.children.push_back(copied(out, source, child, arrays));
  }
  return copy;
}

/// The planes of its last index that this rank moves, as a slab of `memory`, which gets the room.
io::Slab share_of(const plan::Target& array, MPI_Comm comm, std::vector<std::byte>& memory) {
  const auto planes = array.dims.back();
  const auto each = divide_up(planes, static_cast<std::int64_t>(par::size_of(comm)));
  const auto begin = std::min(planes, par::rank_in(comm) * each);
  io::Slab slab{.memory_type = array.type};
  slab.box.begin.assign(array.dims.size(), 0);
  slab.box.count = array.dims;
  slab.box.begin.back() = begin;
  slab.box.count.back() = std::min(planes, begin + each) - begin;
  slab.strides = io::strides_of(slab.box.count);
  memory.resize(static_cast<std::size_t>(cgns::bytes_of(array.type, slab.box.count)));
  slab.memory = memory.data();
  return slab;
}

void copy_values(Document& out, restart::FileSet& source, const std::vector<Copied>& arrays) {
  std::vector<std::byte> memory;
  for (const auto& [array, node] : arrays) {
    const auto& facts = source.arrays()[static_cast<std::size_t>(array)];
    if (cgns::count_of(facts.dims) == 0) continue;
    io::Slab slab;
    const auto failure =
        par::failure_of([&] { slab = share_of(facts, out.comm(), memory); }, "copying the mesh");
    const bool has_some = !failure && !memory.empty();
    const restart::Wanted wanted{array, slab};
    source.read({&wanted, has_some ? 1U : 0U}, failure);
    const Transfer transfer{&node, slab};
    out.move_together(Direction::write, {&transfer, has_some ? 1U : 0U}, std::nullopt);
  }
}

void copy_tree(Document& out, restart::FileSet& source) {
  std::vector<Copied> arrays;
  auto tree = source.tree();
  sort_zones(tree);
  for (const auto& child : tree.children) out.put(out.root(), copied(out, source, child, arrays));
  copy_values(out, source, arrays);
}

/// A value for a position of the whole zone, in the type of the file.
struct Numbered {
  std::int64_t index = 0;
  std::array<std::byte, 8> value = {};
};

/// A field of one zone, as all ranks see it.
struct Field {
  Spot zone = {};
  Spot solution = {};
  Spot array = {};
  Entity entity = Entity::vertex;
};

/// A field that is to be written, in all zones of a base of the new file.
struct Wanted {
  const cgns::Node& source;  ///< The tree that the file was made of.
  int base = 1;
  int solution = 1;
  std::string name = {};
  CGNS_ENUMT(DataType_t) type = CGNS_ENUMV(DataTypeNull);
};

/// Creates the array, with what the source has below it: units, conversions, descriptions.
void create(Document& out, const Wanted& wanted, const Field& field) {
  static_cast<void>(put_array(out, {field.zone, field.solution}, wanted.type, wanted.name.c_str(), nullptr));
  const auto* origin = cgns::find(wanted.source, cgns::join(field.solution.path, wanted.name));
  if (origin == nullptr) return;
  const auto array = array_named(out, field.solution, wanted.name.c_str());
  for (const auto& child : origin->children) {
    if (!child.is_bulk()) out.put(array, child);
  }
}

/// Values of a zone of another size, or of no zone of the source, have no place in it.
void require_zone_of_source(const Document& out, const Wanted& wanted, const Field& field) {
  const auto* origin = cgns::find(wanted.source, field.zone.path);
  if (origin == nullptr || cgns::integers_of(*origin) != cgns::integers_of(*field.zone.node))
    throw Error(ErrorKind::usage, at(out.path(), field.zone.path,
                                     "is not a zone of the partition's file, or has another size"));
}

Field field_at(Document& out, const Wanted& wanted, int Z) {
  Field field{.zone = zone_at(out, wanted.base, Z)};
  field.solution = child_at(out, field.zone, "FlowSolution_t", wanted.solution);
  const auto location = location_of(out, field.solution);
  if (location != CGNS_ENUMV(Vertex) && location != CGNS_ENUMV(CellCenter))
    throw Error(ErrorKind::usage, at(out.path(), field.solution.path, "is neither at vertices nor at cells"));
  field.entity = location == CGNS_ENUMV(Vertex) ? Entity::vertex : Entity::cell;
  if (!child_named(field.solution, wanted.name)) create(out, wanted, field);
  field.array = array_named(out, field.solution, wanted.name.c_str());
  if (cgns::size_of(out.type_of(*field.array.node)) > static_cast<int>(sizeof Numbered::value))
    throw Error(ErrorKind::usage, at(out.path(), field.array.path, "complex values cannot be written so"));
  require_zone_of_source(out, wanted, field);
  const auto& below = field.solution->children;
  if (std::any_of(below.begin(), below.end(), cgns::is_point_set) ||
      out.dims_of(*field.array.node) != extents_at(out, field.zone, field.solution, location))
    throw Error(ErrorKind::usage,
                at(out.path(), field.array.path, "does not have a value for each vertex or cell"));
  return field;
}

/// The field of all zones, which all ranks create alike.
std::vector<Field> fields_at(Document& out, const Wanted& wanted) {
  const auto zones = count_labelled(base_at(out, wanted.base), "Zone_t");
  // Spots are valid until the next node is made.
  for (int Z = 1; Z <= zones; ++Z) static_cast<void>(field_at(out, wanted, Z));
  std::vector<Field> fields;
  for (int Z = 1; Z <= zones; ++Z) fields.push_back(field_at(out, wanted, Z));
  return fields;
}

struct Values {
  const std::byte* data = nullptr;  ///< Of all pieces.
  cgns::DataType type = cgns::DataType::MT;

  [[nodiscard]] std::byte* at(std::int64_t position) const {
    return const_cast<std::byte*>(data) + position * cgns::size_of(type);
  }
};

/// The own values of a structured piece, and those in planes that the zone itself has beyond its sides.
Transfer own_box(Document& out, const Field& field, const restart::Piece& piece, const Values& values) {
  const auto& box = piece.of(field.entity).box;
  const auto own = restart::own_points(piece, field.entity);
  const auto& dims = out.dims_of(*field.array.node);
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
  [[nodiscard]] Numbered at(std::size_t i) const {
    Numbered value{.index = numbers_[i] - 1};
    std::memcpy(value.value.data(), bytes_.data() + i * size_, size_);
    return value;
  }

 private:
  std::vector<std::int64_t> numbers_;
  std::size_t size_;
  std::vector<std::byte> bytes_;
};

/// Sends the values of an unstructured zone to the ranks that write them: contiguous ranges.
void write_numbered(Document& out, par::Session& session, const Field& field,
                    const std::vector<OwnValues>& own) {
  const auto type = out.type_of(*field.array.node);
  const plan::Target facts{.type = type, .dims = out.dims_of(*field.array.node)};
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
    return own[piece].at(i - begins[piece]);
  };
  par::Exchange exchange(session);
  par::scatter_to_owners(
      exchange, begins.back(), value_at,
      [&](const Numbered& value) { return static_cast<int>(value.index / each); },
      [&](const Numbered& value) {
        const auto index = static_cast<std::size_t>(value.index - slab.box.begin.back());
        std::memcpy(memory.data() + index * size, value.value.data(), size);
      });
  const Transfer transfer{field.array.node, slab};
  out.move_together(Direction::write, {&transfer, memory.empty() ? 0U : 1U}, std::nullopt);
}

/// What this rank writes of one field.
struct Written {
  std::vector<Field> fields = {};
  Transfers boxes = {};
  std::vector<std::vector<OwnValues>> numbered = {};  ///< By zone.
};

/// All zones of the partition's file must be there, or values would be lost.
void require_all_zones(const Document& out, const std::vector<Field>& fields,
                       const std::vector<restart::Piece>& pieces) {
  for (const auto& piece : pieces) {
    const auto is_whole = [&](const Field& field) { return field.zone->name == piece.whole; };
    if (std::none_of(fields.begin(), fields.end(), is_whole))
      throw Error(ErrorKind::usage, at(out.path(), "", fmt::format("has no zone {}", piece.whole)));
  }
}

/// Values go from the ranks of the one to those of the other.
void require_same_ranks(const Document& out, const Document& source) {
  int relation = MPI_UNEQUAL;
  MPI_Comm_compare(out.comm(), source.comm(), &relation);
  if (relation != MPI_IDENT && relation != MPI_CONGRUENT)
    throw Error(ErrorKind::usage,
                at(out.path(), "", "is not open on the ranks of the partition: use its communicator"));
}

Written written_by(Document& out, const OpenPartition& partition, const Wanted& wanted,
                   const Values& values) {
  Written written{.fields = fields_at(out, wanted)};
  require_all_zones(out, written.fields, partition.parts->pieces());
  written.numbered.resize(written.fields.size());
  for (std::size_t z = 0; z < written.fields.size(); ++z) {
    const auto& field = written.fields[z];
    for (const auto& piece : partition.parts->pieces()) {
      if (piece.whole != field.zone->name) continue;
      if (values.data == nullptr) throw Error(ErrorKind::usage, "data is NULL on a rank that has cells");
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

}  // namespace

int cgp_partition_create_file(int p, const char* name, int* out) {
  return guarded([&] {
    auto& source = document_of(partition_of(p).fn);
    std::string path;
    Hasher hasher;
    par::collectively(
        source.comm(), "creating a file", [&] { hasher.add(std::string_view(path = name_from(name))); },
        par::Stops::ignore);
    require_same_everywhere(source.comm(), hasher, "the names of a file");
    auto made = opened(source.comm(), path, Mode::write);
    try {
      copy_tree(*made, source.file_set());
    } catch (...) {
      made->discard();
      throw;
    }
    *out = keep(std::move(made));
  });
}

int cgp_partition_write(int p, int out, int S, const char* field, CGNS_ENUMT(DataType_t) type,
                        const void* data) {
  return guarded_on(out, [&](Document& document) {
    Written written;
    par::Session* session = nullptr;
    const auto prepare = [&] {
      take_refusal();
      const auto& partition = partition_of(p);
      auto& source = document_of(partition.fn);
      session = &source.session();
      require_same_ranks(document, source);
      const Wanted wanted{source.file_set().tree(), partition.base, S, name_from(field), type};
      const Values values{static_cast<const std::byte*>(data), data_type(type)};
      written = written_by(document, partition, wanted, values);
    };
    const auto failure = par::failure_of(prepare, writing);
    document.move_together(Direction::write, written.boxes, failure);
    for (std::size_t z = 0; z < written.fields.size(); ++z) {
      if (!zone_size(document, written.fields[z].zone).structured)
        write_numbered(document, *session, written.fields[z], written.numbered[z]);
    }
  });
}
