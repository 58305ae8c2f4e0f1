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

MPI_Request post(MPI_Comm comm, int tag, int rank, std::span<const std::byte> bytes, Sent sent) {
  MPI_Request request = MPI_REQUEST_NULL;
  const auto size = static_cast<int>(bytes.size());
  sent == Sent::with_receipt ? MPI_Issend(bytes.data(), size, MPI_BYTE, rank, tag, comm, &request)
                             : MPI_Isend(bytes.data(), size, MPI_BYTE, rank, tag, comm, &request);
  return request;
}

bool take_message(MPI_Comm comm, int tag, std::vector<std::byte>& bytes, int& from) {
  int found = 0;
  MPI_Message message = MPI_MESSAGE_NULL;
  MPI_Status status;
  MPI_Improbe(MPI_ANY_SOURCE, tag, comm, &found, &message, &status);
  if (found == 0) return false;
  int size = 0;
  MPI_Get_count(&status, MPI_BYTE, &size);
  bytes.resize(static_cast<std::size_t>(size));
  MPI_Mrecv(bytes.data(), size, MPI_BYTE, &message, MPI_STATUS_IGNORE);
  from = status.MPI_SOURCE;
  return true;
}

}  // namespace pcgns::par
