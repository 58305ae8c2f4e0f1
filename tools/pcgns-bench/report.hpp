// report.hpp: what pcgns-bench run answers, as JSON, CSV and table.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "common/report.hpp"
#include "pcgns-bench/measure/samples.hpp"
#include "pcgns-bench/options.hpp"
#include "pcgns/par/session.hpp"

namespace pcgns::bench {

using Json = nlohmann::ordered_json;

/// "2026-01-31T23:59:59Z"
[[nodiscard]] std::string now_as_text();

/// What --list says.
[[nodiscard]] tool::Report report_of_scenarios();

/// A document of the schema pcgns-bench-run/1, and its table. @note Local; for rank 0.
[[nodiscard]] tool::Report report_of(const par::Session& session, const Options& options,
                                     const std::vector<Outcome>& outcomes);

/// Of a document of the schema: a table of every problem, the engines below each other, for people.
[[nodiscard]] std::string table_of(const Json& document);

/// Of a document: a line for each sample, with its circumstances; the first line has the names.
[[nodiscard]] std::string csv_of(const Json& document);

}  // namespace pcgns::bench
