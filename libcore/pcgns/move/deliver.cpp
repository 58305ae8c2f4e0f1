#include "pcgns/move/deliver.hpp"

#include "pcgns/par/collective.hpp"

namespace pcgns::move {

namespace {

constexpr int tag = 3;

}  // namespace

Letters deliver(MPI_Comm comm, const Letters& letters) {
  const auto ranks = letters.size();
  std::vector<std::int64_t> sent(ranks);
  std::vector<std::int64_t> sizes(ranks);
  for (std::size_t i = 0; i < ranks; ++i) sent[i] = static_cast<std::int64_t>(letters[i].size());
  MPI_Request counted = MPI_REQUEST_NULL;
  MPI_Ialltoall(sent.data(), 1, MPI_INT64_T, sizes.data(), 1, MPI_INT64_T, comm, &counted);
  par::wait(counted);

  Letters arrived(ranks);
  std::vector<MPI_Request> requests;
  for (std::size_t i = 0; i < ranks; ++i) {
    arrived[i].resize(static_cast<std::size_t>(sizes[i]));
    in_pieces(arrived[i].data(), sizes[i], [&](std::byte* to, int size) {
      MPI_Irecv(to, size, MPI_BYTE, static_cast<int>(i), tag, comm, &requests.emplace_back(MPI_REQUEST_NULL));
    });
  }
  for (std::size_t i = 0; i < ranks; ++i) {
    in_pieces(letters[i].data(), sent[i], [&](const std::byte* from, int size) {
      MPI_Isend(from, size, MPI_BYTE, static_cast<int>(i), tag, comm,
                &requests.emplace_back(MPI_REQUEST_NULL));
    });
  }
  par::wait_all(requests);
  return arrived;
}

}  // namespace pcgns::move
