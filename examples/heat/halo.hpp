// halo.hpp: neighbouring zones show each other their outermost cells.
#pragma once

#include <mpi.h>

#include <vector>

#include "zone.hpp"

namespace heat {

/// The layer of cells at `at` in `direction`. It includes the halo of the directions before this one.
inline Box layer(const Zone& zone, int direction, int at) {
  Box box = zone.cell_box();
  for (int d = 0; d < direction; ++d) {
    --box.first[d];
    ++box.last[d];
  }
  box.first[direction] = at;
  box.last[direction] = at + 1;
  return box;
}

/// The cells of a zone along `side`, inside it or just outside.
inline Box inside(const Zone& zone, Side side) {
  return layer(zone, side.direction, side.end == 0 ? 0 : zone.cells[side.direction] - 1);
}
inline Box outside(const Zone& zone, Side side) {
  return layer(zone, side.direction, side.end == 0 ? -1 : zone.cells[side.direction]);
}

/// The values that pass one way through one side of one zone.
template <class T>
struct Passage {
  Zone* zone;
  Side side;
  std::vector<T> out;
  std::vector<T> in;
};

template <class T>
void post(const Layout& layout, Passage<T>& passage, Array3<T> Zone::*field,
          std::vector<MPI_Request>& requests) {
  const Zone* zone = passage.zone;
  const Side side = passage.side;
  const Box box = inside(*zone, side);
  for_each(box, [&](const Index3& p) { passage.out.push_back((zone->*field)(p)); });
  passage.in.resize(box.size());

  const int other = *layout.neighbour(zone->number, side), rank = layout.owner(other);
  const int count = static_cast<int>(box.size() * sizeof(T) / sizeof(double));
  // The tag names the side that receives.
  const int here = 2 * zone->number + side.end, there = 2 * other + 1 - side.end;
  MPI_Request request;
  MPI_Irecv(passage.in.data(), count, MPI_DOUBLE, rank, here, MPI_COMM_WORLD, &request);
  requests.push_back(request);
  MPI_Isend(passage.out.data(), count, MPI_DOUBLE, rank, there, MPI_COMM_WORLD, &request);
  requests.push_back(request);
}

/// Fills the halo of `field` across `direction`, from the neighbour or else by `at_wall(side, inside)`.
template <class T, class AtWall>
void fill_halo(const Layout& layout, std::vector<Zone>& zones, Array3<T> Zone::*field, int direction,
               AtWall at_wall) {
  std::vector<Passage<T>> passages;
  for (Zone& zone : zones)
    for (const Side side : {Side{direction, 0}, Side{direction, 1}}) {
      if (layout.neighbour(zone.number, side)) {
        passages.push_back({&zone, side, {}, {}});
        continue;
      }
      for_each(outside(zone, side), [&](const Index3& p) {
        (zone.*field)(p) = at_wall(side, (zone.*field)(moved(p, direction, side.end == 0 ? 1 : -1)));
      });
    }
  std::vector<MPI_Request> requests;
  for (auto& passage : passages) post(layout, passage, field, requests);
  MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
  for (auto& passage : passages) {
    auto value = passage.in.begin();
    for_each(outside(*passage.zone, passage.side),
             [&](const Index3& p) { (passage.zone->*field)(p) = *value++; });
  }
}

/// Fills the halo on all sides. Going one direction at a time over what is filled already brings the
/// edges and corners across, too. Zones of one rank also talk through MPI: one way for all.
///
/// @note Collective over MPI_COMM_WORLD.
template <class T, class AtWall>
void fill_halo(const Layout& layout, std::vector<Zone>& zones, Array3<T> Zone::*field, AtWall at_wall) {
  for (int direction = 0; direction < 3; ++direction) fill_halo(layout, zones, field, direction, at_wall);
}

}  // namespace heat
