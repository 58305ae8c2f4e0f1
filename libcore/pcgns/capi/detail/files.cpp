// files.cpp: opening and closing files, defaults, and errors.
#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>

#include "pcgns/base/words.hpp"
#include "pcgns/capi/detail/handles.hpp"
#include "pcgns/capi/detail/nodes.hpp"
#include "pcgns/file/open_files.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/par/session.hpp"
#include "pcgns/pcgnsversion.h"
#include "pcgns/publish/wisdom.hpp"

using namespace pcgns;
using namespace pcgns::capi;

namespace {

Mode mode_of(int mode) {
  switch (mode) {
    case CG_MODE_READ:
      return Mode::read;
    case CG_MODE_WRITE:
      return Mode::write;
    case CG_MODE_MODIFY:
      return Mode::modify;
    default:
      throw Error(ErrorKind::usage, fmt::format("{} is not a file mode", mode));
  }
}

struct NamedFile {
  std::string path = {};
  Mode mode = Mode::read;
};

/// The name and the mode, if they are sound and all ranks give the same ones: the tree of one file and values
/// of another would be a mixture. @note Collective.
NamedFile file_from(MPI_Comm comm, const char* filename, int mode) {
  NamedFile wanted;
  par::collectively(
      comm, "opening the file",
      [&] {
        wanted = {name_from(filename), mode_of(mode)};
      },
      par::Stops::ignore);
  Hasher hasher;
  hasher.add(std::string_view(wanted.path));
  hasher.add(static_cast<std::int64_t>(wanted.mode));
  require_same_everywhere(comm, hasher, "the names or modes of the file");
  return wanted;
}

int open_on(MPI_Comm (*comm)(), const char* filename, int mode, int* fn) {
  return guarded([&] {
    const auto on = comm();
    const auto wanted = file_from(on, filename, mode);
    *fn = keep(opened(on, wanted.path, wanted.mode));
  });
}

/// The names, if they are sound and all ranks give the same ones. @note Collective.
std::vector<std::string> names_from(MPI_Comm comm, int n, const char* const* names, int mode) {
  std::vector<std::string> words;
  Hasher hasher;
  par::collectively(
      comm, "opening the files",
      [&] {
        if (mode_of(mode) != Mode::read)
          throw Error(ErrorKind::usage, "a file set can only be opened with CG_MODE_READ");
        if (n < 1 || names == nullptr) throw Error(ErrorKind::usage, "no file is named");
        for (int i = 0; i < n; ++i) hasher.add(std::string_view(words.emplace_back(name_from(names[i]))));
      },
      par::Stops::ignore);
  require_same_everywhere(comm, hasher, "the names of the files");
  return words;
}

MPI_Comm default_comm() {
  require_mpi();
  return defaults().comm == MPI_COMM_NULL ? par::world() : defaults().comm;
}

/// Such files need no MPI.
MPI_Comm alone() { return MPI_COMM_NULL; }

bool mpi_is_running() {
  int is_ready = 0;
  int is_over = 0;
  MPI_Initialized(&is_ready);
  MPI_Finalized(&is_over);
  return is_ready != 0 && is_over == 0;
}

}  // namespace

const char* pcgns_version() {
  static const auto version =
      fmt::format("{}.{}.{}", PCGNS_VERSION_MAJOR, PCGNS_VERSION_MINOR, PCGNS_VERSION_PATCH);
  return version.c_str();
}

int cgp_mpi_comm(MPI_Comm comm) {
  defaults().comm = comm;
  return CG_OK;
}

int cgp_mpi_info(MPI_Info info) {
  return guarded([&] {
    require_mpi();
    if (defaults().info != MPI_INFO_NULL) MPI_Info_free(&defaults().info);
    if (info != MPI_INFO_NULL) MPI_Info_dup(info, &defaults().info);
  });
}

int cgp_mpi_comm_f(MPI_Fint comm) { return cgp_mpi_comm(MPI_Comm_f2c(comm)); }
int cgp_mpi_info_f(MPI_Fint info) { return cgp_mpi_info(MPI_Info_f2c(info)); }

int cgp_wrong_argument(const char* text, int of_next_call) {
  refuse_next(text == nullptr ? "" : text);
  return of_next_call != 0 ? CG_ERROR : guarded(take_refusal);
}

int cgp_wisdom_import(const char* file) {
  return guarded([&] {
    require_mpi();
    const std::string name = file == nullptr ? "" : file;
    par::on_root(
        default_comm(), "reading the wisdom",
        [&] {
          if (!name.empty() && name != "none") static_cast<void>(publish::read_wisdom(name));
        },
        par::Stops::ignore);
    defaults().wisdom = name;
  });
}

int cgp_pio_mode(CGNS_ENUMT(PIOmode_t) mode) {
  return guarded([&] {
    if (mode != CGP_COLLECTIVE && mode != CGP_INDEPENDENT && mode != CGP_QUEUED)
      throw Error(ErrorKind::usage, fmt::format("{} is not a mode of data calls", static_cast<int>(mode)));
    defaults().mode = mode;
  });
}

int cgp_open(const char* filename, int mode, int* fn) { return open_on(default_comm, filename, mode, fn); }
int cgp_fileset_open(int n, const char* const* names, int mode, int* fn) {
  return guarded([&] {
    require_mpi();
    const auto words = names_from(default_comm(), n, names, mode);
    *fn = keep(opened_set(default_comm(), words));
  });
}
int cg_open(const char* filename, int mode, int* fn) { return open_on(alone, filename, mode, fn); }

int cgp_close(int fn) {
  return guarded([&] { capi::close(fn); });
}
int cg_close(int fn) { return cgp_close(fn); }

int cg_version(int fn, float* version) {
  return guarded([&] {
    auto& document = document_of(fn);
    const bool has_one = child_named(document.root(), "CGNSLibraryVersion").node != nullptr;
    const bool is_new = document.mode() == Mode::write && !has_one;
    *version = static_cast<float>(is_new ? document.version_of_new() : stated_version(document));
  });
}

int cg_precision(int fn, int* precision) {
  return guarded([&] {
    auto& document = document_of(fn);
    const auto is_narrow = [&](const cgns::Node& zone) {
      return zone.label == "Zone_t" && document.type_of(zone) == cgns::DataType::I4;
    };
    *precision = CG_SIZEOF_SIZE;
    for (const auto& base : document.root()->children) {
      if (std::any_of(base.children.begin(), base.children.end(), is_narrow)) *precision = 32;
    }
  });
}

int cg_get_file_type(int fn, int* file_type) {
  return guarded_on(fn, [&](Document& document) {
    const bool is_adf =
        document.reads_one_file() && file::container_of(document.path()) == file::Container::adf;
    give(file_type, is_adf ? CG_FILE_ADF : CG_FILE_HDF5);
  });
}

int cg_is_cgns(const char* filename, int* file_type) {
  return guarded([&] {
    *file_type = CG_FILE_NONE;
    const auto opened_file = file::open_file(name_from(filename));
    *file_type = opened_file->adf ? CG_FILE_ADF : CG_FILE_HDF5;
    if (!file::is_cgns(*opened_file)) throw input_error(filename, "", "is an HDF5 file, but not a CGNS file");
  });
}

const char* cgp_get_error(void) { return last_error().c_str(); }
const char* cg_get_error(void) { return last_error().c_str(); }

void cg_error_print(void) { std::fprintf(stderr, "%s\n", printable(last_error()).c_str()); }

void cgp_error_exit(void) {
  cg_error_print();
  tell_handler(-1);
  if (mpi_is_running()) par::Session::abort(ExitCode::no);
  std::exit(static_cast<int>(ExitCode::no));
}
void cg_error_exit(void) { cgp_error_exit(); }

int cg_free(void* data) {
  std::free(data);
  return CG_OK;
}
