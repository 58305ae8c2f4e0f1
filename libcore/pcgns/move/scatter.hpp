// scatter.hpp: source entities that go where their global numbers say.
//
// The sources are cut into chunks. A chunk is always read by the same rank, which sends what it finds to the
// owners of the round's domains; these place it. Nothing is kept from one round to the next but the range of
// numbers of every chunk, so that a chunk is read again only in rounds that it can concern.
//
// Where several parts bring a point, the lowest part wins, or the mean is taken: never the order of arrival.
// So the result is the same for any number of ranks and any size of domains.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "pcgns/base/error.hpp"
#include "pcgns/move/exchange.hpp"
#include "pcgns/move/lane.hpp"
#include "pcgns/move/scatter_place.hpp"
#include "pcgns/move/scatter_read.hpp"
#include "pcgns/move/shared_points.hpp"
#include "pcgns/move/source.hpp"
#include "pcgns/par/session.hpp"
#include "pcgns/plan/domains.hpp"
#include "pcgns/plan/plan.hpp"

namespace pcgns::move {

class Scatter {
 public:
  struct Setting {
    const tree::InputSet& inputs;
    const plan::Plan& plan;
    std::span<const std::int64_t> offsets;  ///< In the output file, of each of Plan::targets, in bytes.
    const plan::Domains& domains;
    Source& source;
    std::int64_t memory = 0;  ///< Bytes for messages, chunks and what is being placed; the same on all ranks.
    std::int64_t chunk = 65536;  ///< Entities that are read at once; the same on all ranks.
  };
  /// Throws Error{input} that names file and node, the same on all ranks, where an indexed move does not fit
  /// its arrays. @pre All of `setting` lives as long.
  Scatter(par::Session& session, const Setting& setting);

  /// True if any rank has something to do in the round; the same on all ranks.
  [[nodiscard]] bool concerns(std::int64_t round) const;

  /// Fills in the values that indexed moves bring to this rank's domain of the round. `buffer` has room for
  /// the domain (it may be empty if this rank has none), and begins where it does. What no indexed move
  /// brings is left alone.
  ///
  /// If this rank fails, it goes on with the others with nothing to send, and throws its Error at the end, in
  /// this and in every later round. Where another rank has failed, what is in the buffer has no meaning: the
  /// ranks must agree before anything counts as written.
  /// @note Collective, in the rounds that the scatter `concerns`.
  void run(std::int64_t round, std::span<std::byte> buffer);

  /// What this rank has counted; only those that differ.
  [[nodiscard]] const SharedDifferences& differences() const { return differences_; }

 private:
  /// A lane in this round.
  struct Fixed {
    int lane = 0;
    FixedLanding landing;
  };
  struct Ragged {
    int lane = 0;
    RaggedLanding landing;
  };

  [[nodiscard]] std::vector<Range> windows_of(std::int64_t round) const;
  [[nodiscard]] std::vector<int> lanes_in(Range bytes) const;
  [[nodiscard]] std::vector<Request> first_requests() const;
  [[nodiscard]] std::vector<Request> second_requests() const;
  void open_landings(std::span<std::byte> buffer);
  void exchange(std::vector<Request> requests, const std::function<void(const Packet&)>& place);
  void place_first(const Packet& packet);
  void place_second(const Packet& packet, std::span<std::byte> buffer);
  [[nodiscard]] std::span<std::byte> place_of(const Lane& lane, std::span<std::byte> buffer) const;
  void scan();
  void finish(std::span<std::byte> buffer);
  void add(const Difference& difference);
  void require_sound(const Lane& lane, const Verdict& verdict) const;
  [[nodiscard]] std::string origin_text(const Lane& lane, std::int32_t precedence) const;
  template <typename Step>
  void attempt(const Step& step);

  par::Session& session_;
  Setting is_;
  std::vector<Lane> lanes_;
  std::vector<std::vector<std::int64_t>> turned_;  ///< Faces, by Plan::turned.
  ScatterReader reader_;
  Exchange exchange_;

  std::vector<Range> windows_;  ///< Of this round, by rank, in bytes of the file.
  std::vector<int> in_round_;   ///< The lanes of all ranks in this round.
  std::vector<Fixed> fixed_;    ///< The lanes of this rank, ascending.
  std::vector<Ragged> ragged_;

  SharedDifferences differences_;
  std::optional<Error> failure_;
  bool incomplete_ = false;  ///< A rank has failed: what it would have sent is missing.
};

}  // namespace pcgns::move
