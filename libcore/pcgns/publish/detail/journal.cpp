#include "pcgns/publish/detail/journal.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <map>
#include <set>

#include "pcgns/base/words.hpp"

namespace pcgns::publish {

namespace {

constexpr std::string_view first_line = "pcgns-journal 1";
constexpr std::string_view last_header_line = "begin";
/// Some GiB of tree: a damaged journal must not claim more memory.
constexpr std::int64_t most_targets = 4'000'000;

/// Removes the next complete line from `text`; empty if there is none.
std::optional<std::string_view> take_line(std::string_view& text) {
  const auto end = text.find('\n');
  if (end == std::string_view::npos) return std::nullopt;
  const auto line = text.substr(0, end);
  text.remove_prefix(end + 1);
  return line;
}

/// The blank-separated numbers in `text`.
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

bool read_header_line(std::string_view line, Journal& journal) {
  auto& identity = journal.identity;
  const auto value = line.substr(std::min(line.size(), line.find(' ') + 1));
  if (line.starts_with("plan ")) identity.plan = value;
  if (line.starts_with("input ")) identity.inputs.emplace_back(value);
  if (line.starts_with("setting ")) journal.settings.emplace_back(value);
  if (line.starts_with("file "))
    return read_numbers<std::uint64_t>(value, {&identity.device, &identity.inode});
  if (line.starts_with("size ")) return read_numbers<std::int64_t>(value, {&identity.size});
  return true;
}

/// "chunk <target> <offset> <size> <mask>", in target order.
bool read_chunk(std::string_view line, std::vector<cgns::ChunkTable>& tables) {
  std::int64_t target = 0;
  std::int64_t offset = 0;
  std::int64_t size = 0;
  std::int64_t mask = 0;
  if (!read_numbers<std::int64_t>(line, {&target, &offset, &size, &mask})) return false;
  if (target < 0 || target + 1 < std::ssize(tables) || target > most_targets || mask < 0 || mask > 0xffffffff)
    return false;
  if (offset < 0 || size < 0 || offset > std::numeric_limits<std::int64_t>::max() - size) return false;
  tables.resize(static_cast<std::size_t>(target) + 1);
  tables.back().offsets.push_back(offset);
  tables.back().sizes.push_back(size);
  tables.back().masks.push_back(static_cast<std::uint32_t>(mask));
  return true;
}

bool read_done(std::string_view line, std::vector<Range>& ranges) {
  Range done;
  if (!read_numbers<std::int64_t>(line, {&done.begin, &done.end}) || done.begin < 0) return false;
  ranges.push_back(done);
  return true;
}

/// A line of Identity::inputs by its path.
using LinesByPath = std::map<std::string_view, std::string_view>;

LinesByPath by_path(const std::vector<std::string>& lines) {
  LinesByPath paths;
  for (const std::string_view line : lines) {
    const auto path = line.find(' ', line.find(' ') + 1) + 1;
    paths.emplace(line.substr(path), line);
  }
  return paths;
}

void add_inputs(const std::vector<std::string>& before, const InputLines& now,
                std::vector<std::string>& found) {
  if (before == now.full || before == now.digest) return;
  if (before.size() == 1 && before.front().starts_with("digest ")) {
    found.emplace_back("from other inputs, or before one of them changed");
    return;
  }
  const auto then = by_path(before);
  const auto here = by_path(now.full);
  for (const auto& [path, line] : then) {
    const auto same = here.find(path);
    if (same == here.end()) found.push_back(fmt::format("with the input {}", printable(path)));
    if (same != here.end() && same->second != line)
      found.push_back(fmt::format("before {} changed", printable(path)));
  }
  for (const auto& [path, line] : here) {
    if (!then.contains(path)) found.push_back(fmt::format("without the input {}", printable(path)));
  }
}

/// Journals of earlier versions have none.
void add_settings(const std::vector<std::string>& before, const std::vector<std::string>& now,
                  std::vector<std::string>& found) {
  if (before.empty()) return;
  const auto is_in = [](const std::vector<std::string>& all, const std::string& one) {
    return std::ranges::find(all, one) != all.end();
  };
  for (const auto& setting : before) {
    if (!is_in(now, setting)) found.push_back("with " + setting);
  }
  for (const auto& setting : now) {
    if (setting.starts_with("-") && !is_in(before, setting)) found.push_back("without " + setting);
  }
}

/// The files that options name, of which the settings do not tell the contents.
std::vector<std::string> files_in(const std::vector<std::string>& settings) {
  constexpr std::string_view options[] = {"--assembly ", "--from-plan ", "--method file:", "--targets @"};
  std::vector<std::string> files;
  for (const auto& setting : settings) {
    for (const auto option : options)
      if (setting.starts_with(option)) files.push_back(setting.substr(option.size()));
  }
  return files;
}

}  // namespace

std::string edited_files(const std::vector<std::string>& settings) {
  const auto files = files_in(settings);
  return files.empty() ? "" : fmt::format("before {} changed", fmt::join(files, " or "));
}

InputLines::InputLines(const cgns::InputSet& inputs, bool in_short) : prefers_digest(in_short) {
  const auto line_of = [](const cgns::File& file) {
    // A name may have line feeds; the journal has one for each record.
    return fmt::format("{} {} {}", file.size, file.modified_ns, printable(file.path));
  };
  for (const auto& file : inputs.files) {
    if (!file.is_scratch) full.push_back(line_of(file));  // A resumed run recreates scratch files.
  }
  // Several ranks may have met the same one.
  std::set<std::string> external;
  for (const auto& file : inputs.external) external.insert(line_of(file));
  full.insert(full.end(), external.begin(), external.end());
  Hasher hasher;
  for (const auto& line : full) hasher.add(line);
  digest.push_back("digest " + to_string(hasher.value()));
}

std::string header_of(const Identity& identity, const std::vector<std::string>& settings) {
  auto text = fmt::format("{}\nplan {}\nfile {} {}\nsize {}\n", first_line, identity.plan, identity.device,
                          identity.inode, identity.size);
  for (const auto& input : identity.inputs) text += fmt::format("input {}\n", input);
  for (const auto& setting : settings) text += fmt::format("setting {}\n", setting);
  return text + fmt::format("{}\n", last_header_line);
}

std::string lines_of(std::size_t target, const cgns::ChunkTable& chunks, std::size_t first) {
  std::string text;
  for (auto i = first; i < chunks.offsets.size(); ++i)
    text += fmt::format("chunk {} {} {} {}\n", target, chunks.offsets[i], chunks.sizes[i], chunks.masks[i]);
  return text;
}

std::string line_of(Range done) { return fmt::format("done {} {}\n", done.begin, done.end); }

std::string difference_from(const Journal& journal, const InputLines& inputs,
                            const std::vector<std::string>& settings) {
  std::vector<std::string> found;
  add_inputs(journal.identity.inputs, inputs, found);
  add_settings(journal.settings, settings, found);
  constexpr std::size_t most = 3;
  if (found.size() <= most) return fmt::format("{}", fmt::join(found, ", "));
  const auto left = found.size() - most;
  found.resize(most);
  return fmt::format("{} and {}", fmt::join(found, ", "),
                     plural(static_cast<std::int64_t>(left), "other difference"));
}

std::optional<Journal> parse_journal(std::string_view text) {
  if (take_line(text) != first_line) return std::nullopt;
  Journal journal;
  auto line = take_line(text);
  for (; line && *line != last_header_line; line = take_line(text)) {
    if (!read_header_line(*line, journal)) return std::nullopt;
  }
  if (!line) return std::nullopt;
  while ((line = take_line(text))) {
    const bool is_sound = line->starts_with("done ")    ? read_done(line->substr(5), journal.done)
                          : line->starts_with("chunk ") ? read_chunk(line->substr(6), journal.chunks)
                                                        : false;
    if (!is_sound) break;
  }
  journal.done = united(std::move(journal.done));
  return journal;
}

}  // namespace pcgns::publish
