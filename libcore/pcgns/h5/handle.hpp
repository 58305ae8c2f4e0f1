// handle.hpp: an HDF5 identifier that closes itself.
#pragma once

#include <hdf5.h>

#include <utility>

namespace pcgns::h5 {

/// Owns one HDF5 identifier of any kind. Where a failed close matters (a written file), call close().
class Handle {
 public:
  using Close = herr_t (*)(hid_t);

  Handle() = default;
  Handle(hid_t id, Close closer) : id_(id), close_(closer) {}
  ~Handle() { reset(); }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(id_, other.id_);
    std::swap(close_, other.close_);
    return *this;
  }

  [[nodiscard]] explicit operator bool() const { return id_ >= 0; }
  /// Implicit, for HDF5's C calls.
  operator hid_t() const { return id_; }  // NOLINT(google-explicit-constructor)

  /// Closes now; returns HDF5's result.
  herr_t close() { return id_ < 0 ? 0 : close_(std::exchange(id_, -1)); }
  /// Releases ownership without closing.
  [[nodiscard]] hid_t release() { return std::exchange(id_, -1); }
  /// Closes now, unless HDF5 has ended first: at the end of a program that leaves a file open.
  void reset() {
    if (id_ >= 0 && H5Iis_valid(id_) > 0) static_cast<void>(close());
    id_ = -1;
  }

 private:
  hid_t id_ = -1;
  Close close_ = nullptr;
};

}  // namespace pcgns::h5
