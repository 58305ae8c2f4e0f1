// part_reader.cpp: every rank gets its part of a file set by the calls of a solver, and judges it.
//
//     mpirun -n 3 part_reader "ghosts=1" part_%03d.cgns back.cgns set_0.cgns set_1.cgns
//
// A part must be, node by node, the file that pcgns-repartition has written for the rank ("-": there is none,
// because it does not make parts without cells). An exchange with
// the lists must give all ghosts the values of their owners, and one across interfaces what whole zones have
// there. back.cgns gets all fields that can be written. Rank 0 prints what is wrong, and "written N of M":
// how many of the fields. Exit status: 0 all is right, 1 it is not, 2 the library refused something, which is
// printed.
#include <mpi.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "../parallel/restart/solutions.hpp"
#include "part_interfaces.hpp"
#include "pcgns/capi/detail/handles.hpp"
#include "pcgns/file/read_trees.hpp"
#include "pcgns/par/exchange.hpp"
#include "pcgns/pcgnslib.h"

namespace {

using namespace pcgns;

using test::must;
using test::Refused;

/// What this rank finds wrong.
class Findings {
 public:
  void add(const std::string& text) {
    if (lines_.size() < 5) lines_.push_back(text);
  }
  [[nodiscard]] std::string text() const {
    std::string all;
    for (const auto& line : lines_) all += line + "\n";
    return all;
  }

 private:
  std::vector<std::string> lines_;
};

/// The first values that differ, of reals and integers.
std::string difference_of(const cgns::Node& part, const cgns::Node& file) {
  if (part.data.size() != file.data.size() || part.type == cgns::DataType::C1) return "";
  const auto values_of = [](const cgns::Node& node) {
    if (cgns::is_real(node.type)) return cgns::reals_of(node);
    const auto integers = cgns::integers_of(node);
    return std::vector<double>(integers.begin(), integers.end());
  };
  const auto ours = values_of(part);
  const auto theirs = values_of(file);
  std::size_t i = 0;
  while (i + 1 < ours.size() && std::memcmp(&ours[i], &theirs[i], sizeof(double)) == 0) ++i;
  return ": at " + std::to_string(i) + " of " + std::to_string(ours.size()) + " " + std::to_string(ours[i]) +
         ", in the file " + std::to_string(theirs[i]);
}

void compare(const cgns::Node& part, const cgns::Node& file, const std::string& path, Findings& findings) {
  if (part.label != file.label) findings.add(path + ": is a " + part.label + ", not a " + file.label);
  if (part.type != file.type || part.dims != file.dims) findings.add(path + ": has another type or size");
  if (part.data != file.data) findings.add(path + ": has other values" + difference_of(part, file));
  if ((part.link == nullptr) != (file.link == nullptr)) findings.add(path + ": only one is a link");
  for (const auto& child : file.children)
    if (part.child(child.name) == nullptr) findings.add(path + "/" + child.name + ": is only in the file");
  for (const auto& child : part.children) {
    const auto* other = file.child(child.name);
    if (other == nullptr) findings.add(path + "/" + child.name + ": is only in memory");
    if (other != nullptr) compare(child, *other, path + "/" + child.name, findings);
  }
}

/// A field of solution `S` of all zones.
struct Field {
  int B = 1;
  int S = 1;
  std::string name;
  CGNS_ENUMT(GridLocation_t) location = Vertex;
  CGNS_ENUMT(DataType_t) type = Integer;
};

int rank_of(CGNS_ENUMT(DataType_t) type) {
  constexpr std::array ascending = {Integer, RealSingle, LongInteger, RealDouble};
  return static_cast<int>(std::find(ascending.begin(), ascending.end(), type) - ascending.begin());
}

/// The fields of the first zone; the type is that which holds the values of all zones.
std::vector<Field> fields_of(int file, int B) {
  std::vector<Field> fields;
  int zones = 0;
  int solutions = 0;
  must(cg_nzones(file, B, &zones));
  must(cg_nsols(file, B, 1, &solutions));
  for (int S = 1; S <= solutions; ++S) {
    Field field{.B = B, .S = S, .name = {}};
    char name[33] = {};
    int count = 0;
    must(cg_sol_info(file, B, 1, S, name, &field.location));
    must(cg_nfields(file, B, 1, S, &count));
    for (int F = 1; F <= count; ++F) {
      must(cg_field_info(file, B, 1, S, F, &field.type, name));
      field.name = name;
      for (int Z = 2; Z <= zones; ++Z) {
        CGNS_ENUMT(DataType_t) type = Integer;
        int there = 0;
        if (cg_nfields(file, B, Z, S, &there) != CG_OK || there < F) continue;
        must(cg_field_info(file, B, Z, S, F, &type, name));
        if (rank_of(type) > rank_of(field.type)) field.type = type;
      }
      fields.push_back(field);
    }
  }
  return fields;
}

std::size_t size_of(CGNS_ENUMT(DataType_t) type) { return type == RealDouble || type == LongInteger ? 8 : 4; }

/// Overwrites all ghosts, and exchanges values as a solver does.
void require_exchange(int p, const Field& field, const std::vector<std::byte>& expected, Findings& findings) {
  const auto size = size_of(field.type);
  auto values = expected;
  int neighbours = 0;
  must(cgp_partition_nneighbours(p, field.location, &neighbours));
  std::vector<std::vector<cgsize_t>> to(static_cast<std::size_t>(neighbours));
  std::vector<std::vector<std::byte>> sent(to.size());
  std::vector<std::vector<std::byte>> received(to.size());
  std::vector<MPI_Request> requests(2 * to.size());
  for (std::size_t n = 0; n < to.size(); ++n) {
    const int N = static_cast<int>(n) + 1;
    int rank = 0;
    cgsize_t sends = 0;
    cgsize_t receives = 0;
    must(cgp_partition_neighbour(p, field.location, N, &rank, &sends, &receives));
    std::vector<cgsize_t> from(static_cast<std::size_t>(sends));
    to[n].resize(static_cast<std::size_t>(receives));
    must(cgp_partition_exchange_lists(p, field.location, N, from.data(), to[n].data()));
    for (const auto at : from) {
      const auto* value = expected.data() + static_cast<std::size_t>(at - 1) * size;
      sent[n].insert(sent[n].end(), value, value + size);
    }
    for (const auto at : to[n])
      std::memset(values.data() + static_cast<std::size_t>(at - 1) * size, 0x5a, size);
    received[n].resize(to[n].size() * size);
    MPI_Irecv(received[n].data(), static_cast<int>(received[n].size()), MPI_BYTE, rank, 3, MPI_COMM_WORLD,
              &requests[2 * n]);
    MPI_Isend(sent[n].data(), static_cast<int>(sent[n].size()), MPI_BYTE, rank, 3, MPI_COMM_WORLD,
              &requests[2 * n + 1]);
  }
  MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
  for (std::size_t n = 0; n < to.size(); ++n)
    for (std::size_t i = 0; i < to[n].size(); ++i)
      std::memcpy(values.data() + static_cast<std::size_t>(to[n][i] - 1) * size,
                  received[n].data() + i * size, size);
  if (values != expected)
    findings.add(field.name + ": an exchange gives ghosts other values than their owners'");
}

/// Every ghost of the same zone must come from somewhere. Those of other zones are with whoever has them, if
/// anybody: there is none beyond the corners of zones.
void require_owners(const restart::Partition& parts, restart::Entity entity, Findings& findings) {
  std::vector<bool> received(static_cast<std::size_t>(parts.size(entity)));
  for (const auto& list : parts.exchange_lists(entity))
    for (const auto at : list.receive) received[static_cast<std::size_t>(at)] = true;
  for (const auto& piece : parts.pieces()) {
    const auto& entities = piece.of(entity);
    const auto numbers = parts.global_numbers(piece, entity);
    const auto own = restart::own_points(piece, entity);
    for (std::int64_t i = 0; i < std::ssize(numbers); ++i) {
      const auto& box = entities.box;
      const bool is_own =
          !piece.is_structured
              ? i < entities.own
              : own.contains({box.begin[0] + i % box.size(0), box.begin[1] + i / box.size(0) % box.size(1),
                              box.begin[2] + i / box.size(0) / box.size(1)});
      const bool is_received = received[static_cast<std::size_t>(entities.begin + i)];
      if (is_own && is_received) findings.add(piece.zone->name + ": an own entity is received");
      if (!is_own && !is_received && numbers[static_cast<std::size_t>(i)] > 0)
        findings.add(piece.zone->name + ": a ghost is not received");
    }
  }
}

struct Counts {
  int written = 0;
  int all = 0;
};

/// Reads all fields of a base, exchanges and writes them.
void pass_on(int file, int B, int p, int out, Counts& counts, Findings& findings) {
  for (const auto& field : fields_of(file, B)) {
    ++counts.all;
    cgsize_t count = 0;
    if (cgp_partition_size(p, field.location, &count) != CG_OK) continue;  // at neither vertices nor cells
    std::vector<std::byte> values(static_cast<std::size_t>(count) * size_of(field.type));
    if (cgp_partition_read(p, field.S, field.name.c_str(), field.type, values.data()) != CG_OK) continue;
    require_exchange(p, field, values, findings);
    if (cgp_partition_write(p, out, field.S, field.name.c_str(), field.type, values.data()) != CG_OK) {
      findings.add(field.name + ": was read, but not written: " + cg_get_error());
      continue;
    }
    ++counts.written;
  }
}

/// What pcgns-repartition has written, or nothing.
cgns::Node file_of_rank(const std::string& parts, int rank) {
  if (parts == "-") return {};
  std::string name(parts.size() + 20, '\0');
  name.resize(static_cast<std::size_t>(std::snprintf(name.data(), name.size(), parts.c_str(), rank)));
  return file::read_tree(name, {.inline_limit = 1 << 30}).trees.front();
}

/// The bases of the set, each with its partition.
Counts judge(const std::vector<const char*>& set, const char* options, const char* parts, const char* output,
             Findings& findings) {
  int rank = 0;
  int file = 0;
  int bases = 0;
  int out = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  must(cgp_fileset_open(static_cast<int>(set.size()), set.data(), CG_MODE_READ, &file));
  must(cg_nbases(file, &bases));
  const auto written = file_of_rank(parts, rank);
  Counts counts;
  std::vector<int> partitions(static_cast<std::size_t>(bases));
  for (int B = 1; B <= bases; ++B) {
    auto& p = partitions[static_cast<std::size_t>(B) - 1];
    must(cgp_partition_create(file, B, options, &p));
    if (B == 1) must(cgp_partition_create_file(p, output, &out));
    const auto tree = test::with_solutions(*capi::partition_of(p).parts);
    for (const auto& base : tree.children) {
      const auto* there = written.child(base.name);
      if (written.children.empty()) continue;
      if (there == nullptr) findings.add(base.name + ": is only in memory");
      if (there != nullptr) compare(base, *there, "/" + base.name, findings);
    }
    for (const auto entity : {restart::Entity::vertex, restart::Entity::cell})
      require_owners(*capi::partition_of(p).parts, entity, findings);
    for (const auto entity : {restart::Entity::vertex, restart::Entity::element})
      for (const auto& text : test::wrong_interfaces(file, B, *capi::partition_of(p).parts, entity))
        findings.add(text);
    pass_on(file, B, p, out, counts, findings);
  }
  must(cgp_close(out));
  for (const int p : partitions) must(cgp_partition_destroy(p));
  must(cgp_close(file));
  return counts;
}

int run(int argc, char** argv) {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  Findings findings;
  Counts counts;
  int status = 0;
  try {
    counts = judge({argv + 4, argv + argc}, argv[1], argv[2], argv[3], findings);
  } catch (const Refused& refused) {
    if (rank == 0) std::printf("refused: %s\n", refused.why.c_str());
    return 2;
  }
  const auto text = findings.text();
  const auto all = par::gather_joined(MPI_COMM_WORLD, std::vector<char>(text.begin(), text.end()));
  if (!all.empty()) status = 1;
  if (rank == 0)
    std::printf("%swritten %d of %d\n", std::string(all.begin(), all.end()).c_str(), counts.written,
                counts.all);
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int status = argc < 5 ? 2 : run(argc, argv);
  MPI_Finalize();
  return status;
}
