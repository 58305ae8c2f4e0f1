#include "pcgns/fileset/plan/pieces.hpp"

#include "pcgns/fileset/plan/conventions/conventions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <unordered_map>
#include <unordered_set>

#include "pcgns/base/words.hpp"
#include "pcgns/cgns/labels.hpp"
#include "pcgns/cgns/node.hpp"
#include "pcgns/cgns/zone_shape.hpp"
#include "pcgns/fileset/metadata.hpp"
#include "pcgns/fileset/plan/unite/step_tables.hpp"

namespace pcgns::fileset {

/// Index of the pieces of a PieceSet by zone and by name.
class PieceIndex {
 public:
  explicit PieceIndex(const std::vector<Original>& originals)
      : originals_(originals.data()), count_(originals.size()) {
    for (std::size_t i = 0; i < originals.size(); ++i) {
      for (std::size_t j = 0; j < originals[i].pieces.size(); ++j) {
        add(originals[i].pieces[j], {static_cast<int>(i), static_cast<int>(j)});
      }
    }
    for (auto& [name, named] : by_name_) std::stable_sort(named.begin(), named.end());
  }

  [[nodiscard]] bool is_of(const std::vector<Original>& originals) const {
    return originals.data() == originals_ && originals.size() == count_;
  }

  [[nodiscard]] PieceId find(const cgns::Node* zone) const {
    const auto found = by_zone_.find(zone);
    return found == by_zone_.end() ? PieceId{} : found->second;
  }

  [[nodiscard]] PieceId find(int file, const std::string& path) const {
    const auto found = by_name_.find(path);
    if (found == by_name_.end()) return {};
    const auto& named = found->second;
    const auto same_file = std::lower_bound(named.begin(), named.end(), Named{file, {}});
    return same_file != named.end() && same_file->file == file ? same_file->place : named.front().place;
  }

 private:
  struct Named {
    int file = 0;
    PieceId place;
    friend bool operator<(const Named& a, const Named& b) { return a.file < b.file; }
  };

  void add(const Piece& piece, PieceId place) {
    by_zone_.emplace(piece.zone, place);
    if (piece.base == nullptr || piece.zone == nullptr) return;
    by_name_[cgns::join(piece.base->name, piece.zone->name)].push_back({piece.file, place});
  }

  const Original* originals_;
  std::size_t count_;
  std::unordered_map<const cgns::Node*, PieceId> by_zone_;
  std::unordered_map<std::string, std::vector<Named>> by_name_;  ///< By "Base/Zone"; sorted by file.
};

namespace {

const PieceIndex& index_of(const PieceSet& pieces) {
  if (!pieces.index || !pieces.index->is_of(pieces.originals)) {
    pieces.index = std::make_shared<const PieceIndex>(pieces.originals);
  }
  return *pieces.index;
}

}  // namespace

bool is_uncut(const Piece& piece, const cgns::Node& array) {
  const auto* numbering = piece.zone->child(numbering_name);
  const auto* uncut = numbering == nullptr ? nullptr : numbering->child(uncut_arrays_node);
  if (uncut == nullptr || uncut->type != cgns::DataType::C1) return false;
  std::istringstream paths(cgns::text_of(*uncut));
  for (std::string path; std::getline(paths, path);)
    if (cgns::find(*piece.zone, path) == &array) return true;
  return false;
}

bool has_original_name(const cgns::Node& interface) {
  const auto* name = interface.child(interface_name_node);
  return name != nullptr && name->type == cgns::DataType::C1 && !cgns::text_of(*name).empty();
}

bool is_periodic(const cgns::Node& interface) {
  const auto* property = interface.child_labelled("GridConnectivityProperty_t");
  return property != nullptr && property->child_labelled("Periodic_t") != nullptr;
}

std::vector<std::string> files_named(const Request& request) {
  std::vector<std::string> files;
  for (const auto& name : request.names) {
    if (name.starts_with('@')) files.push_back(name.substr(1));
  }
  if (!request.assembly_path.empty()) files.push_back(request.assembly_path);
  return files;
}

std::string_view to_string(Convention convention) {
  switch (convention) {
    case Convention::assembly_file:
      return "assembly file";
    case Convention::own:
      return "pcgns";
    case Convention::maia:
      return "Maia";
    case Convention::cassiopee:
      return "Cassiopée";
    case Convention::seacas:
      return "SEACAS";
    case Convention::xcore:
      return "XCore";
    case Convention::coordinates:
      return "coordinates";
    case Convention::whole:
      break;
  }
  return "whole zones";
}

PieceId PieceSet::find(const cgns::Node* zone) const { return index_of(*this).find(zone); }

PieceId PieceSet::find(int file, std::string_view base_name, std::string_view zone_name) const {
  if (zone_name.starts_with('/')) zone_name.remove_prefix(1);
  const bool with_base = zone_name.find('/') != std::string_view::npos;
  return index_of(*this).find(file, with_base ? std::string(zone_name) : cgns::join(base_name, zone_name));
}

namespace {

/// Calls `change(zone, piece)` for each zone that is a piece.
template <typename Change>
void change_pieces(cgns::InputSet& inputs, const PieceSet& pieces, const Change& change) {
  for (auto& root : inputs.trees) {
    for (auto& base : root.children) {
      for (auto& zone : base.children) {
        const auto id = pieces.find(&zone);
        if (id.original >= 0) change(zone, pieces.piece(id));
      }
    }
  }
}

}  // namespace

void drop_nodes(cgns::InputSet& inputs, const PieceSet& pieces, Notes& notes) {
  std::int64_t count = 0;
  change_pieces(inputs, pieces, [&](cgns::Node& zone, const Piece& piece) {
    LeftOut left_out;  // What time steps may name.
    for (const auto& path : piece.dropped_nodes)
      if (const auto* node = zone.child(path)) left_out.insert(node);
    forget_below(zone, left_out);
    for (const auto& path : piece.dropped_nodes) remove_metadata(zone, path);
    count += std::ssize(piece.dropped_nodes);
  });
  if (count == 0) return;
  notes.add(plan::Note::Kind::info, "dropped",
            fmt::format("{} dropped by the assembly file", plural(count, "node")));
}

void drop_metadata(cgns::InputSet& inputs, const PieceSet& pieces) {
  change_pieces(inputs, pieces, [](cgns::Node& zone, const Piece& piece) {
    for (const auto& [what, numbers] : piece.number_nodes) remove_metadata(zone, numbers.path);
    for (const auto& path : piece.metadata_nodes) remove_metadata(zone, path);
  });
}

namespace {

/// The number of conditions below `zone` that get the location FaceCenter, having none. Their lists get the
/// extents of the standard, one index for each point.
std::int64_t state_face_centers(cgns::Node& zone) {
  std::int64_t count = 0;
  for (auto& container : zone.children) {
    if (container.label != "ZoneBC_t" || container.link) continue;
    for (auto& bc : container.children) {
      auto* list = bc.child("PointList");
      if (list == nullptr || bc.child("GridLocation") != nullptr) continue;
      if (list->dims.size() == 1) list->dims.insert(list->dims.begin(), 1);
      bc.children.push_back(cgns::text_node("GridLocation", "GridLocation_t", "FaceCenter"));
      ++count;
    }
  }
  return count;
}

}  // namespace

void state_locations(cgns::InputSet& inputs, const PieceSet& pieces, Notes& notes) {
  std::int64_t count = 0;
  change_pieces(inputs, pieces, [&](cgns::Node& zone, const Piece&) {
    const auto& original = pieces.original(pieces.find(&zone).original);
    if (original.convention == Convention::xcore) count += state_face_centers(zone);
  });
  if (count == 0) return;
  notes.add(plan::Note::Kind::info, "locations stated",
            fmt::format("{} of XCore without GridLocation: the points are faces",
                        plural(count, "boundary condition")));
}

void drop_extra_indices(cgns::InputSet& inputs, const PieceSet& pieces, Notes& notes) {
  std::int64_t count = 0;
  change_pieces(inputs, pieces, [&](cgns::Node& zone, const Piece&) {
    const auto& original = pieces.original(pieces.find(&zone).original);
    if (original.structured && original.dimension < cgns::most_directions)
      count += cgns::drop_extra_indices(zone, original.dimension, true);
  });
  if (count == 0) return;
  notes.add(
      plan::Note::Kind::info, "extra indices",
      fmt::format("{} of structured zones with less than 3 dimensions: the third index of points is left out",
                  plural(count, "node")));
}

namespace {

/// True if same-named nodes below `a` and `b` have equal extents and ranges.
bool have_same_extents(const cgns::Node& a, const cgns::Node& b) {
  if (a.is_bulk() && b.is_bulk() && a.dims != b.dims) return false;
  if (a.label == "IndexRange_t" && a.label == b.label && a.data != b.data) return false;
  return std::all_of(a.children.begin(), a.children.end(), [&](const cgns::Node& child) {
    const auto* other = b.child(child.name);
    return other == nullptr || have_same_extents(child, *other);
  });
}

bool are_equally_large(const cgns::Node& a, const cgns::Node& b) {
  return a.dims == b.dims && a.data == b.data && have_same_extents(a, b);
}

/// Includes particle zones and links.
std::vector<ZoneView> all_zones(const cgns::InputSet& inputs) {
  std::vector<ZoneView> zones;
  for (std::size_t file = 0; file < inputs.trees.size(); ++file) {
    for (const auto& base : inputs.trees[file].children) {
      for (const auto& zone : base.children) {
        if (cgns::is_zone(zone.label)) zones.push_back({static_cast<int>(file), &base, &zone});
      }
    }
  }
  return zones;
}

std::unordered_map<std::string, const Original*> by_their_paths(const std::vector<Original>& originals) {
  std::unordered_map<std::string, const Original*> names;
  for (const auto& original : originals) names.emplace(original.path(), &original);
  return names;
}

}  // namespace

void require_no_namesake(const cgns::InputSet& inputs, const std::vector<Original>& originals) {
  const auto names = by_their_paths(originals);
  std::unordered_set<const cgns::Node*> pieces;
  for (const auto& original : originals) {
    for (const auto& piece : original.pieces) pieces.insert(piece.zone);
  }
  for (const auto& zone : all_zones(inputs)) {
    const auto found = names.find(path_of(zone));
    if (found == names.end() || pieces.contains(zone.zone)) continue;
    throw error_at(
        inputs, zone, "",
        fmt::format("mixed conventions: this zone is whole, but {} is a piece of a zone of that name",
                    place_of(inputs, view_of(found->second->pieces.front()))));
  }
}

void require_free_names(const cgns::InputSet& inputs, const std::vector<Original>& originals) {
  const auto names = by_their_paths(originals);
  for (std::size_t file = 0; file < inputs.trees.size(); ++file) {
    for (const auto& base : inputs.trees[file].children) {
      for (const auto& node : base.children) {
        const ZoneView view{static_cast<int>(file), &base, &node};
        const auto found = cgns::is_zone(node.label) ? names.end() : names.find(path_of(view));
        if (found == names.end()) continue;
        throw error_at(inputs, view, "",
                       fmt::format("is a {}, but {} is a piece of a zone of that name", node.label,
                                   place_of(inputs, view_of(found->second->pieces.front()))));
      }
    }
  }
}

void require_no_sibling(const Search& search, const std::vector<Original>& originals,
                        const std::vector<ZoneView>& whole) {
  const auto names = by_their_paths(originals);
  for (const auto& zone : whole) {
    const auto name = xcore_name(zone.zone->name);
    if (!name) continue;
    const auto found = names.find(fmt::format("/{}/{}", zone.base->name, name->original));
    if (found == names.end() || found->second->convention != Convention::xcore) continue;
    throw error_at(
        search.inputs, zone, "",
        fmt::format(
            "mixed conventions: is named like a piece of {}, but does not have CellLoc2Glob, unlike {}",
            name->original, place_of(search.inputs, view_of(found->second->pieces.front()))));
  }
}

void require_equal_sizes(const Search& search, const std::vector<ZoneView>& whole) {
  std::unordered_map<std::string, std::vector<const ZoneView*>> by_path;
  for (const auto& zone : whole) {
    if (!is_structured(*zone.zone)) by_path[path_of(zone)].push_back(&zone);
  }
  for (const auto& zone : whole) {
    const auto found = by_path.find(path_of(zone));
    if (found == by_path.end()) continue;
    const auto& zones = found->second;
    const bool all_same = std::all_of(zones.begin(), zones.end(), [&](const ZoneView* other) {
      return are_equally_large(*zones.front()->zone, *other->zone);
    });
    if (!all_same) {
      throw error_at(
          search.inputs, *zones.front(), "",
          fmt::format("this zone is in {} files with different content and without global numbers: merge by "
                      "coordinates with --match-coordinates, or describe the pieces with --assembly",
                      zones.size()));
    }
    by_path.erase(found);
  }
}

}  // namespace pcgns::fileset
