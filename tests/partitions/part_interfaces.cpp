#include "part_interfaces.hpp"

#include <array>
#include <cstdlib>
#include <set>
#include <span>

#include "pcgns/par/exchange.hpp"

namespace pcgns::test {

namespace {

/// A vertex or element of a base: the number of its zone, and its own in the zone.
using Identity = std::array<std::int64_t, 2>;

int zone_number(int file, int B, const std::string& name) {
  int zones = 0;
  must(cg_nzones(file, B, &zones));
  for (int Z = 1; Z <= zones; ++Z) {
    std::array<char, 33> found = {};
    std::array<cgsize_t, 9> size = {};
    must(cg_zone_read(file, B, Z, found.data(), size.data()));
    if (name == found.data()) return Z;
  }
  return 0;
}

/// First element of a section of a whole zone.
cgsize_t first_element(int file, int B, int Z, const std::string& name) {
  int sections = 0;
  must(cg_nsections(file, B, Z, &sections));
  for (int S = 1; S <= sections; ++S) {
    std::array<char, 33> found = {};
    CGNS_ENUMT(ElementType_t) type = NODE;
    cgsize_t first = 0;
    cgsize_t last = 0;
    int boundary = 0;
    int parents = 0;
    must(cg_section_read(file, B, Z, S, found.data(), &type, &first, &last, &boundary, &parents));
    if (name == found.data()) return first;
  }
  return 0;
}

/// All vertices or elements of all pieces, by position.
std::vector<Identity> identities(int file, int B, const restart::Partition& parts, restart::Entity entity) {
  std::vector<Identity> all(static_cast<std::size_t>(parts.size(entity)));
  for (const auto& piece : parts.pieces()) {
    const auto Z = zone_number(file, B, piece.whole);
    auto at = static_cast<std::size_t>(piece.of(entity).begin);
    for (const auto number : parts.global_numbers(piece, entity)) all[at++] = {Z, number};
    for (const auto& section : piece.zone->children) {
      const auto* numbering = section.child(":CGNS#GlobalNumbering");
      if (entity != restart::Entity::element || section.label != "Elements_t" || numbering == nullptr)
        continue;
      const auto before = first_element(file, B, Z, section.name) - 1;
      at = static_cast<std::size_t>(piece.of(entity).begin +
                                    cgns::integers_of(*section.child("ElementRange")).front() - 1);
      for (const auto number : cgns::integers_of(*numbering->child("Element")))
        all[at++] = {Z, before + number};
    }
  }
  return all;
}

/// Vertices of a zone in each direction; of an unstructured one, their number.
std::vector<std::int64_t> extents_of(int file, int B, int Z) {
  std::array<char, 33> name = {};
  std::array<cgsize_t, 9> size = {};
  int dimension = 0;
  must(cg_index_dim(file, B, Z, &dimension));
  must(cg_zone_read(file, B, Z, name.data(), size.data()));
  return {size.begin(), size.begin() + dimension};
}

/// The numbers in a zone of points that are given by their indices.
std::vector<std::int64_t> numbers_of(const std::vector<cgsize_t>& indices,
                                     const std::vector<std::int64_t>& extents) {
  std::vector<std::int64_t> numbers;
  for (std::size_t i = 0; i < indices.size(); i += extents.size()) {
    std::int64_t number = 1;
    std::int64_t stride = 1;
    for (std::size_t d = 0; d < extents.size(); stride *= extents[d++])
      number += (indices[i + d] - 1) * stride;
    numbers.push_back(number);
  }
  return numbers;
}

/// The indices of all points of a range, the first index fastest.
std::vector<cgsize_t> points_in(const std::vector<cgsize_t>& range) {
  const auto dimension = range.size() / 2;
  std::vector<cgsize_t> points;
  auto at = std::vector(range.begin(), range.begin() + static_cast<std::ptrdiff_t>(dimension));
  for (bool is_more = true; is_more;) {
    points.insert(points.end(), at.begin(), at.end());
    std::size_t d = 0;
    while (d < dimension && at[d] == range[dimension + d]) {
      at[d] = range[d];
      ++d;
    }
    is_more = d < dimension;
    if (is_more) at[d] += range[d] < range[dimension + d] ? 1 : -1;
  }
  return points;
}

using Pairs = std::set<std::array<Identity, 2>>;

void add(int Z, const std::vector<std::int64_t>& here, int donor, const std::vector<std::int64_t>& there,
         Pairs& pairs) {
  for (std::size_t i = 0; i < here.size(); ++i)
    pairs.insert({Identity{Z, here[i]}, Identity{donor, there.at(i)}});
}

/// Those of a GridConnectivity_t, if it is 1-to-1 and at vertices or elements.
void add_listed(int file, int B, int Z, int J, restart::Entity entity, Pairs& pairs) {
  std::array<char, 33> name = {};
  std::array<char, 66> donor = {};
  CGNS_ENUMT(GridLocation_t) location = Vertex;
  CGNS_ENUMT(GridConnectivityType_t) type = Abutting1to1;
  CGNS_ENUMT(PointSetType_t) set = PointList;
  CGNS_ENUMT(PointSetType_t) donor_set = PointListDonor;
  CGNS_ENUMT(ZoneType_t) kind = Unstructured;
  CGNS_ENUMT(DataType_t) values = LongInteger;
  cgsize_t count = 0;
  cgsize_t donors = 0;
  must(cg_conn_info(file, B, Z, J, name.data(), &location, &type, &set, &count, donor.data(), &kind,
                    &donor_set, &values, &donors));
  const int there = zone_number(file, B, donor.data());
  if (type != Abutting1to1 || there == 0 || (location == Vertex) != (entity == restart::Entity::vertex))
    return;
  const auto extents = extents_of(file, B, Z);
  const auto donor_extents = extents_of(file, B, there);
  std::vector<cgsize_t> points(static_cast<std::size_t>(count) * extents.size());
  std::vector<cgsize_t> donor_points(static_cast<std::size_t>(donors) * donor_extents.size());
  must(cg_conn_read(file, B, Z, J, points.data(), LongInteger, donor_points.data()));
  add(Z, numbers_of(set == PointRange ? points_in(points) : points, extents), there,
      numbers_of(donor_points, donor_extents), pairs);
}

/// Those of a GridConnectivity1to1_t.
void add_ranges(int file, int B, int Z, int J, Pairs& pairs) {
  std::array<char, 33> name = {};
  std::array<char, 66> donor = {};
  const auto extents = extents_of(file, B, Z);
  const auto dimension = extents.size();
  std::vector<cgsize_t> range(2 * dimension);
  std::vector<cgsize_t> donors(2 * dimension);
  std::vector<int> transform(dimension);
  must(cg_1to1_read(file, B, Z, J, name.data(), donor.data(), range.data(), donors.data(), transform.data()));
  const int there = zone_number(file, B, donor.data());
  if (there == 0) return;
  const auto points = points_in(range);
  std::vector<cgsize_t> across;
  for (std::size_t i = 0; i < points.size(); i += dimension) {
    std::vector<cgsize_t> point(donors.begin(), donors.begin() + static_cast<std::ptrdiff_t>(dimension));
    for (std::size_t d = 0; d < dimension; ++d)
      point[static_cast<std::size_t>(std::abs(transform[d])) - 1] +=
          (points[i + d] - range[d]) * (transform[d] > 0 ? 1 : -1);
    across.insert(across.end(), point.begin(), point.end());
  }
  add(Z, numbers_of(points, extents), there, numbers_of(across, extents_of(file, B, there)), pairs);
}

/// The pairs of points that the interfaces of whole zones have.
Pairs pairs_of(int file, int B, restart::Entity entity) {
  Pairs pairs;
  int zones = 0;
  must(cg_nzones(file, B, &zones));
  for (int Z = 1; Z <= zones; ++Z) {
    int listed = 0;
    int ranges = 0;
    must(cg_nconns(file, B, Z, &listed));
    must(cg_n1to1(file, B, Z, &ranges));
    for (int J = 1; J <= listed; ++J) add_listed(file, B, Z, J, entity, pairs);
    for (int J = 1; entity == restart::Entity::vertex && J <= ranges; ++J) add_ranges(file, B, Z, J, pairs);
  }
  return pairs;
}

}  // namespace

std::vector<std::string> wrong_interfaces(int file, int B, const restart::Partition& parts,
                                          restart::Entity entity) {
  std::vector<std::string> wrong;
  const auto all = identities(file, B, parts, entity);
  const auto pairs = pairs_of(file, B, entity);
  int size = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  par::Messages messages(static_cast<std::size_t>(size));
  for (const auto& list : parts.interface_lists(entity)) {
    std::vector<Identity> sent;
    for (const auto at : list.send) sent.push_back(all.at(static_cast<std::size_t>(at)));
    const auto bytes = std::as_bytes(std::span(sent));
    messages[static_cast<std::size_t>(list.rank)].assign(bytes.begin(), bytes.end());
  }
  const auto arrived = par::deliver(MPI_COMM_WORLD, messages);
  for (const auto& list : parts.interface_lists(entity)) {
    std::size_t next = 0;
    par::for_each_record<Identity>(arrived[static_cast<std::size_t>(list.rank)], [&](const Identity& there) {
      const auto& node = *parts.interfaces().at(static_cast<std::size_t>(list.interfaces.at(next))).node;
      const auto& here = all.at(static_cast<std::size_t>(list.receive.at(next++)));
      const bool is_cut = node.child("OriginalName") == nullptr;
      if (is_cut ? here != there : !pairs.contains({here, there}))
        wrong.push_back(node.name + ": does not connect " + std::to_string(here[1]) + " with " +
                        std::to_string(there[1]));
    });
  }
  return wrong;
}

}  // namespace pcgns::test
