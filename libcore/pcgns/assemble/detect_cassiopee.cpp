#include <fmt/format.h>

#include <algorithm>

#include "pcgns/assemble/conventions.hpp"

namespace pcgns::assemble {

namespace {

constexpr std::string_view own_data = ".Solver#ownData";
constexpr std::string_view parameters = ".Solver#Param";
constexpr std::string_view ghost_layers = "ZoneRind";

const tree::Node* find_ghosts(const tree::Node& zone) {
  const auto* node = zone.child(ghost_layers);
  return node != nullptr && node->label == "Rind_t" && !node->link ? node : nullptr;
}

bool is_cut(const tree::Node& zone) {
  const auto* data = zone.child(own_data);
  return data != nullptr && (data->child("source") != nullptr || data->child("loc2glob") != nullptr);
}

std::array<std::int64_t, 6> ghosts_of(const Search& search, const ZoneView& zone, int dimension) {
  std::array<std::int64_t, 6> ghosts = {};
  const auto* node = find_ghosts(*zone.zone);
  if (node == nullptr) return ghosts;
  // Of a zone of two dimensions, the rind may be written with all six numbers.
  const auto count = tree::count_of(node->dims) == 6 ? 6 : 2 * static_cast<std::size_t>(dimension);
  const auto values = integers_at(search.inputs, zone, ghost_layers, *node, count);
  std::copy_n(values.begin(), 2 * dimension, ghosts.begin());
  if (std::any_of(ghosts.begin(), ghosts.end(), [](std::int64_t layers) { return layers < 0; })) {
    throw error_at(search.inputs, zone, ghost_layers, "is negative");
  }
  return ghosts;
}

const tree::Node& required(const Search& search, const ZoneView& zone, std::string_view name) {
  const auto& data = *zone.zone->child(own_data);
  if (const auto* node = data.child(name)) return *node;
  throw error_at(search.inputs, zone, own_data,
                 fmt::format("has no {}: nothing says which part of which zone this is", name));
}

std::string source_of(const Search& search, const ZoneView& zone) {
  const auto& node = required(search, zone, "source");
  auto name = node.type == tree::DataType::C1 ? tree::text_of(node) : std::string();
  if (const auto slash = name.rfind('/'); slash != std::string::npos) name.erase(0, slash + 1);
  if (name.empty()) throw error_at(search.inputs, zone, tree::join(own_data, "source"), "names no zone");
  return name;
}

/// loc2glob: imin imax jmin jmax kmin kmax ni nj nk, in vertices of the original zone; without ghosts.
void add_window(const Search& search, const ZoneView& zone, Original& original, Part& part) {
  constexpr std::size_t count = 9;
  const auto& node = required(search, zone, "loc2glob");
  const auto below = tree::join(own_data, node.name);
  const auto values = integers_at(search.inputs, zone, below, node, count);
  std::array<std::int64_t, 3> cells = {1, 1, 1};
  for (std::size_t d = 0; d < static_cast<std::size_t>(original.dimension); ++d) {
    const auto first = values[2 * d];
    const auto last = values[2 * d + 1];
    if (first < 1 || last <= first || values[6 + d] < last) {
      throw error_at(search.inputs, zone, below,
                     fmt::format("is no window: vertices {} to {} of {} in direction {}", first, last,
                                 values[6 + d], d + 1));
    }
    part.cells[d] = {first - 1, last - 1};
    cells[d] = values[6 + d] - 1;
  }
  if (original.parts.empty()) original.cells = cells;
  if (cells == original.cells) return;
  throw error_at(search.inputs, zone, below,
                 fmt::format("says that {} has {} cells, but {} in {}", original.name,
                             text_of_extents(cells, original.dimension),
                             text_of_extents(original.cells, original.dimension),
                             place_of(search.inputs, view_of(original.parts.front()))));
}

/// A zone that was not cut, but has ghosts to peel off.
void add_whole(const Search& search, const ZoneView& zone, Original& original, Part& part) {
  const auto extents = extents_of(search.inputs, zone);
  for (std::size_t d = 0; d < static_cast<std::size_t>(original.dimension); ++d) {
    const auto& low = part.ghosts[2 * d];
    const auto& high = part.ghosts[2 * d + 1];
    const auto inner = extents.cells[d];
    if (low >= inner || high >= inner - low) {
      throw error_at(search.inputs, zone, ghost_layers,
                     fmt::format("leaves no cells of {} in direction {}", inner, d + 1));
    }
    original.cells[d] = inner - low - high;
    part.cells[d] = {0, original.cells[d]};
  }
}

bool has_ghosts(const Part& part) {
  return std::any_of(part.ghosts.begin(), part.ghosts.end(), [](std::int64_t n) { return n > 0; });
}

std::string evidence_of(const Original& original) {
  const auto ghosts = std::count_if(original.parts.begin(), original.parts.end(), has_ghosts);
  const auto peeled = ghosts == 0 ? std::string() : fmt::format("; {} of {}", ghost_layers, ghosts);
  if (!is_cut(*original.parts.front().zone)) {
    return fmt::format("Cassiopée: not cut, {} is taken off", ghost_layers);
  }
  return fmt::format("Cassiopée: {}/loc2glob of {} parts{}", own_data, original.parts.size(), peeled);
}

}  // namespace

std::optional<std::int64_t> cassiopee_rank(const tree::InputSet& inputs, const ZoneView& zone) {
  const auto* solver = zone.zone->child(parameters);
  const auto* process = solver == nullptr ? nullptr : solver->child("proc");
  if (process == nullptr) return std::nullopt;
  const auto below = tree::join(parameters, "proc");
  const auto rank = integers_at(inputs, zone, below, *process, 1).front();
  if (rank < 0) throw error_at(inputs, zone, below, fmt::format("is {}", rank));
  return rank;
}

bool has_cassiopee_marks(const tree::Node& zone) {
  if (is_cut(zone)) return true;
  return is_structured(zone) && find_ghosts(zone) != nullptr;
}

std::vector<Original> cassiopee_originals(const Search& search, const std::vector<ZoneView>& zones) {
  Originals originals(Convention::cassiopee);
  for (const auto& zone : zones) {
    if (!is_structured(*zone.zone)) {
      throw error_at(search.inputs, zone, own_data,
                     "says that the zone is a part, but of an unstructured one nothing says which");
    }
    const bool cut = is_cut(*zone.zone);
    auto& original = originals.of(search.inputs, zone, cut ? source_of(search, zone) : zone.zone->name);
    if (!original.parts.empty() && cut != is_cut(*original.parts.front().zone)) {
      throw error_at(search.inputs, zone, "",
                     fmt::format("mixed conventions: {} is whole, and {} is a part of it",
                                 cut ? original.name : zone.zone->name,
                                 cut ? zone.zone->name : original.parts.front().zone->name));
    }
    Part part{.file = zone.file,
              .base = zone.base,
              .zone = zone.zone,
              .rank = cassiopee_rank(search.inputs, zone)
                          .value_or(search.inputs.files[static_cast<std::size_t>(zone.file)].number)};
    part.ghosts = ghosts_of(search, zone, original.dimension);
    cut ? add_window(search, zone, original, part) : add_whole(search, zone, original, part);
    original.parts.push_back(std::move(part));
  }
  auto found = originals.take();
  for (auto& original : found) original.evidence = evidence_of(original);
  return found;
}

}  // namespace pcgns::assemble
