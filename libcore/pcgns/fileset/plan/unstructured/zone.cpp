// zone.cpp: merges one unstructured zone. Each value of a mesh array goes to the position of its
// global number; everything else must be identical in all pieces.
#include "pcgns/fileset/plan/unstructured/zone.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "pcgns/cgns/locations.hpp"
#include "pcgns/fileset/plan/unite/nodes.hpp"

namespace pcgns::fileset {

namespace {

/// Zone_t with the numbers of vertices and cells.
cgns::Node zone_node(ZoneJob& zone, const PieceNodes& pieces) {
  const auto& mesh = zone.mesh();
  bool wide = std::any_of(pieces.begin(), pieces.end(),
                          [](const PieceNode& piece) { return piece.node->type == cgns::DataType::I8; });
  if (!wide && std::max(mesh.vertices(), mesh.cells()) > std::numeric_limits<std::int32_t>::max()) {
    wide = true;
    zone.job.merge.notes.add(plan::Note::Kind::info, "wider integers",
                             fmt::format("{}: becomes I8, because its values do not fit in I4", mesh.path()));
  }
  auto node = cgns::integer_node(mesh.original().name, "Zone_t", {1, 3},
                                 {mesh.vertices(), mesh.cells(), mesh.original().boundary_vertices},
                                 wide ? cgns::DataType::I8 : cgns::DataType::I4);
  for (const auto& piece : pieces) fileset::add_extras(node, *piece.node);
  return node;
}

/// Adds sections in the order of their elements, whatever their order in the pieces.
void add_sections(ZoneJob& zone, const std::vector<PieceGroup>& groups, cgns::Node& whole) {
  for (const auto& section : zone.mesh().sections()) {
    const auto found = std::find_if(groups.begin(), groups.end(), [&](const PieceGroup& group) {
      return group.name == section.group.name && group.label() == "Elements_t";
    });
    if (found == groups.end()) continue;
    whole.children.push_back(united_section(zone, *found, cgns::join(zone.mesh().path(), found->name)));
  }
}

void add_child(ZoneJob& zone, const PieceGroup& group, const PieceNodes& pieces, cgns::Node& whole) {
  const auto path = cgns::join(zone.mesh().path(), group.name);
  if (holds_fields(group)) {
    const auto fields = without_lost_regions(zone, group, path);
    if (!fields.nodes.empty()) whole.children.push_back(united_fields(zone, fields, path));
  } else if (group.label() == "ZoneBC_t" && !group.nodes.front().node->link) {
    whole.children.push_back(united_zone_bc(zone, group, path));
  } else if (group.label() == "ZoneGridConnectivity_t" && !group.nodes.front().node->link) {
    if (auto interfaces = united_interfaces(zone, group, path))
      whole.children.push_back(*std::move(interfaces));
  } else if (group.name == fileset::per_rank_name) {
    zone.per_rank.take_over(sources_of(zone.mesh().original(), group.nodes));
  } else {
    unite_into(zone, group, pieces, path, whole.children);
  }
}

int index_of(const PieceSet& pieces, const Original& original) {
  const auto found = std::find_if(pieces.originals.begin(), pieces.originals.end(),
                                  [&](const Original& other) { return &other == &original; });
  if (found == pieces.originals.end()) throw Error(ErrorKind::internal, original.name + " is not in the set");
  return static_cast<int>(found - pieces.originals.begin());
}

}  // namespace

cgns::Node unstructured_zone(Job& job, const Original& original) {
  const Facts facts(job);
  const auto container = original.path();
  ZoneJob zone{.job = job,
               .facts = facts,
               .original = index_of(job.pieces, original),
               .meshes = {},
               .per_rank = PerRank(container)};
  const auto pieces = zones_of(zone.mesh().original());
  auto whole = zone_node(zone, pieces);
  auto groups = grouped_data(pieces, [&](const PieceNode& child) {
    return name_in_whole(job.pieces, original, original.piece(child.piece), *child.node);
  });
  rename_in_tables(groups, zone.made);
  bool sections_are_in = false;
  for (const auto& group : groups) {
    if (group.label() != "Elements_t" || group.nodes.front().node->link) {
      add_child(zone, group, pieces, whole);
    } else if (!std::exchange(sections_are_in, true)) {
      add_sections(zone, groups, whole);
    }
  }
  if (auto per_rank = zone.per_rank.node(job.merge)) whole.children.push_back(*std::move(per_rank));
  return whole;
}

namespace {

int added(std::vector<plan::Numbering>& numberings, plan::Numbering numbering) {
  numberings.push_back(std::move(numbering));
  return static_cast<int>(numberings.size()) - 1;
}

}  // namespace

Facts::Facts(const Job& job) : job_(job), sets_(job.number_sets) {
  if (sets_ != nullptr) return;
  own_ = number_sets(job.merge.inputs, job.pieces);
  sets_ = &own_;
}

const NumberFacts* Facts::find(int original, std::string_view what) const {
  const auto by_original = [](const NumberSet& set, int value) { return set.original < value; };
  auto set = std::lower_bound(sets_->begin(), sets_->end(), original, by_original);
  for (; set != sets_->end() && set->original == original; ++set) {
    if (set->what != what) continue;
    const auto index = static_cast<std::size_t>(set - sets_->begin());
    return index < job_.numbers.size() ? &job_.numbers[index] : nullptr;
  }
  return nullptr;
}

Mesh::Mesh(Job& job, const Facts& facts, int original)
    : job_(job),
      facts_(facts),
      index_(original),
      original_(job.pieces.originals.at(static_cast<std::size_t>(original))),
      path_(original_.path()),
      pieces_(views_of(job.merge.inputs, original_)) {
  const auto& inputs = job.merge.inputs;
  if (pieces_.empty()) throw Error(ErrorKind::internal, fmt::format("{} has no pieces", path_));
  vertex_numberings_.assign(pieces_.size(), -1);
  element_numberings_.assign(pieces_.size(), -1);
  cell_numberings_.assign(pieces_.size(), -1);
  vertices_ = this->facts(vertices_of(path_)).total;
  std::int64_t next = 1;
  for (auto& group : section_groups(inputs, original_, pieces_)) {
    auto known = this->facts(elements_of(cgns::join(path_, group.name)));
    const auto total = known.total;
    sections_.push_back({.group = std::move(group), .first = next, .facts = std::move(known)});
    next += total;
  }
  cells_ = counted_cells();
  require_numbers_of_elements();
}

/// Cells that have numbers of their own must have the same ones as elements: those place the values of
/// fields, these the connectivity. Not checked where elements of a MIXED section are no cells.
void Mesh::require_numbers_of_elements() const {
  const auto* cells = facts_.find(index_, cells_of(path_));
  if (cells == nullptr) return;
  std::vector<OrderSums> elements(cells->orders.size());
  std::int64_t before = 0;
  for (const auto& section : sections_) {
    if (!is_of_cells(section.group.type)) continue;
    const auto& orders = section.facts.orders;
    for (std::size_t i = 0; i < std::min(orders.size(), elements.size()); ++i)
      elements[i].add(orders[i].shifted(before));
    before += section.facts.total;
  }
  if (before != cells->total) return;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    if (elements[i] == cells->orders[i]) continue;
    const auto contradiction =
        pieces_[i].error(job_.merge.inputs, pieces_[i].cell_numbers.path,
                         "contradicts the global numbers of the elements: fields would go to other cells");
    throw coded(contradiction, "S0104");
  }
}

/// Cells belong to one piece each; `elements`: of which they are some.
std::int64_t Mesh::cells_of_pieces(std::int64_t elements) const {
  const auto cells =
      std::accumulate(pieces_.begin(), pieces_.end(), std::int64_t{0},
                      [](std::int64_t sum, const PieceView& view) { return sum + view.cells; });
  if (cells <= elements) return cells;
  throw pieces_.front().error(
      job_.merge.inputs, pieces_.front().path,
      fmt::format("belongs to a zone whose pieces have {} cells, but its sections only {} elements", cells,
                  elements));
}

/// Cells with numbers, else cells in the cell sections. MIXED sections may have other elements, too.
std::int64_t Mesh::counted_cells() const {
  std::int64_t listed = 0;
  bool is_mixed = false;
  for (const auto& section : sections_) {
    if (!is_of_cells(section.group.type)) continue;
    listed += section.facts.total;
    is_mixed = is_mixed || section.group.type == cgns::element_type::mixed;
  }
  const auto* cells = facts_.find(index_, cells_of(path_));
  if (cells == nullptr && !is_mixed) return listed;
  if (cells == nullptr) return cells_of_pieces(listed);
  if (listed != 0 && listed != cells->total && !is_mixed) {
    throw pieces_.front().error(
        job_.merge.inputs, pieces_.front().path,
        fmt::format(
            "belongs to a zone of {} cells by global numbers, but of {} by the elements of its sections",
            cells->total, listed));
  }
  return cells->total;
}

const NumberFacts& Mesh::facts(std::string_view what) const {
  const auto* found = facts_.find(index_, what);
  if (found == nullptr) throw Error(ErrorKind::internal, fmt::format("{} were not checked", what));
  return *found;
}

std::int64_t Mesh::listed_elements() const {
  return sections_.empty() ? 0 : sections_.back().first - 1 + sections_.back().facts.total;
}

std::int64_t Mesh::last_element() const {
  const bool unlisted = std::any_of(pieces_.begin(), pieces_.end(),
                                    [&](const PieceView& view) { return has_unlisted_cells(view); });
  return listed_elements() + (unlisted ? cells_ : 0);
}

bool Mesh::has_unlisted_cells(const PieceView& view) const {
  if (!view.cell_numbers.exist()) return false;
  const bool listed =
      std::any_of(view.sections.begin(), view.sections.end(), [&](const LocalSection& section) {
        return dimension_of(section.type, view.cell_dimension) == view.cell_dimension && section.count > 0;
      });
  const bool named = std::any_of(view.sections.begin(), view.sections.end(), [](const LocalSection& section) {
    return cgns::parents_node(*section.node) != nullptr;
  });
  return !listed && named;
}

/// Or of elements of which some are cells.
bool Mesh::is_of_cells(int type) const { return dimension_of(type, cell_dimension()) == cell_dimension(); }

plan::Numbering Mesh::numbering_of_elements(const PieceView& view, bool only_cells) const {
  plan::Numbering numbering;
  std::int64_t last = 0;
  for (const auto& local : view.sections) {
    const auto all = local.count + local.ghosts;
    last = std::max(last, local.first + all - 1);
    const auto count = std::min(all, local.numbers.count);
    if (count <= 0 || (only_cells && !is_of_cells(local.type))) continue;
    const auto whole = std::find_if(sections_.begin(), sections_.end(), [&](const WholeSection& section) {
      return section.group.name == local.node->name;
    });
    numbering.sections.push_back({.first = local.first,
                                  .count = count,
                                  .numbers = local.numbers.array,
                                  .offset = whole->first - local.numbers.first});
  }
  if (has_unlisted_cells(view)) {
    numbering.sections.push_back({.first = last + 1,
                                  .count = view.cell_numbers.count,
                                  .numbers = view.cell_numbers.array,
                                  .offset = listed_elements() + 1 - view.cell_numbers.first});
  }
  return numbering;
}

int Mesh::vertex_numbering(int piece) {
  auto& index = vertex_numberings_[static_cast<std::size_t>(piece)];
  if (index >= 0) return index;
  const auto& numbers = this->piece(piece).vertex_numbers;
  plan::Numbering numbering;
  if (numbers.exist() && numbers.count > 0) {
    numbering.sections.push_back(
        {.first = 1, .count = numbers.count, .numbers = numbers.array, .offset = 1 - numbers.first});
  }
  return index = added(job_.numberings, std::move(numbering));
}

int Mesh::element_numbering(int piece) {
  auto& index = element_numberings_[static_cast<std::size_t>(piece)];
  if (index < 0) index = added(job_.numberings, numbering_of_elements(this->piece(piece), false));
  return index;
}

int Mesh::cell_numbering(int piece) {
  auto& index = cell_numberings_[static_cast<std::size_t>(piece)];
  if (index < 0) index = added(job_.numberings, numbering_of_elements(this->piece(piece), true));
  return index;
}

int Mesh::numbering_at(const std::string& location, int piece) {
  return location == "Vertex" ? vertex_numbering(piece) : element_numbering(piece);
}

std::int64_t Mesh::largest_at(const std::string& location) const {
  return location == "Vertex" ? vertices_ : last_element();
}

}  // namespace pcgns::fileset
