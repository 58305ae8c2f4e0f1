#include "pcgns/h5/error.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <optional>

namespace pcgns::h5 {

namespace {

/// HDF5 1.10 cannot close damaged objects, and prints about them at exit unless printing stays off.
bool has_failed = false;

/// Keeps the first text; the walk begins at the deepest entry.
herr_t keep_first(unsigned, const H5E_error2_t* entry, void* text) {
  auto& kept = *static_cast<std::string*>(text);
  if (kept.empty() && entry->desc != nullptr) kept = entry->desc;
  return 0;
}

/// "eof = 3000, sblock->base_addr = 0, stored_eof = 19497" says how long the file is, and should be.
std::optional<std::string> truncation(const std::string& text) {
  unsigned long long behind_base = 0;
  unsigned long long base = 0;
  unsigned long long expected = 0;
  constexpr auto form = "truncated file: eof = %llu, sblock->base_addr = %llu, stored_eof = %llu";
  if (std::sscanf(text.c_str(), form, &behind_base, &base, &expected) != 3) return std::nullopt;
  return fmt::format("has {} bytes, expected {}", base + behind_base, expected);
}

/// HDF5's text lists times, descriptors and buffers; only the system's message helps the user.
std::string system_message(const std::string& text) {
  if (const auto truncated = truncation(text)) return *truncated;
  constexpr std::string_view mark = "error message = '";
  const auto begin = text.find(mark);
  if (begin == std::string::npos) return text;
  const auto from = begin + mark.size();
  return text.substr(from, text.find('\'', from) - from);
}

}  // namespace

void initialise() {
  static const bool done = [] {
    setenv("HDF5_USE_FILE_LOCKING", "FALSE", 1);
    return H5open() >= 0;
  }();
  if (!done) throw Error(ErrorKind::internal, "cannot initialise HDF5");
}

void initialise_for_program() {
  H5dont_atexit();
  initialise();
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}

void switch_locking_off([[maybe_unused]] hid_t access) {
#if (H5_VERSION_GE(1, 10, 7) && !H5_VERSION_GE(1, 12, 0)) || H5_VERSION_GE(1, 12, 1)
  check(H5Pset_file_locking(access, false, true), "cannot disable file locking");
#endif
}

Quiet::Quiet() {
  initialise();
  H5Eget_auto2(H5E_DEFAULT, &function_, &data_);
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}

Quiet::~Quiet() {
  if (!has_failed) H5Eset_auto2(H5E_DEFAULT, function_, data_);
}

std::string reason() {
  has_failed = true;
  std::string text;
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, keep_first, &text);
  H5Eclear2(H5E_DEFAULT);
  return system_message(text);
}

void fail(std::string_view what) {
  const auto why = reason();
  throw Failure(why.empty() ? std::string(what) : fmt::format("{}: {}", what, why));
}

}  // namespace pcgns::h5
