// queue_work.hpp: one flush of the queue: what a rank has to do with whom.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "pcgns/base/error.hpp"
#include "pcgns/move/deliver.hpp"
#include "pcgns/move/queue_domains.hpp"
#include "pcgns/move/queue_team.hpp"

namespace pcgns::move {

/// A slab of this rank that goes through the owners.
struct SlabPiece {
  const Slab* slab = nullptr;
  Runs runs;               ///< Of file and memory.
  bool contested = false;  ///< Another slab has some of its values: the owner puts them in order.
  bool is_plain = false;   ///< A run is in the file what it is in memory.
};

/// What an owner knows of somebody's piece.
struct Claim {
  int rank = 0;
  bool contested = false;
  std::int64_t array = 0;  ///< Offset of the array in the file.
  Runs runs;               ///< Of the file.
  Runs spans;              ///< What is read at once: the same, and what lies in small holes.
};

class Work {
 public:
  /// @note Collective.
  Work(Team& team, std::vector<SlabPiece> pieces, Access access);

  [[nodiscard]] Team& team() const { return team_; }
  [[nodiscard]] const TouchedDomains& domains() const { return domains_; }
  [[nodiscard]] std::span<const SlabPiece> pieces() const { return pieces_; }
  /// On domains that this owner may have. By rank, and of each rank in its order.
  [[nodiscard]] std::span<const Claim> claims() const { return claims_; }
  /// True where an owner that is free reads the next domain: where all ranks reach all buffers, and claims
  /// are so few that every owner knows all of them. Otherwise owners have domains in turn.
  [[nodiscard]] bool reads_freely() const { return reads_freely_; }

  /// True if what `other` has for this rank, or this rank for `other`, goes as a message.
  [[nodiscard]] bool is_sent(int other, bool contested) const { return contested || !team_.reaches(other); }
  /// False if nothing goes as a message from or to this rank.
  [[nodiscard]] bool has_mail() const { return has_mail_; }

  struct Letter {
    int rank = 0;
    std::int64_t bytes = 0;
  };
  /// What goes as messages between this owner and others for its `domain`, by rank.
  [[nodiscard]] std::vector<Letter> letters(Range domain) const;
  /// Bytes that go as a message between this rank and `owner` for a domain of that one.
  [[nodiscard]] std::int64_t bytes_with(int owner, Range domain) const;

  /// The bytes of `domain` that somebody claims: in order, disjoint.
  [[nodiscard]] std::vector<Range> claimed(Range domain) const;
  /// The same and holes between them that are not worth a call: what is read.
  [[nodiscard]] std::vector<Range> spanned(Range domain) const;

  /// Runs a step that may fail; after the first failure steps are left out, but messages go on.
  void attempt(std::string_view what, const std::function<void()>& step);
  [[nodiscard]] const std::optional<Error>& failure() const { return failure_; }

 private:
  void exchange_claims();
  [[nodiscard]] Letters claims_of_all() const;
  [[nodiscard]] Letters claims_on_mine() const;
  [[nodiscard]] bool concerns(const SlabPiece& piece, std::int64_t turn) const;
  void find_mail();

  Team& team_;
  std::vector<SlabPiece> pieces_;
  TouchedDomains domains_;
  std::vector<Claim> claims_;
  bool reads_freely_ = false;
  bool has_mail_ = false;
  std::optional<Error> failure_;
};

/// All domains. Failures are left in `work`. @note Collective.
void write_domains(Work& work, Sink& sink);
void read_domains(Work& work, const FileDescriptor& file);

}  // namespace pcgns::move
