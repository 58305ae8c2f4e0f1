// post.hpp: records from every rank to whom they concern.
#pragma once

#include <cstring>
#include <span>
#include <type_traits>

#include "pcgns/move/exchange.hpp"

namespace pcgns::mesh {

/// Brings every record to the rank `owner_of` says, where `receive` gets it; in batches that fit into the
/// exchange. Those of one rank come in its order; `receive` may be called while more are read. @note
/// Collective.
template <typename Record, typename Owner, typename Receive>
void post(par::Session& session, move::Exchange& exchange, std::span<const Record> records, Owner&& owner_of,
          Receive&& receive) {
  static_assert(std::is_trivially_copyable_v<Record> && sizeof(Record) % 8 == 0);
  constexpr std::int64_t size = sizeof(Record);
  std::size_t at = 0;
  for (bool more = true; more;) {
    for (bool room = true; room && at < records.size(); ++at) {
      const int rank = owner_of(records[at]);
      if (rank == session.rank()) {
        receive(records[at]);
        continue;
      }
      std::memcpy(exchange.add(rank, size), &records[at], sizeof(Record));
      room = exchange.waiting_for(rank) + size <= exchange.room();
    }
    more = exchange.deliver({.more = at < records.size()}).more;
    for (int rank = 0; rank < session.size(); ++rank) {
      const auto bytes = exchange.from(rank);
      for (std::size_t begin = 0; begin < bytes.size(); begin += sizeof(Record)) {
        Record record;
        std::memcpy(&record, bytes.data() + begin, sizeof record);
        receive(record);
      }
    }
    session.alive();
  }
}

}  // namespace pcgns::mesh
