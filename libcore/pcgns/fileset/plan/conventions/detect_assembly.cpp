#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "pcgns/cgns/zone_names.hpp"
#include "pcgns/fileset/plan/conventions/assembly_file.hpp"
#include "pcgns/fileset/plan/conventions/assembly_patterns.hpp"
#include "pcgns/plan/blocks.hpp"

namespace pcgns::fileset {

namespace {

/// The entry of the assembly file for a zone: `piece`, `rule` or neither.
struct AssemblyMatch {
  const AssemblyPiece* piece = nullptr;
  const AssemblyRule* rule = nullptr;
  std::string original = {};
  std::string rank = {};  ///< Digits from a rule; empty if the rule has no rank.
};

std::string_view last_component(std::string_view path) {
  const auto slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

bool is_called(std::string_view path, std::string_view name) {
  if (path == name) return true;
  return path.size() > name.size() && path.ends_with(name) && path[path.size() - name.size() - 1] == '/';
}

bool fits(const std::optional<NamePattern>& pattern, std::string_view text) {
  return !pattern || pattern->matches(std::string(text));
}

AssemblyText text_of(const Request& request) { return {request.assembly, request.assembly_path}; }

class Matcher {
 public:
  Matcher(const cgns::InputSet& inputs, const Request& request, const std::vector<ZoneView>& zones)
      : inputs_(inputs), request_(request), zones_(zones), matches_(zones.size()) {
    for (std::size_t i = 0; i < zones.size(); ++i) by_path_[path_of(zones[i])].push_back(i);
  }

  void name(const AssemblyPiece& piece) {
    auto& match = matches_[zone_of(piece)];
    if (match.piece != nullptr)
      throw error(piece.place, fmt::format("is the zone of {}", match.piece->place));
    match.piece = &piece;
    match.original = piece.original;
  }

  /// `notes` get the rule if it counts for no zone.
  void apply(const AssemblyRule& rule, Notes& notes) {
    bool any = false;
    bool counts = false;
    for (std::size_t i = 0; i < zones_.size(); ++i) {
      const auto& zone = zones_[i];
      std::smatch groups;
      if (!is_meant(rule, zone, groups)) continue;
      any = true;
      if (matches_[i].piece != nullptr || matches_[i].rule != nullptr) continue;
      counts = true;
      matches_[i] = by_rule(rule, zone, groups);
    }
    if (!any) throw error(rule.place, "no zone of the inputs matches");
    if (counts) return;
    const auto text = error(rule.place, "has no effect: its zones are in 'parts' or match a rule before it");
    notes.add(plan::Note::Kind::warning, rule.place, text.what());
  }

  [[nodiscard]] std::vector<AssemblyMatch> take() { return std::move(matches_); }

 private:
  [[nodiscard]] Error error(const std::string& place, std::string_view why) const {
    return text_of(request_).error(place, why);
  }

  [[nodiscard]] bool is_meant(const AssemblyRule& rule, const ZoneView& zone, std::smatch& groups) const {
    return rule.zone.matches(zone.zone->name, groups) && fits(rule.base, zone.base->name) &&
           fits(rule.file, last_component(file_of(inputs_, zone)));
  }

  [[nodiscard]] AssemblyMatch by_rule(const AssemblyRule& rule, const ZoneView& zone,
                                      const std::smatch& groups) const {
    AssemblyMatch match{
        .rule = &rule, .original = groups.format(rule.original), .rank = groups.format(rule.rank)};
    if (const auto why = cgns::why_invalid_name(match.original); !why.empty()) {
      throw error(rule.place + "/original",
                  fmt::format("gives '{}' for {}, which {}", match.original, place_of(inputs_, zone), why));
    }
    if (!rule.rank.empty() && !number_of(match.rank)) {
      throw error(rule.place + "/rank", fmt::format("gives '{}' for {}, which is not a number", match.rank,
                                                    place_of(inputs_, zone)));
    }
    return match;
  }

  [[nodiscard]] std::size_t zone_of(const AssemblyPiece& piece) const {
    const auto path = piece.zone.starts_with('/') ? piece.zone : "/" + piece.zone;
    const auto named = by_path_.find(path);
    std::vector<std::size_t> found;
    if (named != by_path_.end()) {
      for (const auto i : named->second) {
        if (piece.file.empty() || is_called(file_of(inputs_, zones_[i]), piece.file)) found.push_back(i);
      }
    }
    const auto in = piece.file.empty() ? std::string() : fmt::format(" {}", piece.file);
    if (found.empty()) throw error(piece.place, fmt::format("the inputs have no zone {}{}", path, in));
    if (found.size() == 1) return found.front();
    throw error(piece.place,
                fmt::format("{} is in {} and in {}: 'file' must select one of them", path,
                            file_of(inputs_, zones_[found[0]]), file_of(inputs_, zones_[found[1]])));
  }

  const cgns::InputSet& inputs_;
  const Request& request_;
  const std::vector<ZoneView>& zones_;
  std::unordered_map<std::string, std::vector<std::size_t>> by_path_;
  std::vector<AssemblyMatch> matches_;
};

/// One for each of `zones`. Throws Error{input} naming the place in the assembly file for pieces that do not
/// exist, occur twice or are ambiguous, and for rules that match no zone.
std::vector<AssemblyMatch> matches(const Search& search, const AssemblyFile& assembly,
                                   const std::vector<ZoneView>& zones) {
  Matcher matcher(search.inputs, search.request, zones);
  for (const auto& piece : assembly.pieces) matcher.name(piece);
  for (const auto& rule : assembly.rules) matcher.apply(rule, search.notes);
  return matcher.take();
}

/// Beyond any mesh; larger values from nodes could overflow.
constexpr std::int64_t most_cells = std::int64_t{1} << 40;

/// Makes a Piece from a zone and its entry in the assembly file.
class PieceMaker {
 public:
  PieceMaker(const Search& search, const ZoneView& zone, const AssemblyMatch& match, const Original& original)
      : search_(search),
        zone_(zone),
        match_(match),
        dimension_(static_cast<std::size_t>(original.dimension)),
        piece_{.file = zone.file, .base = zone.base, .zone = zone.zone} {}

  [[nodiscard]] Piece structured() {
    add_rank();
    add_ghosts(match_.piece != nullptr ? match_.piece->ghosts : match_.rule->ghosts);
    match_.piece != nullptr ? add_given_cells() : add_range();
    return std::move(piece_);
  }

  [[nodiscard]] Piece unstructured() {
    add_rank();
    const auto numbers =
        expanded(match_.piece != nullptr ? match_.piece->numbers : match_.rule->numbers, *zone_.zone);
    for (const auto& [what, path] : numbers.nodes) {
      const auto* node = cgns::find(*zone_.zone, path);
      piece_.number_nodes.emplace(what,
                                  node == nullptr ? Piece::NumberNode{path} : Piece::NumberNode{path, *node});
    }
    piece_.first_number = numbers.base;
    if (match_.piece != nullptr && !match_.piece->cells.empty()) {
      throw error(match_.piece->place, fmt::format("has cells, but {} is unstructured", zone_place()));
    }
    for (const auto& [what, path] : numbers.nodes) {
      if (cgns::find(*zone_.zone, path) == nullptr && (what == "Vertex" || what == "Cell")) {
        throw error(place() + "/numbers/" + what, fmt::format("{} has no {}", zone_place(), path));
      }
    }
    add_totals(numbers);
    return std::move(piece_);
  }

  /// Extents of the whole zone in cells, if the rule says where they are stored.
  [[nodiscard]] std::optional<std::array<std::int64_t, 3>> size() const {
    if (match_.rule == nullptr || !match_.rule->size) return std::nullopt;
    const auto& size = *match_.rule->size;
    const auto values = integers(size.node, dimension_, place() + "/size");
    std::array<std::int64_t, 3> cells = {1, 1, 1};
    for (std::size_t d = 0; d < dimension_; ++d) cells[d] = values[d] - (size.of_vertices ? 1 : 0);
    return cells;
  }

 private:
  [[nodiscard]] const std::string& place() const {
    return match_.piece != nullptr ? match_.piece->place : match_.rule->place;
  }
  [[nodiscard]] std::string zone_place() const { return place_of(search_.inputs, zone_); }
  [[nodiscard]] Error error(const std::string& place, std::string_view why) const {
    return text_of(search_.request).error(place, why);
  }

  void add_rank() {
    piece_.rank = search_.inputs.files[static_cast<std::size_t>(zone_.file)].number;
    if (match_.piece != nullptr) {
      piece_.rank = match_.piece->rank.value_or(piece_.rank);
    } else if (!match_.rank.empty()) {
      piece_.rank = *number_of(match_.rank);
    }
  }

  [[nodiscard]] std::vector<std::int64_t> integers(const std::string& path, std::size_t count,
                                                   const std::string& at, std::int64_t lowest = 0) const {
    const auto* node = cgns::find(*zone_.zone, path);
    if (node == nullptr) throw error(at, fmt::format("{} has no {}", zone_place(), path));
    auto values = integers_at(search_.inputs, zone_, path, *node, count);
    for (const auto value : values) {
      if (value < lowest || value > most_cells)
        throw error_at(search_.inputs, zone_, path, fmt::format("has a value out of range: {}", value));
    }
    return values;
  }

  void add_ghosts(const GhostLayers& ghosts) {
    auto layers = ghosts.layers;
    if (!ghosts.node.empty()) {
      const auto* node = cgns::find(*zone_.zone, ghosts.node);
      const bool all_six = node != nullptr && cgns::count_of(node->dims) == 6;
      layers = integers(ghosts.node, all_six ? 6 : 2 * dimension_, place() + "/ghosts");
    }
    if (layers.empty()) return;
    if (layers.size() < 2 * dimension_) {
      throw error(place() + "/ghosts", fmt::format("{} has {} directions", zone_place(), dimension_));
    }
    std::copy_n(layers.begin(), 2 * dimension_, piece_.ghosts.begin());
  }

  void add_totals(const NumberNodes& numbers) {
    for (const auto& [what, total] : numbers.totals) {
      piece_.totals[what] = total.node.empty()
                                ? total.count
                                : integers(total.node, 1, place() + "/numbers/totals/" + what).front();
    }
  }

  void add_given_cells() {
    const auto& cells = match_.piece->cells;
    if (cells.size() != dimension_) {
      throw error(match_.piece->place + (cells.empty() ? "" : "/cells"),
                  fmt::format("{} is structured: 'cells' must have {} ranges", zone_place(), dimension_));
    }
    std::copy(cells.begin(), cells.end(), piece_.cells.begin());
  }

  void add_range() {
    if (!match_.rule->range) {
      throw error(match_.rule->place,
                  fmt::format("has no 'range', but {} is structured and matches", zone_place()));
    }
    const auto& range = *match_.rule->range;
    const auto lowest = range.with_ghosts ? -most_cells : 0;  // Ghosts may lie before the first cell.
    const auto values = integers(range.node, 2 * dimension_, place() + "/range", lowest);
    for (std::size_t d = 0; d < dimension_; ++d) {
      const auto low = range.with_ghosts ? piece_.ghosts[2 * d] : 0;
      const auto high = range.with_ghosts ? piece_.ghosts[2 * d + 1] : 0;
      const auto first = values[range.interleaved ? 2 * d : d] - range.base;
      const auto last = values[range.interleaved ? 2 * d + 1 : dimension_ + d] - range.base;
      piece_.cells[d] = {first + low, last + (range.of_vertices ? 0 : 1) - high};
      if (piece_.cells[d].begin >= 0 && !piece_.cells[d].empty()) continue;
      throw error_at(search_.inputs, zone_, range.node,
                     fmt::format("is not a range of {} in direction {}: {} to {}",
                                 range.of_vertices ? "vertices" : "cells", d + 1, first + range.base,
                                 last + range.base));
    }
  }

  const Search& search_;
  const ZoneView& zone_;
  const AssemblyMatch& match_;
  std::size_t dimension_;
  Piece piece_;
};

/// Completes missing extents from "originals", else from the pieces.
class ExtentsMaker {
 public:
  ExtentsMaker(const Search& search, const AssemblyFile& assembly) : search_(search) {
    for (const auto& original : assembly.originals) {
      const auto key = original.base ? fmt::format("/{}/{}", *original.base, original.name) : original.name;
      if (!said_.emplace(key, &original).second) throw error(original, "exists twice");
      unused_.insert(&original);
    }
  }

  void finish(Original& original, bool has_cells) {
    const auto* said = find(original);
    if (said != nullptr) original.order = said->order;
    if (said != nullptr && !said->cells.empty() && !original.structured)
      throw error(*said, fmt::format("has cells, but {} is unstructured", original.name));
    if (!original.structured) return;
    if (said != nullptr && !said->cells.empty()) {
      if (static_cast<int>(said->cells.size()) != original.dimension) {
        throw error(*said, fmt::format("{} has {} directions", original.name, original.dimension));
      }
      std::copy(said->cells.begin(), said->cells.end(), original.cells.begin());
      return;
    }
    if (has_cells) return;
    std::vector<plan::Box3> boxes;
    for (const auto& piece : original.pieces) boxes.push_back(piece.cells);
    const auto hull = plan::hull_of(boxes);
    for (std::size_t d = 0; d < hull.size(); ++d) original.cells[d] = hull[d].end;
  }

  void require_all_used() const {
    if (!unused_.empty()) throw error(**unused_.begin(), "it has no pieces");
  }

 private:
  [[nodiscard]] Error error(const AssemblyOriginal& original, std::string_view why) const {
    return text_of(search_.request).error(original.place, why);
  }

  const AssemblyOriginal* find(const Original& original) {
    auto found = said_.find(original.path());
    if (found == said_.end()) found = said_.find(original.name);
    if (found == said_.end()) return nullptr;
    unused_.erase(found->second);
    return found->second;
  }

  const Search& search_;
  std::map<std::string, const AssemblyOriginal*> said_;
  std::set<const AssemblyOriginal*> unused_;
};

void set_size(const Search& search, Original& original, const Piece& piece,
              const std::array<std::int64_t, 3>& size, std::set<std::string>& sized) {
  const bool is_new = sized.insert(original.path()).second;
  if (is_new) original.cells = size;
  if (size == original.cells) return;
  throw error_at(search.inputs, view_of(piece), "",
                 fmt::format("gives {} with {} cells; other pieces give {}", original.name,
                             text_of_extents(size, original.dimension),
                             text_of_extents(original.cells, original.dimension)));
}

/// Nodes whose values an entry reads: paths below a zone, by the key that they belong to.
using KeyedPaths = std::set<std::pair<std::string, std::string>>;

void add_totals(const NumberNodes& numbers, KeyedPaths& paths) {
  for (const auto& [what, total] : numbers.totals)
    if (!total.node.empty()) paths.emplace(what, total.node);
}

void add_nodes(const AssemblyRule& rule, KeyedPaths& paths) {
  if (!rule.ghosts.node.empty()) paths.emplace("", rule.ghosts.node);
  if (rule.range) paths.emplace("", rule.range->node);
  if (rule.size) paths.emplace("", rule.size->node);
  add_totals(rule.numbers, paths);
}

std::vector<std::string> paths_in(const KeyedPaths& paths, const cgns::Node& zone) {
  std::vector<std::string> found;
  for (const auto& [key, path] : paths)
    for (auto& meant : expanded(key, path, zone)) found.push_back(std::move(meant));
  return found;
}

std::vector<std::string> metadata_nodes(const AssemblyMatch& match, const cgns::Node& zone) {
  KeyedPaths paths;
  match.rule != nullptr ? add_nodes(*match.rule, paths) : add_totals(match.piece->numbers, paths);
  return paths_in(paths, zone);
}

/// The nodes to drop, by entry of the assembly file.
class Drops {
 public:
  [[nodiscard]] std::vector<std::string> paths_in(const AssemblyMatch& match, const cgns::Node& zone) {
    const auto& place = match.piece != nullptr ? match.piece->place : match.rule->place;
    const auto& patterns = match.piece != nullptr ? match.piece->drop : match.rule->drop;
    return lists_.try_emplace(place, place, patterns).first->second.paths_in(zone);
  }
  void require_all_used(const AssemblyText& source) const {
    for (const auto& [_, list] : lists_) list.require_all_used(source);
  }

 private:
  std::map<std::string, DropList> lists_;
};

}  // namespace

ZonesOfAssembly zones_of_assembly(const Search& search, const std::vector<ZoneView>& zones) {
  const auto assembly = parse_assembly(text_of(search.request));
  const auto found = matches(search, assembly, zones);
  ZonesOfAssembly result;
  Originals originals(Convention::assembly_file);
  std::set<std::string> sized;
  Drops drops;
  for (std::size_t i = 0; i < zones.size(); ++i) {
    if (found[i].piece == nullptr && found[i].rule == nullptr) {
      result.others.push_back(zones[i]);
      continue;
    }
    auto& original = originals.of(search.inputs, zones[i], found[i].original);
    PieceMaker maker(search, zones[i], found[i], original);
    const auto size = original.structured ? maker.size() : std::nullopt;
    original.pieces.push_back(original.structured ? maker.structured() : maker.unstructured());
    auto& piece = original.pieces.back();
    piece.metadata_nodes = metadata_nodes(found[i], *piece.zone);
    piece.dropped_nodes = drops.paths_in(found[i], *piece.zone);
    if (size) set_size(search, original, piece, *size, sized);
  }
  drops.require_all_used(text_of(search.request));
  result.originals = originals.take();
  ExtentsMaker extents(search, assembly);
  for (auto& original : result.originals) {
    extents.finish(original, sized.contains(original.path()));
    original.evidence =
        fmt::format("assembly file {}: {} pieces", search.request.assembly_path, original.pieces.size());
  }
  extents.require_all_used();
  return result;
}

std::vector<const cgns::Node*> nodes_of_assembly(const Request& request, const std::vector<ZoneView>& zones) {
  const auto assembly = parse_assembly(text_of(request));
  KeyedPaths paths;
  for (const auto& rule : assembly.rules) add_nodes(rule, paths);
  for (const auto& piece : assembly.pieces) add_totals(piece.numbers, paths);
  std::vector<const cgns::Node*> nodes;
  for (const auto& zone : zones) {
    for (const auto& path : paths_in(paths, *zone.zone)) {
      const auto* node = cgns::find(*zone.zone, path);
      if (node != nullptr) nodes.push_back(node);
    }
  }
  return nodes;
}

}  // namespace pcgns::fileset
