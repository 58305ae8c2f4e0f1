#include <fcntl.h>
#include <fmt/format.h>
#include <fnmatch.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <map>

#include "pcgns/base/words.hpp"
#include "pcgns/fileset/fileset.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/publish/stage_options.hpp"

namespace pcgns::fileset {

namespace {

namespace fs = std::filesystem;

constexpr auto leads_nowhere = "is a symbolic link to something that does not exist";

/// Those up to `failure`, if there is one.
std::vector<std::string> names_in_folder(const fs::path& folder, std::error_code& failure) {
  std::vector<std::string> names;
  auto entry = fs::directory_iterator(folder.empty() ? "." : folder, failure);
  for (; !failure && entry != fs::directory_iterator(); entry.increment(failure))
    names.push_back(entry->path().filename().string());
  return names;
}

[[noreturn]] void fail_to_list(const fs::path& folder, int number) {
  throw system_error("cannot list the inputs", folder.empty() ? "." : folder.string(), number);
}

/// Names in the folder of `name`, as `name` would spell them, in natural order.
std::vector<std::string> names_beside(const std::string& name) {
  const auto folder = fs::path(name).parent_path();
  std::error_code failure;
  auto names = names_in_folder(folder, failure);
  for (auto& one : names) one = (folder / one).string();
  std::sort(names.begin(), names.end(), natural_less);
  return names;
}

/// "; the directory 'dat' does not exist": the outermost one that is missing, or what became of ~; empty: all
/// are there.
std::string missing_folder(const std::string& name) {
  if (auto advice = advice_on_tilde(name); !advice.empty()) return advice;
  fs::path way;
  std::error_code failure;
  const auto folder = fs::path(name).parent_path();
  for (const auto& step : folder) {
    way /= step;
    if (fs::status(way, failure).type() == fs::file_type::not_found)
      return fmt::format("; the directory '{}' does not exist{}", way.string(),
                         suggestion(way.string(), names_beside(way.string())));
  }
  return "";
}

/// Calls `use` with each line of a list and its number, until it returns true. Editors may begin a UTF-8 text
/// with a byte-order mark, and end lines with a carriage return and a line feed.
template <typename Use>
void each_line(std::istream& list, const Use& use) {
  constexpr std::string_view mark = "\xef\xbb\xbf";
  std::int64_t number = 1;
  for (std::string line; std::getline(list, line); ++number) {
    if (number == 1 && line.starts_with(mark)) line.erase(0, mark.size());
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (use(line, number)) return;
  }
}

std::vector<std::string> names_in_list(const std::string& list) {
  std::ifstream stream(list);
  if (!stream && list == "-") throw usage_error(list, "there is no such list; @/dev/stdin is standard input");
  if (!stream) throw system_error("cannot read the list of inputs", list, errno);
  std::vector<std::string> names;
  each_line(stream, [&](const std::string& line, std::int64_t number) {
    if (line.find('\0') != std::string::npos)
      throw usage_error(
          list, fmt::format("line {} contains a NUL byte: expected one name per line, in UTF-8", number));
    if (!line.empty()) names.push_back(line);
    return false;
  });
  if (stream.bad()) throw system_error("cannot read the list of inputs", list, errno);
  if (names.empty()) throw usage_error(list, "the list names no file");
  return names;
}

/// " (line 3 of LIST)" if `name` comes from one of the lists among `words`.
std::string place_in_lists(const std::string& name, const std::vector<std::string>& words) {
  std::string place;
  for (const auto& word : words) {
    std::error_code failure;
    // A pipe has been read, and another opening may wait for ever.
    if (!word.starts_with('@') || !fs::is_regular_file(word.substr(1), failure)) continue;
    std::ifstream stream(word.substr(1));
    each_line(stream, [&](const std::string& line, std::int64_t number) {
      if (line == name) place = fmt::format(" (line {} of {})", number, word.substr(1));
      return !place.empty();
    });
    if (!place.empty()) break;
  }
  return place;
}

constexpr int most_digits = 9;

std::ptrdiff_t count_matching(const NumberPattern& pattern, const std::vector<std::string>& names) {
  return std::ranges::count_if(names,
                               [&](const std::string& name) { return pattern.match(name).has_value(); });
}

/// "; the number of ranks is given to the launcher …": `name` may be that of "-n 4".
std::string hint_for_number(const std::string& name) {
  return is_digits(name) ? fmt::format("; the number of ranks is given to the launcher: mpirun -n {}", name)
                         : "";
}

/// What `word`, a pattern that no file matches, may have meant: other digits, or a name that is like it.
std::string hint_for(const NumberPattern& pattern, const std::string& word) {
  if (auto missing = missing_folder(word); !missing.empty()) return missing;
  const auto beside = names_beside(word);
  NumberPattern best{.before = pattern.before, .after = pattern.after};
  auto most = count_matching(best, beside);
  for (int width = 2; width <= most_digits; ++width) {
    const NumberPattern padded{
        .before = pattern.before, .after = pattern.after, .width = width, .zeros = true};
    const auto matching = count_matching(padded, beside);
    if (matching <= most) continue;
    most = matching;
    best = padded;
  }
  if (most == 0) return suggestion(word, beside);
  return fmt::format("; {} '{}%{}d{}'", most == 1 ? "1 file matches" : fmt::format("{} files match", most),
                     best.before, best.zeros ? fmt::format("0{}", best.width) : "", best.after);
}

std::vector<std::string> names_matching(const NumberPattern& pattern, const std::string& word) {
  const auto folder = fs::path(pattern.before + "0").parent_path();
  std::error_code failure;
  std::vector<std::string> names;
  for (const auto& one : names_in_folder(folder, failure)) {
    auto name = (folder / one).string();
    if (pattern.match(name)) names.push_back(std::move(name));
  }
  if (failure && failure != std::errc::no_such_file_or_directory) fail_to_list(folder, failure.value());
  if (names.empty()) throw usage_error(word, "no file matches the pattern" + hint_for(pattern, word));
  return names;
}

/// With %d: all its files are inputs.
bool is_pattern(const std::string& word) {
  return !word.starts_with('@') && number_pattern(word).has_value();
}

bool is_glob(const std::string& word) { return word.find_first_of("*?[") != std::string::npos; }

bool is_there(const std::string& name) {
  struct stat facts = {};
  if (::lstat(name.c_str(), &facts) == 0) return true;
  if (errno != ENOENT && errno != ENOTDIR) fail_to_list(name, errno);
  return false;
}

/// Throws if the folder may contain matching files but cannot be listed. As in the shell, a link that leads
/// nowhere is passed over: it can hold no file.
bool is_open_folder(const std::string& name) {
  struct stat facts = {};
  if (::stat(name.c_str(), &facts) != 0) {
    if (errno == ENOENT || errno == ENOTDIR || errno == ELOOP) return false;
    fail_to_list(name, errno);
  }
  if (!S_ISDIR(facts.st_mode)) return false;
  if (::faccessat(AT_FDCWD, name.c_str(), X_OK, AT_EACCESS) != 0) fail_to_list(name, errno);
  return true;
}

/// What `part`, which is between two slashes of a pattern, stands for in `folder`.
std::vector<std::string> names_of_part(const fs::path& folder, const std::string& part) {
  if (!is_glob(part) && part.find('\\') == std::string::npos) {
    auto name = (folder / part).string();
    return is_there(name) ? std::vector{std::move(name)} : std::vector<std::string>();
  }
  std::error_code failure;
  std::vector<std::string> names;
  for (const auto& name : names_in_folder(folder, failure)) {
    if (::fnmatch(part.c_str(), name.c_str(), FNM_PERIOD) == 0) names.push_back((folder / name).string());
  }
  if (failure) fail_to_list(folder, failure.value());
  return names;
}

/// As glob(3), which passes silently over folders that it cannot read.
std::vector<std::string> names_found(const std::string& pattern) {
  std::vector<std::string> found = {pattern.starts_with('/') ? "/" : ""};
  for (std::size_t at = 0; at < pattern.size();) {
    const auto end = std::min(pattern.find('/', at), pattern.size());
    const auto part = pattern.substr(at, end - at);
    at = end + 1;
    if (part.empty()) continue;
    std::vector<std::string> next;
    for (const auto& folder : found) {
      auto names = names_of_part(folder, part);
      if (end < pattern.size()) std::erase_if(names, [](const auto& name) { return !is_open_folder(name); });
      next.insert(next.end(), names.begin(), names.end());
    }
    found = std::move(next);
  }
  return found;
}

/// A pattern of the shell, which has not replaced it because it is quoted.
std::vector<std::string> names_matching_glob(const std::string& word) {
  auto names = names_found(word);
  if (!names.empty()) return names;
  const auto missing = missing_folder(word);
  throw usage_error(word, "no file matches the pattern" +
                              (missing.empty() ? suggestion(word, names_beside(word)) : missing));
}

/// "rank%d/out.cgns".
[[noreturn]] void refuse_number_in_directory(const std::string& word) {
  const auto name = fs::path(word).filename().string();
  throw usage_error(word,
                    fmt::format("%d must be in the name of the file, not of a directory; a pattern such "
                                "as 'rank*/{}' works there",
                                name));
}

/// An existing file takes precedence over a pattern.
std::vector<std::string> names_of(const std::string& word) {
  if (word.empty()) throw Error(ErrorKind::usage, "an input: expected a name, found an empty string");
  if (word.find('\0') != std::string::npos)
    throw usage_error(word, "expected a name, found a NUL byte in it");
  if (word.starts_with('@')) return names_in_list(word.substr(1));
  std::error_code failure;  // opening it reports that
  if (!fs::exists(word, failure) && !failure) {
    if (const auto pattern = fileset::number_pattern(word)) return names_matching(*pattern, word);
    if (is_glob(word)) return names_matching_glob(word);
    if (fileset::has_number_in_directory(word)) refuse_number_in_directory(word);
  }
  return {word};
}

[[noreturn]] void refuse_missing(const std::string& name, const std::vector<std::string>& words) {
  const auto place = place_in_lists(name, words);
  struct stat facts = {};
  if (::lstat(name.c_str(), &facts) == 0) throw input_error(name, "", std::string(leads_nowhere) + place);
  auto advice = missing_folder(name);
  if (!place.empty() && (number_pattern(name) || is_glob(name))) advice = "; lists have no patterns";
  if (name == "-") advice = "; inputs are not read from standard input";
  if (advice.empty()) advice = suggestion(name, names_beside(name));
  throw input_error(name, "",
                    fmt::format("there is no such file{}{}{}", place, advice, hint_for_number(name)));
}

/// Compares file identity, so that different spellings or links of one file count as duplicates.
void require_different_files(const std::vector<std::string>& names, const std::vector<std::string>& words,
                             bool may_be_missing) {
  std::map<std::pair<dev_t, ino_t>, std::string> seen;
  for (const auto& name : names) {
    struct stat facts = {};
    if (::stat(name.c_str(), &facts) != 0) {
      if (errno == ENOENT && !may_be_missing) refuse_missing(name, words);
      continue;  // opening it reports the error
    }
    const auto [first, is_new] = seen.emplace(std::pair(facts.st_dev, facts.st_ino), name);
    if (is_new) continue;
    const auto why =
        first->second == name ? "is given twice" : fmt::format("is given twice, also as {}", first->second);
    throw Error(ErrorKind::usage, fmt::format("{} {}", name, why), {.file = name, .why = why});
  }
}

/// A file that a run makes beside its output.
struct FileBeside {
  std::string (*path_for)(const std::string& output);
  std::string_view before;  ///< What it is, before the name of the output,
  std::string_view after;   ///< and after it.
};
constexpr std::array<FileBeside, 4> files_beside = {
    {{publish::part_path, "the staged file of ", ", which no run has completed"},
     {publish::journal_path, "the journal of ", ", which no run has completed"},
     {io::scratch_path, "the scratch file of a run that writes ", ""},
     {publish::replaced_path, "the file that ", " has replaced"}}};

/// "the staged file of out.cgns, which no run has completed"; empty for any other name.
std::string role_of(const std::string& path) {
  const auto name = fs::path(path).filename().string();
  if (!name.starts_with('.')) return {};
  for (const auto& file : files_beside) {
    const auto end = fs::path(file.path_for("x")).filename().string().substr(2);
    if (!name.ends_with(end) || name.size() < end.size() + 2) continue;
    return fmt::format("{}{}{}", file.before, name.substr(1, name.size() - 1 - end.size()), file.after);
  }
  return {};
}

/// "find . -name '*.cgns*'" finds these, too. A replaced file is whole.
void require_whole_files(const std::vector<std::string>& names, const std::vector<std::string>& words) {
  for (const auto& name : names) {
    const auto role = role_of(name);
    const bool is_whole = names.size() == 1 && name.ends_with("-replaced");
    if (role.empty() || is_whole) continue;
    throw input_error(name, "",
                      fmt::format("is {}{}: not an input; leave it out", role, place_in_lists(name, words)));
  }
}

void require_expected(const NumberedSet& set, const InputRules& rules) {
  const auto found = std::ssize(set.names);
  if (!rules.expected || *rules.expected == found) return;
  throw Error(ErrorKind::input,
              fmt::format("expected {} (--expect), but found {}: {}{}", plural(*rules.expected, "input file"),
                          found, set.names.front(), found > 1 ? " to " + set.names.back() : ""));
}

NumberedSet look(const std::vector<std::string>& words, const InputRules& rules) {
  std::vector<std::string> names;
  for (const auto& word : words) {
    auto more = names_of(word);
    names.insert(names.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
  }
  require_different_files(names, words, rules.allow_missing);
  require_whole_files(names, words);
  auto set = fileset::numbered_set(std::move(names));
  require_expected(set, rules);
  if (rules.takes_one && set.names.size() == 1) set.problem.clear();
  if (!set.problem.empty() && !rules.allow_missing) {
    throw Error(ErrorKind::usage, fmt::format("{}; --allow-missing accepts that", set.problem));
  }
  const bool may_lack_some = !rules.expected && set.names.size() > 1;
  if (may_lack_some) {
    const bool are_all = std::ranges::all_of(words, [](const std::string& word) { return is_pattern(word); });
    set.suspicion = suspicion_of(set.names, names_beside(set.names.back()), are_all);
  }
  if (rules.strict && !rules.allow_missing && !set.suspicion.empty())
    throw Error(ErrorKind::input, "--strict: " + set.suspicion);
  return set;
}

/// NUL-terminated: the findings, then names and numbers as decimal digits.
std::string packed(const NumberedSet& set) {
  std::string text = set.problem + '\0' + set.suspicion + '\0';
  for (std::size_t i = 0; i < set.names.size(); ++i) {
    text += fmt::format("{}", set.numbers[i]) + '\0' + set.names[i] + '\0';
  }
  return text;
}

NumberedSet unpacked(std::string_view text) {
  const auto take = [&] {
    const std::string word(text.substr(0, text.find('\0')));
    text.remove_prefix(word.size() + 1);
    return word;
  };
  NumberedSet set;
  set.problem = take();
  set.suspicion = take();
  while (!text.empty()) {
    set.numbers.push_back(std::stoll(take()));
    set.names.push_back(take());
  }
  return set;
}

}  // namespace

InputRules rules_of(const Request& request, bool strict) {
  return {.allow_missing = request.allow_missing,
          .expected = request.expected_files,
          .strict = strict,
          .takes_one = request.takes_one};
}

NumberedSet input_files(par::Session& session, const std::vector<std::string>& words, const InputRules& rules,
                        const Listener& listener) {
  std::string text;
  par::on_root(session.comm(), "listing the inputs", [&] { text = packed(look(words, rules)); });
  par::broadcast(session.comm(), text);
  auto files = unpacked(text);
  for (const auto& text_of_set : {files.problem, files.suspicion}) {
    if (!text_of_set.empty()) listener.warn(text_of_set);
  }
  return files;
}

}  // namespace pcgns::fileset
