// output.hpp: what programs that write tell of an output.
#pragma once

#include <string>

#include "common/options.hpp"
#include "common/report.hpp"
#include "pcgns/base/words.hpp"
#include "pcgns/publish/outputs.hpp"

namespace pcgns::tool {

/// "OUT: ", or nothing for an output that the user did not name.
[[nodiscard]] std::string prefix_of(const OutputOptions& output);
/// Takes the name of an output that nobody has given out of a report.
void leave_out_example(const OutputOptions& output, Report& report);

/// The part of the report that is the same with and without --dry-run.
[[nodiscard]] Report describe(const std::string& program, const OutputOptions& output,
                              const publish::Summary& summary);

/// Adds `notes` to those of the report.
void add_notes(const std::vector<plan::Note>& notes, Report& report);

/// ", after 1.2 GiB of an interrupted run"; empty for 0.
[[nodiscard]] std::string text_of_before(std::int64_t bytes);

/// Adds what was measured.
void describe(const publish::WrittenOutput& written, Report& report);

}  // namespace pcgns::tool
