#include "pcgns/par/node_barrier.hpp"

#include <new>
#include <vector>

#include "catch.hpp"
#include "pcgns/par/collective.hpp"
#include "session.hpp"

namespace {

using namespace pcgns;
using test::session;

/// A barrier, and a number of each rank beside it. All ranks are on one node here.
class Place {
 public:
  explicit Place(int processors) {
    void* mine = nullptr;
    MPI_Win_allocate_shared(session().is_root() ? bytes : 0, 1, MPI_INFO_NULL, session().comm(), &mine,
                            &window_);
    MPI_Win_lock_all(MPI_MODE_NOCHECK, window_);
    MPI_Aint size = 0;
    int unit = 0;
    void* begin = nullptr;
    MPI_Win_shared_query(window_, 0, &size, &unit, &begin);
    if (session().is_root()) new (begin) par::NodeBarrier::State;
    numbers =
        reinterpret_cast<volatile int*>(static_cast<std::byte*>(begin) + sizeof(par::NodeBarrier::State));
    numbers[session().rank()] = 0;
    barrier = {static_cast<par::NodeBarrier::State*>(begin), session().comm(), processors};
    static_cast<void>(par::all_sum(session().comm(), 0));
  }
  ~Place() {
    MPI_Win_unlock_all(window_);
    MPI_Win_free(&window_);
  }
  Place(const Place&) = delete;
  Place& operator=(const Place&) = delete;

  par::NodeBarrier barrier;
  volatile int* numbers = nullptr;

 private:
  static constexpr MPI_Aint bytes = 64 * 1024;
  MPI_Win window_ = MPI_WIN_NULL;
};

}  // namespace

TEST_CASE("nobody leaves a barrier before all are there, however often") {
  const int processors = GENERATE(1, 1000);  // they yield, or spin
  Place place(processors);
  int wrong = 0;
  for (int round = 1; round <= 500; ++round) {
    place.numbers[session().rank()] = round;
    place.barrier.meet();
    for (int rank = 0; rank < session().size(); ++rank) wrong += place.numbers[rank] == round ? 0 : 1;
    place.barrier.meet();
  }
  CHECK(wrong == 0);
}

TEST_CASE("who waits at a barrier takes the long message that another has to send before it comes") {
  Place place(1);
  const int last = session().size() - 1;
  std::vector<int> values(5'000'000, session().rank());
  MPI_Request request = MPI_REQUEST_NULL;
  const auto count = static_cast<int>(values.size());
  if (session().is_root() && last > 0)
    MPI_Irecv(values.data(), count, MPI_INT, last, 0, session().comm(), &request);
  if (session().rank() == last && last > 0) {
    MPI_Isend(values.data(), count, MPI_INT, 0, 0, session().comm(), &request);
    par::wait(request);
  }
  place.barrier.meet();
  par::wait(request);
  CHECK(values == std::vector<int>(values.size(), session().is_root() ? last : session().rank()));
}
