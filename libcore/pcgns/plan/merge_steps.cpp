#include "pcgns/plan/merge_steps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <numeric>

#include "pcgns/base/bytes.hpp"

namespace pcgns::plan {

namespace {

Error unknown_steps(const std::string& text) {
  return {
      ErrorKind::usage,
      fmt::format("'{}' picks no steps; write for example common, all, last, 7, 3:7, 3:, :7 or 1:9:2", text)};
}

/// A 1-based number, or `absent` for an empty text.
std::int64_t step_number(std::string_view part, std::int64_t absent, const std::string& text) {
  if (part.empty()) return absent;
  std::int64_t number = 0;
  const auto [end, failure] = std::from_chars(part.data(), part.data() + part.size(), number);
  if (failure != std::errc{} || end != part.data() + part.size() || number < 1) throw unknown_steps(text);
  return number;
}

/// "first:last:stride", where each may be empty.
Steps parse_range(const std::string& text) {
  const std::string_view view = text;
  const auto colon = view.find(':');
  const auto second = std::min(view.find(':', colon + 1), view.size());
  const auto stride = view.substr(std::min(second + 1, view.size()));
  Steps steps{.which = Steps::Which::range};
  steps.range.begin = step_number(view.substr(0, colon), 1, text) - 1;
  steps.range.end = step_number(view.substr(colon + 1, second - colon - 1), Steps::open_end, text);
  steps.stride = step_number(stride, 1, text);
  const bool lacks_stride = second < view.size() && stride.empty();
  if (steps.range.empty() || view == ":" || lacks_stride) throw unknown_steps(text);
  return steps;
}

/// How many steps the files of a base have.
struct Extremes {
  Source shortest;
  Source longest;
  std::int64_t least = 0;
  std::int64_t most = 0;
};

Extremes extremes_of(const StepChoice& choice, const Sources& iterative) {
  const auto less = [&](const Source& a, const Source& b) {
    return choice.count_of(a.file) < choice.count_of(b.file);
  };
  const auto [shortest, longest] = std::minmax_element(iterative.begin(), iterative.end(), less);
  return {*shortest, *longest, choice.count_of(shortest->file), choice.count_of(longest->file)};
}

/// Each step has its time and its iteration, where a file tells them at all.
void require_times(const Job& job, const Source& iterative, std::int64_t steps, const std::string& path) {
  for (const auto* name : {"TimeValues", "IterationValues"}) {
    const auto* times = iterative.node->child(name);
    if (times == nullptr || times->link) continue;
    const auto values = tree::count_of(times->dims);
    if (steps == 0 || values == steps) continue;
    throw input_error(job.path_of(iterative.file), tree::join(path, name),
                      fmt::format("has {} where {} must be, one for each step", values, steps));
  }
}

std::int64_t number_of_steps(const Job& job, const Source& iterative, const std::string& path) {
  constexpr std::int64_t most_steps = 100'000'000;  // More is no number of steps, but damage.
  const auto values = integers_at(job, iterative, path);
  if (values.size() == 1 && values[0] >= 0 && values[0] <= most_steps) {
    require_times(job, iterative, values[0], path);
    return values[0];
  }
  throw input_error(job.path_of(iterative.file), path,
                    fmt::format("has no number of steps: {}", tree::brief(*iterative.node)));
}

std::vector<std::int64_t> numbers(Range range, std::int64_t stride) {
  std::vector<std::int64_t> result;
  const auto count = range.empty() ? 0 : (range.size() - 1) / stride + 1;
  for (std::int64_t i = 0; i < count; ++i) result.push_back(range.begin + i * stride);
  return result;
}

std::vector<std::int64_t> picked_range(const Job& job, const Extremes& extremes) {
  const auto& steps = job.request.steps;
  auto range = steps.range;
  if (range.begin < 0) range.begin = std::max<std::int64_t>(0, extremes.least + range.begin);
  const auto last_named = range.end == Steps::open_end ? range.begin + 1 : range.end;
  if (last_named > extremes.least) {
    throw Error(ErrorKind::usage, fmt::format("--steps: there is no step {}: {} has {}", last_named,
                                              job.path_of(extremes.shortest.file), extremes.least));
  }
  range.end = std::min(range.end, extremes.least);
  return numbers(range, steps.stride);
}

void note_lengths(Job& job, const StepChoice& choice, const Extremes& extremes, const std::string& path) {
  const bool all = job.request.steps.which == Steps::Which::all;
  const auto usual = all ? extremes.most : extremes.least;
  const auto others =
      std::count_if(choice.counts.begin(), choice.counts.end(),
                    [=](const auto& file_and_count) { return file_and_count.second != usual; });
  const auto& example = all ? extremes.shortest : extremes.longest;
  job.notes.add(Note::Kind::warning, "steps " + path,
                fmt::format("{}: {} steps are taken{}; {} of {} files have {} ({} has {})", path, usual,
                            all ? "" : ", which all files have", others, choice.counts.size(),
                            all ? "fewer: names are Null there" : "more", job.path_of(example.file),
                            choice.count_of(example.file)));
}

/// Links lead to zones as they are in the inputs.
void require_uncut(const Job& job, const Extremes& extremes) {
  if (!job.request.only_links) return;
  if (job.request.steps.which == Steps::Which::range) {
    throw Error(ErrorKind::usage, "--steps cannot pick steps of zones that only become links");
  }
  if (extremes.least != extremes.most) {
    throw Error(ErrorKind::usage, fmt::format("zones cannot only become links: {} has {} steps, {} has {}",
                                              job.path_of(extremes.shortest.file), extremes.least,
                                              job.path_of(extremes.longest.file), extremes.most));
  }
}

bool is_flat_table(const tree::Node& node) {
  return node.type == tree::DataType::C1 && node.dims.size() == 1;
}

/// One entry of a per-step table of names, with no name in it.
std::vector<std::byte> null_entry(std::size_t bytes, std::size_t width) {
  constexpr std::string_view null = "Null";
  std::vector<std::byte> entry(bytes, std::byte{' '});
  for (std::size_t at = 0; at + null.size() <= bytes; at += width) {
    std::memcpy(entry.data() + at, null.data(), null.size());
  }
  return entry;
}

}  // namespace

Steps parse_steps(const std::string& text) {
  if (text == "common") return {};
  if (text == "all") return {.which = Steps::Which::all};
  if (text == "last") return {.which = Steps::Which::range, .range = {-1, Steps::open_end}};
  if (text.find(':') != std::string::npos) return parse_range(text);
  const auto number = step_number(text, 0, text);
  if (number == 0) throw unknown_steps(text);
  return {.which = Steps::Which::range, .range = {number - 1, number}};
}

std::int64_t StepChoice::count_of(int file) const {
  const auto found = counts.find(file);
  return found == counts.end() ? 0 : found->second;
}

bool StepChoice::is_whole(int file) const {
  // All picked steps are ones that every file has, unless they are all that any file has.
  return count_of(file) == 0 || count_of(file) == static_cast<std::int64_t>(picked.size());
}

StepChoice choose_steps(Job& job, const Sources& iterative, const std::string& path) {
  StepChoice choice;
  for (const auto& source : iterative) choice.counts[source.file] = number_of_steps(job, source, path);
  const auto extremes = extremes_of(choice, iterative);
  require_uncut(job, extremes);
  const auto which = job.request.steps.which;
  const auto usual = which == Steps::Which::all ? extremes.most : extremes.least;
  choice.compared = usual;
  choice.picked = which == Steps::Which::range ? picked_range(job, extremes) : numbers({0, usual}, 1);
  if (choice.picked.empty() && extremes.most > 0) {
    throw input_error(job.path_of(extremes.shortest.file), path, "has no steps, unlike other files");
  }
  const bool is_unsaid = extremes.least != extremes.most && which != Steps::Which::range;
  if (is_unsaid) note_lengths(job, choice, extremes, path);
  return choice;
}

bool is_per_step(const tree::Node& node, std::int64_t count) {
  if (node.label != "DataArray_t" || node.link || tree::count_of(node.dims) == 0 || count == 0) return false;
  if (is_flat_table(node)) return count == 1 && node.name.ends_with("Pointers");
  return node.dims.back() == count;
}

void require_at_hand(const Job& job, const Source& array, const std::string& path) {
  const auto bytes = tree::bytes_of(array.node->type, array.node->dims);
  if (static_cast<std::int64_t>(array.node->data.size()) == bytes) return;
  throw input_error(
      job.path_of(array.file), path,
      fmt::format("has {}; tables of steps as large as that cannot be united", format_size(bytes)));
}

std::vector<std::int64_t> integers_at(const Job& job, const Source& node, const std::string& path) {
  const auto type = node.node->type;
  if (type != tree::DataType::I4 && type != tree::DataType::I8) {
    throw input_error(job.path_of(node.file), path,
                      fmt::format("is {} where I4 or I8 must be", tree::brief(*node.node)));
  }
  require_at_hand(job, node, path);
  return tree::integers_of(*node.node);
}

void pick_steps(tree::Node& array, std::int64_t count, std::span<const std::int64_t> picked,
                const std::string& file, const std::string& path) {
  const bool is_table = array.type == tree::DataType::C1;
  if (!is_table && picked.back() >= count) {
    throw input_error(file, path,
                      fmt::format("has values for {} steps only, and {} are wanted", count, picked.size()));
  }
  const auto row = array.data.size() / static_cast<std::size_t>(count);
  const auto null = is_table ? null_entry(row, static_cast<std::size_t>(array.dims.front())) : array.data;
  std::vector<std::byte> data;
  data.reserve(row * picked.size());
  for (const auto step : picked) {
    const auto* begin = step < count ? array.data.data() + static_cast<std::size_t>(step) * row : null.data();
    data.insert(data.end(), begin, begin + row);
  }
  if (is_flat_table(array)) array.dims.push_back(1);
  array.dims.back() = static_cast<std::int64_t>(picked.size());
  array.data = std::move(data);
}

}  // namespace pcgns::plan
