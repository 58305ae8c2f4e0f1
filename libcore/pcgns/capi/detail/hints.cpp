#include "pcgns/capi/detail/hints.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <type_traits>

#include "pcgns/base/bytes.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/publish/wisdom.hpp"

namespace pcgns::capi {

namespace {

std::optional<std::string> in_info(MPI_Info info, const char* key) {
  if (info == MPI_INFO_NULL) return std::nullopt;
  std::array<char, MPI_MAX_INFO_VAL + 1> value{};
  int found = 0;
#if MPI_VERSION >= 4
  int size = static_cast<int>(value.size());
  MPI_Info_get_string(info, key, &size, value.data(), &found);
#else
  MPI_Info_get(info, key, MPI_MAX_INFO_VAL, value.data(), &found);
#endif
  return found != 0 ? std::optional<std::string>(value.data()) : std::nullopt;
}

std::optional<std::string> text_of(MPI_Info info, const char* variable,
                                   std::initializer_list<const char*> keys) {
  std::optional<std::string> text;
  if (const char* set = std::getenv(variable)) text = set;
  for (const char* key : keys) {
    if (!text) text = in_info(info, key);
  }
  return text;
}

std::optional<std::int64_t> value_of(MPI_Info info, const char* variable,
                                     std::initializer_list<const char*> keys) {
  const auto text = text_of(info, variable, keys);
  if (!text) return std::nullopt;
  return parse_size(*text);
}

std::optional<double> distance_of(MPI_Info info, const char* variable, const char* key) {
  const auto text = text_of(info, variable, {key});
  if (!text) return std::nullopt;
  double distance = -1;
  const auto* const end = text->data() + text->size();
  const auto [rest, problem] = std::from_chars(text->data(), end, distance);
  if (problem != std::errc() || rest != end || !std::isfinite(distance) || distance < 0)
    throw Error(ErrorKind::usage, fmt::format("{} is '{}': not a distance (for example 1e-6)", key, *text));
  return distance;
}

template <typename Number>
void take(Number& number, const std::optional<std::int64_t>& value, const char* what, std::int64_t least,
          std::int64_t most) {
  if (!value) return;
  if (*value < least || *value > most)
    throw Error(ErrorKind::usage, fmt::format("{} is {}: it must be {} to {}", what, *value, least, most));
  number = static_cast<Number>(*value);
}

bool is_set(MPI_Info info, const char* variable, const char* key) {
  int number = 0;
  take(number, value_of(info, variable, {key}), key, 0, 1);
  return number != 0;
}

/// What was tuned for queues in this place is what hints change.
void take_wisdom(Hints& hints, MPI_Info info, const std::string& folder, int ranks,
                 const std::string& imported) {
  auto file = in_info(info, "pcgns_wisdom").value_or(imported);
  // A file that the user named must be usable: in a solver, nobody would see a warning.
  if (const char* set = std::getenv("PCGNS_WISDOM"); file.empty() && set != nullptr) file = set;
  const auto found =
      publish::find_wisdom({.use = plan::WisdomUse::queue,
                            .file = file,
                            .layout = is_set(info, "PCGNS_WISDOM_LAYOUT", "pcgns_wisdom_layout")},
                           folder, ranks);
  const auto take = [&](plan::Setting setting, auto& option) {
    if (const auto one = found.settings.find(setting); one != found.settings.end())
      option = static_cast<std::decay_t<decltype(option)>>(one->second);
  };
  auto& queue = hints.queue;
  take(plan::Setting::buffer, queue.buffer);
  take(plan::Setting::aggregators_per_node, queue.aggregators_per_node);
  take(plan::Setting::writers, queue.writers);
  take(plan::Setting::direct, queue.direct_from);
  take(plan::Setting::stripe_count, hints.stripes.count);
  take(plan::Setting::stripe_size, hints.stripes.size);
  if (hints.stripes.size > 0) queue.alignment = hints.stripes.size;
  take(plan::Setting::alignment, queue.alignment);
}

Hints read_hints(MPI_Info info, const std::string& folder, int ranks, const std::string& imported) {
  constexpr std::int64_t any_int = 1 << 30;
  Hints hints;
  auto& queue = hints.queue;
  const auto files = publish::file_system(folder.empty() ? "." : folder);
  if (files.stripe_size > 0) queue.alignment = files.stripe_size;
  take_wisdom(hints, info, folder, ranks, imported);
  take(queue.alignment, value_of(info, "PCGNS_ALIGNMENT", {"pcgns_alignment", "striping_unit"}),
       "the alignment", 1, gibi);
  queue.buffer = std::max(queue.buffer, queue.alignment);
  take(queue.buffer, value_of(info, "PCGNS_BUFFER", {"pcgns_buffer", "cb_buffer_size"}), "the buffer", 64,
       gibi);
  take(queue.aggregators_per_node, value_of(info, "PCGNS_OWNERS_PER_NODE", {"pcgns_owners_per_node"}),
       "the number of aggregators per node", 0, any_int);
  take(queue.writers, value_of(info, "PCGNS_RELAY", {"pcgns_relay"}), "the number of simultaneous writers", 0,
       any_int);
  take(queue.direct_from, value_of(info, "PCGNS_DIRECT", {"pcgns_direct"}), "the size of direct runs", 0,
       1024 * gibi);
  hints.sync = is_set(info, "PCGNS_SYNC", "pcgns_sync");
  take(hints.readers.ranks, value_of(info, "PCGNS_READERS", {"pcgns_readers"}),
       "the number of ranks that read", 0, any_int);
  take(hints.readers.per_node, value_of(info, "PCGNS_READERS_PER_NODE", {"pcgns_readers_per_node"}),
       "the number of ranks of a node that read", 0, any_int);
  hints.shared_tolerance = distance_of(info, "PCGNS_SHARED_TOLERANCE", "pcgns_shared_tolerance");
  return hints;
}

}  // namespace

Hints hints_of(MPI_Comm comm, MPI_Info info, const std::string& folder, const std::string& wisdom) {
  Hints hints;
  const auto ranks = par::size_of(comm);
  par::on_root(
      comm, "reading the hints", [&] { hints = read_hints(info, folder, ranks, wisdom); },
      par::Stops::ignore);
  par::broadcast(comm, hints);
  return hints;
}

std::string assembly_of(MPI_Comm comm, MPI_Info info) {
  auto path = text_of(info, "PCGNS_ASSEMBLY", {"pcgns_assembly"}).value_or("");
  par::broadcast(comm, path);
  return path;
}

}  // namespace pcgns::capi
