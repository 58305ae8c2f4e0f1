// heat_restart: goes on with the files of `heat`, as parts of the ranks that there are now, and writes one
// file.
//
//     mpirun -n 3 heat_restart --zones 2x2x2 --cells 16x12x12 --steps 100 --out more.cgns --restart
//     run_*.cgns
//
// The files may be those of any number of ranks: whole zones, boxes, or pieces of an unstructured zone, whose
// assembly file (boxes.json, hexa.json) is named by PCGNS_ASSEMBLY, or what this program wrote. Every rank
// gets its part of the cells with a layer of ghosts, takes the steps of `heat` in it, and writes the last
// solution.
#include <mpi.h>
#include <pcgns/pcgnslib.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string>
#include <vector>

#include "../heat/options.hpp"
#include "../heat/problem.hpp"
#include "../heat/solver.hpp"
#include "../heat/together.hpp"

namespace {

using namespace heat;

constexpr int base = 1;
constexpr auto at_cells = CGNS_ENUMV(CellCenter);

void must(int status) {
  if (status != CG_OK) cgp_error_exit();
}

/// The cells of this rank that are of one zone.
struct Part {
  Zone zone;          ///< The box around its own cells.
  Box box;            ///< In the whole grid.
  std::size_t begin;  ///< Of its values among those of all parts.
  std::size_t own;
  std::vector<Index3> places;  ///< Of its values, own cells first or not, in `zone`.
  std::vector<bool> is_own;

  template <class Visit>
  void each(Visit visit) const {
    for (std::size_t i = 0; i < places.size(); ++i) visit(places[i], begin + i, is_own[i]);
  }
};

/// Whom this rank sends which values, and gets which from.
struct Neighbour {
  int rank;
  std::vector<cgsize_t> send;
  std::vector<cgsize_t> receive;
};

std::vector<Neighbour> neighbours_of(int parts) {
  int count;
  must(cgp_partition_nneighbours(parts, at_cells, &count));
  std::vector<Neighbour> all(count);
  for (int n = 1; n <= count; ++n) {
    Neighbour& one = all[n - 1];
    cgsize_t sent, received;
    must(cgp_partition_neighbour(parts, at_cells, n, &one.rank, &sent, &received));
    one.send.resize(sent);
    one.receive.resize(received);
    must(cgp_partition_exchange_lists(parts, at_cells, n, one.send.data(), one.receive.data()));
  }
  return all;
}

/// Gives ghosts what their owners have.
void exchange(const std::vector<Neighbour>& neighbours, std::vector<double>& values) {
  std::vector<std::vector<double>> out(neighbours.size()), in(neighbours.size());
  std::vector<MPI_Request> requests(2 * neighbours.size());
  for (std::size_t n = 0; n < neighbours.size(); ++n) {
    const auto& [rank, send, receive] = neighbours[n];
    for (const auto at : send) out[n].push_back(values[at - 1]);
    in[n].resize(receive.size());
    MPI_Irecv(in[n].data(), int(in[n].size()), MPI_DOUBLE, rank, 0, MPI_COMM_WORLD, &requests[2 * n]);
    MPI_Isend(out[n].data(), int(out[n].size()), MPI_DOUBLE, rank, 0, MPI_COMM_WORLD, &requests[2 * n + 1]);
  }
  MPI_Waitall(int(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
  for (std::size_t n = 0; n < neighbours.size(); ++n)
    for (std::size_t i = 0; i < in[n].size(); ++i) values[neighbours[n].receive[i] - 1] = in[n][i];
}

/// Where the first cell of a zone of the files is in the whole grid.
Index3 first_cell(const Layout& layout, int file, int Z) {
  char name[33];
  cgsize_t size[9];
  must(cg_zone_read(file, base, Z, name, size));
  for (int zone = 0; zone < layout.count(); ++zone)
    if (layout.name(zone) == name) return layout.first_cell(zone);
  return {0, 0, 0};
}

/// The places of a part's values in the whole grid: of a structured zone a box, otherwise by their numbers.
std::vector<Index3> places_of(const Layout& layout, int file, int parts, int P) {
  int Z;
  cgsize_t cells[6] = {}, with_ghosts[6] = {}, begin, own, total;
  must(cgp_partition_piece_info(parts, P, nullptr, &Z, cells, with_ghosts));
  must(cgp_partition_piece_size(parts, P, at_cells, &begin, &own, &total));
  const Index3 first = first_cell(layout, file, Z), all = layout.all_cells();
  std::vector<Index3> places;
  if (cells[0] > 0) {
    const auto* b = with_ghosts;
    const Box box{{int(b[0]) - 1, int(b[1]) - 1, int(b[2]) - 1}, {int(b[3]), int(b[4]), int(b[5])}};
    for_each(box, [&](const Index3& p) { places.push_back(first + p); });
    return places;
  }
  std::vector<cgsize_t> numbers(total);
  must(cgp_partition_global_numbers(parts, P, at_cells, numbers.data()));
  for (const auto number : numbers) {
    const auto at = number - 1;
    places.push_back({int(at % all[0]), int(at / all[0] % all[1]), int(at / all[0] / all[1])});
  }
  return places;
}

/// Which of the values of a part are its own: of a structured one those in its box.
std::vector<bool> own_of(int parts, int P, std::size_t own, std::size_t total) {
  cgsize_t cells[6] = {}, box[6] = {};
  must(cgp_partition_piece_info(parts, P, nullptr, nullptr, cells, box));
  std::vector<bool> is_own;
  if (cells[0] == 0) {
    for (std::size_t i = 0; i < total; ++i) is_own.push_back(i < own);
    return is_own;
  }
  for_each({{int(box[0]), int(box[1]), int(box[2])}, {int(box[3]) + 1, int(box[4]) + 1, int(box[5]) + 1}},
           [&](const Index3& p) {
             bool inside = true;
             for (int d = 0; d < 3; ++d) inside = inside && p[d] >= cells[d] && p[d] <= cells[3 + d];
             is_own.push_back(inside);
           });
  return is_own;
}

Part part_of(const Layout& layout, int file, int parts, int P) {
  cgsize_t begin, own, total;
  must(cgp_partition_piece_size(parts, P, at_cells, &begin, &own, &total));
  Part part{{},
            {},
            std::size_t(begin - 1),
            std::size_t(own),
            places_of(layout, file, parts, P),
            own_of(parts, P, own, total)};
  constexpr int most = std::numeric_limits<int>::max();
  part.box = {{most, most, most}, {0, 0, 0}};
  part.each([&](const Index3& p, std::size_t, bool is_own) {
    for (int d = 0; is_own && d < 3; ++d) {
      part.box.first[d] = std::min(part.box.first[d], p[d]);
      part.box.last[d] = std::max(part.box.last[d], p[d] + 1);
    }
  });
  part.zone = make_zone(part.box, layout.all_cells());
  const Index3 first = part.box.first;
  for (auto& place : part.places) place = {place[0] - first[0], place[1] - first[1], place[2] - first[2]};
  return part;
}

/// True for cells of the box and those beside it.
bool is_near(const Zone& zone, const Index3& p) {
  for (int d = 0; d < 3; ++d)
    if (p[d] < -1 || p[d] > zone.cells[d]) return false;
  return true;
}

/// Calls `at_wall(side, inside, beyond)` for each wall beside an own cell.
template <class Visit>
void each_wall(const Part& part, const Index3& all, Visit at_wall) {
  part.each([&](const Index3& p, std::size_t, bool is_own) {
    for (const Side side : sides) {
      const int d = side.direction, at = part.box.first[d] + p[d];
      const bool is_last = at == (side.end == 0 ? 0 : all[d] - 1);
      if (is_own && is_last) at_wall(side, p, moved(p, d, side.end == 0 ? -1 : 1));
    }
  });
}

/// The state of this rank: the temperature and its gradient in its cells and ghosts.
struct State {
  std::vector<Part> parts;
  std::vector<Neighbour> neighbours;
  std::vector<double> temperature;
  std::array<std::vector<double>, 3> gradient;
};

void refresh_temperature(State& state, const Index3& all) {
  exchange(state.neighbours, state.temperature);
  for (Part& part : state.parts) {
    auto& t = part.zone.temperature;
    part.each([&](const Index3& p, std::size_t i, bool) {
      if (is_near(part.zone, p)) t(p) = state.temperature[i];
    });
    each_wall(part, all,
              [&](Side side, const Index3& in, const Index3& beyond) { t(beyond) = mirrored(side, t(in)); });
  }
}

void refresh_gradient(State& state, const Index3& all) {
  for (const Part& part : state.parts)
    part.each([&](const Index3& p, std::size_t i, bool is_own) {
      const Vec3 g = is_own ? gradient(part.zone, p) : Vec3{};
      for (int d = 0; d < 3; ++d) state.gradient[d][i] = g[d];
    });
  for (auto& component : state.gradient) exchange(state.neighbours, component);
  for (Part& part : state.parts) {
    auto& g = part.zone.gradient;
    part.each([&](const Index3& p, std::size_t i, bool) {
      if (is_near(part.zone, p)) g(p) = {state.gradient[0][i], state.gradient[1][i], state.gradient[2][i]};
    });
    each_wall(part, all, [&](Side, const Index3& in, const Index3& beyond) { g(beyond) = g(in); });
  }
}

void refresh_all(State& state, const Index3& all) {
  refresh_temperature(state, all);
  refresh_gradient(state, all);
}

void take_step(State& state, const Index3& all, double dt) {
  for (const Part& part : state.parts)
    part.each([&](const Index3& p, std::size_t i, bool is_own) {
      if (is_own) state.temperature[i] += change(part.zone, p, dt);
    });
  refresh_all(state, all);
}

/// The last solution at cells, and its step, which is in its name: CellSolution0025.
struct Last {
  int solution = 0;
  int step = -1;
};

Last last_solution(int file) {
  Last last;
  int count;
  must(cg_nsols(file, base, 1, &count));
  for (int S = 1; S <= count; ++S) {
    char name[33];
    int step;
    CGNS_ENUMT(GridLocation_t) location;
    must(cg_sol_info(file, base, 1, S, name, &location));
    if (std::sscanf(name, "CellSolution%d", &step) == 1 && step > last.step) last = {S, step};
  }
  if (last.step < 0) throw Failure("the files have no CellSolution to go on from");
  return last;
}

/// In all zones of `out`, one new solution in place of those of the source; its number.
int make_solution(int out, int step) {
  char name[33];
  int zones, solution = 0;
  must(cg_nzones(out, base, &zones));
  for (int Z = 1; Z <= zones; ++Z) {
    int count;
    must(cg_nsols(out, base, Z, &count));
    std::vector<std::string> old{"ZoneIterativeData"};
    for (int S = 1; S <= count; ++S) {
      CGNS_ENUMT(GridLocation_t) location;
      must(cg_sol_info(out, base, Z, S, name, &location));
      old.emplace_back(name);
    }
    must(cg_goto(out, base, "Zone_t", Z, "end"));
    for (const auto& node : old) cg_delete_node(node.c_str());  // a file of this program has no such data
    std::snprintf(name, sizeof name, "CellSolution%04d", step);
    must(cg_sol_write(out, base, Z, name, at_cells, &solution));
  }
  must(cg_goto(out, base, "end"));
  cg_delete_node("BaseIterativeData");
  return solution;
}

void write(const std::string& name, int parts, State& state, int step) {
  int out;
  must(cgp_partition_create_file(parts, name.c_str(), &out));
  const int solution = make_solution(out, step);
  must(cgp_partition_write(parts, out, solution, "Temperature", RealDouble, state.temperature.data()));
  const char* const names[] = {"HeatFluxX", "HeatFluxY", "HeatFluxZ"};
  for (int d = 0; d < 3; ++d) {
    auto flux = state.gradient[d];
    for (auto& value : flux) value *= -conductivity;
    must(cgp_partition_write(parts, out, solution, names[d], RealDouble, flux.data()));
  }
  must(cgp_close(out));  // here the file appears
}

void run(const Options& options) {
  const Layout layout{options.zones, options.cells, ranks()};
  std::vector<const char*> names;
  for (const auto& name : options.restart) names.push_back(name.c_str());
  int file, parts, pieces;
  cgsize_t size;
  must(cgp_fileset_open(int(names.size()), names.data(), CG_MODE_READ, &file));
  const Last last = last_solution(file);
  must(cgp_partition_create(file, base, "ghosts=1", &parts));
  must(cgp_partition_npieces(parts, &pieces));
  must(cgp_partition_size(parts, at_cells, &size));

  State state{{}, neighbours_of(parts), std::vector<double>(size), {}};
  for (auto& component : state.gradient) component.resize(size);
  for (int P = 1; P <= pieces; ++P) state.parts.push_back(part_of(layout, file, parts, P));
  must(cgp_partition_read(parts, last.solution, "Temperature", RealDouble, state.temperature.data()));

  std::vector<Zone> zones;
  for (const Part& part : state.parts) zones.push_back(part.zone);
  const double dt = stable_time_step(zones);
  refresh_all(state, layout.all_cells());
  for (int step = 0; step < options.steps; ++step) take_step(state, layout.all_cells(), dt);
  write(options.out, parts, state, last.step + options.steps);
  must(cgp_partition_destroy(parts));
  must(cgp_close(file));
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int status = 0;
  try {
    run(parse({argv + 1, argv + argc}));
  } catch (const Failure& failure) {  // the same on every rank
    if (rank() == 0) std::fprintf(stderr, "heat_restart: %s\n", failure.what());
    status = 2;
  }
  MPI_Finalize();
  return status;
}
