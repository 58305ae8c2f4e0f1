// words.hpp: what people read and write: counts, text that others wrote, names that they may have meant, keys
// given twice.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace pcgns {

/// "1 file", "2 files".
[[nodiscard]] std::string plural(std::int64_t count, std::string_view thing);

/// True for one or more decimal digits, and nothing else.
[[nodiscard]] inline bool is_digits(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// Foreign text (names, labels, link targets, values, file names) for one line of a terminal: UTF-8 without
/// anything that moves the cursor, ends the line or reverses the direction. Such characters become \n, \r,
/// \t, \xNN or \uNNNN, and so does each byte that is not UTF-8 (\xNN). Text of more than `longest` bytes is
/// cut, with the number of bytes that are left out. Printable text stays as it is.
[[nodiscard]] std::string printable(std::string_view text, std::size_t longest = 4096);

/// "; did you mean 'NAME'?" for the one of `names` that is most like `word`; empty if none is like it.
[[nodiscard]] std::string suggestion(std::string_view word, const std::vector<std::string>& names);

/// Notices a key that an object of JSON has twice, of which parsers keep one. As `std::ref` a callback of
/// `Json::parse` of nlohmann.
template <typename Json>
class RepeatedKey {
 public:
  using Event = typename Json::parse_event_t;

  bool operator()(int, Event event, const Json& value) {
    if (event == Event::object_start) keys_.emplace_back();
    if (event == Event::object_end) keys_.pop_back();
    if (event != Event::key) return true;
    const auto key = value.template get<std::string>();
    if (!keys_.back().insert(key).second && !found_) found_ = key;
    return true;
  }
  /// The first one.
  [[nodiscard]] const std::optional<std::string>& found() const { return found_; }

 private:
  std::vector<std::set<std::string>> keys_;  ///< Of each object that is open.
  std::optional<std::string> found_;
};

}  // namespace pcgns
