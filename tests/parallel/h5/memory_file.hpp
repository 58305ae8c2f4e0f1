// memory_file.hpp: HDF5 files in memory, and the text of a failure.
#pragma once

#include <string>

#include "pcgns/h5/error.hpp"

namespace pcgns::test {

[[nodiscard]] inline h5::Handle made(hid_t id, h5::Handle::Close closer) {
  return h5::own(id, closer, "cannot make it");
}

[[nodiscard]] inline h5::Handle file_in_memory() {
  static int count = 0;  // HDF5 takes two files of one name for the same.
  const auto access = made(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  h5::check(H5Pset_fapl_core(access, 1 << 16, false), "cannot set the file driver");
  const auto name = "pcgns-test-" + std::to_string(++count);
  return made(H5Fcreate(name.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access), H5Fclose);
}

/// What `step` throws; "nothing" if it throws no Failure.
template <typename Step>
[[nodiscard]] std::string failure_of(const Step& step) {
  try {
    step();
  } catch (const h5::Failure& failure) {
    return failure.what();
  }
  return "nothing";
}

}  // namespace pcgns::test
