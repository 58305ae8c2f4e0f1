#include "pcgns/publish/journal.hpp"

#include <fmt/format.h>

#include <charconv>

namespace pcgns::publish {

namespace {

constexpr std::string_view first_line = "pcgns-journal 1";
constexpr std::string_view last_header_line = "begin";

/// The next whole line of `text`, taken off it; nothing if none is whole.
std::optional<std::string_view> take_line(std::string_view& text) {
  const auto end = text.find('\n');
  if (end == std::string_view::npos) return std::nullopt;
  const auto line = text.substr(0, end);
  text.remove_prefix(end + 1);
  return line;
}

/// The numbers in `text`, between blanks.
template <typename Number>
bool read_numbers(std::string_view text, std::initializer_list<Number*> numbers) {
  const char* at = text.data();
  for (auto* number : numbers) {
    while (at != text.data() + text.size() && *at == ' ') ++at;
    const auto [end, failure] = std::from_chars(at, text.data() + text.size(), *number);
    if (failure != std::errc{}) return false;
    at = end;
  }
  return at == text.data() + text.size();
}

bool read_header_line(std::string_view line, Identity& identity) {
  const auto value = line.substr(std::min(line.size(), line.find(' ') + 1));
  if (line.starts_with("plan ")) identity.plan = value;
  if (line.starts_with("input ")) identity.inputs.emplace_back(value);
  if (line.starts_with("file "))
    return read_numbers<std::uint64_t>(value, {&identity.device, &identity.inode});
  if (line.starts_with("size ")) return read_numbers<std::int64_t>(value, {&identity.size});
  return true;
}

}  // namespace

std::vector<std::string> input_lines(const tree::InputSet& inputs) {
  std::vector<std::string> lines;
  for (const auto& file : inputs.files) {
    if (file.is_scratch) continue;  // Another run makes it anew.
    lines.push_back(fmt::format("{} {} {}", file.size, file.modified_ns, file.path));
  }
  return lines;
}

std::string header_of(const Identity& identity) {
  auto text = fmt::format("{}\nplan {}\nfile {} {}\nsize {}\n", first_line, identity.plan, identity.device,
                          identity.inode, identity.size);
  for (const auto& input : identity.inputs) text += fmt::format("input {}\n", input);
  return text + fmt::format("{}\n", last_header_line);
}

std::string line_of(Range done) { return fmt::format("done {} {}\n", done.begin, done.end); }

std::optional<Journal> parse_journal(std::string_view text) {
  if (take_line(text) != first_line) return std::nullopt;
  Journal journal;
  auto line = take_line(text);
  for (; line && *line != last_header_line; line = take_line(text)) {
    if (!read_header_line(*line, journal.identity)) return std::nullopt;
  }
  if (!line) return std::nullopt;
  while ((line = take_line(text))) {
    Range done;
    if (!line->starts_with("done ") || !read_numbers<std::int64_t>(line->substr(5), {&done.begin, &done.end}))
      break;
    journal.done.push_back(done);
  }
  journal.done = united(std::move(journal.done));
  return journal;
}

}  // namespace pcgns::publish
