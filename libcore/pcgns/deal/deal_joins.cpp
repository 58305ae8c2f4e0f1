#include "pcgns/deal/deal_joins.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <map>

#include "pcgns/deal/deal_lists.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/partition/uncut.hpp"

namespace pcgns::deal {

namespace {

/// A part of the zone, and one of the donor's.
using Sides = std::pair<std::int32_t, std::int32_t>;

/// Points of two parts that lie at each other, in the order of the list.
struct Matches {
  std::vector<Pair> pairs;         ///< Entity, and index into `sides`.
  std::vector<std::int64_t> here;  ///< Number in the part, 1-based.
  std::vector<std::int64_t> there;
  std::vector<Sides> sides;
};

/// Points that have yet to be sorted by sides.
struct Match {
  std::int64_t entity = 0;
  Sides sides;
  std::int64_t here = 0;
  std::int64_t there = 0;
};

/// The sides that any rank has, in their order, and which of them each match has.
Matches sorted_matches(par::Session& session, std::vector<Match> found) {
  Matches matches;
  for (const auto& match : found) matches.sides.push_back(match.sides);
  const auto distinct = [&] {
    std::sort(matches.sides.begin(), matches.sides.end());
    matches.sides.erase(std::unique(matches.sides.begin(), matches.sides.end()), matches.sides.end());
  };
  distinct();
  const auto mine = matches.sides;
  for (const auto& bytes : par::gather_all(session.comm(), std::as_bytes(std::span(mine)))) {
    const auto before = matches.sides.size();
    matches.sides.resize(before + bytes.size() / sizeof(Sides));
    if (!bytes.empty())
      std::memcpy(static_cast<void*>(matches.sides.data() + before), bytes.data(), bytes.size());
  }
  distinct();
  std::stable_sort(found.begin(), found.end(), [](const Match& a, const Match& b) {
    return a.entity != b.entity ? a.entity < b.entity : a.sides < b.sides;
  });
  for (const auto& match : found) {
    const auto at = std::lower_bound(matches.sides.begin(), matches.sides.end(), match.sides);
    matches.pairs.emplace_back(match.entity, static_cast<std::int32_t>(at - matches.sides.begin()));
    matches.here.push_back(match.here);
    matches.there.push_back(match.there);
  }
  return matches;
}

tree::DataType index_type(const DealJob& job) {
  return job.mesh.zone.node->type == tree::DataType::I8 ? tree::DataType::I8 : tree::DataType::I4;
}

// --- joins between the parts of a zone ---

/// The section of the polygons, if the zone is made of such.
const Dealing* polygons_of(const DealJob& job) {
  const Dealing* found = nullptr;
  for (std::size_t s = 0; s < job.mesh.sections.size(); ++s) {
    if (!job.mesh.roles[s].polygons) continue;
    if (found != nullptr) return nullptr;
    found = &job.dealt.elements.sections[s];
  }
  return found;
}

/// What several parts have of their own; ghosts are no joins.
std::vector<Match> shared_entities(const DealJob& job, const Dealing& dealing, bool faces) {
  std::vector<Match> found;
  const auto section = static_cast<std::size_t>(&dealing - job.dealt.elements.sections.data());
  const auto number_at = [&](std::int64_t slot) {
    const auto at = static_cast<std::size_t>(slot);
    const auto part = static_cast<std::size_t>(dealing.part_of(slot));
    return dealing.indices[at] + (faces ? job.dealt.elements.firsts[section][part] : 1);
  };
  for (std::int64_t i = 0; i < dealing.mine.size(); ++i) {
    const auto slots = dealing.slots(i);
    for (auto a = slots.begin; a < slots.end; ++a) {
      for (auto b = slots.begin; b < slots.end; ++b) {
        if (a == b || dealing.is_ghost(a) || dealing.is_ghost(b)) continue;
        const Sides sides = {dealing.parts[static_cast<std::size_t>(a)],
                             dealing.parts[static_cast<std::size_t>(b)]};
        found.push_back({dealing.mine.begin + i, sides, number_at(a), number_at(b)});
      }
    }
  }
  return found;
}

std::string between(const partition::ZonePart& here, const partition::ZonePart& there) {
  return fmt::format("JN.P{}.N{}.LT.P{}.N{}", here.rank, here.number, there.rank, there.number);
}

void deal_interfaces(DealJob& job) {
  const auto* polygons = polygons_of(job);
  const auto& dealing = polygons != nullptr ? *polygons : job.dealt.vertices;
  job.out.interface_location = polygons != nullptr ? "FaceCenter" : "Vertex";
  auto matches = sorted_matches(job.session, shared_entities(job, dealing, polygons != nullptr));
  if (matches.sides.empty()) return;
  auto& join = job.out.joins.emplace_back();
  for (const auto& [here, there] : matches.sides) {
    const auto& part = job.out.parts[static_cast<std::size_t>(here)];
    const auto& donor = job.out.parts[static_cast<std::size_t>(there)];
    join.pieces.push_back({.part = here,
                           .donor = name_of(job.out, donor),
                           .name = between(part, donor),
                           .opposite = between(donor, part)});
  }
  const auto by_sides =
      dealing_of(job.session, dealing.begins, std::move(matches.pairs), matches.sides.size());
  const auto& path = job.out.path;
  join.points = deal_slots(job, path, index_type(job), by_sides, 1, matches.here);
  join.donors = deal_slots(job, path, index_type(job), by_sides, 1, matches.there);
}

// --- joins of the zone ---

/// A join while it is cut.
struct Join {
  const tree::Node* node = nullptr;
  std::string path;
  std::size_t zone = 0;
  std::size_t donor = 0;
  std::vector<Sides> sides;
};

bool is_join(const tree::Node& node) {
  return (node.label == "GridConnectivity_t" || node.label == "GridConnectivity1to1_t") && !node.link;
}

std::size_t donor_of(const std::vector<DealJob>& zones, const Join& join) {
  const auto name = join.node->type == tree::DataType::C1 ? tree::text_of(*join.node) : std::string();
  const auto& base = zones[join.zone].out.base->name;
  for (std::size_t z = 0; z < zones.size(); ++z) {
    const auto& zone = zones[z].out;
    const bool is_it = (zone.base->name == base && zone.zone->name == name) ||
                       zone.base->name + "/" + zone.zone->name == name;
    if (is_it) return z;
  }
  throw error_at(join.path, fmt::format("leads to '{}', which is no unstructured zone", name));
}

const tree::Node* donor_points(const tree::Node& join) {
  for (const auto* name : {"PointListDonor", "CellListDonor", "PointRangeDonor"}) {
    if (const auto* node = join.child(name)) return node;
  }
  return nullptr;
}

/// What else has a value for each point cannot be cut.
void require_no_more(const Join& join) {
  for (const auto& child : join.node->children) {
    const bool is_index = child.label == "IndexArray_t" || child.label == "IndexRange_t";
    const bool is_known = &child == points_of(*join.node, join.path) || &child == donor_points(*join.node);
    if (child.link || (is_index && !is_known) || (child.is_bulk() && !is_known))
      throw error_at(tree::join(join.path, child.name), "cannot be cut with its join");
  }
}

/// All parts that have a point here with all that have its partner.
std::vector<Match> matches_of(const ListDealing& here, const ListDealing& there) {
  std::vector<Match> found;
  const auto& mine = here.dealing.mine;
  for (std::int64_t i = 0; i < mine.size(); ++i) {
    const auto opposite = there.dealing.slots(i);
    for (auto a = here.dealing.slots(i).begin; a < here.dealing.slots(i).end; ++a) {
      const auto at = static_cast<std::size_t>(a);
      for (auto to = static_cast<std::size_t>(opposite.begin); to < static_cast<std::size_t>(opposite.end);
           ++to) {
        found.push_back({mine.begin + i,
                         {here.dealing.parts[at], there.dealing.parts[to]},
                         here.numbers[at],
                         there.numbers[to]});
      }
    }
  }
  return found;
}

tree::DataType type_of_list(const tree::Node& points) {
  return points.type == tree::DataType::I8 ? tree::DataType::I8 : tree::DataType::I4;
}

void deal_join(std::vector<DealJob>& zones, Join& join) {
  auto& job = zones[join.zone];
  const auto* points = points_of(*join.node, join.path);
  const auto* donors = donor_points(*join.node);
  if (points == nullptr || donors == nullptr)
    throw error_at(join.path, "has not both a PointList and a PointListDonor");
  require_no_more(join);
  join.donor = donor_of(zones, join);
  const auto points_path = tree::join(join.path, points->name);
  const auto donors_path = tree::join(join.path, donors->name);
  const auto count = count_in(*points, points_path);
  if (count != count_in(*donors, donors_path) || count == 0)
    throw error_at(join.path, "has lists of points of different lengths, or empty ones");
  const auto location = location_of(*join.node, points);
  const auto begins = equal_begins(count, job.session.size());
  const auto here =
      deal_points(job, points_path, location, begins, numbers_in(job, *points, points_path, begins));
  const auto there =
      deal_points(zones[join.donor], donors_path, donors->name == "CellListDonor" ? "CellCenter" : location,
                  begins, numbers_in(job, *donors, donors_path, begins));
  auto matches = sorted_matches(job.session, matches_of(here, there));
  const auto by_sides = dealing_of(job.session, begins, std::move(matches.pairs), matches.sides.size());
  auto& made = job.out.joins.emplace_back();
  made.join = join.node;
  made.numbers = deal_numbers(job, join.path, by_sides);
  made.points = deal_slots(job, points_path, type_of_list(*points), by_sides, 1, matches.here);
  made.donors = deal_slots(job, donors_path, type_of_list(*donors), by_sides, 1, matches.there);
  join.sides = std::move(matches.sides);
}

/// How many sides there are of the same part before this one.
std::int64_t piece_number(const std::vector<Sides>& sides, const Sides& wanted) {
  std::int64_t number = 0;
  for (const auto& [here, there] : sides) number += here == wanted.first && there < wanted.second ? 1 : 0;
  return number;
}

void name_pieces(std::vector<DealJob>& zones, const std::vector<Join>& joins, const Join& join,
                 partition::DealtJoin& made) {
  const auto* opposite = join.node->child("GridConnectivityDonorName");
  const auto name = opposite != nullptr ? tree::text_of(*opposite) : std::string();
  const auto back = std::find_if(joins.begin(), joins.end(), [&](const Join& other) {
    return other.zone == join.donor && other.node->name == name;
  });
  for (const auto& sides : join.sides) {
    const auto& donor = zones[join.donor].out;
    const auto number = back == joins.end() ? 0 : piece_number(back->sides, {sides.second, sides.first});
    const bool in_base = donor.base == zones[join.zone].out.base;
    const auto donor_name = name_of(donor, donor.parts[static_cast<std::size_t>(sides.second)]);
    made.pieces.push_back(
        {.part = sides.first,
         .donor = in_base ? donor_name : donor.base->name + "/" + donor_name,
         .name = fmt::format("{}.{}", join.node->name, piece_number(join.sides, sides)),
         .opposite = opposite != nullptr ? fmt::format("{}.{}", name, number) : std::string()});
  }
}

std::vector<Join> joins_of(std::vector<DealJob>& zones, const partition::Mesh& mesh) {
  std::vector<Join> joins;
  for (std::size_t z = 0; z < zones.size(); ++z) {
    for (const auto& container : zones[z].mesh.zone.node->children) {
      if (container.label != "ZoneGridConnectivity_t") continue;
      const auto path = tree::join(zones[z].out.path, container.name);
      if (container.link) throw error_at(path, "is a link, which cannot be cut");
      for (const auto& node : container.children) {
        if (is_join(node) && partition::why_uncut(mesh, zones[z].out, node).empty())
          joins.push_back({.node = &node, .path = tree::join(path, node.name), .zone = z, .sides = {}});
      }
    }
  }
  return joins;
}

void deal_holes(DealJob& job) {
  for (const auto& container : job.mesh.zone.node->children) {
    if (container.label != "ZoneGridConnectivity_t") continue;
    for (const auto& node : container.children) {
      if (node.label != "OversetHoles_t" || node.link) continue;
      const auto path = tree::join(tree::join(job.out.path, container.name), node.name);
      if (const auto* points = points_of(node, path)) (void)deal_list(job, node, *points, path);
    }
  }
}

}  // namespace

void deal_joins(std::vector<DealJob>& zones, const partition::Mesh& mesh) {
  auto joins = joins_of(zones, mesh);
  std::vector<std::size_t> places;
  for (auto& join : joins) {
    places.push_back(zones[join.zone].out.joins.size());
    deal_join(zones, join);
  }
  for (std::size_t i = 0; i < joins.size(); ++i)
    name_pieces(zones, joins, joins[i], zones[joins[i].zone].out.joins[places[i]]);
  for (auto& zone : zones) {
    deal_holes(zone);
    deal_interfaces(zone);
  }
}

}  // namespace pcgns::deal
