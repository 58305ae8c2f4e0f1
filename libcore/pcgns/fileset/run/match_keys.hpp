// match_keys.hpp: reads the entities of a range of the line and computes their keys.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "pcgns/base/budget.hpp"
#include "pcgns/base/error.hpp"
#include "pcgns/fileset/run/match_line.hpp"
#include "pcgns/io/number_table.hpp"
#include "pcgns/par/exchange.hpp"

namespace pcgns::fileset {

/// The keys of one pass, and the ranks that own them.
struct KeyPass {
  std::uint64_t index = 0;
  std::uint64_t passes = 1;
  int ranks = 1;

  [[nodiscard]] bool has(const Keyed& key) const { return key.low % passes == index; }
  [[nodiscard]] int owner_of(const Keyed& key) const {
    return static_cast<int>(key.high % static_cast<std::uint64_t>(ranks));
  }
};

class KeyReader {
 public:
  /// `tolerance` > 0: vertices are sent as Near.
  KeyReader(const cgns::InputSet& inputs, const std::vector<MatchSet>& sets, const MatchLine& line,
            Range mine, double tolerance, Budget memory, std::int64_t chunk);

  void begin(const KeyPass& pass);
  /// Adds to the messages until one is full. True if entities remain.
  [[nodiscard]] bool fill(par::Exchange& exchange);
  /// Number of records in all passes. Reads all input.
  [[nodiscard]] std::int64_t count();

  [[nodiscard]] const Ambiguity& ambiguity() const { return ambiguity_; }

  /// The coordinates of a vertex, for messages.
  [[nodiscard]] std::vector<double> coordinates_at(std::int64_t place);

 private:
  [[nodiscard]] bool next_chunk();
  void open(const MatchLine::Stretch& stretch, Range places);
  void read_coordinates(const MatchSet::Member& member, std::int64_t begin, std::int64_t count);
  void add_points(const MatchSet& set, std::int64_t place, std::int64_t count);
  void add_near(const MatchSet& set, std::int64_t place, const std::array<double, 3>& at);
  /// The numbers that the entities of a chunk reference.
  struct Loaded {
    std::vector<std::int64_t> offsets;  ///< Start of each entity in `values`, and the end.
    std::vector<std::int64_t> values;
  };
  void load(const MatchSet::References& references, std::int64_t begin, std::int64_t count, Loaded& loaded);
  void load_offsets(const MatchSet::References& references, std::int64_t begin, std::int64_t count,
                    Loaded& loaded);
  void add_things(const MatchSet& set, const MatchSet::Member& member, std::int64_t begin, std::int64_t place,
                  std::int64_t count);
  void look_up(const MatchSet::References& references, Loaded& loaded);
  [[nodiscard]] Error fault_of(int array, const std::string& why) const;
  void note(const Ambiguity& ambiguity) { ambiguity_ = std::min(ambiguity_, ambiguity); }

  const cgns::InputSet& inputs_;
  const std::vector<MatchSet>& sets_;
  const MatchLine& line_;
  Range mine_;
  double tolerance_;
  std::int64_t chunk_;
  io::Source source_;
  io::NumberTable numbers_;
  KeyPass pass_;
  Ambiguity ambiguity_;
  std::int64_t next_ = 0;  ///< Start of the next chunk.
  std::size_t sent_ = 0;
  // Current chunk: one of the two is in use.
  std::vector<Keyed> keys_;
  std::vector<Near> near_;
  std::vector<std::array<double, 3>> points_;
  std::vector<Loaded> loaded_;
  std::vector<std::byte> scratch_;
};

}  // namespace pcgns::fileset
