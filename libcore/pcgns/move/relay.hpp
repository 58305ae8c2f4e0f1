// relay.hpp: values that one rank must read for another.
//
// Both sides work out from the plan alone what is sent in a round and in which order, so no message announces
// another. An owner posts its receives before it does anything else in a round; that is what keeps the sends
// from waiting in a circle.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pcgns/move/pieces.hpp"
#include "pcgns/move/source.hpp"
#include "pcgns/par/session.hpp"
#include "pcgns/plan/domains.hpp"

namespace pcgns::move {

class Relay {
 public:
  Relay(par::Session& session, const tree::InputSet& inputs, Source& source, const plan::Domains& domains,
        std::span<const Piece> pieces);

  /// True if this rank cannot read the piece itself.
  [[nodiscard]] bool comes_from_another(const Piece& piece) const;

  /// Posts the receives for those of `pieces` that come from others; `buffer` begins at byte `begin` of the
  /// output file.
  void expect(std::span<const Piece> pieces, std::int64_t begin, std::span<std::byte> buffer);

  /// Reads and sends what the owners of this round's domains expect of this rank. If a read fails, what is
  /// expected is sent all the same, with wrong bytes, before the Error is thrown: nobody may be left waiting.
  void send(std::int64_t round);

  /// Waits for what was expected.
  void receive();

 private:
  struct Message {
    std::int64_t round = 0;
    int owner = 0;
    Piece piece;
  };
  [[nodiscard]] int reader_of(const Piece& piece) const;
  void list_messages(const plan::Domains& domains, std::span<const Piece> pieces);

  par::Session& session_;
  const tree::InputSet& inputs_;
  Source& source_;
  std::vector<Message> outgoing_;  ///< By round, then by domain, then by place in the file.
  std::vector<MPI_Request> expected_;
  std::vector<std::byte> buffer_;
};

}  // namespace pcgns::move
