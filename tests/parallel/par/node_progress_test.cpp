#include "pcgns/par/node.hpp"

#include <new>
#include <vector>

#include "catch.hpp"
#include "pcgns/par/collective.hpp"
#include "session.hpp"

namespace {

using namespace pcgns;
using test::session;
using State = par::NodeProgress::State;

/// Counters, and a number of each rank beside them. All ranks are on one node here.
class Place {
 public:
  Place(int processors, std::int64_t first) {
    void* mine = nullptr;
    MPI_Win_allocate_shared(sizeof(Shared), 1, MPI_INFO_NULL, session().comm(), &mine, &window_);
    MPI_Win_lock_all(MPI_MODE_NOCHECK, window_);
    new (mine) Shared;
    std::vector<State*> states;
    for (int rank = 0; rank < session().size(); ++rank) {
      MPI_Aint size = 0;
      int unit = 0;
      void* begin = nullptr;
      MPI_Win_shared_query(window_, rank, &size, &unit, &begin);
      states.push_back(&static_cast<Shared*>(begin)->state);
      numbers.push_back(&static_cast<Shared*>(begin)->number);
    }
    states[static_cast<std::size_t>(session().rank())]->steps = static_cast<std::uint32_t>(first);
    progress = {std::move(states), session().comm(), processors};
    static_cast<void>(par::all_sum(session().comm(), 0));
  }
  ~Place() {
    MPI_Win_unlock_all(window_);
    MPI_Win_free(&window_);
  }
  Place(const Place&) = delete;
  Place& operator=(const Place&) = delete;

  [[nodiscard]] volatile int& my_number() const {
    return *numbers[static_cast<std::size_t>(session().rank())];
  }

  void tell(std::int64_t steps) { progress.tell(static_cast<std::size_t>(session().rank()), steps); }

  par::NodeProgress progress;
  std::vector<volatile int*> numbers;

 private:
  struct Shared {
    State state;
    volatile int number = 0;
  };
  MPI_Win window_ = MPI_WIN_NULL;
};

}  // namespace

TEST_CASE(
    "who waits for all sees what they stored before they told, however often, and where counters go round") {
  const int processors = GENERATE(1, 1000);  // they yield, or spin
  const std::int64_t first = GENERATE(std::int64_t{0}, std::int64_t{0xFFFFFF00});
  Place place(processors, first);
  int wrong = 0;
  for (int round = 1; round <= 500; ++round) {
    place.my_number() = round;
    place.tell(first + 2 * round - 1);
    place.progress.wait_for_all(first + 2 * round - 1);
    for (const auto* number : place.numbers) wrong += *number == round ? 0 : 1;
    place.tell(first + 2 * round);
    place.progress.wait_for_all(first + 2 * round);
  }
  CHECK(wrong == 0);
}

TEST_CASE("a rank goes ahead of those that it does not wait for") {
  Place place(1, 0);
  const int last = session().size() - 1;
  // Each waits for the next one only; the last for nobody.
  if (session().rank() < last) {
    const auto next = static_cast<std::size_t>(session().rank()) + 1;
    place.progress.wait_for(next, 100);
    CHECK(place.progress.is_at(next, 100));
    CHECK(*place.numbers[next] == 100);
  }
  for (int step = 1; step <= 100; ++step) {
    place.my_number() = step;
    place.tell(step);
  }
}

TEST_CASE("who waits for others takes the long message that another has to send before it tells") {
  Place place(1, 0);
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
  place.tell(1);
  place.progress.wait_for_all(1);
  par::wait(request);
  CHECK(values == std::vector<int>(values.size(), session().is_root() ? last : session().rank()));
}
