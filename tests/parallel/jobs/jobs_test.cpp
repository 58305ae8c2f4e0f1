// jobs_test.cpp: the jobs of pcgns.h in a program that goes on: twice in a row, on parts of its ranks,
// stopped.
#include <mpi.h>

#include <string>
#include <vector>

#include "catch.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/pcgns.h"
#include "pcgns/pcgnslib.h"
#include "pcgns/pcgnstree.h"
#include "session.hpp"

namespace pcgns {

namespace {

constexpr cgsize_t cells = 40;

/// A structured zone with one field.
void write_file(const std::string& path) {
  int fn = 0, B = 0, Z = 0, S = 0, F = 0, C = 0;
  const cgsize_t size[] = {cells + 1, cells + 1, cells + 1, cells, cells, cells, 0, 0, 0};
  std::vector<double> values(static_cast<std::size_t>((cells + 1) * (cells + 1) * (cells + 1)));
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<double>(i % 1001);
  REQUIRE(cg_open(path.c_str(), CG_MODE_WRITE, &fn) == CG_OK);
  REQUIRE(cg_base_write(fn, "Base", 3, 3, &B) == CG_OK);
  REQUIRE(cg_zone_write(fn, B, "Zone", size, CGNS_ENUMV(Structured), &Z) == CG_OK);
  REQUIRE(cg_coord_write(fn, B, Z, CGNS_ENUMV(RealDouble), "CoordinateX", values.data(), &C) == CG_OK);
  REQUIRE(cg_sol_write(fn, B, Z, "Flow", CGNS_ENUMV(CellCenter), &S) == CG_OK);
  REQUIRE(cg_field_write(fn, B, Z, S, CGNS_ENUMV(RealDouble), "Pressure", values.data(), &F) == CG_OK);
  REQUIRE(cg_close(fn) == CG_OK);
}

/// A file that every rank sees.
void make_file(const std::string& path) {
  if (test::session().is_root()) write_file(path);
  (void)par::all_sum(test::session().comm(), 0);
}

std::string request_of(const std::string& in, const std::string& out) {
  return R"({"files": ")" + in + R"(", "output": ")" + out + R"("})";
}

/// The status and document of a job.
struct Result {
  int status = -1;
  std::string report;
};

template <typename Job>
Result result_of(Job job, MPI_Comm comm, const std::string& request,
                 const pcgns_listener* listener = nullptr) {
  char* report = nullptr;
  Result result;
  result.status = job(comm, request.c_str(), listener, &report);
  REQUIRE(report != nullptr);
  result.report = report;
  pcgns_free(report);
  return result;
}

std::string digest_of(MPI_Comm comm, const std::string& path) {
  const auto result = result_of(pcgns_digest, comm, R"({"files": ")" + path + R"("})");
  REQUIRE(result.status == PCGNS_OK);
  const std::string key = R"("digest": ")";
  return result.report.substr(result.report.find(key) + key.size(), 32);
}

struct Heard {
  int rank = 0;
  int stopper = -1;
  int phases = 0;
  std::int64_t moved = 0;
  std::int64_t total = 0;
};

pcgns_listener listener_of(Heard& heard) {
  return {.size = sizeof(pcgns_listener),
          .context = &heard,
          .phase = [](void* context, const char*) { ++static_cast<Heard*>(context)->phases; },
          .progress =
              [](void* context, std::int64_t moved, std::int64_t total) {
                auto& here = *static_cast<Heard*>(context);
                here.moved = moved;
                here.total = total;
              },
          .note = nullptr,
          .stop =
              [](void* context) {
                const auto& here = *static_cast<Heard*>(context);
                return here.rank == here.stopper && here.moved > 0 ? 1 : 0;
              }};
}

}  // namespace

TEST_CASE("jobs follow one another, and say how far they are", "[jobs]") {
  const test::Scratch scratch;
  const auto comm = test::session().comm();
  make_file(scratch.path("in.cgns"));
  Heard heard{.rank = test::session().rank()};
  const auto listener = listener_of(heard);
  for (const auto* name : {"one.cgns", "two.cgns"}) {
    const auto done =
        result_of(pcgns_merge, comm, request_of(scratch.path("in.cgns"), scratch.path(name)), &listener);
    INFO(pcgns_job_error());
    REQUIRE(done.status == PCGNS_OK);
    CHECK(done.report.find(R"("status": "done")") != std::string::npos);
    CHECK(std::string(pcgns_job_error()).empty());
  }
  CHECK(heard.phases > 4);
  CHECK(heard.total > 8 * cells * cells * cells);
  CHECK(digest_of(comm, scratch.path("one.cgns")) == digest_of(comm, scratch.path("in.cgns")));
}

TEST_CASE("a job that one rank stops ends on all, and the next one runs", "[jobs]") {
  const test::Scratch scratch;
  const auto& session = test::session();
  make_file(scratch.path("in.cgns"));
  Heard heard{.rank = session.rank(), .stopper = session.size() - 1};
  const auto listener = listener_of(heard);
  const auto request = R"({"hint": "pcgns_buffer=4K", "files": ")" + scratch.path("in.cgns") +
                       R"(", "output": ")" + scratch.path("out.cgns") + R"("})";
  const auto stopped = result_of(pcgns_merge, session.comm(), request, &listener);
  CHECK(stopped.status == PCGNS_STOPPED);
  CHECK(stopped.report.find("pcgns-error/1") != std::string::npos);
  CHECK_FALSE(std::string(pcgns_job_error()).empty());
  CHECK_FALSE(par::Session::stop_requested());
  const auto again = R"({"resume": true, )" + request.substr(1);
  CHECK(result_of(pcgns_merge, session.comm(), again).status == PCGNS_OK);
  CHECK(digest_of(session.comm(), scratch.path("out.cgns")) ==
        digest_of(session.comm(), scratch.path("in.cgns")));
}

TEST_CASE("jobs run at the same time on parts of the ranks", "[jobs]") {
  const test::Scratch scratch;
  const auto& session = test::session();
  make_file(scratch.path("in.cgns"));
  const int half = session.rank() % 2;
  MPI_Comm comm = MPI_COMM_NULL;
  MPI_Comm_split(session.comm(), half, -session.rank(), &comm);  // in another order, too
  const auto out = scratch.path(half == 0 ? "even.cgns" : "odd.cgns");
  const auto good = result_of(pcgns_merge, comm, request_of(scratch.path("in.cgns"), out));
  CHECK(good.status == PCGNS_OK);
  const auto bad = result_of(pcgns_merge, comm, request_of(scratch.path("absent.cgns"), out + ".new"));
  CHECK(bad.status == PCGNS_FAILED);
  CHECK(std::string(pcgns_job_error()).find("absent.cgns") != std::string::npos);
  CHECK(digest_of(comm, out) == digest_of(comm, scratch.path("in.cgns")));
  MPI_Comm_free(&comm);
  CHECK(result_of(pcgns_info, MPI_COMM_SELF, R"({"files": ")" + scratch.path("in.cgns") + R"("})").status ==
        PCGNS_OK);
}

TEST_CASE("a job on two groups of ranks is refused", "[jobs]") {
  const auto& session = test::session();
  if (session.size() == 1) return;
  const int half = session.rank() % 2;
  MPI_Comm group = MPI_COMM_NULL;
  MPI_Comm both = MPI_COMM_NULL;
  MPI_Comm_split(session.comm(), half, session.rank(), &group);
  MPI_Intercomm_create(group, 0, session.comm(), 1 - half, 0, &both);
  CHECK(result_of(pcgns_info, both, R"({"files": "absent.cgns"})").status == PCGNS_FAILED);
  CHECK(std::string(pcgns_job_error()).find("intercommunicator") != std::string::npos);
  MPI_Comm_free(&both);
  MPI_Comm_free(&group);
}

TEST_CASE("any node is read and written by its path", "[jobs]") {
  const test::Scratch scratch;
  make_file(scratch.path("in.cgns"));
  const auto path = scratch.path("in.cgns");
  const char* const name = path.c_str();
  int fn = 0;
  REQUIRE(pcgns_open_f(MPI_Comm_c2f(test::session().comm()), 1, &name, CG_MODE_READ, &fn) == CG_OK);
  pcgns_node node = {};
  REQUIRE(pcgns_node_info(fn, "/Base/Zone/Flow/Pressure", &node) == CG_OK);
  CHECK(std::string(node.label) == "DataArray_t");
  CHECK(std::string(node.type) == "R8");
  CHECK(std::vector(node.dims, node.dims + node.ndim) == std::vector<std::int64_t>{cells, cells, cells});
  const std::int64_t rmin[] = {2, 1, 3}, rmax[] = {3, 1, 3};
  double values[2] = {};
  REQUIRE(pcgns_node_read(fn, "/Base/Zone/Flow/Pressure", rmin, rmax, values) == CG_OK);
  const auto first = 1 + 2 * cells * cells;
  CHECK(values[0] == static_cast<double>(first % 1001));
  CHECK(values[1] == static_cast<double>((first + 1) % 1001));
  int count = 0;
  REQUIRE(pcgns_node_children(fn, "/Base/Zone/Flow", 0, nullptr, &count) == CG_OK);
  CHECK(count == 2);
  CHECK(pcgns_node_info(fn, "/Base/Nowhere", &node) != CG_OK);
  CHECK(std::string(cg_get_error()).find("/Base/Nowhere") != std::string::npos);
  REQUIRE(cgp_close(fn) == CG_OK);
}

}  // namespace pcgns
