// Tuned settings of a file: an import is checked on one rank, and its error is that of all.
#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "../session.hpp"
#include "ok.hpp"
#include "pcgns/capi/detail/hints.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/publish/wisdom.hpp"

namespace {

using namespace pcgns;
using test::ok;

constexpr cgsize_t side = 12;

/// A coordinate of which each rank has some planes.
void write(const std::string& path) {
  const int rank = test::session().rank();
  const int size = test::session().size();
  const std::array<cgsize_t, 9> sizes = {side, side, side, side - 1, side - 1, side - 1, 0, 0, 0};
  const std::array<cgsize_t, 3> first = {1 + rank * side / size, 1, 1};
  const std::array<cgsize_t, 3> last = {(rank + 1) * side / size, side, side};
  std::vector<double> values(static_cast<std::size_t>((last[0] - first[0] + 1) * side * side), rank + 0.5);
  int fn = 0;
  int B = 0;
  int Z = 0;
  int C = 0;
  ok(cgp_open(path.c_str(), CG_MODE_WRITE, &fn));
  ok(cg_base_write(fn, "Base", 3, 3, &B));
  ok(cg_zone_write(fn, B, "Zone", sizes.data(), Structured, &Z));
  ok(cgp_coord_write(fn, B, Z, RealDouble, "CoordinateX", &C));
  ok(cgp_coord_write_data(fn, B, Z, C, first.data(), last.data(), values.data()));
  ok(cgp_close(fn));
}

std::string content(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Wisdom for this place, or, with another `host`, not.
void keep(const std::string& path, const std::string& host = {}) {
  par::on_root(test::session().comm(), "keeping", [&] {
    const auto place =
        publish::wisdom_place(plan::WisdomUse::queue, std::filesystem::path(path).parent_path().string(), 1);
    const plan::WisdomEntry entry{.use = plan::WisdomUse::queue,
                                  .file_system = place.file_system,
                                  .host = host.empty() ? place.host : host,
                                  .mpi = place.mpi,
                                  .least_ranks = 1,
                                  .most_ranks = 99,
                                  .settings = {{plan::Setting::buffer, 128},
                                               {plan::Setting::writers, 1},
                                               {plan::Setting::alignment, 65536},
                                               {plan::Setting::stripe_count, 4}}};
    std::ofstream(path) << plan::document_of({{entry}});
  });
}

TEST_CASE("imported wisdom changes no byte of a file", "[capi]") {
  test::Scratch scratch;
  ok(cgp_mpi_comm(test::session().comm()));
  ok(cgp_wisdom_import("none"));
  write(scratch.path("defaults.cgns"));
  keep(scratch.path("wisdom.json"));
  ok(cgp_wisdom_import(scratch.path("wisdom.json").c_str()));
  write(scratch.path("tuned.cgns"));
  CHECK(content(scratch.path("tuned.cgns")) == content(scratch.path("defaults.cgns")));
  ok(cgp_wisdom_import(nullptr));
}

TEST_CASE("a queue takes its settings from wisdom, but no layout, and hints win", "[capi]") {
  test::Scratch scratch;
  const auto file = scratch.path("wisdom.json");
  keep(file);
  const auto folder = std::filesystem::path(file).parent_path().string();
  const auto comm = test::session().comm();
  const auto usual = capi::hints_of(comm, MPI_INFO_NULL, folder, "none").queue;
  auto tuned = capi::hints_of(comm, MPI_INFO_NULL, folder, file).queue;
  CHECK(tuned.writers == 1);
  CHECK(tuned.buffer == std::max<std::int64_t>(128, usual.alignment));
  CHECK(tuned.alignment == usual.alignment);
  CHECK(capi::hints_of(comm, MPI_INFO_NULL, folder, file).stripes.count == 0);
  MPI_Info info = MPI_INFO_NULL;
  MPI_Info_create(&info);
  MPI_Info_set(info, "pcgns_wisdom_layout", "1");
  const auto layout = capi::hints_of(comm, info, folder, file);
  CHECK(layout.queue.alignment == 65536);
  CHECK(layout.stripes.count == 4);
  MPI_Info_delete(info, "pcgns_wisdom_layout");
  MPI_Info_set(info, "pcgns_relay", "3");
  tuned = capi::hints_of(comm, info, folder, file).queue;
  CHECK(tuned.writers == 3);
  MPI_Info_set(info, "pcgns_wisdom", "none");
  MPI_Info_delete(info, "pcgns_relay");
  CHECK(capi::hints_of(comm, info, folder, file).queue.writers == usual.writers);
  MPI_Info_free(&info);
}

TEST_CASE("wisdom that cannot be used is an error on every rank", "[capi]") {
  test::Scratch scratch;
  ok(cgp_mpi_comm(test::session().comm()));
  CHECK(cgp_wisdom_import(scratch.path("nowhere.json").c_str()) == CG_ERROR);
  CHECK_THAT(cgp_get_error(), Catch::Contains("nowhere.json"));
  const auto file = scratch.path("wisdom.json");
  par::on_root(test::session().comm(), "damaging", [&] { std::ofstream(file) << "{\"schema\": "; });
  CHECK(cgp_wisdom_import(file.c_str()) == CG_ERROR);
  CHECK_THAT(cgp_get_error(), Catch::Contains("wisdom.json") && Catch::Contains("damaged"));

  keep(file, "elsewhere");
  ok(cgp_wisdom_import(file.c_str()));
  int fn = 0;
  CHECK(cgp_open(scratch.path("x.cgns").c_str(), CG_MODE_WRITE, &fn) == CG_ERROR);
  CHECK_THAT(cgp_get_error(), Catch::Contains("nothing for host"));
  ok(cgp_wisdom_import(nullptr));

  ::setenv("PCGNS_WISDOM", file.c_str(), 1);
  CHECK(cgp_open(scratch.path("x.cgns").c_str(), CG_MODE_WRITE, &fn) == CG_ERROR);
  CHECK_THAT(cgp_get_error(), Catch::Contains("wisdom.json") && Catch::Contains("nothing for host"));
  keep(file);
  write(scratch.path("x.cgns"));
  ::setenv("PCGNS_WISDOM", "none", 1);
}

}  // namespace
