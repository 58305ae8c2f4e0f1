// journal.hpp: the journal from which an interrupted run is resumed.
//
// Text with one record per line, valid at any moment, because launchers may kill one second after SIGTERM.
// The header is written in one call and each later line appended in one call; an incomplete last line is
// ignored.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pcgns/base/fingerprint.hpp"
#include "pcgns/base/range.hpp"
#include "pcgns/cgns/input_set.hpp"

namespace pcgns::publish {

/// What must be unchanged for a run to be resumed.
struct Identity {
  std::string plan;          ///< Fingerprint in hexadecimal.
  std::uint64_t device = 0;  ///< Of the staged file.
  std::uint64_t inode = 0;
  std::int64_t size = 0;            ///< Bytes of the staged file; 0 if chunks make it grow.
  std::vector<std::string> inputs;  ///< "<bytes> <modification time in ns> <path>" of each input.

  friend bool operator==(const Identity&, const Identity&) = default;
};

/// Identity::inputs, in full or as a digest: a set of many files would repeat them in each journal.
struct InputLines {
  std::vector<std::string> full;
  std::vector<std::string> digest;
  bool prefers_digest = false;

  InputLines(const cgns::InputSet& inputs, bool in_short);
  [[nodiscard]] const std::vector<std::string>& to_enter() const { return prefers_digest ? digest : full; }
};

struct Journal {
  Identity identity;
  std::vector<Range> done;  ///< Durable byte ranges of the staged file, in the form of pcgns::united.
  std::vector<cgns::ChunkTable> chunks = {};  ///< Durable chunks, for the first targets of the plan.
  std::vector<std::string> settings = {};     ///< StageOptions::settings of the run that began it.
};

/// The header lines of a journal, and the line that records `done`.
[[nodiscard]] std::string header_of(const Identity& identity, const std::vector<std::string>& settings = {});
[[nodiscard]] std::string line_of(Range done);
/// The lines that record the chunks of a target, starting with chunk `first`.
[[nodiscard]] std::string lines_of(std::size_t target, const cgns::ChunkTable& chunks, std::size_t first);

/// How the run of `journal` was started otherwise than this one: "with --only Pressure, before out_3.cgns
/// changed"; empty if that is not known.
[[nodiscard]] std::string difference_from(const Journal& journal, const InputLines& inputs,
                                          const std::vector<std::string>& settings);

/// "before plan.json changed": for a run of the same inputs and settings, of which files that options name
/// can have changed; empty if there are none.
[[nodiscard]] std::string edited_files(const std::vector<std::string>& settings);

/// Empty if `text` is not a journal or its header is incomplete.
[[nodiscard]] std::optional<Journal> parse_journal(std::string_view text);

}  // namespace pcgns::publish
