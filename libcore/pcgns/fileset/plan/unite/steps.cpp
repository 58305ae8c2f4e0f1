#include "pcgns/fileset/plan/unite/steps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstring>

#include "pcgns/base/bytes.hpp"
#include "pcgns/cgns/labels.hpp"

namespace pcgns::fileset {

namespace {

Error unknown_steps(const std::string& text) {
  return {ErrorKind::usage,
          fmt::format(
              "--steps: '{}' selects no time steps (for example common, all, last, 7, 3:7, 3:, :7 or 1:9:2)",
              text)};
}

/// A 1-based number, or `absent` for empty text.
std::int64_t step_number(std::string_view piece, std::int64_t absent, const std::string& text) {
  if (piece.empty()) return absent;
  std::int64_t number = 0;
  const auto [end, failure] = std::from_chars(piece.data(), piece.data() + piece.size(), number);
  if (failure != std::errc{} || end != piece.data() + piece.size() || number < 1) throw unknown_steps(text);
  return number;
}

/// "first:last:stride"; each may be empty.
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

/// Fewest and most time steps of the files of a base.
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

/// Requires a time and an iteration for each time step, in files that record them.
void require_times(const MergeJob& job, const Source& iterative, std::int64_t steps,
                   const std::string& path) {
  const auto* times = steps == 0 ? nullptr : other_times(*iterative.node, steps);
  if (times == nullptr) return;
  throw input_error(
      job.path_of(iterative.file), cgns::join(path, times->name),
      fmt::format("has {} values, expected {} (one for each time step)", cgns::count_of(times->dims), steps));
}

std::int64_t number_of_steps(const MergeJob& job, const Source& iterative, const std::string& path) {
  constexpr std::int64_t most_steps = 100'000'000;  // Larger values indicate a damaged file.
  const auto values = integers_at(job, iterative, path);
  if (values.size() == 1 && values[0] >= 0 && values[0] <= most_steps) {
    require_times(job, iterative, values[0], path);
    return values[0];
  }
  throw input_error(job.path_of(iterative.file), path,
                    fmt::format("invalid number of time steps: {}", cgns::brief(*iterative.node)));
}

std::vector<std::int64_t> numbers(Range range, std::int64_t stride) {
  std::vector<std::int64_t> result;
  const auto count = range.empty() ? 0 : (range.size() - 1) / stride + 1;
  for (std::int64_t i = 0; i < count; ++i) result.push_back(range.begin + i * stride);
  return result;
}

std::vector<std::int64_t> picked_range(const MergeJob& job, const Extremes& extremes) {
  const auto& steps = job.request.steps;
  auto range = steps.range;
  if (range.begin < 0) range.begin = std::max<std::int64_t>(0, extremes.least + range.begin);
  require_steps(job.request, extremes.least, job.path_of(extremes.shortest.file));
  range.end = std::min(range.end, extremes.least);
  return numbers(range, steps.stride);
}

void note_lengths(MergeJob& job, const StepChoice& choice, const Extremes& extremes,
                  const std::string& path) {
  const bool all = job.request.steps.which == Steps::Which::all;
  const auto usual = all ? extremes.most : extremes.least;
  const auto others = static_cast<std::size_t>(
      std::count_if(choice.counts.begin(), choice.counts.end(),
                    [=](const auto& file_and_count) { return file_and_count.second != usual; }));
  const auto file = (all ? extremes.shortest : extremes.longest).file;
  const auto example = fmt::format("{} has {}", job.path_of(file), choice.count_of(file));
  if (!all) return note_later_steps(job.notes, path, usual, others, choice.counts.size(), example);
  job.notes.add(plan::Note::Kind::warning, "steps " + path,
                fmt::format("{}: {} time steps are taken; {} of {} files have fewer: their pointers are Null "
                            "({})",
                            path, usual, others, choice.counts.size(), example));
}

/// Links lead to complete zones in the inputs, so their time steps cannot be reduced.
void require_uncut(const MergeJob& job, const Extremes& extremes) {
  if (!job.request.only_links) return;
  if (job.request.steps.which == Steps::Which::range) {
    throw Error(ErrorKind::usage, "--steps: --virtual only links to zones, and cannot select time steps");
  }
  if (extremes.least != extremes.most) {
    throw Error(ErrorKind::usage, fmt::format("zones cannot be linked: {} has {} time steps, {} has {}",
                                              job.path_of(extremes.shortest.file), extremes.least,
                                              job.path_of(extremes.longest.file), extremes.most));
  }
}

bool is_flat_table(const cgns::Node& node) {
  return node.type == cgns::DataType::C1 && node.dims.size() == 1;
}

/// A per-step entry of a name table without names.
std::vector<std::byte> null_entry(std::size_t bytes, std::size_t width) {
  constexpr std::string_view null = "Null";
  std::vector<std::byte> entry(bytes, std::byte{' '});
  for (std::size_t at = 0; at + null.size() <= bytes; at += width) {
    std::memcpy(entry.data() + at, null.data(), null.size());
  }
  return entry;
}

}  // namespace

const cgns::Node* other_times(const cgns::Node& iterative, std::int64_t steps) {
  for (const auto* name : {"TimeValues", "IterationValues"}) {
    const auto* times = iterative.child(name);
    if (times != nullptr && !times->link && cgns::count_of(times->dims) != steps) return times;
  }
  return nullptr;
}

void require_no_linked_steps(const cgns::Node& zone, const std::string& file, const std::string& path) {
  if (!zone.link) return;
  const auto* const known = zone.link->outline.get();
  const auto is_iterative = [](const cgns::Node& child) { return cgns::is_zone_iterative(child.label); };
  if (known == nullptr || std::ranges::any_of(known->children, is_iterative))
    throw input_error(file, path, why_no_linked_steps);
}

void require_no_linked_times(const cgns::Node& iterative, const std::string& file, const std::string& path) {
  for (const auto& child : iterative.children)
    if (child.link && child.label == "DataArray_t")
      throw input_error(file, cgns::join(path, child.name), why_no_linked_steps);
}

void require_steps(const MergeRequest& request, std::int64_t least, const std::string& shortest) {
  const auto& range = request.steps.range;
  if (request.steps.which != Steps::Which::range) return;
  const auto first = range.begin < 0 ? std::max<std::int64_t>(0, least + range.begin) : range.begin;
  const auto last = range.end == Steps::open_end ? first + 1 : range.end;
  if (last > least)
    throw Error(ErrorKind::usage,
                fmt::format("--steps: time step {} does not exist: {} has {}", last, shortest, least));
}

void note_later_steps(plan::Notes& notes, const std::string& path, std::int64_t least, std::size_t longer,
                      std::size_t files, const std::string& example) {
  notes.add(plan::Note::Kind::loss, "steps " + path,
            fmt::format("{}: time steps that only some files have: {} of {} files have more than {} ({})",
                        path, longer, files, least, example));
}

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
  // All selected time steps exist in every file, unless they are all that any file has.
  return count_of(file) == 0 || count_of(file) == static_cast<std::int64_t>(picked.size());
}

StepChoice choose_steps(MergeJob& job, const Sources& iterative, const std::string& path) {
  StepChoice choice;
  for (const auto& source : iterative) choice.counts[source.file] = number_of_steps(job, source, path);
  const auto extremes = extremes_of(choice, iterative);
  require_uncut(job, extremes);
  const auto which = job.request.steps.which;
  const auto usual = which == Steps::Which::all ? extremes.most : extremes.least;
  choice.compared = usual;
  choice.picked = which == Steps::Which::range ? picked_range(job, extremes) : numbers({0, usual}, 1);
  if (choice.picked.empty() && extremes.most > 0) {
    throw input_error(job.path_of(extremes.shortest.file), path, "has no time steps, unlike other files");
  }
  const bool is_unsaid = extremes.least != extremes.most && which != Steps::Which::range;
  if (is_unsaid) note_lengths(job, choice, extremes, path);
  return choice;
}

bool is_per_step(const cgns::Node& node, std::int64_t count) {
  if (node.label != "DataArray_t" || node.link || cgns::count_of(node.dims) == 0 || count == 0) return false;
  if (is_flat_table(node)) return count == 1 && node.name.ends_with("Pointers");
  return node.dims.back() == count;
}

void require_at_hand(const MergeJob& job, const Source& array, const std::string& path) {
  const auto bytes = cgns::bytes_of(array.node->type, array.node->dims);
  if (static_cast<std::int64_t>(array.node->data.size()) == bytes) return;
  throw input_error(
      job.path_of(array.file), path,
      fmt::format("has {}; per-time-step tables of this size cannot be merged", format_size(bytes)));
}

std::vector<std::int64_t> integers_at(const MergeJob& job, const Source& node, const std::string& path) {
  const auto type = node.node->type;
  if (type != cgns::DataType::I4 && type != cgns::DataType::I8) {
    throw input_error(job.path_of(node.file), path,
                      fmt::format("is {}, expected I4 or I8", cgns::brief(*node.node)));
  }
  require_at_hand(job, node, path);
  return cgns::integers_of(*node.node);
}

void pick_steps(cgns::Node& array, std::int64_t count, std::span<const std::int64_t> picked,
                const std::string& file, const std::string& path) {
  if (std::ssize(picked) == count && picked.back() == count - 1) return;
  const bool is_table = array.type == cgns::DataType::C1;
  if (!is_table && picked.back() >= count) {
    throw input_error(file, path,
                      fmt::format("has values for {} time steps, expected {}", count, picked.size()));
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

}  // namespace pcgns::fileset
