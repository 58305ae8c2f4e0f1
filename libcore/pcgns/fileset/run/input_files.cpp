#include <fmt/format.h>
#include <sys/stat.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <map>

#include "pcgns/fileset/fileset.hpp"
#include "pcgns/par/collective.hpp"

namespace pcgns::fileset {

namespace {

namespace fs = std::filesystem;

std::vector<std::string> names_in_list(const std::string& list) {
  std::ifstream stream(list);
  if (!stream) throw system_error("cannot read the list of inputs", list, errno);
  std::vector<std::string> names;
  for (std::string line; std::getline(stream, line);) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (!line.empty()) names.push_back(line);
  }
  if (names.empty()) throw Error(ErrorKind::usage, at(list, "", "the list names no file"));
  return names;
}

std::vector<std::string> names_matching(const NumberPattern& pattern, const std::string& word) {
  const auto folder = fs::path(pattern.before + "0").parent_path();
  std::error_code failure;
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder.empty() ? "." : folder, failure)) {
    auto name = (folder / entry.path().filename()).string();
    if (pattern.match(name)) names.push_back(std::move(name));
  }
  if (failure) throw system_error("cannot list the inputs", folder.string(), failure.value());
  if (names.empty()) throw Error(ErrorKind::usage, at(word, "", "no file matches the pattern"));
  return names;
}

/// An existing file takes precedence over a pattern.
std::vector<std::string> names_of(const std::string& word) {
  if (word.starts_with('@')) return names_in_list(word.substr(1));
  if (!fs::exists(word)) {
    if (const auto pattern = fileset::number_pattern(word)) return names_matching(*pattern, word);
  }
  return {word};
}

/// Compares file identity, so that different spellings or links of one file count as duplicates.
void require_different_files(const std::vector<std::string>& names) {
  std::map<std::pair<dev_t, ino_t>, std::string> seen;
  for (const auto& name : names) {
    struct stat facts = {};
    if (::stat(name.c_str(), &facts) != 0) continue;  // opening it reports the error
    const auto [first, is_new] = seen.emplace(std::pair(facts.st_dev, facts.st_ino), name);
    if (is_new) continue;
    const auto why =
        first->second == name ? "is given twice" : fmt::format("is given twice, also as {}", first->second);
    throw Error(ErrorKind::usage, fmt::format("{} {}", name, why));
  }
}

NumberedSet look(const std::vector<std::string>& words, bool allow_missing) {
  std::vector<std::string> names;
  for (const auto& word : words) {
    auto more = names_of(word);
    names.insert(names.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
  }
  require_different_files(names);
  auto set = fileset::numbered_set(std::move(names));
  if (!set.problem.empty() && !allow_missing) {
    throw Error(ErrorKind::usage, fmt::format("{}; --allow-missing continues without them", set.problem));
  }
  return set;
}

/// NUL-terminated names, then numbers as decimal digits.
std::string packed(const NumberedSet& set) {
  std::string text = set.problem + '\0';
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
  while (!text.empty()) {
    set.numbers.push_back(std::stoll(take()));
    set.names.push_back(take());
  }
  return set;
}

}  // namespace

NumberedSet input_files(par::Session& session, const std::vector<std::string>& words, bool allow_missing,
                        const Listener& listener) {
  std::string text;
  par::on_root(session.comm(), "listing the inputs", [&] { text = packed(look(words, allow_missing)); });
  par::broadcast(session.comm(), text);
  auto files = unpacked(text);
  if (!files.problem.empty()) listener.warn(files.problem);
  return files;
}

}  // namespace pcgns::fileset
