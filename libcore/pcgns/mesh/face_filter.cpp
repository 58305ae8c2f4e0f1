#include "pcgns/mesh/face_filter.hpp"

#include <algorithm>
#include <bit>

#include "pcgns/par/collective.hpp"

namespace pcgns::mesh {

namespace {
constexpr std::uint64_t least_words = 1 << 10;
constexpr std::uint64_t most_words = 1 << 20;  // 8 MiB
}  // namespace

FaceFilter::FaceFilter(par::Session& session, std::span<const kernel::FaceKey> wanted) {
  const auto all = par::all_sum(session.comm(), static_cast<std::int64_t>(wanted.size()));
  words_.resize(std::clamp(std::bit_ceil(static_cast<std::uint64_t>(all) / 2), least_words, most_words));
  for (const auto& key : wanted) {
    const auto hash = kernel::quick_hash_of(key);
    words_[word_of(hash)] |= bits_of(hash);
  }
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Iallreduce(MPI_IN_PLACE, words_.data(), static_cast<int>(words_.size()), MPI_UINT64_T, MPI_BOR,
                 session.comm(), &request);
  par::wait(request);
}

}  // namespace pcgns::mesh
