// wisdom.hpp: tuned settings that are kept: which of them fit a machine, as data and as a JSON document.
//
// Wisdom is a list of entries: where one applies (file system, host, MPI, ranks, use), what to set there, and
// how that was found. pcgns-bench tune writes it; programs and queues take it where the user sets nothing.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "pcgns/base/bytes.hpp"

namespace pcgns::plan {

/// What can be kept. The last three change the bytes of a file, all others only how fast it is moved.
enum class Setting : std::uint8_t {
  buffer,                ///< Bytes that an aggregator moves at once.
  aggregators_per_node,  ///< Of a queue.
  writers,               ///< Ranks of a queue that write at the same time.
  direct,                ///< Runs of so many bytes bypass the exchange of a queue.
  io,                    ///< Of the programs: how bytes reach the file.
  alignment,
  stripe_count,
  stripe_size
};
using Settings = std::map<Setting, std::int64_t>;

inline constexpr std::int64_t never_direct = std::int64_t{1} << 40;  ///< All runs are exchanged.
inline constexpr std::int64_t io_posix = 0;
inline constexpr std::int64_t io_mpiio = 1;
/// What file systems take: sizes of stripes are multiples of this, in 32 bits.
inline constexpr std::int64_t stripe_unit = 64 * kibi;
inline constexpr std::int64_t most_stripe_size = 4 * gibi - stripe_unit;
inline constexpr std::int64_t most_stripes = 2000;

[[nodiscard]] bool is_layout(Setting setting);
[[nodiscard]] const char* name_of(Setting setting);
/// "4194304", or "mpiio".
[[nodiscard]] std::string text_of(Setting setting, std::int64_t value);
/// "buffer 4194304, writers 2"; "the defaults" if there are none.
[[nodiscard]] std::string text_of(const Settings& settings);

/// Whose settings they are: of queues (pcgnslib.h), or of pcgns-merge, -repartition and -restripe.
enum class WisdomUse : std::uint8_t { queue, programs };
[[nodiscard]] const char* name_of(WisdomUse use);

/// Where files are moved.
struct WisdomPlace {
  WisdomUse use = WisdomUse::queue;
  std::string file_system = {};  ///< Its kind, as publish::FileSystem says.
  std::string host = {};
  std::string mpi = {};  ///< "Open MPI".
  int ranks = 1;
};

struct WisdomEntry {
  WisdomUse use = WisdomUse::queue;
  std::string file_system = {};
  std::string host = {};  ///< A pattern: "node*".
  std::string mpi = {};
  int least_ranks = 1;
  int most_ranks = 1;
  Settings settings = {};
  /// How it was found.
  std::int64_t bytes = 0;
  int trials = 0;
  double speedup = 1;  ///< Time with the defaults, divided by the time with `settings`.
  double confidence = 0;
  std::string date = {};
  std::string version = {};  ///< Of pcgns.
};

struct Wisdom {
  std::vector<WisdomEntry> entries;
};

/// Of a document of schema pcgns-wisdom/1. Throws Error{input} that names `file` if it is anything else: no
/// JSON, a newer version, a setting out of its limits.
[[nodiscard]] Wisdom parse_wisdom(const std::string& text, const std::string& file);
[[nodiscard]] std::string document_of(const Wisdom& wisdom);

[[nodiscard]] bool is_same_place(const WisdomEntry& a, const WisdomEntry& b);

/// Whether `entry` is a guess, and `wisdom` has what trials found for the same place: that is not replaced.
[[nodiscard]] bool has_better(const Wisdom& wisdom, const WisdomEntry& entry);

/// Both; where an entry of `newer` applies to the same place as one of `older`, only that, unless `older`
/// has_better().
[[nodiscard]] Wisdom merged(Wisdom older, const Wisdom& newer);

/// All of them, merged in the order of the dates of their entries.
[[nodiscard]] Wisdom joined(const std::vector<Wisdom>& all);

/// The entry for `place` with the nearest number of ranks, or null.
[[nodiscard]] const WisdomEntry* entry_for(const Wisdom& wisdom, const WisdomPlace& place);
/// Whether there is an entry for this host and MPI library, for whatever file system.
[[nodiscard]] bool knows_host(const Wisdom& wisdom, const WisdomPlace& place);
/// Why no entry fits: "has nothing for host 'a' (only for 'b*')"; empty if only the use or the number of
/// ranks is another.
[[nodiscard]] std::string why_foreign(const Wisdom& wisdom, const WisdomPlace& place);

/// A pattern for hosts like this: "node*" for "node0123".
[[nodiscard]] std::string host_pattern(const std::string& host);
/// The implementation in what MPI_Get_library_version says: "Open MPI" of "Open MPI v4.1.4, package: …".
[[nodiscard]] std::string mpi_name(const std::string& library_version);

}  // namespace pcgns::plan
