// common_vertices.cpp: notes interfaces of matched zones that lack vertices which both zones have.
//
// Writers such as SEACAS list in each file the vertices that two zones of this file share. Where the cells at
// a vertex are in different files for the two zones, no file lists it.
#include <fmt/format.h>

#include <algorithm>

#include "pcgns/cgns/interfaces.hpp"
#include "pcgns/cgns/labels.hpp"
#include "pcgns/cgns/zone_shape.hpp"
#include "pcgns/fileset/plan/match/match.hpp"
#include "pcgns/fileset/plan/planning.hpp"

namespace pcgns::fileset {

namespace {

/// The interface that a set of points belongs to, as its first piece has it; null if it is none.
const cgns::Node* interface_of(const MatchSet& set) {
  if (set.kind != MatchSet::Kind::list || set.members.empty()) return nullptr;
  const auto& member = set.members.front();
  const auto slash = member.node.find('/');
  const auto* container =
      slash == std::string::npos ? nullptr : member.zone.zone->child(member.node.substr(0, slash));
  const auto* node = container == nullptr ? nullptr : container->child(member.node.substr(slash + 1));
  return node != nullptr && is_interface(*node) ? node : nullptr;
}

/// True if its points are vertices that are the same on both sides.
bool pairs_vertices(const cgns::Node& interface) {
  return cgns::type_of_interface(interface) == "Abutting1to1" && cgns::location_of(interface) == "Vertex" &&
         !is_periodic(interface) && interface.type == cgns::DataType::C1;
}

/// The vertices of a zone that lies whole in one file; empty if they cannot be compared.
std::vector<MatchSet> whole_vertices(const ZoneView& zone) {
  const auto shape = zone.zone == nullptr ? std::nullopt : cgns::shape_of(*zone.zone);
  const auto* grid = zone.zone == nullptr ? nullptr : zone.zone->child("GridCoordinates");
  if (!shape || shape->structured || grid == nullptr || grid->link) return {};
  MatchSet::Member member{.piece = 0, .zone = zone, .count = shape->vertices.front()};
  std::map<std::string, int> coordinates;  // in the order of those of other zones
  for (const auto& node : grid->children) {
    if (node.label != "DataArray_t") continue;
    if (!cgns::is_real(node.type) || !node.is_bulk() || node.dims != std::vector{member.count}) return {};
    coordinates[node.name] = node.array;
  }
  if (coordinates.empty() || coordinates.size() > 3) return {};
  for (const auto& [_, array] : coordinates) member.coordinates.push_back(array);
  return {{.what = path_of(zone), .kind = MatchSet::Kind::vertices, .members = {std::move(member)}}};
}

/// The vertices of zone `original`, all pieces matched before.
std::vector<MatchSet> matched_vertices(const Planning& is, int original) {
  std::vector<std::vector<std::int64_t>> extents;
  for (const auto& view : views_of(is.inputs, is.pieces.original(original)))
    extents.push_back({view.vertices});
  return {vertex_set(is.inputs, is.pieces, original, extents)};
}

}  // namespace

int CommonVertices::add_zone(const std::string& path, std::vector<MatchSet> vertices) {
  const auto found = std::ranges::find(zones_, path);
  if (found != zones_.end()) return static_cast<int>(found - zones_.begin());
  if (vertices.empty()) return -1;
  zones_.push_back(path);
  vertices.front().kind = MatchSet::Kind::common;
  vertices.front().space = 0;
  sets_.push_back(std::move(vertices.front()));
  return static_cast<int>(zones_.size()) - 1;
}

int CommonVertices::add_donor(const Planning& is, const ZoneView& owner, const cgns::Node& interface) {
  const auto name = cgns::text_of(interface);
  const auto place = is.pieces.find(owner.file, owner.base->name, name);
  if (place.original >= 0) {
    const auto& donor = is.pieces.original(place.original);
    if (donor.structured || donor.convention != Convention::coordinates) return -1;
    return add_zone(donor.path(), matched_vertices(is, place.original));
  }
  const ZoneView zone{owner.file, owner.base, owner.base->child(name)};
  return add_zone(cgns::join("/" + owner.base->name, name), whole_vertices(zone));
}

void CommonVertices::add(const Planning& is, const std::vector<MatchSet>& lists, const Matched& matched) {
  for (std::size_t s = 0; s < lists.size(); ++s) {
    const auto* interface = interface_of(lists[s]);
    const auto& owner = is.pieces.original(lists[s].original);
    if (interface == nullptr || owner.convention != Convention::coordinates) continue;
    const auto& member = lists[s].members.front();
    const auto there = add_donor(is, member.zone, *interface);
    const auto here = there < 0 ? -1 : add_zone(owner.path(), matched_vertices(is, lists[s].original));
    if (here < 0 || here == there) continue;
    auto& listed = listed_[{here, there}];
    if (listed.path.empty()) listed.path = cgns::join(owner.path(), member.node);
    listed.count += matched.sets[s].total;
    listed.may_be_elsewhere = listed.may_be_elsewhere || !pairs_vertices(*interface);
  }
}

CommonNeeds CommonVertices::needs(double tolerance) const {
  CommonNeeds needs{.tolerance = tolerance};
  for (const auto& [zones, listed] : listed_) {
    if (!listed.may_be_elsewhere) needs.pairs.push_back(std::minmax(zones.first, zones.second));
  }
  if (!needs.pairs.empty()) needs.sets = sets_;
  return needs;
}

void CommonVertices::note(const std::vector<std::int64_t>& common, Notes& notes) const {
  std::size_t at = 0;
  for (const auto& [_, listed] : listed_) {
    if (listed.may_be_elsewhere) continue;
    const auto all = common[at++];
    if (listed.count >= all) continue;
    notes.suspect(
        "unlisted vertices",
        fmt::format("{}: lists {} of {} vertices that both zones have: the others are in no interface, "
                    "because no file has both zones there",
                    listed.path, listed.count, all));
  }
}

}  // namespace pcgns::fileset
