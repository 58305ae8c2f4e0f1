#include "pcgns/fileset/plan/conventions/assembly_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <initializer_list>
#include <iterator>
#include <nlohmann/json.hpp>
#include <regex>
#include <string_view>
#include <unordered_map>

#include "pcgns/base/words.hpp"
#include "pcgns/cgns/zone_names.hpp"

namespace pcgns::fileset {

namespace {

constexpr std::size_t most_directions = 3;
/// std::regex parses nested groups recursively, and would exhaust the stack.
constexpr std::size_t longest_pattern = 1000;
/// Beyond any mesh, yet sums of a few cannot overflow.
constexpr std::int64_t largest = std::int64_t{1} << 40;

/// Reads a text and tells where it is: the parser keeps its own copy.
class WatchedText {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  WatchedText(const char* at, const char*& read) : at_(at), read_(&read) {}
  reference operator*() const { return *at_; }
  WatchedText& operator++() {
    *read_ = ++at_;
    return *this;
  }
  bool operator==(const WatchedText& other) const { return at_ == other.at_; }
  bool operator!=(const WatchedText& other) const { return at_ != other.at_; }

 private:
  const char* at_;
  const char** read_;
};

/// What the parser says of a mistake, without the number of the message and the place.
std::string_view json_mistake(std::string_view message) {
  if (message.starts_with("[json.")) message.remove_prefix(message.find("] ") + 2);
  if (message.starts_with("parse error")) message.remove_prefix(message.find(": ") + 2);
  return message;
}

/// The lines on which the values of a JSON text are.
class LineIndex {
 public:
  explicit LineIndex(std::string_view text) : begin_(text.data()), counted_(begin_), read_(begin_) {
    const WatchedText begin(begin_, read_);
    const WatchedText end(begin_ + text.size(), read_);
    const auto watch = [this](int, Event event, nlohmann::json& value) { return see(event, value); };
    try {
      [[maybe_unused]] const auto parsed = nlohmann::json::parse(begin, end, watch, true, true);
    } catch (const nlohmann::json::exception&) {  // The parser has read up to the mistake.
    }
  }

  /// Of a value, or of the nearest one above it; the first line has number 1.
  [[nodiscard]] std::int64_t of(std::string place) const {
    while (!place.empty() && !lines_.contains(place)) place.resize(place.rfind('/'));
    const auto found = lines_.find(place);
    return found == lines_.end() ? 1 : found->second;
  }
  /// Where the text, or what is valid JSON of it, ends.
  [[nodiscard]] std::int64_t last() { return line(); }
  /// A key that its object has twice; empty if there is none.
  [[nodiscard]] const std::string& twice() const { return twice_; }

 private:
  using Event = nlohmann::json::parse_event_t;
  struct Open {
    std::string place;
    std::int64_t items = -1;  ///< So far, in an array; -1: an object.
  };

  bool see(Event event, const nlohmann::json& value) {
    if (event == Event::object_end || event == Event::array_end) {
      open_.pop_back();
    } else if (event == Event::key) {
      key_ = value.get<std::string>();
    } else {
      add(event);
    }
    return true;
  }

  void add(Event event) {
    if (open_.size() >= deepest) {  // else places grow with the square of the depth
      if (event != Event::value) open_.push_back({});
      return;
    }
    auto place = next_place();
    const bool is_new = lines_.emplace(place, line()).second;
    if (!is_new && twice_.empty()) twice_ = place;
    if (event == Event::value) return;
    open_.push_back({std::move(place), event == Event::array_start ? 0 : -1});
  }

  /// Beyond what an assembly file may have.
  static constexpr std::size_t deepest = 16;

  std::string next_place() {
    if (open_.empty()) return {};
    auto& [above, items] = open_.back();
    return above + "/" + (items < 0 ? key_ : std::to_string(items++));
  }

  /// Of the last character of the value; the parser has read one more after a number.
  std::int64_t line() {
    const auto* const last = std::max(counted_, read_ - 1);
    lines_so_far_ += std::count(counted_, last, '\n');
    counted_ = last;
    return lines_so_far_;
  }

  const char* begin_;
  const char* counted_;
  const char* read_;
  std::int64_t lines_so_far_ = 1;
  std::vector<Open> open_;
  std::string key_;
  std::string twice_;
  std::unordered_map<std::string, std::int64_t> lines_;
};

/// A JSON value and its place ("/rules/0/range"). Accessors throw Error{input} for the wrong type.
class JsonValue {
 public:
  JsonValue(const nlohmann::json& value, const AssemblyText& source, std::string place)
      : value_(&value), source_(&source), place_(std::move(place)) {}

  [[nodiscard]] Error error(std::string_view why) const { return source_->error(place_, why); }
  [[nodiscard]] const std::string& place() const { return place_; }

  /// Throws unless this is an object with no other keys.
  void require_keys(std::initializer_list<std::string_view> keys) const;
  [[nodiscard]] bool is_object() const { return value_->is_object(); }
  [[nodiscard]] bool is_text() const { return value_->is_string(); }
  [[nodiscard]] std::optional<JsonValue> find(const std::string& key) const;
  [[nodiscard]] JsonValue at(const std::string& key) const;
  [[nodiscard]] std::vector<std::string> keys() const;

  [[nodiscard]] std::vector<JsonValue> items() const;
  [[nodiscard]] std::string text() const;  ///< Not empty.
  [[nodiscard]] bool boolean() const;
  /// Between `lowest` and `largest`.
  [[nodiscard]] std::int64_t integer(std::int64_t lowest) const;
  /// Index of the text in `choices`.
  [[nodiscard]] std::size_t choice(std::initializer_list<std::string_view> choices) const;

 private:
  const nlohmann::json* value_;
  const AssemblyText* source_;
  std::string place_;
};

void JsonValue::require_keys(std::initializer_list<std::string_view> keys) const {
  if (!value_->is_object()) throw error("is not an object");
  for (const auto& [key, unused] : value_->items()) {
    if (std::find(keys.begin(), keys.end(), key) != keys.end()) continue;
    throw source_->error(place_ + "/" + key,
                         fmt::format("is not a known key; these are {}{}", fmt::join(keys, ", "),
                                     suggestion(key, {keys.begin(), keys.end()})));
  }
}

std::optional<JsonValue> JsonValue::find(const std::string& key) const {
  if (!value_->is_object()) throw error("is not an object");
  const auto found = value_->find(key);
  if (found == value_->end()) return std::nullopt;
  return JsonValue(*found, *source_, place_ + "/" + key);
}

JsonValue JsonValue::at(const std::string& key) const {
  if (auto found = find(key)) return *found;
  throw error(fmt::format("key '{}' is missing", key));
}

std::vector<std::string> JsonValue::keys() const {
  if (!value_->is_object()) throw error("is not an object");
  std::vector<std::string> keys;
  for (const auto& [key, unused] : value_->items()) keys.push_back(key);
  return keys;
}

std::vector<JsonValue> JsonValue::items() const {
  if (!value_->is_array()) throw error("is not an array");
  std::vector<JsonValue> items;
  for (const auto& item : *value_)
    items.emplace_back(item, *source_, fmt::format("{}/{}", place_, items.size()));
  return items;
}

std::string JsonValue::text() const {
  if (!value_->is_string()) throw error("is not a string");
  auto text = value_->get<std::string>();
  if (text.empty()) throw error("is empty");
  return text;
}

bool JsonValue::boolean() const {
  if (!value_->is_boolean()) throw error("is neither true nor false");
  return value_->get<bool>();
}

std::int64_t JsonValue::integer(std::int64_t lowest) const {
  if (!value_->is_number_integer()) throw error("is not an integer");
  const bool fits = !value_->is_number_unsigned() || value_->get<std::uint64_t>() <= std::uint64_t{largest};
  if (!fits || value_->get<std::int64_t>() < lowest || value_->get<std::int64_t>() > largest) {
    throw error(fmt::format("is not from {} to {}", lowest, largest));
  }
  return value_->get<std::int64_t>();
}

std::size_t JsonValue::choice(std::initializer_list<std::string_view> choices) const {
  const auto value = text();
  const auto* found = std::find(choices.begin(), choices.end(), value);
  if (found == choices.end())
    throw error(fmt::format("is '{}', not one of: {}", value, fmt::join(choices, ", ")));
  return static_cast<std::size_t>(found - choices.begin());
}

NamePattern pattern_of(const JsonValue& value) {
  const auto text = value.text();
  if (text.size() > longest_pattern)
    throw value.error(fmt::format("has {} characters, at most {} are allowed", text.size(), longest_pattern));
  try {
    return NamePattern(text);
  } catch (const std::regex_error& error) {
    throw value.error(fmt::format("is not a regular expression: {}", error.what()));
  }
}

bool counts_vertices(const JsonValue& parent) { return parent.at("of").choice({"cells", "vertices"}) == 1; }

std::int64_t base_of(const JsonValue& parent) {
  const auto base = parent.find("base");
  if (!base) return 1;
  const auto value = base->integer(0);
  if (value > 1) throw base->error("is neither 0 nor 1");
  return value;
}

std::vector<std::int64_t> integers(const JsonValue& value, std::int64_t lowest) {
  std::vector<std::int64_t> integers;
  for (const auto& item : value.items()) integers.push_back(item.integer(lowest));
  return integers;
}

/// [[first, last], …], 1-based and inclusive.
std::vector<Range> ranges(const JsonValue& value) {
  std::vector<Range> ranges;
  for (const auto& item : value.items()) {
    const auto pair = integers(item, 1);
    if (pair.size() != 2 || pair[1] < pair[0]) throw item.error("is not [first, last]");
    ranges.push_back({pair[0] - 1, pair[1]});
  }
  if (ranges.empty() || ranges.size() > most_directions)
    throw value.error("does not have one pair for each direction");
  return ranges;
}

GhostLayers ghosts_of(const JsonValue& parent) {
  const auto value = parent.find("ghosts");
  if (!value) return {};
  if (value->is_object()) {
    value->require_keys({"node"});
    return {.layers = {}, .node = value->at("node").text()};
  }
  auto layers = integers(*value, 0);
  if (layers.empty() || layers.size() > 2 * most_directions || layers.size() % 2 != 0) {
    throw value->error("does not have two numbers for each direction");
  }
  return {.layers = std::move(layers), .node = {}};
}

/// What a second * of a key stands for, its value cannot say.
void require_one_wildcard(const JsonValue& parent, const std::string& key) {
  if (std::count(key.begin(), key.end(), '*') > 1) throw parent.at(key).error("has more than one *");
}

NumberNodes numbers_of(const JsonValue& parent) {
  const auto value = parent.find("numbers");
  if (!value) return {};
  NumberNodes numbers{.nodes = {}, .totals = {}, .base = base_of(*value)};
  for (const auto& key : value->keys()) {
    if (key == "base" || key == "totals") continue;
    require_one_wildcard(*value, key);
    numbers.nodes[key] = value->at(key).text();
  }
  if (const auto totals = value->find("totals")) {
    for (const auto& key : totals->keys()) {
      require_one_wildcard(*totals, key);
      const auto total = totals->at(key);
      numbers.totals[key] = total.is_text() ? NumberNodes::Total{.count = -1, .node = total.text()}
                                            : NumberNodes::Total{.count = total.integer(0), .node = {}};
    }
  }
  if (numbers.nodes.empty() && numbers.totals.empty()) throw value->error("names no nodes");
  return numbers;
}

std::vector<std::string> patterns_of(const JsonValue& parent) {
  std::vector<std::string> patterns;
  const auto value = parent.find("drop");
  if (!value) return patterns;
  for (const auto& item : value->items()) patterns.push_back(item.text());
  return patterns;
}

AssemblyPiece piece_of(const JsonValue& value) {
  value.require_keys({"file", "zone", "original", "rank", "cells", "ghosts", "numbers", "drop"});
  AssemblyPiece piece;
  piece.place = value.place();
  if (const auto file = value.find("file")) piece.file = file->text();
  piece.zone = value.at("zone").text();
  piece.original = value.at("original").text();
  if (const auto why = cgns::why_invalid_name(piece.original); !why.empty())
    throw value.at("original").error(why);
  if (const auto rank = value.find("rank")) piece.rank = rank->integer(0);
  if (const auto cells = value.find("cells")) piece.cells = ranges(*cells);
  piece.ghosts = ghosts_of(value);
  if (!piece.ghosts.node.empty()) throw value.at("ghosts").error("is not an array");
  piece.numbers = numbers_of(value);
  piece.drop = patterns_of(value);
  return piece;
}

AssemblyRule::RangeNode range_of(const JsonValue& value) {
  value.require_keys({"node", "of", "base", "layout", "with_ghosts"});
  AssemblyRule::RangeNode range{
      .node = value.at("node").text(), .of_vertices = counts_vertices(value), .base = base_of(value)};
  if (const auto layout = value.find("layout"))
    range.interleaved = layout->choice({"begins-ends", "interleaved"}) == 1;
  if (const auto with = value.find("with_ghosts")) range.with_ghosts = with->boolean();
  return range;
}

/// `format` in words of std::regex, which leaves out groups that `pattern` does not have: $1, $12, $$.
void require_groups(const JsonValue& format, const NamePattern& pattern) {
  const auto text = format.text();
  for (auto at = text.find('$'); at != std::string::npos; at = text.find('$', at)) {
    const auto begin = ++at;
    while (at < text.size() && at < begin + 2 && text[at] >= '0' && text[at] <= '9') ++at;
    const auto digits = text.substr(begin, at - begin);
    if (digits.empty()) ++at;
    if (digits.empty() || std::stoul(digits) <= pattern.group_count()) continue;
    throw format.error(fmt::format("names the group ${}, but 'zone' has {}", digits, pattern.group_count()));
  }
}

AssemblyRule rule_of(const JsonValue& value) {
  value.require_keys(
      {"zone", "base", "file", "original", "rank", "range", "size", "ghosts", "numbers", "drop"});
  AssemblyRule rule{.place = value.place(), .zone = pattern_of(value.at("zone"))};
  if (const auto base = value.find("base")) rule.base = pattern_of(*base);
  if (const auto file = value.find("file")) rule.file = pattern_of(*file);
  rule.original = value.at("original").text();
  require_groups(value.at("original"), rule.zone);
  if (const auto rank = value.find("rank")) {
    rule.rank = rank->text();
    require_groups(*rank, rule.zone);
  }
  if (const auto range = value.find("range")) rule.range = range_of(*range);
  if (const auto size = value.find("size")) {
    size->require_keys({"node", "of"});
    rule.size = {.node = size->at("node").text(), .of_vertices = counts_vertices(*size)};
  }
  rule.ghosts = ghosts_of(value);
  rule.numbers = numbers_of(value);
  rule.drop = patterns_of(value);
  return rule;
}

AssemblyOriginal original_of(const JsonValue& value) {
  value.require_keys({"base", "name", "cells", "order"});
  AssemblyOriginal original{.place = value.place(), .base = {}, .name = value.at("name").text(), .cells = {}};
  if (const auto base = value.find("base")) original.base = base->text();
  if (const auto cells = value.find("cells")) {
    original.cells = integers(*cells, 1);
    if (original.cells.empty() || original.cells.size() > most_directions) {
      throw cells->error("does not have one number for each direction");
    }
  }
  if (const auto order = value.find("order")) original.order = order->integer(0);
  return original;
}

template <typename Item>
std::vector<Item> list_of(const JsonValue& root, const std::string& key, Item (*item_of)(const JsonValue&)) {
  std::vector<Item> list;
  const auto values = root.find(key);
  if (!values) return list;
  for (const auto& value : values->items()) list.push_back(item_of(value));
  return list;
}

}  // namespace

Error AssemblyText::error(const std::string& place, std::string_view why) const {
  return {ErrorKind::input,
          fmt::format("{}:{}: {}: {}", path, LineIndex(text).of(place), place.empty() ? "/" : place, why),
          {.file = std::string(path), .node = place, .why = std::string(why)}};
}

AssemblyFile parse_assembly(const AssemblyText& source) {
  nlohmann::json json;
  RepeatedKey<nlohmann::json> repeated;
  try {
    json = nlohmann::json::parse(source.text, std::ref(repeated), true, true);
  } catch (const nlohmann::json::exception& error) {  // Numbers that no double holds are no parse_error.
    throw input_error(fmt::format("{}:{}", source.path, LineIndex(source.text).last()), "",
                      fmt::format("is not valid JSON: {}", json_mistake(error.what())));
  }
  if (repeated.found()) throw source.error(LineIndex(source.text).twice(), "is there twice");
  const JsonValue root(json, source, "");
  root.require_keys({"parts", "rules", "originals"});
  AssemblyFile file{.pieces = list_of(root, "parts", piece_of),
                    .rules = list_of(root, "rules", rule_of),
                    .originals = list_of(root, "originals", original_of)};
  if (file.pieces.empty() && file.rules.empty()) throw root.error("has neither 'parts' nor 'rules'");
  return file;
}

}  // namespace pcgns::fileset
