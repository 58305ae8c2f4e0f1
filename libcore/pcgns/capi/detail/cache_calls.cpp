// cache_calls.cpp: functions for the block cache of a file as a whole.
#include <fmt/format.h>

#include <array>
#include <charconv>

#include "pcgns/base/bytes.hpp"
#include "pcgns/base/fingerprint.hpp"
#include "pcgns/capi/detail/calls.hpp"
#include "pcgns/capi/detail/handles.hpp"
#include "pcgns/par/collective.hpp"

using namespace pcgns;
using namespace pcgns::capi;

namespace {

std::int64_t count_from(const std::string& key, const std::string& value) {
  constexpr std::int64_t most = 1 << 20;
  std::int64_t number = -1;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (error != std::errc() || end != value.data() + value.size() || number < 0 || number > most)
    throw Error(ErrorKind::usage, fmt::format("{}: '{}' is not a number from 0 to {}", key, value, most));
  return number;
}

struct CacheOptions {
  cache::Options cache = {};
  bool overwrites = false;
};

bool flag_from(const std::string& key, const std::string& value) {
  if (value != "0" && value != "1")
    throw Error(ErrorKind::usage, fmt::format("{}: '{}' is not 0 or 1", key, value));
  return value == "1";
}

void take_cache_option(const std::string& key, const std::string& value, CacheOptions& chosen) {
  auto& options = chosen.cache;
  if (key == "block") {
    options.block = parse_size(value, key);
  } else if (key == "memory") {
    options.memory = parse_size(value, key);
  } else if (key == "read_ahead") {
    options.read_ahead = static_cast<int>(count_from(key, value));
  } else if (key == "overwrite") {
    chosen.overwrites = flag_from(key, value);
  } else if (key == "patience") {
    options.patience = std::chrono::milliseconds(count_from(key, value));
  } else if (key == "timeout") {
    options.timeout = std::chrono::seconds(count_from(key, value));
  } else if (key == "ranks_per_node") {  // for tests: treat this many consecutive ranks as a node
    options.ranks_per_node = static_cast<int>(count_from(key, value));
  } else {
    throw Error(ErrorKind::usage, fmt::format("'{}' is not one of the options block, memory, read_ahead, "
                                              "patience, timeout, overwrite",
                                              key));
  }
}

void require_room_for_block(const cache::Options& options) {
  if (options.memory < options.block)
    throw Error(
        ErrorKind::usage,
        fmt::format("the options of cgp_cache: memory={}: expected at least one block of {} bytes (block)",
                    options.memory, options.block));
}

struct NamedCount {
  std::string_view name;
  std::int64_t cache::Counts::*count;
};
constexpr std::array<NamedCount, 11> named_counts = {{{"values", &cache::Counts::values},
                                                      {"hits", &cache::Counts::hits},
                                                      {"misses", &cache::Counts::misses},
                                                      {"evictions", &cache::Counts::evictions},
                                                      {"bytes_read", &cache::Counts::bytes_read},
                                                      {"bytes_written", &cache::Counts::bytes_written},
                                                      {"messages", &cache::Counts::messages},
                                                      {"bytes_sent", &cache::Counts::bytes_sent},
                                                      {"served", &cache::Counts::served},
                                                      {"bypasses", &cache::Counts::bypasses},
                                                      {"announced", &cache::Counts::announced}}};

}  // namespace

int cgp_cache(int fn, const char* options) {
  return guarded_on(fn, [&](Document& document) {
    require_mpi();
    CacheOptions chosen;
    Hasher hasher;
    par::collectively(
        document.comm(), "reading the options of a cache",
        [&] {
          each_option(options, "memory=64M", [&](const std::string& key, const std::string& value) {
            take_cache_option(key, value, chosen);
          });
          require_room_for_block(chosen.cache);
          hasher.add(std::string_view(options == nullptr ? "" : options));
        },
        par::Stops::ignore);
    require_same_everywhere(document.comm(), hasher, "the options of a cache");
    document.start_cache(chosen.cache, chosen.overwrites);
  });
}

int cgp_cache_flush(int fn) {
  return guarded_on(fn, [](Document& document) { document.flush_cache(); });
}

int cgp_cache_progress(void) {
  return guarded([] {
    for (auto* document : open_documents()) {
      if (document->cache() != nullptr) document->cache()->progress();
    }
  });
}

int cgp_cache_count(int fn, const char* what, cgsize_t* count) {
  return guarded_on(fn, [&](Document& document) {
    if (document.cache() == nullptr) throw Error(ErrorKind::usage, "the file has no cache: call cgp_cache");
    const std::string_view name = what == nullptr ? "" : what;
    for (const auto& [known, member] : named_counts) {
      if (known == name) return give(count, document.cache()->counts().*member);
    }
    throw Error(ErrorKind::usage, fmt::format("'{}' is not something that a cache counts", name));
  });
}
