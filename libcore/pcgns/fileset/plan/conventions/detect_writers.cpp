#include <fmt/format.h>

#include <algorithm>

#include "pcgns/cgns/compare_trees.hpp"
#include "pcgns/cgns/zone_shape.hpp"
#include "pcgns/fileset/metadata.hpp"
#include "pcgns/fileset/plan/conventions/conventions.hpp"
#include "pcgns/fileset/plan/structured/offsets.hpp"
#include "pcgns/fileset/plan/structured/seacas_interfaces.hpp"
#include "pcgns/fileset/whole_name.hpp"

namespace pcgns::fileset {

namespace {

const cgns::Node& required(const Search& search, const ZoneView& zone, const cgns::Node& numbering,
                           std::string_view name) {
  if (const auto* node = numbering.child(name)) return *node;
  throw error_at(search.inputs, zone, numbering.name,
                 fmt::format("has no {}: the cells of the piece are unknown", name));
}

/// The cells of the piece from CellRange: 1-based and inclusive, the begins of all directions, then the ends.
void add_cells(const Search& search, const ZoneView& zone, const Original& original, Piece& piece) {
  const auto& numbering = *zone.zone->child(numbering_name);
  const auto dimension = static_cast<std::size_t>(original.dimension);
  const auto& range = required(search, zone, numbering, "CellRange");
  const auto below = cgns::join(numbering.name, range.name);
  const auto values = integers_at(search.inputs, zone, below, range, 2 * dimension);
  for (std::size_t d = 0; d < dimension; ++d) {
    const auto first = values[d];
    const auto last = values[dimension + d];
    if (first < 1 || last < first) {
      throw error_at(search.inputs, zone, below, fmt::format("is not a range: {} to {}", first, last));
    }
    piece.cells[d] = {first - 1, last};
  }
  if (const auto* ghosts = numbering.child(interface_ghosts_node)) {
    const auto planes =
        integers_at(search.inputs, zone, cgns::join(numbering.name, ghosts->name), *ghosts, 2 * dimension);
    std::copy(planes.begin(), planes.end(), piece.interface_ghosts.begin());
  }
}

std::array<std::int64_t, 3> cell_size(const Search& search, const ZoneView& zone, const Original& original) {
  const auto& numbering = *zone.zone->child(numbering_name);
  const auto& node = required(search, zone, numbering, "CellSize");
  const auto dimension = static_cast<std::size_t>(original.dimension);
  const auto values =
      integers_at(search.inputs, zone, cgns::join(numbering.name, node.name), node, dimension);
  std::array<std::int64_t, 3> size = {1, 1, 1};
  std::copy(values.begin(), values.end(), size.begin());
  return size;
}

void add_extents(const Search& search, const ZoneView& zone, Original& original) {
  const auto size = cell_size(search, zone, original);
  if (original.pieces.empty()) original.cells = size;
  if (size == original.cells) return;
  throw error_at(search.inputs, zone, fmt::format("{}/CellSize", numbering_name),
                 fmt::format("is {}, but {} in {}", text_of_extents(size, original.dimension),
                             text_of_extents(original.cells, original.dimension),
                             place_of(search.inputs, view_of(original.pieces.front()))));
}

/// Text of the metadata node `name` below `numbering`; empty if there is none.
std::string metadata_node_of(const cgns::Node& numbering, std::string_view name) {
  const auto* node = numbering.child(name);
  const bool is_text = node != nullptr && node->label == "Descriptor_t" && node->type == cgns::DataType::C1;
  return is_text ? cgns::text_of(*node) : std::string();
}

/// Original name and rank from the zone name, or from metadata where the name is too short or has another
/// style.
std::optional<PieceName> piece_name(const cgns::Node& zone) {
  auto name = maia_name(zone.name);
  const auto* numbering = zone.child(numbering_name);
  if (numbering == nullptr) return name;
  const auto original = metadata_node_of(*numbering, original_name_node);
  const auto rank = number_of(metadata_node_of(*numbering, rank_node));
  if (original.empty() || (!rank && !name)) return name;
  return PieceName{original, rank ? *rank : name->rank};
}

/// Places the piece by CellRange or by global numbers. All pieces of a zone must use the same way.
void add_place(const Search& search, const ZoneView& zone, Original& original, Piece& piece) {
  const bool by_numbers = is_numbered_only(*zone.zone);
  const auto* first = original.pieces.empty() ? zone.zone : original.pieces.front().zone;
  if (by_numbers && is_numbered_only(*first)) return add_cells_by_numbers(search, zone, original, piece);
  if (!by_numbers && is_numbered_only(*first)) {
    throw error_at(search.inputs, zone, fmt::format("{}/CellRange", numbering_name),
                   fmt::format("exists, but {} does not have it",
                               place_of(search.inputs, view_of(original.pieces.front()))));
  }
  add_cells(search, zone, original, piece);
  add_extents(search, zone, original);
}

/// Rejects metadata in a zone whose name does not follow the convention.
void require_whole_metadata(const Search& search, const ZoneView& zone) {
  const bool is_named = piece_name(*zone.zone).has_value();
  if (!is_named) {
    throw error_at(
        search.inputs, zone, "",
        fmt::format(
            "mixed conventions: has {}, but is not named <zone>.P<rank>.N<number> like a piece of Maia",
            numbering_name));
  }
}

std::string_view way_of(const Original& original) {
  if (!original.structured) return "";
  return is_numbered_only(*original.pieces.front().zone) ? "/Vertex" : "/CellRange";
}

/// True if a point or cell of the zone has a value.
bool has_values(const cgns::Node& zone) {
  return std::ranges::any_of(zone.children, [](const cgns::Node& container) {
    return (container.label == "GridCoordinates_t" || container.label == "FlowSolution_t") &&
           std::ranges::any_of(container.children, [](const cgns::Node& array) {
             return array.label == "DataArray_t" && !cgns::is_empty(array);
           });
  });
}

}  // namespace

std::string whole_name(const cgns::Node& piece) {
  const auto name = piece_name(piece);
  return name ? name->original : piece.name;
}

std::optional<PieceName> maia_name(std::string_view zone_name) {
  const auto piece = zone_name.rfind(".N");
  if (piece == std::string_view::npos || !number_of(zone_name.substr(piece + 2))) return std::nullopt;
  const auto before = zone_name.substr(0, piece);
  const auto process = before.rfind(".P");
  if (process == std::string_view::npos || process == 0) return std::nullopt;
  const auto rank = number_of(before.substr(process + 2));
  if (!rank) return std::nullopt;
  return PieceName{std::string(before.substr(0, process)), *rank};
}

bool is_empty_piece(const cgns::Node& zone) {
  const auto sizes = cgns::integers_in(&zone);
  return has_maia_metadata(zone) && is_structured(zone) && sizes && !has_values(zone) &&
         std::ranges::all_of(*sizes, [](std::int64_t size) { return size == 0; });
}

bool has_maia_metadata(const cgns::Node& zone) {
  const auto* numbering = zone.child(numbering_name);
  return numbering != nullptr && !numbering->link;
}

std::vector<Original> maia_originals(const Search& search, const std::vector<ZoneView>& zones,
                                     Convention convention) {
  Originals originals(convention);
  for (const auto& zone : zones) {
    require_whole_metadata(search, zone);
    const auto name = *piece_name(*zone.zone);
    auto& original = originals.of(search.inputs, zone, name.original);
    Piece piece{.file = zone.file, .base = zone.base, .zone = zone.zone, .rank = name.rank};
    if (original.structured) add_place(search, zone, original, piece);
    original.pieces.push_back(std::move(piece));
  }
  auto found = originals.take();
  for (auto& original : found) {
    original.evidence = fmt::format("{}: {}{} of {} pieces", to_string(convention), numbering_name,
                                    way_of(original), original.pieces.size());
  }
  return found;
}

namespace {

constexpr std::string_view parameters = ".Solver#Param";
constexpr std::string_view ghost_layers = "ZoneRind";

const cgns::Node* find_ghosts(const cgns::Node& zone) {
  const auto* node = zone.child(ghost_layers);
  return node != nullptr && node->label == "Rind_t" && !node->link ? node : nullptr;
}

bool is_cut(const cgns::Node& zone) {
  const auto* data = zone.child(solver_data_name);
  return data != nullptr && (data->child("source") != nullptr || data->child("loc2glob") != nullptr);
}

std::array<std::int64_t, 6> ghosts_of(const Search& search, const ZoneView& zone, int dimension) {
  std::array<std::int64_t, 6> ghosts = {};
  const auto* node = find_ghosts(*zone.zone);
  if (node == nullptr) return ghosts;
  // The rind of a 2-D zone may be written with all six numbers.
  const auto count = cgns::count_of(node->dims) == 6 ? 6 : 2 * static_cast<std::size_t>(dimension);
  const auto values = integers_at(search.inputs, zone, ghost_layers, *node, count);
  std::copy_n(values.begin(), 2 * dimension, ghosts.begin());
  if (std::any_of(ghosts.begin(), ghosts.end(), [](std::int64_t layers) { return layers < 0; })) {
    throw error_at(search.inputs, zone, ghost_layers, "is negative");
  }
  return ghosts;
}

const cgns::Node& required(const Search& search, const ZoneView& zone, std::string_view name) {
  const auto& data = *zone.zone->child(solver_data_name);
  if (const auto* node = data.child(name)) return *node;
  throw error_at(search.inputs, zone, solver_data_name,
                 fmt::format("has no {}: the whole zone of this piece is unknown", name));
}

std::string source_of(const Search& search, const ZoneView& zone) {
  const auto& node = required(search, zone, "source");
  auto name = node.type == cgns::DataType::C1 ? cgns::text_of(node) : std::string();
  if (const auto slash = name.rfind('/'); slash != std::string::npos) name.erase(0, slash + 1);
  if (name.empty())
    throw error_at(search.inputs, zone, cgns::join(solver_data_name, "source"), "does not name a zone");
  return name;
}

/// loc2glob: imin imax jmin jmax kmin kmax ni nj nk, in vertices of the original zone, without ghosts.
void add_window(const Search& search, const ZoneView& zone, Original& original, Piece& piece) {
  constexpr std::size_t count = 9;
  const auto& node = required(search, zone, "loc2glob");
  const auto below = cgns::join(solver_data_name, node.name);
  const auto values = integers_at(search.inputs, zone, below, node, count);
  std::array<std::int64_t, 3> cells = {1, 1, 1};
  for (std::size_t d = 0; d < static_cast<std::size_t>(original.dimension); ++d) {
    const auto first = values[2 * d];
    const auto last = values[2 * d + 1];
    if (first < 1 || last <= first || values[6 + d] < last) {
      throw error_at(search.inputs, zone, below,
                     fmt::format("is not a valid range: vertices {} to {} of {} in direction {}", first, last,
                                 values[6 + d], d + 1));
    }
    piece.cells[d] = {first - 1, last - 1};
    cells[d] = values[6 + d] - 1;
  }
  if (original.pieces.empty()) original.cells = cells;
  if (cells == original.cells) return;
  throw error_at(search.inputs, zone, below,
                 fmt::format("says that {} has {} cells, but {} in {}", original.name,
                             text_of_extents(cells, original.dimension),
                             text_of_extents(original.cells, original.dimension),
                             place_of(search.inputs, view_of(original.pieces.front()))));
}

/// An unpartitioned zone with ghosts to remove.
void add_whole(const Search& search, const ZoneView& zone, Original& original, Piece& piece) {
  const auto extents = extents_of(search.inputs, zone);
  for (std::size_t d = 0; d < static_cast<std::size_t>(original.dimension); ++d) {
    const auto& low = piece.ghosts[2 * d];
    const auto& high = piece.ghosts[2 * d + 1];
    const auto inner = extents.cells[d];
    if (low >= inner || high >= inner - low) {
      throw error_at(search.inputs, zone, ghost_layers,
                     fmt::format("leaves no cells of {} in direction {}", inner, d + 1));
    }
    original.cells[d] = inner - low - high;
    piece.cells[d] = {0, original.cells[d]};
  }
}

bool has_ghosts(const Piece& piece) {
  return std::any_of(piece.ghosts.begin(), piece.ghosts.end(), [](std::int64_t n) { return n > 0; });
}

/// Ghost cells of a piece are cells of other pieces; those of a whole zone may exist nowhere else.
void note_ghosts(const Search& search, const ZoneView& zone) {
  search.notes.add(plan::Note::Kind::loss, "ghost cells",
                   fmt::format("{}/{}: the zone is not split, and its ghost cells are left out",
                               place_of(search.inputs, zone), ghost_layers));
}

std::string evidence_of(const Original& original) {
  const auto ghosts = std::count_if(original.pieces.begin(), original.pieces.end(), has_ghosts);
  const auto peeled = ghosts == 0 ? std::string() : fmt::format("; {} of {}", ghost_layers, ghosts);
  if (!is_cut(*original.pieces.front().zone)) {
    return fmt::format("Cassiopée: not split, {} is removed", ghost_layers);
  }
  return fmt::format("Cassiopée: {}/loc2glob of {} pieces{}", solver_data_name, original.pieces.size(),
                     peeled);
}

}  // namespace

std::optional<std::int64_t> cassiopee_rank(const cgns::InputSet& inputs, const ZoneView& zone) {
  const auto* solver = zone.zone->child(parameters);
  const auto* process = solver == nullptr ? nullptr : solver->child("proc");
  if (process == nullptr) return std::nullopt;
  const auto below = cgns::join(parameters, "proc");
  const auto rank = integers_at(inputs, zone, below, *process, 1).front();
  if (rank < 0) throw error_at(inputs, zone, below, fmt::format("is {}", rank));
  return rank;
}

bool has_cassiopee_metadata(const cgns::Node& zone) {
  if (is_cut(zone)) return true;
  return is_structured(zone) && find_ghosts(zone) != nullptr;
}

std::vector<Original> cassiopee_originals(const Search& search, const std::vector<ZoneView>& zones) {
  Originals originals(Convention::cassiopee);
  for (const auto& zone : zones) {
    if (!is_structured(*zone.zone)) {
      throw error_at(search.inputs, zone, solver_data_name,
                     "marks the zone as a piece, but unstructured pieces cannot be located");
    }
    const bool cut = is_cut(*zone.zone);
    auto& original = originals.of(search.inputs, zone, cut ? source_of(search, zone) : zone.zone->name);
    if (!original.pieces.empty() && cut != is_cut(*original.pieces.front().zone)) {
      throw error_at(search.inputs, zone, "",
                     fmt::format("mixed conventions: {} is whole, but {} is a piece of it",
                                 cut ? original.name : zone.zone->name,
                                 cut ? zone.zone->name : original.pieces.front().zone->name));
    }
    Piece piece{.file = zone.file,
                .base = zone.base,
                .zone = zone.zone,
                .rank = cassiopee_rank(search.inputs, zone)
                            .value_or(search.inputs.files[static_cast<std::size_t>(zone.file)].number)};
    piece.ghosts = ghosts_of(search, zone, original.dimension);
    cut ? add_window(search, zone, original, piece) : add_whole(search, zone, original, piece);
    if (!cut && has_ghosts(piece)) note_ghosts(search, zone);
    original.pieces.push_back(std::move(piece));
  }
  auto found = originals.take();
  for (auto& original : found) original.evidence = evidence_of(original);
  return found;
}

namespace {

std::vector<Index3> cells_of(const Search& search, const Original& original) {
  std::vector<Index3> cells;
  for (const auto& piece : original.pieces) cells.push_back(extents_of(search.inputs, view_of(piece)).cells);
  return cells;
}

std::vector<Equation> equations_of(const std::vector<PartitionInterface>& interfaces, bool only_certain) {
  std::vector<Equation> equations;
  for (const auto& interface : interfaces) {
    if (interface.is_certain || !only_certain) equations.push_back(interface.equation);
  }
  return equations;
}

Error not_connected(const Search& search, const Original& original, std::size_t piece) {
  return error_at(search.inputs, view_of(original.pieces[piece]), "",
                  fmt::format("cannot locate this piece of {}: no interface connects it with {}",
                              original.name, place_of(search.inputs, view_of(original.pieces.front()))));
}

Error contradictory(const Search& search, const Original& original, const PartitionInterface& interface) {
  const auto& from = original.piece(interface.equation.from);
  return error_at(
      search.inputs, view_of(from), interface.below,
      fmt::format("contradicts the other interfaces between the pieces of {}: they give {} another location",
                  original.name, original.piece(interface.equation.to).zone->name));
}

/// Positions from interfaces that are all known to be between pieces.
std::vector<Index3> certain_begins(const Search& search, const Original& original,
                                   const std::vector<PartitionInterface>& interfaces) {
  const auto placement = placed(original.pieces.size(), equations_of(interfaces, false));
  if (placement.wrong) throw contradictory(search, original, interfaces[*placement.wrong]);
  if (placement.unplaced) throw not_connected(search, original, *placement.unplaced);
  return placement.begins;
}

bool is_sound(const Placement& placement, const std::vector<Index3>& cells) {
  return !placement.wrong && !placement.unplaced && are_disjoint(cells, placement.begins);
}

/// Positions from interfaces of an old set, which may be older than the partition. Uses all of them if they
/// are consistent, else the certain ones, else the only consistent choice.
std::vector<Index3> uncertain_begins(const Search& search, const Original& original,
                                     const std::vector<PartitionInterface>& interfaces) {
  const auto cells = cells_of(search, original);
  const auto all = placed(cells.size(), equations_of(interfaces, false));
  if (all.unplaced) throw not_connected(search, original, *all.unplaced);
  if (is_sound(all, cells)) return all.begins;
  const auto certain = placed(cells.size(), equations_of(interfaces, true));
  if (is_sound(certain, cells)) return certain.begins;

  const auto choices = exact_placements(cells, equations_of(interfaces, false));
  if (choices && choices->size() == 1) return choices->front();
  if (choices && choices->empty() && all.wrong) throw contradictory(search, original, interfaces[*all.wrong]);
  if (choices && choices->empty()) return all.begins;  // They overlap; the completeness check says where.
  throw error_at(search.inputs, view_of(original.pieces.front()), "",
                 fmt::format("the interfaces between the pieces of {} are ambiguous, because the zone also "
                             "has an interface to itself: describe the pieces in an assembly file",
                             original.name));
}

void place_pieces(const Search& search, Original& original, const std::vector<PartitionInterface>& interfaces,
                  bool annotated) {
  const auto begins = annotated ? certain_begins(search, original, interfaces)
                                : uncertain_begins(search, original, interfaces);
  set_places(search.inputs, original, begins);
}

std::string evidence_of(const Original& original, std::size_t interfaces, bool annotated) {
  if (original.pieces.size() == 1) return "SEACAS: one piece";
  return fmt::format("SEACAS: {} interfaces between {} pieces{}", interfaces, original.pieces.size(),
                     annotated ? "" : " (an old file set without Decomp)");
}

}  // namespace

std::optional<PieceName> seacas_name(std::string_view zone_name) {
  constexpr std::string_view metadata_node = "_proc-";
  const auto begin = zone_name.rfind(metadata_node);
  if (begin == std::string_view::npos || begin == 0) return std::nullopt;
  const auto rank = number_of(zone_name.substr(begin + metadata_node.size()));
  if (!rank) return std::nullopt;
  return PieceName{std::string(zone_name.substr(0, begin)), *rank};
}

bool has_seacas_metadata(const cgns::Node& zone) { return is_structured(zone) && seacas_name(zone.name); }

std::vector<Original> seacas_originals(const Search& search, const std::vector<ZoneView>& zones) {
  Originals collected(Convention::seacas);
  for (const auto& zone : zones) {
    const auto name = *seacas_name(zone.zone->name);
    collected.of(search.inputs, zone, name.original)
        .pieces.push_back({.file = zone.file, .base = zone.base, .zone = zone.zone, .rank = name.rank});
  }
  auto originals = collected.take();
  // Duplicate names would make interfaces ambiguous.
  require_all_pieces(search, zones, originals, Convention::seacas);
  const bool annotated = std::any_of(
      zones.begin(), zones.end(), [](const ZoneView& zone) { return has_annotated_interfaces(*zone.zone); });
  for (auto& original : originals) {
    const auto interfaces = partition_interfaces(search, original, annotated);
    original.order = order_by_interfaces(search, original, interfaces);
    place_pieces(search, original, interfaces, annotated);
    original.evidence = evidence_of(original, interfaces.size(), annotated);
  }
  return originals;
}

}  // namespace pcgns::fileset
