// report.hpp: what pcgns-bench run answers, as JSON, CSV and table.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "pcgns-bench/measure/samples.hpp"

namespace pcgns::bench {

using Json = nlohmann::ordered_json;

/// A member of "problems" of the schema pcgns-bench-run/1.
[[nodiscard]] Json json_of(const Outcome& outcome);

/// Of a document of the schema: a table of every problem, the engines below each other, for people.
[[nodiscard]] std::string table_of(const Json& document);

/// Of a document: a line for each sample, with its circumstances; the first line has the names.
[[nodiscard]] std::string csv_of(const Json& document);

}  // namespace pcgns::bench
