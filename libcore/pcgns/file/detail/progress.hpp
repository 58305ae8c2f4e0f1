// progress.hpp: the progress of another process, in shared memory.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>

namespace pcgns::file {

/// One process writes. Others may read `ticks` at any time, and the place once the writer is dead; before,
/// they may get parts of two names.
class Progress {
 public:
  void begin() {
    file_[0] = '\0';
    node_[0] = '\0';
    tick();
  }
  void tick() { ticks_.fetch_add(1, std::memory_order_relaxed); }
  /// Starts another node; also a tick.
  void enter(std::string_view file, std::string_view node) {
    keep(file_, file);
    keep(node_, node);
    tick();
  }

  [[nodiscard]] std::uint64_t ticks() const { return ticks_.load(std::memory_order_relaxed); }
  /// The last entered place; long names are truncated.
  [[nodiscard]] std::string file() const { return text_in(file_); }
  [[nodiscard]] std::string node() const { return text_in(node_); }

 private:
  using Text = std::array<char, 2048>;

  static void keep(Text& to, std::string_view text) {
    const auto size = std::min(text.size(), to.size() - 1);
    std::copy_n(text.begin(), size, to.begin());
    to[size] = '\0';
  }
  /// A crashed writer may have left arbitrary bytes.
  static std::string text_in(const Text& text) {
    return {text.begin(), std::find(text.begin(), text.end(), '\0')};
  }

  std::atomic<std::uint64_t> ticks_ = 0;
  Text file_ = {};
  Text node_ = {};
};

}  // namespace pcgns::file
