#include "pcgns/verify/check/plan/judge_set.hpp"

#include <fmt/format.h>

#include <map>

#include "pcgns/cgns/zone_shape.hpp"
#include "pcgns/verify/check/plan/fields.hpp"

namespace pcgns::verify::check {

namespace {

struct StepCount {
  std::string file;
  std::int64_t steps = 0;
};

/// The path "/Base/Zone" in "/Base/Zone: two parts have the same cells"; "/" if there is none.
std::string path_in(const std::string& text) {
  const auto end = text.find(": ");
  return text.starts_with('/') && end != std::string::npos ? text.substr(0, end) : "/";
}

std::string without_path(const std::string& text) {
  const auto path = path_in(text);
  return path == "/" ? text : text.substr(path.size() + 2);
}

}  // namespace

void check_set(const cgns::InputSet& inputs, cgns::Findings& findings) {
  std::map<std::string, StepCount> first;
  for (std::size_t i = 0; i < inputs.trees.size(); ++i) {
    for (const auto& base : inputs.trees[i].children) {
      const auto* iterative = base.child_labelled("BaseIterativeData_t");
      const auto steps = cgns::integers_in(iterative);
      if (!steps || steps->size() != 1) continue;
      const auto path = cgns::join("/" + base.name, iterative->name);
      const auto [known, is_new] = first.try_emplace(path, StepCount{inputs.files[i].path, steps->front()});
      if (is_new || known->second.steps == steps->front()) continue;
      findings.add({.code = "S0301",
                    .path = path,
                    .position = inputs.files[i].path,
                    .expected = fmt::format("{}, as in {}", known->second.steps, known->second.file),
                    .found = fmt::to_string(steps->front()),
                    .index = static_cast<std::int64_t>(i)});
    }
  }
}

void judge_refusal(const Error& error, const cgns::InputSet& inputs, cgns::Findings& findings) {
  for (std::size_t i = 0; i < inputs.trees.size(); ++i) {
    for (const auto& base : inputs.trees[i].children) {
      if (base.label == "CGNSBase_t") check_iterative(base, inputs.files[i].path, findings);
    }
  }
  const auto& reason = error.reason();
  const std::string text = error.what();
  findings.add({.code = reason.code.empty() ? "S0104" : reason.code,
                .file = reason.file,
                .path = !reason.node.empty()  ? reason.node
                        : reason.file.empty() ? path_in(text)
                                              : "/",
                .found = reason.why.empty() ? without_path(text) : reason.why});
}

void judge_shared(std::int64_t differing, std::optional<double> largest, const std::string& where,
                  const std::optional<std::string>& contradiction, cgns::Findings& findings) {
  if (contradiction)
    findings.add({.code = "S0502", .path = path_in(*contradiction), .found = without_path(*contradiction)});
  if (differing == 0) return;
  findings.add({.code = "S0501",
                .path = where,
                .expected = "equal values",
                .found = largest ? fmt::format("differences up to {:.3g}", *largest)
                                 : "a value that is not a finite real or integer",
                .count = differing});
}

}  // namespace pcgns::verify::check
