// cgns_file.hpp: an open CGNS file that closes itself, and calls that throw.
#pragma once

#include <cgnslib.h>

#include <stdexcept>
#include <string>
#include <utility>

namespace heat {

class CgnsFile {
 public:
  CgnsFile(std::string path, int mode) : path_(std::move(path)) {
    call(cg_set_file_type(CG_FILE_HDF5));
    if (cg_open(path_.c_str(), mode, &number_) != CG_OK)
      fail("cannot open as CGNS: " + std::string(cg_get_error()));
    open_ = true;
  }
  CgnsFile(const CgnsFile&) = delete;
  CgnsFile& operator=(const CgnsFile&) = delete;
  ~CgnsFile() {
    if (open_) cg_close(number_);
  }

  /// Closes the file; unlike the destructor, says if that fails.
  void close() {
    open_ = false;
    call(cg_close(number_));
  }

  /// Turns the status of a CGNS call into an exception that names the file.
  void call(int status) const {
    if (status != CG_OK) fail(cg_get_error());
  }
  [[noreturn]] void fail(const std::string& why) const { throw std::runtime_error(path_ + ": " + why); }

  int number() const { return number_; }

 private:
  std::string path_;
  int number_ = 0;
  bool open_ = false;
};

}  // namespace heat
