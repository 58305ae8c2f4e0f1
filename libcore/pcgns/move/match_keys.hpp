// match_keys.hpp: reads the things of a piece of the line, and makes their keys.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "pcgns/base/error.hpp"
#include "pcgns/move/exchange.hpp"
#include "pcgns/move/match_line.hpp"
#include "pcgns/move/number_table.hpp"

namespace pcgns::move {

/// Which keys are looked at in a pass, and by whom.
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
  KeyReader(const tree::InputSet& inputs, const std::vector<assemble::MatchSet>& sets, const MatchLine& line,
            Range mine, double tolerance, std::int64_t memory, std::int64_t chunk);

  void begin(const KeyPass& pass);
  /// Adds to the messages until one is full. True if there is more.
  [[nodiscard]] bool fill(Exchange& exchange);
  /// How many records there are in all passes: reads everything.
  [[nodiscard]] std::int64_t count();

  [[nodiscard]] const Doubt& doubt() const { return doubt_; }

  /// The coordinates of a vertex, for messages.
  [[nodiscard]] std::vector<double> coordinates_at(std::int64_t place);

 private:
  [[nodiscard]] bool next_chunk();
  void open(const MatchLine::Stretch& stretch, Range places);
  void read_coordinates(const assemble::MatchSet::Member& member, std::int64_t begin, std::int64_t count);
  void add_points(const assemble::MatchSet& set, std::int64_t place, std::int64_t count);
  void add_near(const assemble::MatchSet& set, std::int64_t place, const std::array<double, 3>& at);
  /// The numbers that the things of a chunk are made of.
  struct Loaded {
    std::vector<std::int64_t> offsets;  ///< Of each thing, in `values`, and one more.
    std::vector<std::int64_t> values;
  };
  void load(const assemble::MatchSet::References& references, std::int64_t begin, std::int64_t count,
            Loaded& loaded);
  void load_offsets(const assemble::MatchSet::References& references, std::int64_t begin, std::int64_t count,
                    Loaded& loaded);
  void add_things(const assemble::MatchSet& set, const assemble::MatchSet::Member& member, std::int64_t begin,
                  std::int64_t place, std::int64_t count);
  void look_up(const assemble::MatchSet::References& references, Loaded& loaded);
  [[nodiscard]] Error fault_of(int array, const std::string& why) const;
  void note(const Doubt& doubt) { doubt_ = std::min(doubt_, doubt); }

  const tree::InputSet& inputs_;
  const std::vector<assemble::MatchSet>& sets_;
  const MatchLine& line_;
  Range mine_;
  double tolerance_;
  std::int64_t chunk_;
  Source source_;
  NumberTable numbers_;
  KeyPass pass_;
  Doubt doubt_;
  std::int64_t next_ = 0;  ///< The place where the next chunk begins.
  std::size_t sent_ = 0;
  // Of the chunk at hand: one of the two.
  std::vector<Keyed> keys_;
  std::vector<Near> near_;
  std::vector<std::array<double, 3>> points_;
  std::vector<Loaded> loaded_;
  std::vector<std::byte> scratch_;
};

}  // namespace pcgns::move
