#include "pcgns/par/point_to_point.hpp"

#include "pcgns/par/collective.hpp"
#include "pcgns/par/detail/pieces.hpp"

namespace pcgns::par {

void PointToPoint::receive(int rank, std::span<std::byte> to) {
  in_pieces(to, [&](std::byte* piece, int size) {
    MPI_Irecv(piece, size, MPI_BYTE, rank, static_cast<int>(tag_), comm_,
              &requests_.emplace_back(MPI_REQUEST_NULL));
  });
}

void PointToPoint::send(int rank, std::span<const std::byte> from) {
  in_pieces(from, [&](const std::byte* piece, int size) {
    MPI_Isend(piece, size, MPI_BYTE, rank, static_cast<int>(tag_), comm_,
              &requests_.emplace_back(MPI_REQUEST_NULL));
  });
}

void PointToPoint::wait() {
  wait_all(requests_);
  requests_.clear();
}

}  // namespace pcgns::par
