#include "pcgns/move/relay.hpp"

#include <algorithm>
#include <optional>

#include "pcgns/par/collective.hpp"

namespace pcgns::move {

namespace {

constexpr int tag = 1;

}  // namespace

Relay::Relay(par::Session& session, const tree::InputSet& inputs, Source& source,
             const plan::Domains& domains, std::span<const Piece> pieces)
    : session_(session), inputs_(inputs), source_(source) {
  list_messages(domains, pieces);
}

int Relay::reader_of(const Piece& piece) const {
  const auto file = inputs_.arrays[static_cast<std::size_t>(piece.source)].file;
  return inputs_.files[static_cast<std::size_t>(file)].reader;
}

bool Relay::comes_from_another(const Piece& piece) const {
  return !source_.is_plain(piece.source) && reader_of(piece) != session_.rank();
}

void Relay::list_messages(const plan::Domains& domains, std::span<const Piece> pieces) {
  for (const auto& piece : pieces) {
    if (source_.is_plain(piece.source) || reader_of(piece) != session_.rank()) continue;
    for (auto domain = piece.at / domains.size(); domain * domains.size() < piece.end(); ++domain) {
      const auto [owner, round] = domains.turn_of(domain);
      if (owner == session_.rank()) continue;
      outgoing_.push_back({round, owner, cut(std::span(&piece, 1), domains.bytes_of(domain)).front()});
    }
  }
  // Pieces come by place in the file, so within a round they are by domain already.
  std::stable_sort(outgoing_.begin(), outgoing_.end(),
                   [](const Message& a, const Message& b) { return a.round < b.round; });
}

void Relay::expect(std::span<const Piece> pieces, std::int64_t begin, std::span<std::byte> buffer) {
  for (const auto& piece : pieces) {
    if (!comes_from_another(piece)) continue;
    auto& request = expected_.emplace_back(MPI_REQUEST_NULL);
    MPI_Irecv(buffer.data() + (piece.at - begin), static_cast<int>(piece.size), MPI_BYTE, reader_of(piece),
              tag, session_.comm(), &request);
  }
}

void Relay::send(std::int64_t round) {
  std::optional<Error> failure;
  auto next = std::partition_point(outgoing_.begin(), outgoing_.end(),
                                   [&](const Message& message) { return message.round < round; });
  for (; next != outgoing_.end() && next->round == round; ++next) {
    const auto& piece = next->piece;
    buffer_.resize(static_cast<std::size_t>(piece.size));
    try {
      if (!failure) source_.read(piece.source, {piece.from, piece.from + piece.size}, buffer_);
    } catch (const Error& error) {
      failure = error;
    }
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Isend(buffer_.data(), static_cast<int>(piece.size), MPI_BYTE, next->owner, tag, session_.comm(),
              &request);
    par::wait_all(std::span(&request, 1));
  }
  if (failure) throw Error(*failure);
}

void Relay::receive() {
  par::wait_all(expected_);
  expected_.clear();
}

}  // namespace pcgns::move
