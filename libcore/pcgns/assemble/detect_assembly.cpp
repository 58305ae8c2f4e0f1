#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "pcgns/assemble/assembly_file.hpp"
#include "pcgns/assemble/assembly_match.hpp"
#include "pcgns/assemble/boxes.hpp"

namespace pcgns::assemble {

namespace {

/// Beyond any mesh; what a node says must not overflow.
constexpr std::int64_t most_cells = std::int64_t{1} << 40;

/// Makes a part of a zone and of what the assembly file says of it.
class PartMaker {
 public:
  PartMaker(const Search& search, const ZoneView& zone, const AssemblyMatch& match, const Original& original)
      : search_(search),
        zone_(zone),
        match_(match),
        dimension_(static_cast<std::size_t>(original.dimension)),
        part_{.file = zone.file, .base = zone.base, .zone = zone.zone} {}

  [[nodiscard]] Part structured() {
    add_rank();
    add_ghosts(match_.part != nullptr ? match_.part->ghosts : match_.rule->ghosts);
    match_.part != nullptr ? add_given_cells() : add_range();
    return std::move(part_);
  }

  [[nodiscard]] Part unstructured() {
    add_rank();
    const auto& numbers = match_.part != nullptr ? match_.part->numbers : match_.rule->numbers;
    part_.number_nodes = numbers.nodes;
    part_.first_number = numbers.base;
    if (match_.part != nullptr && !match_.part->cells.empty()) {
      throw error(match_.part->place, fmt::format("has cells, but {} is unstructured", zone_place()));
    }
    for (const auto& [what, path] : numbers.nodes) {
      if (tree::find(*zone_.zone, path) == nullptr && (what == "Vertex" || what == "Cell")) {
        throw error(place() + "/numbers/" + what, fmt::format("{} has no {}", zone_place(), path));
      }
    }
    add_totals(numbers);
    return std::move(part_);
  }

  /// The extents of the whole zone in cells, if the rule says where they are.
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
    return match_.part != nullptr ? match_.part->place : match_.rule->place;
  }
  [[nodiscard]] std::string zone_place() const { return place_of(search_.inputs, zone_); }
  [[nodiscard]] Error error(std::string_view place, std::string_view why) const {
    return input_error(search_.request.assembly_path, place, why);
  }

  void add_rank() {
    part_.rank = search_.inputs.files[static_cast<std::size_t>(zone_.file)].number;
    if (match_.part != nullptr) {
      part_.rank = match_.part->rank.value_or(part_.rank);
    } else if (!match_.rank.empty()) {
      part_.rank = *number_of(match_.rank);
    }
  }

  [[nodiscard]] std::vector<std::int64_t> integers(const std::string& path, std::size_t count,
                                                   const std::string& at) const {
    const auto* node = tree::find(*zone_.zone, path);
    if (node == nullptr) throw error(at, fmt::format("{} has no {}", zone_place(), path));
    auto values = integers_at(search_.inputs, zone_, path, *node, count);
    for (const auto value : values) {
      if (value < 0 || value > most_cells)
        throw error_at(search_.inputs, zone_, path, fmt::format("has a value out of range: {}", value));
    }
    return values;
  }

  void add_ghosts(const GhostLayers& ghosts) {
    auto layers = ghosts.layers;
    if (!ghosts.node.empty()) {
      const auto* node = tree::find(*zone_.zone, ghosts.node);
      const bool all_six = node != nullptr && tree::count_of(node->dims) == 6;
      layers = integers(ghosts.node, all_six ? 6 : 2 * dimension_, place() + "/ghosts");
    }
    if (layers.empty()) return;
    if (layers.size() < 2 * dimension_) {
      throw error(place() + "/ghosts", fmt::format("{} has {} directions", zone_place(), dimension_));
    }
    std::copy_n(layers.begin(), 2 * dimension_, part_.ghosts.begin());
  }

  void add_totals(const NumberNodes& numbers) {
    for (const auto& [what, total] : numbers.totals) {
      part_.totals[what] = total.node.empty()
                               ? total.count
                               : integers(total.node, 1, place() + "/numbers/totals/" + what).front();
    }
  }

  void add_given_cells() {
    const auto& cells = match_.part->cells;
    if (cells.size() != dimension_) {
      throw error(match_.part->place + (cells.empty() ? "" : "/cells"),
                  fmt::format("{} is structured: 'cells' must have {} ranges", zone_place(), dimension_));
    }
    std::copy(cells.begin(), cells.end(), part_.cells.begin());
  }

  void add_range() {
    if (!match_.rule->range) {
      throw error(match_.rule->place,
                  fmt::format("has no 'range', but {} is structured and matches", zone_place()));
    }
    const auto& range = *match_.rule->range;
    const auto values = integers(range.node, 2 * dimension_, place() + "/range");
    for (std::size_t d = 0; d < dimension_; ++d) {
      const auto low = range.with_ghosts ? part_.ghosts[2 * d] : 0;
      const auto high = range.with_ghosts ? part_.ghosts[2 * d + 1] : 0;
      const auto first = values[range.interleaved ? 2 * d : d] - range.base;
      const auto last = values[range.interleaved ? 2 * d + 1 : dimension_ + d] - range.base;
      part_.cells[d] = {first + low, last + (range.of_vertices ? 0 : 1) - high};
      if (part_.cells[d].begin >= 0 && !part_.cells[d].empty()) continue;
      throw error_at(
          search_.inputs, zone_, range.node,
          fmt::format("is no range of {} in direction {}: {} to {}", range.of_vertices ? "vertices" : "cells",
                      d + 1, first + range.base, last + range.base));
    }
  }

  const Search& search_;
  const ZoneView& zone_;
  const AssemblyMatch& match_;
  std::size_t dimension_;
  Part part_;
};

/// Extents that no rule gave come from "originals", else from the parts.
class ExtentsMaker {
 public:
  ExtentsMaker(const Search& search, const AssemblyFile& assembly) : search_(search) {
    for (const auto& original : assembly.originals) {
      const auto key = original.base ? fmt::format("/{}/{}", *original.base, original.name) : original.name;
      if (!said_.emplace(key, &original).second) throw error(original, "is there twice");
      unused_.insert(&original);
    }
  }

  void finish(Original& original, bool has_cells) {
    const auto* said = find(original);
    if (said != nullptr) original.order = said->order;
    if (!original.structured) return;
    if (said != nullptr && !said->cells.empty()) {
      if (static_cast<int>(said->cells.size()) != original.dimension) {
        throw error(*said, fmt::format("{} has {} directions", original.name, original.dimension));
      }
      std::copy(said->cells.begin(), said->cells.end(), original.cells.begin());
      return;
    }
    if (has_cells) return;
    std::vector<Box3> boxes;
    for (const auto& part : original.parts) boxes.push_back(part.cells);
    const auto hull = hull_of(boxes);
    for (std::size_t d = 0; d < hull.size(); ++d) original.cells[d] = hull[d].end;
  }

  void require_all_used() const {
    if (!unused_.empty()) throw error(**unused_.begin(), "nothing is a part of it");
  }

 private:
  [[nodiscard]] Error error(const AssemblyOriginal& original, std::string_view why) const {
    return input_error(search_.request.assembly_path, original.place, why);
  }

  const AssemblyOriginal* find(const Original& original) {
    auto found = said_.find(fmt::format("/{}/{}", original.base, original.name));
    if (found == said_.end()) found = said_.find(original.name);
    if (found == said_.end()) return nullptr;
    unused_.erase(found->second);
    return found->second;
  }

  const Search& search_;
  std::map<std::string, const AssemblyOriginal*> said_;
  std::set<const AssemblyOriginal*> unused_;
};

void set_size(const Search& search, Original& original, const Part& part,
              const std::array<std::int64_t, 3>& size, std::set<std::string>& sized) {
  const bool is_new = sized.insert(fmt::format("/{}/{}", original.base, original.name)).second;
  if (is_new) original.cells = size;
  if (size == original.cells) return;
  throw error_at(search.inputs, view_of(part), "",
                 fmt::format("says that {} has {} cells; other parts say {}", original.name,
                             text_of_extents(size, original.dimension),
                             text_of_extents(original.cells, original.dimension)));
}

/// Paths of the nodes that a rule looks at.
std::vector<std::string> nodes_of(const AssemblyRule& rule) {
  std::vector<std::string> paths = {rule.ghosts.node};
  if (rule.range) paths.push_back(rule.range->node);
  if (rule.size) paths.push_back(rule.size->node);
  for (const auto& [what, total] : rule.numbers.totals) paths.push_back(total.node);
  std::erase(paths, std::string());
  return paths;
}

std::vector<std::string> nodes_of(const AssemblyPart& part) {
  std::vector<std::string> paths;
  for (const auto& [what, total] : part.numbers.totals) paths.push_back(total.node);
  std::erase(paths, std::string());
  return paths;
}

}  // namespace

AssembledZones assembled_by_file(const Search& search, const std::vector<ZoneView>& zones) {
  const auto assembly = parse_assembly(search.request.assembly, search.request.assembly_path);
  const auto found = matches(search.inputs, search.request, assembly, zones);
  AssembledZones result;
  Originals originals(Convention::assembly_file);
  std::set<std::string> sized;
  for (std::size_t i = 0; i < zones.size(); ++i) {
    if (found[i].part == nullptr && found[i].rule == nullptr) {
      result.others.push_back(zones[i]);
      continue;
    }
    auto& original = originals.of(search.inputs, zones[i], found[i].original);
    PartMaker maker(search, zones[i], found[i], original);
    const auto size = original.structured ? maker.size() : std::nullopt;
    original.parts.push_back(original.structured ? maker.structured() : maker.unstructured());
    original.parts.back().mark_nodes =
        found[i].rule != nullptr ? nodes_of(*found[i].rule) : nodes_of(*found[i].part);
    if (size) set_size(search, original, original.parts.back(), *size, sized);
  }
  result.originals = originals.take();
  ExtentsMaker extents(search, assembly);
  for (auto& original : result.originals) {
    extents.finish(original, sized.contains(fmt::format("/{}/{}", original.base, original.name)));
    original.evidence =
        fmt::format("assembly file {}: {} parts", search.request.assembly_path, original.parts.size());
  }
  extents.require_all_used();
  return result;
}

std::vector<const tree::Node*> nodes_of_assembly(const Request& request, const std::vector<ZoneView>& zones) {
  const auto assembly = parse_assembly(request.assembly, request.assembly_path);
  std::set<std::string> paths;
  const auto add = [&](const std::vector<std::string>& more) { paths.insert(more.begin(), more.end()); };
  for (const auto& rule : assembly.rules) add(nodes_of(rule));
  for (const auto& part : assembly.parts) add(nodes_of(part));
  std::vector<const tree::Node*> nodes;
  for (const auto& zone : zones) {
    for (const auto& path : paths) {
      const auto* node = tree::find(*zone.zone, path);
      if (node != nullptr) nodes.push_back(node);
    }
  }
  return nodes;
}

}  // namespace pcgns::assemble
