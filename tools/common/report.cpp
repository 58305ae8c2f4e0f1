#include "common/report.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "common/output.hpp"
#include "common/parts.hpp"
#include "pcgns/base/bytes.hpp"
#include "pcgns/base/words.hpp"

namespace pcgns::tool {

namespace {

using nlohmann::ordered_json;

ordered_json& member(ordered_json& json, std::string_view name) {
  return json[ordered_json::json_pointer("/" + std::string(name))];
}

std::string_view kind_of(const plan::Note& note) {
  switch (note.kind) {
    case plan::Note::Kind::info:
      return "info";
    case plan::Note::Kind::warning:
      return "warning";
    case plan::Note::Kind::loss:
      return "loss";
  }
  return "info";
}

ordered_json list_of(const std::vector<plan::Note>& all) {
  auto notes = ordered_json::array();
  for (const auto& note : all) notes.push_back({{"kind", kind_of(note)}, {"text", note.text}});
  return notes;
}

/// Makes the strings of `json` UTF-8, which JSON requires.
void mend(ordered_json& json) {
  if (json.is_structured()) {
    for (auto& member : json) mend(member);
  } else if (json.is_string()) {
    try {
      (void)json.dump();
    } catch (const ordered_json::type_error&) {
      json = printable(json.get<std::string>());
    }
  }
}

}  // namespace

std::string document_of(const ordered_json& json) {
  constexpr int indent = 2;
  try {
    return json.dump(indent, ' ', true) + "\n";
  } catch (const ordered_json::type_error&) {
    auto mended = json;
    mend(mended);
    return mended.dump(indent, ' ', true) + "\n";
  }
}

Report::Report() : json_(std::make_unique<ordered_json>()) {}
Report::Report(const ordered_json& json, std::string words)
    : text(std::move(words)), json_(std::make_unique<ordered_json>(json)) {}
Report::~Report() = default;
Report::Report(const Report& other) : Report(other.json(), other.text) {
  in_place = other.in_place;
  exit_code = other.exit_code;
}
Report::Report(Report&&) noexcept = default;
Report& Report::operator=(Report&&) noexcept = default;

void Report::put(std::string_view name, int value) { member(*json_, name) = value; }
void Report::put(std::string_view name, std::int64_t value) { member(*json_, name) = value; }
void Report::put(std::string_view name, double value) { member(*json_, name) = value; }
void Report::put(std::string_view name, const std::string& value) { member(*json_, name) = value; }

std::string Report::document() const { return document_of(*json_); }

void add_notes(const std::vector<plan::Note>& notes, Report& report) {
  for (auto& note : list_of(notes)) report.json()["notes"].push_back(std::move(note));
}

std::string prefix_of(const OutputOptions& output) {
  return output.is_given ? printable(output.output) + ": " : std::string();
}

void leave_out_example(const OutputOptions& output, Report& report) {
  if (!output.is_given) report.json().erase("output");
}

Report describe(const std::string& schema, const OutputOptions& output, const publish::Summary& summary) {
  Report report;
  report.json() = {{"schema", schema},
                   {"status", "planned"},
                   {"output", output.output},
                   {"inputs", summary.inputs},
                   {"bases", summary.bases},
                   {"zones", summary.zones},
                   {"nodes", summary.nodes},
                   {"arrays", summary.arrays},
                   {"bytes", summary.bytes},
                   {"ranks", summary.ranks},
                   {"rounds", summary.rounds},
                   {"bytes_per_round", summary.bytes_per_round},
                   {"memory_per_rank", summary.memory_per_rank},
                   {"alignment", summary.alignment},
                   {"notes", list_of(summary.notes)}};
  leave_out_example(output, report);
  report.text = fmt::format("{}{}, {}, {}{}, {} from {}", prefix_of(output), plural(summary.bases, "base"),
                            plural(summary.zones, "zone"), plural(summary.arrays, "array"),
                            summary.arrays == 0 ? " besides compact ones" : "", format_size(summary.bytes),
                            plural(summary.inputs, "file"));
  if (output.dry_run) {
    report.text += fmt::format(
        "\nplan: {} on {}, {} per rank and round, at most {} of memory per rank; arrays aligned to {}\n",
        plural(summary.rounds, "round"), plural(summary.ranks, "rank"), format_size(summary.bytes_per_round),
        format_size(summary.memory_per_rank), format_size(summary.alignment));
  }
  return report;
}

void describe(const std::vector<fileset::MergedZone>& zones, bool explain, Report& report) {
  auto list = ordered_json::array();
  std::string text;
  for (const auto& zone : zones) {
    list.push_back({{"zone", zone.path},
                    {"pieces", zone.pieces},
                    {"convention", word_of(zone.convention)},
                    {"evidence", zone.evidence}});
    text += fmt::format("{}: {}; {}\n", printable(zone.path), plural(zone.pieces, "piece"),
                        printable(zone.evidence));
  }
  report.json()["merged_zones"] = std::move(list);
  if (explain) report.text = (text.empty() ? "all zones are whole\n" : text) + report.text;
}

}  // namespace pcgns::tool
