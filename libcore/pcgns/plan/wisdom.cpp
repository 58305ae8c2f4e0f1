#include "pcgns/plan/wisdom.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>

#include "pcgns/base/bytes.hpp"
#include "pcgns/base/error.hpp"
#include "pcgns/base/glob.hpp"
#include "pcgns/base/words.hpp"

namespace pcgns::plan {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view schema = "pcgns-wisdom/";
constexpr int version = 1;
constexpr std::int64_t any_count = 1 << 30;

struct Row {
  const char* name;
  std::int64_t least;
  std::int64_t most;
  std::int64_t step = 1;  ///< Values are multiples of it.
};
/// By Setting: the limits are those of hints.
constexpr std::array<Row, 8> rows = {{{"buffer", 64, gibi},
                                      {"aggregators_per_node", 0, any_count},
                                      {"writers", 0, any_count},
                                      {"direct", 0, never_direct},
                                      {"io", io_posix, io_mpiio},
                                      {"alignment", 1, gibi},
                                      {"stripe_count", -1, most_stripes},
                                      {"stripe_size", stripe_unit, most_stripe_size, stripe_unit}}};

const Row& row_of(Setting setting) { return rows.at(static_cast<std::size_t>(setting)); }

/// What is wrong in a document, by its place there.
class Reader {
 public:
  explicit Reader(const std::string& file) : file_(file) {}

  [[nodiscard]] Error error(const std::string& place, std::string_view why) const {
    return input_error(file_, place, why);
  }

  [[nodiscard]] const Json& member(const Json& parent, const char* name, const std::string& place) const {
    if (!parent.is_object()) throw error(place, "is not an object");
    const auto found = parent.find(name);
    if (found == parent.end()) throw error(fmt::format("{}/{}", place, name), "is missing");
    return *found;
  }

  [[nodiscard]] std::string text(const Json& parent, const char* name, const std::string& place) const {
    const auto& value = member(parent, name, place);
    if (!value.is_string()) throw error(fmt::format("{}/{}", place, name), "is not a string");
    return value.get<std::string>();
  }

  [[nodiscard]] std::int64_t number(const Json& parent, const char* name, const std::string& place,
                                    std::int64_t least, std::int64_t most, std::int64_t step = 1) const {
    const auto& value = member(parent, name, place);
    const bool is_huge =
        value.is_number_unsigned() && value.get<std::uint64_t>() > static_cast<std::uint64_t>(most);
    if (value.is_number_integer() && !is_huge) {
      const auto found = value.get<std::int64_t>();
      if (found >= least && found <= most && found % step == 0) return found;
    }
    throw error(fmt::format("{}/{}", place, name),
                fmt::format("is not {} from {} to {}",
                            step == 1 ? "an integer" : fmt::format("a multiple of {}", step), least, most));
  }

  [[nodiscard]] double real(const Json& parent, const char* name, const std::string& place) const {
    const auto& value = member(parent, name, place);
    if (!value.is_number()) throw error(fmt::format("{}/{}", place, name), "is not a number");
    return value.get<double>();
  }

  [[nodiscard]] Settings settings(const Json& parent, const std::string& place) const {
    Settings settings;
    if (!parent.is_object()) throw error(place, "is not an object");
    for (const auto& [name, value] : parent.items()) {
      const auto* const found = std::ranges::find(rows, std::string_view(name), &Row::name);
      if (found == rows.end()) throw error(fmt::format("{}/{}", place, name), "is not a setting");
      const auto setting = static_cast<Setting>(found - rows.begin());
      settings[setting] = setting == Setting::io
                              ? io(value, place)
                              : number(parent, found->name, place, found->least, found->most, found->step);
    }
    return settings;
  }

  [[nodiscard]] WisdomEntry entry(const Json& json, const std::string& place) const {
    const auto& where = member(json, "where", place);
    const auto& ranks = member(where, "ranks", place + "/where");
    const auto& found = member(json, "found", place);
    WisdomEntry entry{.use = use(where, place + "/where"),
                      .file_system = text(where, "file_system", place + "/where"),
                      .host = text(where, "host", place + "/where"),
                      .mpi = text(where, "mpi", place + "/where")};
    entry.least_ranks = static_cast<int>(number(ranks, "first", place + "/where/ranks", 1, any_count));
    entry.most_ranks =
        static_cast<int>(number(ranks, "last", place + "/where/ranks", entry.least_ranks, any_count));
    entry.settings = settings(member(json, "settings", place), place + "/settings");
    entry.bytes = number(found, "bytes", place + "/found", 0, std::int64_t{1} << 60);
    entry.trials = static_cast<int>(number(found, "trials", place + "/found", 0, any_count));
    entry.speedup = real(found, "speedup", place + "/found");
    entry.confidence = real(found, "confidence", place + "/found");
    entry.date = text(found, "date", place + "/found");
    entry.version = text(found, "version", place + "/found");
    return entry;
  }

 private:
  [[nodiscard]] std::int64_t io(const Json& value, const std::string& place) const {
    if (value == "posix") return io_posix;
    if (value == "mpiio") return io_mpiio;
    throw error(place + "/io", "is neither \"posix\" nor \"mpiio\"");
  }

  [[nodiscard]] WisdomUse use(const Json& where, const std::string& place) const {
    const auto word = text(where, "use", place);
    if (word == name_of(WisdomUse::queue)) return WisdomUse::queue;
    if (word == name_of(WisdomUse::programs)) return WisdomUse::programs;
    throw error(place + "/use", "is neither \"queue\" nor \"programs\"");
  }

  const std::string& file_;
};

/// Throws Error{input} unless `document` is wisdom of a version that is known.
void require_schema(const Json& document, const Reader& reader) {
  const auto name = document.is_object() && document.contains("schema") && document["schema"].is_string()
                        ? document["schema"].get<std::string>()
                        : "";
  if (!name.starts_with(schema)) throw reader.error("", "is not a file of pcgns-bench tune");
  const auto number = name.substr(schema.size());
  if (number == std::to_string(version)) return;
  throw reader.error("", fmt::format("is of a newer version of pcgns: found {}, expected {}{}",
                                     printable(name), schema, version));
}

Json json_of(const WisdomEntry& entry) {
  Json settings = Json::object();
  for (const auto& [setting, value] : entry.settings) {
    if (setting == Setting::io) {
      settings[name_of(setting)] = text_of(setting, value);
    } else {
      settings[name_of(setting)] = value;
    }
  }
  return {{"where",
           {{"use", name_of(entry.use)},
            {"file_system", entry.file_system},
            {"host", entry.host},
            {"mpi", entry.mpi},
            {"ranks", {{"first", entry.least_ranks}, {"last", entry.most_ranks}}}}},
          {"settings", std::move(settings)},
          {"found",
           {{"bytes", entry.bytes},
            {"trials", entry.trials},
            {"speedup", entry.speedup},
            {"confidence", entry.confidence},
            {"date", entry.date},
            {"version", entry.version}}}};
}

/// How far the ranks of a place are from the middle of an entry's range, as a factor.
double distance(const WisdomEntry& entry, int ranks) {
  const double middle = std::sqrt(static_cast<double>(entry.least_ranks) * entry.most_ranks);
  return std::abs(std::log(ranks / middle));
}

}  // namespace

bool is_layout(Setting setting) { return setting >= Setting::alignment; }

const char* name_of(Setting setting) { return row_of(setting).name; }

std::string text_of(Setting setting, std::int64_t value) {
  if (setting != Setting::io) return std::to_string(value);
  return value == io_mpiio ? "mpiio" : "posix";
}

std::string text_of(const Settings& settings) {
  std::vector<std::string> words;
  for (const auto& [setting, value] : settings)
    words.push_back(fmt::format("{} {}", name_of(setting), text_of(setting, value)));
  return words.empty() ? "the defaults" : fmt::format("{}", fmt::join(words, ", "));
}

const char* name_of(WisdomUse use) { return use == WisdomUse::queue ? "queue" : "programs"; }

Wisdom parse_wisdom(const std::string& text, const std::string& file) {
  const Reader reader(file);
  const auto document = Json::parse(text, nullptr, false);
  if (document.is_discarded()) throw reader.error("", "is damaged: it is not JSON");
  require_schema(document, reader);
  const auto& entries = reader.member(document, "entries", "");
  if (!entries.is_array()) throw reader.error("/entries", "is not an array");
  Wisdom wisdom;
  for (std::size_t i = 0; i < entries.size(); ++i)
    wisdom.entries.push_back(reader.entry(entries[i], fmt::format("/entries/{}", i)));
  return wisdom;
}

std::string document_of(const Wisdom& wisdom) {
  Json entries = Json::array();
  for (const auto& entry : wisdom.entries) entries.push_back(json_of(entry));
  const Json document = {{"schema", fmt::format("{}{}", schema, version)}, {"entries", std::move(entries)}};
  return document.dump(2, ' ', true, Json::error_handler_t::replace) + "\n";
}

bool is_same_place(const WisdomEntry& a, const WisdomEntry& b) {
  return a.use == b.use && a.file_system == b.file_system && a.host == b.host && a.mpi == b.mpi &&
         a.least_ranks == b.least_ranks && a.most_ranks == b.most_ranks;
}

bool has_better(const Wisdom& wisdom, const WisdomEntry& entry) {
  return entry.trials == 0 && std::ranges::any_of(wisdom.entries, [&](const WisdomEntry& one) {
           return one.trials > 0 && is_same_place(one, entry);
         });
}

Wisdom merged(Wisdom older, const Wisdom& newer) {
  for (const auto& entry : newer.entries) {
    if (has_better(older, entry)) continue;
    std::erase_if(older.entries, [&](const WisdomEntry& one) { return is_same_place(one, entry); });
    older.entries.push_back(entry);
  }
  return older;
}

Wisdom joined(const std::vector<Wisdom>& all) {
  Wisdom dated;
  for (const auto& one : all)
    dated.entries.insert(dated.entries.end(), one.entries.begin(), one.entries.end());
  std::ranges::stable_sort(dated.entries, {}, &WisdomEntry::date);
  return merged({}, dated);
}

const WisdomEntry* entry_for(const Wisdom& wisdom, const WisdomPlace& place) {
  const WisdomEntry* best = nullptr;
  for (const auto& entry : wisdom.entries) {
    const bool fits = entry.use == place.use && entry.file_system == place.file_system &&
                      entry.mpi == place.mpi && entry.least_ranks <= place.ranks &&
                      place.ranks <= entry.most_ranks && matches(entry.host, place.host);
    if (fits && (best == nullptr || distance(entry, place.ranks) < distance(*best, place.ranks)))
      best = &entry;
  }
  return best;
}

bool knows_host(const Wisdom& wisdom, const WisdomPlace& place) {
  return std::ranges::any_of(wisdom.entries, [&](const WisdomEntry& entry) {
    return entry.mpi == place.mpi && matches(entry.host, place.host);
  });
}

std::string why_foreign(const Wisdom& wisdom, const WisdomPlace& place) {
  std::set<std::string> hosts;
  std::set<std::string> mpis;
  std::set<std::string> systems;
  for (const auto& entry : wisdom.entries) {
    hosts.insert(entry.host);
    if (!matches(entry.host, place.host)) continue;
    mpis.insert(entry.mpi);
    if (entry.mpi == place.mpi) systems.insert(entry.file_system);
  }
  const auto has_nothing = [](const char* what, const std::string& wanted,
                              const std::set<std::string>& known) {
    return printable(
        fmt::format("has nothing for {} '{}', only for '{}'", what, wanted, fmt::join(known, "', '")));
  };
  if (wisdom.entries.empty()) return "has no entries";
  if (mpis.empty()) return has_nothing("host", place.host, hosts);
  if (systems.empty()) return has_nothing("the MPI library", place.mpi, mpis);
  if (!systems.contains(place.file_system))
    return has_nothing("file systems of kind", place.file_system, systems);
  return "";
}

std::string host_pattern(const std::string& host) {
  const auto name = host.substr(0, host.find('.'));
  const auto last = std::find_if_not(name.rbegin(), name.rend(),
                                     [](unsigned char letter) { return std::isdigit(letter) != 0; });
  const std::string stem(name.begin(), last.base());
  return stem.empty() || (stem.size() == name.size() && name == host) ? host : stem + "*";
}

std::string mpi_name(const std::string& library_version) {
  for (const auto* name : {"Open MPI", "MVAPICH", "Intel(R) MPI", "CRAY MPICH", "MPICH"}) {
    if (library_version.find(name) != std::string::npos) return name;
  }
  return library_version.substr(0, library_version.find_first_of("\n, "));
}

}  // namespace pcgns::plan
