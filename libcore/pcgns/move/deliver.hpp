// deliver.hpp: bytes from every rank to those whom they concern, once.
#pragma once

#include <mpi.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "pcgns/base/bytes.hpp"

namespace pcgns::move {

using Letters = std::vector<std::vector<std::byte>>;  ///< By rank.

/// Sends letters[r] to rank r and gives what each rank has sent to this one. No limit on sizes.
/// @note Collective over `comm`.
[[nodiscard]] Letters deliver(MPI_Comm comm, const Letters& letters);

/// Calls `post(data, bytes)` for pieces of a message that MPI can count.
template <typename Data, typename Post>
void in_pieces(Data* data, std::int64_t size, const Post& post) {
  for (std::int64_t from = 0; from < size; from += gibi) {
    post(data + from, static_cast<int>(std::min(gibi, size - from)));
  }
}

}  // namespace pcgns::move
