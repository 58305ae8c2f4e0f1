// messages.hpp: requests to the owners of blocks on other nodes, and service for theirs.
//
// A read is a question and an answer, of which a rank has one at a time with each owner; a write is one
// message. Owners act when they call `serve`, which every wait of this library does.
#pragma once

#include <mpi.h>

#include <functional>
#include <list>
#include <map>
#include <optional>
#include <span>
#include <unordered_set>
#include <vector>

#include "pcgns/cache/run/node_blocks.hpp"

namespace pcgns::cache {

/// Values of the same size, each within a block; those of a block one after another.
struct Places {
  int size = 8;
  std::span<const std::int64_t> addresses = {};
};

/// Calls `visit(block, first, end)` for entries of the same block.
template <typename Visit>
void each_block(const Places& places, const Blocks& blocks, const Visit& visit) {
  const auto& addresses = places.addresses;
  for (std::size_t first = 0; first < addresses.size();) {
    const auto block = blocks.of(addresses[first]);
    auto end = first + 1;
    while (end < addresses.size() && blocks.of(addresses[end]) == block) ++end;
    visit(block, first, end);
    first = end;
  }
}

class Messages {
 public:
  /// `comm` is this object's alone.
  Messages(MPI_Comm comm, NodeBlocks& node, const Blocks& blocks, const Options& options, Counts& counts)
      : comm_(comm), node_(node), blocks_(blocks), options_(options), counts_(counts) {}

  /// Serves all requests that have arrived, and takes answers.
  void serve();
  /// Why a write of another rank could not be done here.
  [[nodiscard]] const std::optional<Error>& damage() const { return damage_; }

  /// Asks for values. False: the owner has not answered the question before.
  [[nodiscard]] bool ask(int owner, const Places& places);
  /// Waits until the owner has answered all questions. Throws Error{io} if it does not.
  void await_answer(int owner);
  /// Waits for the answer; nothing if the owner is not in the library. `must_wait`: waits for longer, and
  /// then throws Error{io}. Throws what the owner found.
  [[nodiscard]] std::optional<std::vector<std::byte>> answer(int owner, bool must_wait);
  /// Sends values to be written. Waits for the owner only if too much is under way.
  void tell(int owner, const Places& places, std::span<const std::byte> values);
  /// True if the file cannot have what this rank has written to the block.
  [[nodiscard]] bool has_told(std::int64_t block) const { return told_.contains(block); }
  /// Waits until this rank's messages are with their owners. All ranks must be in the library soon.
  void drain();
  /// All that was told is in the file.
  void forget_told() { told_.clear(); }
  /// Ends all sends. @pre All ranks have drained.
  void finish();

 private:
  struct Question {
    std::int64_t id = 0;
    bool is_open = false;
    std::vector<std::byte> answer = {};
  };
  struct Sent {
    MPI_Request request = MPI_REQUEST_NULL;
    std::vector<std::byte> bytes;
  };

  void serve_request(std::span<const std::byte> request, int from);
  void take_answer(std::vector<std::byte> answer, int from);
  void forget_sent(std::list<Sent>& sent);
  [[nodiscard]] bool wait_until(std::chrono::microseconds limit, const std::function<bool()>& done);
  [[nodiscard]] Error no_answer(int owner) const;
  [[nodiscard]] std::int64_t bytes_under_way() const;

  MPI_Comm comm_;
  NodeBlocks& node_;
  const Blocks& blocks_;
  const Options& options_;
  Counts& counts_;
  std::int64_t next_id_ = 1;
  std::map<int, Question> questions_;  ///< By owner.
  std::list<Sent> told_under_way_;
  std::list<Sent> answers_under_way_;
  std::unordered_set<std::int64_t> told_;  ///< Blocks.
  std::optional<Error> damage_;
};

}  // namespace pcgns::cache
