// journal.hpp: what an interrupted run leaves behind so that the next one can go on.
//
// Text, one fact a line. It is valid at every moment, because a launcher may kill one second after SIGTERM:
// the header is written at once, every later line is appended at once, and a last line without its end does
// not count.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pcgns/base/fingerprint.hpp"
#include "pcgns/base/range.hpp"
#include "pcgns/tree/input_set.hpp"

namespace pcgns::publish {

/// What must be the same for a run to be continued.
struct Identity {
  std::string plan;          ///< Fingerprint, in hexadecimal digits.
  std::uint64_t device = 0;  ///< Of the staged file.
  std::uint64_t inode = 0;
  std::int64_t size = 0;            ///< Bytes of the staged file; 0 where chunks make it grow.
  std::vector<std::string> inputs;  ///< "<bytes> <modification time in ns> <path>" of each.

  friend bool operator==(const Identity&, const Identity&) = default;
};

[[nodiscard]] std::vector<std::string> input_lines(const tree::InputSet& inputs);

struct Journal {
  Identity identity;
  std::vector<Range> done;  ///< Bytes of the staged file that are durable; as pcgns::united gives it.
  std::vector<tree::ChunkTable> chunks = {};  ///< That are durable, of the first targets of the plan.
};

/// The lines that begin a journal, and the line that enters `done`.
[[nodiscard]] std::string header_of(const Identity& identity);
[[nodiscard]] std::string line_of(Range done);
/// The lines that enter the chunks of a target from number `first` on.
[[nodiscard]] std::string lines_of(std::size_t target, const tree::ChunkTable& chunks, std::size_t first);

/// Nothing if `text` is no journal or its header is not complete.
[[nodiscard]] std::optional<Journal> parse_journal(std::string_view text);

}  // namespace pcgns::publish
