// settings.cpp: cg_configure and the functions that it stands for.
#include <fmt/format.h>

#include <cstdlib>

#include "pcgns/capi/detail/handles.hpp"
#include "pcgns/capi/detail/nodes.hpp"

using namespace pcgns;
using namespace pcgns::capi;

namespace {

/// Where links are searched, beside the folder of their file.
constexpr const char* link_path = "CGNS_LINK_PATH";

void set_link_path(const std::string& path) { ::setenv(link_path, path.c_str(), 1); }

int number_from(void* value) { return static_cast<int>(reinterpret_cast<std::intptr_t>(value)); }

void set_rind_index(void* value) {
  if (value != CG_CONFIG_RIND_ZERO && value != CG_CONFIG_RIND_CORE)
    throw Error(ErrorKind::usage,
                "CG_CONFIG_RIND_INDEX is neither CG_CONFIG_RIND_ZERO nor CG_CONFIG_RIND_CORE");
  defaults().rind_is_counted = value == CG_CONFIG_RIND_ZERO;
}

void require_value(const void* value) {
  if (value == nullptr) throw Error(ErrorKind::usage, "a setting is NULL");
}

/// `value`: threshold and alignment, of which small arrays need none.
void set_alignment(void* value) {
  require_value(value);
  defaults().alignment = static_cast<std::int64_t>(static_cast<const std::size_t*>(value)[1]);
  if (defaults().alignment < 1) throw Error(ErrorKind::usage, "an alignment is less than 1");
}

void set_communicator(void* value) {
  require_value(value);
  defaults().comm = *static_cast<MPI_Comm*>(value);
}

void set_hdf5(int what, void* value) {
  switch (what) {
    case CG_CONFIG_HDF5_MPI_COMM:
      return set_communicator(value);
    case CG_CONFIG_HDF5_ALIGNMENT:
      return set_alignment(value);
    case CG_CONFIG_HDF5_COMPRESS:
    case CG_CONFIG_HDF5_DISKLESS:
    case CG_CONFIG_HDF5_DISKLESS_INCR:
    case CG_CONFIG_HDF5_DISKLESS_WRITE:
    case CG_CONFIG_HDF5_MD_BLOCK_SIZE:
    case CG_CONFIG_HDF5_BUFFER:
    case CG_CONFIG_HDF5_SIEVE_BUF_SIZE:
    case CG_CONFIG_HDF5_ELINK_CACHE_SIZE:
      return;  // Tunes what this library does not do, or does otherwise.
    case CG_CONFIG_RESET:
      defaults().alignment = 0;
      return;
    default:
      throw Error(ErrorKind::usage, fmt::format("{} is not a setting of cg_configure", what));
  }
}

}  // namespace

int cg_configure(int what, void* value) {
  switch (what) {
    case CG_CONFIG_ERROR:
      return cg_error_handler(reinterpret_cast<ErrorHandler>(value));
    case CG_CONFIG_COMPRESS:
      return cg_set_compress(number_from(value));
    case CG_CONFIG_SET_PATH:
      return cg_set_path(static_cast<const char*>(value));
    case CG_CONFIG_ADD_PATH:
      return cg_add_path(static_cast<const char*>(value));
    case CG_CONFIG_FILE_TYPE:
      return cg_set_file_type(number_from(value));
    case CG_CONFIG_RIND_INDEX:
      return guarded([&] { set_rind_index(value); });
    default:
      return guarded([&] { set_hdf5(what, value); });
  }
}

int cg_error_handler(void (*handler)(int is_error, char* text)) {
  set_error_handler(handler);
  return CG_OK;
}

int cg_set_file_type(int file_type) {
  return guarded([&] {
    if (file_type != CG_FILE_NONE && file_type != CG_FILE_HDF5)
      throw Error(ErrorKind::usage, "files are written in HDF5 only: convert them with hdf2adf afterwards");
  });
}

int cg_set_compress(int compress) {
  defaults().compress = compress;
  return CG_OK;
}

int cg_get_compress(int* compress) {
  give(compress, defaults().compress);
  return CG_OK;
}

int cg_set_path(const char* path) {
  return guarded([&] { set_link_path(path == nullptr ? "" : path); });
}

int cg_add_path(const char* path) {
  return guarded([&] {
    const auto more = name_from(path);
    if (more.empty()) throw Error(ErrorKind::usage, "a search path is empty");
    const char* old = std::getenv(link_path);
    set_link_path(old == nullptr || *old == '\0' ? more : fmt::format("{}:{}", old, more));
  });
}
