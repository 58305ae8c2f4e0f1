#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include "pcgns/fileset/plan/conventions/conventions.hpp"
#include "pcgns/fileset/plan/structured/seacas_interfaces.hpp"
#include "pcgns/plan/blocks.hpp"

namespace pcgns::fileset {

namespace {

/// Holes that a message lists.
constexpr std::size_t most_holes = 4;

/// Checks the cell coverage of one structured original.
class Cover {
 public:
  Cover(const Search& search, const Original& original)
      : search_(search), original_(original), directions_(static_cast<std::size_t>(original.dimension)) {
    for (const auto& piece : original.pieces) boxes_.push_back(piece.cells);
  }

  void check() const {
    require_countable();
    for (const auto& piece : original_.pieces) {
      require_inside(piece);
      require_extents(piece);
    }
    require_no_overlap();
    require_no_hole();
  }

 private:
  /// Ensures that the zone's vertex count fits in 63 bits, so that later products of extents cannot overflow.
  void require_countable() const {
    std::int64_t vertices = 1;
    for (std::size_t d = 0; d < directions_; ++d) {
      std::int64_t along = 0;
      const bool too_many = __builtin_add_overflow(original_.cells[d], 1, &along) ||
                            __builtin_mul_overflow(vertices, along, &vertices);
      if (original_.cells[d] >= 1 && !too_many) continue;
      throw error_at(search_.inputs, view_of(original_.pieces.front()), "",
                     fmt::format("is a piece of {} with invalid extents: {} cells", original_.name,
                                 text_of_extents(original_.cells, original_.dimension)));
    }
  }

  void require_inside(const Piece& piece) const {
    for (std::size_t d = 0; d < piece.cells.size(); ++d) {
      const auto& cells = piece.cells[d];
      const auto extent = d < directions_ ? original_.cells[d] : 1;
      if (cells.begin >= 0 && !cells.empty() && cells.end <= extent) continue;
      throw error_at(search_.inputs, view_of(piece), "",
                     fmt::format("has the cells {} of {}, which has only {}", text_of_cells(piece.cells, 3),
                                 original_.name, text_of_extents(original_.cells, original_.dimension)));
    }
  }

  void require_extents(const Piece& piece) const {
    const auto extents = extents_of(search_.inputs, view_of(piece));
    for (std::size_t d = 0; d < directions_; ++d) {
      std::int64_t expected = piece.cells[d].size();
      const bool too_many = __builtin_add_overflow(expected, piece.ghosts[2 * d], &expected) ||
                            __builtin_add_overflow(expected, piece.ghosts[2 * d + 1], &expected);
      if (!too_many && expected == extents.cells[d]) continue;
      throw error_at(search_.inputs, view_of(piece), "",
                     fmt::format("has {} cells in direction {}, but should have {} of {} and {} ghosts",
                                 extents.cells[d], d + 1, piece.cells[d].size(), original_.name,
                                 piece.ghosts[2 * d] + piece.ghosts[2 * d + 1]));
    }
  }

  [[nodiscard]] std::string text_of(std::size_t piece) const {
    return fmt::format("{} ({})", place_of(search_.inputs, view_of(original_.pieces[piece])),
                       text_of_cells(boxes_[piece], original_.dimension));
  }

  void require_no_overlap() const {
    const auto found = plan::first_overlap(boxes_);
    if (!found) return;
    throw Error(ErrorKind::input,
                fmt::format("{}: two pieces have the same cells: {} and {}", original_.path(),
                            text_of(found->first), text_of(found->second)),
                {.code = "S0103"});
  }

  void require_no_hole() const {
    plan::Box3 whole;
    for (std::size_t d = 0; d < whole.size(); ++d) whole[d] = {0, d < directions_ ? original_.cells[d] : 1};
    const auto missing = plan::volume_of(whole) - plan::volume_of(boxes_);
    if (missing == 0) return;
    std::string where;
    const auto open = plan::holes(whole, boxes_, most_holes);
    for (const auto& hole : open) {
      where += (where.empty() ? "" : ", ") + text_of_cells(hole, original_.dimension);
    }
    report_hole(search_, fmt::format("{}: {} of {} cells are in no piece: {}{}", original_.path(),
                                     static_cast<std::int64_t>(missing),
                                     static_cast<std::int64_t>(plan::volume_of(whole)), where,
                                     open.size() < most_holes ? "" : ", …"));
  }

  const Search& search_;
  const Original& original_;
  std::size_t directions_;
  std::vector<plan::Box3> boxes_;
};

}  // namespace

void require_complete(const cgns::InputSet& inputs, const PieceSet& pieces, const Request& request,
                      Notes& notes) {
  const Search search{inputs, request, notes, {}};
  for (const auto& original : pieces.originals) {
    if (original.structured && !original.pieces.empty()) Cover(search, original).check();
  }
}

namespace {

/// Conventions in which a zone name identifies one piece of the whole set.
bool has_unique_names(Convention convention) {
  return convention != Convention::cassiopee && convention != Convention::assembly_file;
}

std::optional<PieceName> name_by(Convention convention, std::string_view zone_name) {
  if (convention == Convention::seacas) return seacas_name(zone_name);
  if (convention == Convention::maia || convention == Convention::own) return maia_name(zone_name);
  return std::nullopt;
}

using ZonesByPath = std::unordered_map<std::string, const ZoneView*>;

ZonesByPath by_path(const Search& search, const std::vector<ZoneView>& zones) {
  ZonesByPath paths;
  for (const auto& zone : zones) {
    const auto [found, is_new] = paths.try_emplace(path_of(zone), &zone);
    if (is_new) continue;
    const auto why = fmt::format("duplicate piece; {} has it, too: name only one of the two",
                                 file_of(search.inputs, *found->second));
    throw coded(error_at(search.inputs, zone, "", why), "S0102");
  }
  return paths;
}

/// Requires the pieces that interfaces of other pieces lead to.
void require_donors(const Search& search, const std::vector<ZoneView>& zones, const ZonesByPath& paths,
                    Convention convention) {
  std::set<std::string> reported;
  std::set<std::pair<std::string, std::string>> known;
  for (const auto& zone : zones) {
    if (const auto name = name_by(convention, zone.zone->name))
      known.emplace(zone.base->name, name->original);
  }
  const auto is_piece_of_known = [&](const std::string& original, const std::string& base) {
    return known.contains({base, original});
  };
  for (const auto& zone : zones) {
    for (const auto& interface : interfaces_of(*zone.zone)) {
      const auto name = name_by(convention, interface.donor);
      if (!name) continue;
      const auto path = fmt::format("/{}/{}", interface.base_of_donor(*zone.base), interface.donor);
      const bool is_hole = is_piece_of_known(name->original, interface.base_of_donor(*zone.base));
      // With --allow-missing, each interface to a missing zone gets a note of its own where it is left out.
      if (paths.contains(path) || (search.request.allow_missing && !is_hole)) continue;
      if (!reported.insert(path).second) continue;
      // The extents of a SEACAS zone are known from its pieces only.
      const bool may_shrink = convention == Convention::seacas && search.request.fill_holes;
      const auto text = fmt::format("{}: the piece is missing; the interface {}/{} connects to it{}", path,
                                    place_of(search.inputs, zone), interface.below,
                                    may_shrink ? "; its zone becomes as large as the existing pieces" : "");
      is_hole ? report_hole(search, text) : report_missing(search, text);
    }
  }
}

/// All ranks that zones record.
std::set<std::int64_t> ranks_of(const Search& search, const std::vector<Original>& originals,
                                Convention convention) {
  std::set<std::int64_t> ranks;
  for (const auto& original : originals) {
    for (const auto& piece : original.pieces) ranks.insert(piece.rank);
  }
  if (convention != Convention::cassiopee) return ranks;
  for (const auto& zone : zones_of(search.inputs)) {
    if (const auto rank = cassiopee_rank(search.inputs, zone)) ranks.insert(*rank);
  }
  return ranks;
}

/// Requires a zone or file of every rank below the highest.
void require_ranks(const Search& search, const std::vector<Original>& originals, Convention convention) {
  auto ranks = ranks_of(search, originals, convention);
  if (search.inputs.trees.size() < 2 || ranks.empty()) return;
  const auto highest = *ranks.rbegin();
  for (std::size_t i = 0; i < search.inputs.trees.size(); ++i) ranks.insert(search.inputs.files[i].number);
  std::int64_t next = 0;
  for (const auto rank : ranks) {
    if (rank > highest) break;
    if (rank > next) {
      const auto which =
          rank == next + 1 ? fmt::format(" {} is", next) : fmt::format("s {} to {} are", next, rank - 1);
      report_missing(
          search, fmt::format("rank{} missing: neither a file nor a piece is there, though ranks go up to {}",
                              which, highest));
    }
    next = std::max(next, rank + 1);
  }
}

/// Requires the number of files that names like "x.cgns.4.2" state (four).
void require_files(const Search& search) {
  std::map<std::string, std::set<std::int64_t>> sets;
  std::map<std::string, std::int64_t> counts;
  for (std::size_t i = 0; i < search.inputs.trees.size(); ++i) {
    const auto& path = search.inputs.files[i].path;
    const auto file = file_of_set(path);
    if (!file) continue;
    const auto [count, is_new] = counts.try_emplace(file->stem, file->count);
    if (count->second != file->count) {
      const auto why = fmt::format("is one of {} files according to its name, others are of {}", file->count,
                                   count->second);
      throw coded(input_error(path, "", why), "S0106");
    }
    sets[file->stem].insert(file->rank);
  }
  for (const auto& [stem, ranks] : sets) {
    std::int64_t next = 0;
    for (const auto rank : ranks) next += rank == next ? 1 : 0;
    if (next == counts[stem]) continue;
    const auto width = fmt::format("{}", counts[stem]).size();
    report_missing(search, fmt::format("{}.{}.{:0{}} is missing: {} of {} files are there", stem,
                                       counts[stem], next, width, ranks.size(), counts[stem]));
  }
}

}  // namespace

void report_missing(const Search& search, const std::string& text) {
  if (!search.request.allow_missing) throw Error(ErrorKind::input, text, {.code = "S0101"});
  search.notes.add(plan::Note::Kind::warning, "missing pieces", text);
}

void report_hole(const Search& search, const std::string& text) {
  constexpr auto advice =
      "; --allow-missing is for whole zones only; --fill nan accepts missing pieces of structured zones";
  if (!search.request.fill_holes)
    throw Error(ErrorKind::input, search.request.allow_missing ? text + advice : text, {.code = "S0101"});
  search.notes.add(plan::Note::Kind::warning, "missing pieces", text);
}

void require_all_pieces(const Search& search, const std::vector<ZoneView>& zones,
                        const std::vector<Original>& originals, Convention convention) {
  if (convention == Convention::seacas) require_files(search);
  if (has_unique_names(convention)) require_donors(search, zones, by_path(search, zones), convention);
  if (convention != Convention::assembly_file) require_ranks(search, originals, convention);
}

}  // namespace pcgns::fileset
