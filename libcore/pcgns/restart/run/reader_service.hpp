// reader_service.hpp: lets some ranks read the input files for all others.
//
// Everything that reads through io::Source, from planning to the last value, then works as if each rank read
// for itself. A read becomes requests for blocks; a block always has the same reader. Readers answer while
// they wait for other ranks, as they do at the end of every collective call of this library.
//
//   inputs.remote = std::make_shared<ReaderService>(session, inputs, readers, memory);
#pragma once

#include <mpi.h>

#include <cstdint>
#include <list>
#include <optional>
#include <span>
#include <vector>

#include "pcgns/base/budget.hpp"
#include "pcgns/base/error.hpp"
#include "pcgns/cgns/input_set.hpp"
#include "pcgns/io/source.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/par/session.hpp"
#include "pcgns/restart/restart.hpp"

namespace pcgns::restart {

class ReaderService : public cgns::RemoteReads {
 public:
  /// `readers`: ascending, the same on all ranks. `inputs` and `session` must outlive this object; files that
  /// are added to `inputs` later are read by every rank itself. @note Collective.
  ReaderService(par::Session& session, const cgns::InputSet& inputs, std::vector<int> readers, Budget memory);
  /// @pre No rank waits for a read. @note Collective.
  ~ReaderService() override;

  [[nodiscard]] bool read_file(int array, std::int64_t offset, std::span<std::byte> to) override;
  [[nodiscard]] bool read_values(int array, Range elements, std::span<std::byte> to) override;
  [[nodiscard]] const ReadCounts& counts() const { return counts_; }

  /// During its lifetime this rank reads itself: for calls of one rank, while others are not in the library.
  class Pause {
   public:
    explicit Pause(ReaderService* service);
    ~Pause();
    Pause(const Pause&) = delete;
    Pause& operator=(const Pause&) = delete;

   private:
    ReaderService* service_;
  };

 private:
  /// A request, as it is sent.
  struct Request {
    std::int64_t array = 0;
    std::int64_t is_in_file = 0;  ///< 1: bytes of the file; 0: values that only a library can read.
    std::int64_t begin = 0;       ///< Byte of the file, or element.
    std::int64_t end = 0;
    std::int64_t bytes = 0;
  };
  struct Block {
    int reader = 0;
    Request request;
    std::span<std::byte> to;
  };
  struct Answer {
    MPI_Request sending = MPI_REQUEST_NULL;
    std::vector<std::byte> bytes;
  };

  [[nodiscard]] bool is_read_remotely(int array) const;
  void read(std::span<const Block> blocks);
  void read_some(std::span<const Block> blocks);
  [[nodiscard]] std::vector<std::vector<std::byte>> buffers_for(std::span<const Block> blocks);
  [[nodiscard]] std::optional<Error> read_own(std::span<const Block> blocks);
  void read_here(const Request& request, std::span<std::byte> to);
  void take(const std::vector<std::byte>& answer, std::span<std::byte> to);
  void serve();
  void answer(std::span<const std::byte> request, int from);
  void forget_sent();
  void note_buffers();

  par::Session& session_;
  const cgns::InputSet& inputs_;
  std::vector<int> readers_;
  std::vector<int> walkers_;  ///< By file: the rank that walked it.
  std::int64_t block_;        ///< Bytes.
  bool pauses_ = false;
  io::Source source_;
  MPI_Comm comm_ = MPI_COMM_NULL;
  std::list<Answer> answers_;  ///< Under way.
  std::int64_t answer_bytes_ = 0;
  std::int64_t expected_bytes_ = 0;  ///< Buffers of answers to this rank.
  ReadCounts counts_;
  std::optional<par::WhileWaiting> service_;  ///< On readers.
};

}  // namespace pcgns::restart
