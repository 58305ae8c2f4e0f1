// measure.hpp: the problems of a scenario, written and read by every engine in turn.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "common/options.hpp"
#include "pcgns-bench/engine/engine.hpp"
#include "pcgns-bench/measure/samples.hpp"
#include "pcgns/par/session.hpp"
#include "pcgns/publish/file_system.hpp"

namespace pcgns::bench {

struct MeasureOptions {
  int repetitions = 28;  ///< Find 1.2 x at a scatter of 10 % (tests/unit/bench/comparison.cpp).
  int warm_ups = 1;      ///< Repetitions before that do not count; their files are read by other means, too.
  std::string folder = ".";   ///< Where the files are made, and removed.
  bool is_cold = false;       ///< Files are out of the page cache before they are read.
  bool single_calls = false;  ///< Each array is handed over by itself.
  EngineOptions engine = {};
  tool::RunOptions programs = {};  ///< How pcgns-merge and pcgns-repartition run.
};

/// Throws the same Error on every rank if an engine fails or brings wrong values. @note Collective.
[[nodiscard]] Outcome measure(par::Session& session, const Problem& problem,
                              const std::vector<std::string>& engines, const MeasureOptions& options);

/// One problem that is written and read again and again, in the same memory.
class Repeated {
 public:
  Repeated(par::Session& session, const Problem& problem, const MeasureOptions& options);
  ~Repeated();
  Repeated(const Repeated&) = delete;
  Repeated& operator=(const Repeated&) = delete;

  struct Times {
    Sample written;
    Sample read;
  };
  /// Throws the same Error on every rank if the engine fails or brings wrong values; the first file is read
  /// by other means, too. The file is removed. @note Collective.
  [[nodiscard]] Times once(Engine& engine, const publish::Striping& striping = {});

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Over the ranks of `comm`, on every one. @note Collective.
[[nodiscard]] Spread spread_of(MPI_Comm comm, double mine);

/// A name in `folder` that nothing has, and that nobody can foresee: a file or link of that name would be
/// overwritten. The same on every rank. @note Collective.
[[nodiscard]] std::string unused_name(par::Session& session, const std::string& folder);

/// The file is on the device, and no page of it in memory. @note Local; one rank of each node calls it.
void drop_from_cache(const std::string& path);

}  // namespace pcgns::bench
