// jobs.cpp: the functions of pcgns.h, which are the programs without their terminal.

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "common/failure.hpp"
#include "common/program.hpp"
#include "jobs/request.hpp"
#include "pcgns-merge/program.hpp"
#include "pcgns-repartition/program.hpp"
#include "pcgns-restripe/program.hpp"
#include "pcgns-verify/commands.hpp"
#include "pcgns/h5/error.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/pcgns.h"

namespace pcgns::tool {

namespace {

/// How a job has ended; the same on every rank.
struct Outcome {
  ExitCode exit_code = ExitCode::ok;
  std::string document;
  std::string error;  ///< Empty: there is a report.
};

Outcome outcome_of(const Program& program, const Error& error) {
  return {.exit_code = error.exit_code(),
          .document = document_of({program.name, program.command, error.what()}, error),
          .error = error.what()};
}

/// The first members are those that the caller's version of the header has.
pcgns_listener copy_of(const pcgns_listener* listener) {
  pcgns_listener copy = {};
  if (listener != nullptr) std::memcpy(&copy, listener, std::min(listener->size, sizeof copy));
  return copy;
}

int level_of(Listener::Kind kind) {
  switch (kind) {
    case Listener::Kind::detail:
      return PCGNS_DETAIL;
    case Listener::Kind::info:
      return PCGNS_INFO;
    case Listener::Kind::warning:
      return PCGNS_WARNING;
    case Listener::Kind::error:
      return PCGNS_ERROR;
  }
  return PCGNS_INFO;
}

Listener listener_of(const pcgns_listener& calls, std::int64_t& total) {
  Listener listener;
  if (calls.note != nullptr)
    listener.note = [&](Listener::Kind kind, const std::string& text) {
      calls.note(calls.context, level_of(kind), text.c_str());
    };
  if (calls.progress == nullptr) return listener;
  listener.begin_move = [&](std::int64_t bytes) {
    total = bytes;
    calls.progress(calls.context, 0, total);
  };
  listener.moved = [&](std::int64_t bytes) { calls.progress(calls.context, bytes, total); };
  return listener;
}

par::Session::Options session_options(const Program& program, const pcgns_listener& calls) {
  par::Session::Options options{.program = program.name, .memory = program.options.memory_bytes()};
  // Not left out where there is no function: another rank may have one, and what it says ends with this job.
  options.asks_to_stop = [&] { return calls.stop != nullptr && calls.stop(calls.context) != 0; };
  if (calls.phase != nullptr)
    options.entered = [&](std::string_view phase) { calls.phase(calls.context, std::string(phase).c_str()); };
  return options;
}

/// The others wait in a call that this rank will never make.
[[noreturn]] void end_alone(const Program& program, const par::Session& session, const Error& error) {
  const auto line = fmt::format("{}: error: rank {}: {}\n", program.name, session.rank(), error.what());
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, line.data(), line.size());
  par::Session::abort(error.exit_code());
}

Outcome work(MPI_Comm comm, const Program& program, const pcgns_listener& calls) {
  std::int64_t total = 0;
  par::Session session(comm, session_options(program, calls));
  try {
    const auto report = program.work(session, listener_of(calls, total));
    auto document = session.is_root() ? report.document() : std::string();
    par::broadcast(session.comm(), document);
    return {.exit_code = report.exit_code, .document = std::move(document), .error = {}};
  } catch (const std::exception& caught) {
    const auto error = error_of(caught);
    if (session.size() > 1 && !session.all_end()) end_alone(program, session, error);
    return outcome_of(program, error);
  }
}

struct Call {
  std::string_view job;
  MPI_Comm comm;
  const char* request;
  const pcgns_listener* listener;
};

/// The request of rank 0, as options on every rank.
void take_request(const Call& call, const Program& program) {
  std::string request = call.request == nullptr ? "" : call.request;
  par::broadcast(call.comm, request);
  const auto take = [&] {
    parse_request(request, std::string(call.job), program.define);
    program.options.json = true;  // for the sake of what only the document has
    require_sound(program.options);
    program.check();
  };
  par::collectively(call.comm, "reading the request", take, par::Stops::ignore);
}

template <typename Options>
Outcome run_as(const Call& call) {
  Options options;
  const auto program = program_of(options);
  const auto calls = copy_of(call.listener);
  const h5::Quiet quiet;
  try {
    take_request(call, program);
    return work(call.comm, program, calls);
  } catch (const std::exception& error) {
    return outcome_of(program, error_of(error));
  }
}

using Jobs = std::map<std::string_view, std::function<Outcome(const Call&)>>;

const Jobs& jobs() {
  static const Jobs all = {{"check", run_as<CheckOptions>},      {"compare", run_as<CompareOptions>},
                           {"digest", run_as<DigestOptions>},    {"info", run_as<InfoOptions>},
                           {"merge", run_as<MergeOptions>},      {"repartition", run_as<RepartitionOptions>},
                           {"restripe", run_as<RestripeOptions>}};
  return all;
}

std::string& last_error() {
  static thread_local std::string text;
  return text;
}

void require_mpi(MPI_Comm comm) {
  int is_initialised = 0;
  int is_finalised = 0;
  MPI_Initialized(&is_initialised);
  MPI_Finalized(&is_finalised);
  if (is_initialised == 0 || is_finalised != 0)
    throw Error(ErrorKind::usage, "MPI is not initialised: call MPI_Init before a job");
  if (comm == MPI_COMM_NULL) throw Error(ErrorKind::usage, "the communicator of the job is MPI_COMM_NULL");
  int has_two_groups = 0;
  MPI_Comm_test_inter(comm, &has_two_groups);
  if (has_two_groups != 0)
    throw Error(ErrorKind::usage, "the communicator of the job is an intercommunicator");
}

/// Of what no rank has begun to talk about with the others.
Outcome run_or_refuse(const Call& call) {
  try {
    require_mpi(call.comm);
    const auto job = jobs().find(call.job);
    if (job == jobs().end()) throw Error(ErrorKind::usage, fmt::format("'{}' is not a job", call.job));
    return job->second(call);
  } catch (const std::exception& caught) {
    const auto error = error_of(caught);
    return {.exit_code = error.exit_code(),
            .document = document_of({"pcgns-" + std::string(call.job), "", error.what()}, error),
            .error = error.what()};
  }
}

/// No exception leaves it: what is caught last is that the memory has gone.
int run_job(const Call& call, char** report) noexcept {
  try {
    auto outcome = run_or_refuse(call);
    last_error() = std::move(outcome.error);
    if (report != nullptr) *report = ::strdup(outcome.document.c_str());
    return static_cast<int>(outcome.exit_code);
  } catch (...) {
    return PCGNS_FAILED;
  }
}

}  // namespace

}  // namespace pcgns::tool

using pcgns::tool::run_job;

extern "C" {

int pcgns_merge(MPI_Comm comm, const char* request, const pcgns_listener* listener, char** report) {
  return run_job({"merge", comm, request, listener}, report);
}

int pcgns_repartition(MPI_Comm comm, const char* request, const pcgns_listener* listener, char** report) {
  return run_job({"repartition", comm, request, listener}, report);
}

int pcgns_restripe(MPI_Comm comm, const char* request, const pcgns_listener* listener, char** report) {
  return run_job({"restripe", comm, request, listener}, report);
}

int pcgns_check(MPI_Comm comm, const char* request, const pcgns_listener* listener, char** report) {
  return run_job({"check", comm, request, listener}, report);
}

int pcgns_compare(MPI_Comm comm, const char* request, const pcgns_listener* listener, char** report) {
  return run_job({"compare", comm, request, listener}, report);
}

int pcgns_digest(MPI_Comm comm, const char* request, const pcgns_listener* listener, char** report) {
  return run_job({"digest", comm, request, listener}, report);
}

int pcgns_info(MPI_Comm comm, const char* request, const pcgns_listener* listener, char** report) {
  return run_job({"info", comm, request, listener}, report);
}

int pcgns_job_f(const char* job, MPI_Fint comm, const char* request, const pcgns_listener* listener,
                char** report) {
  return run_job({job, MPI_Comm_f2c(comm), request, listener}, report);
}

MPI_Fint pcgns_comm_self_f() {
  int is_initialised = 0;
  MPI_Initialized(&is_initialised);
  if (is_initialised == 0) {
    int provided = 0;
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
  }
  return MPI_Comm_c2f(MPI_COMM_SELF);
}

const char* pcgns_job_error() { return pcgns::tool::last_error().c_str(); }

void pcgns_free(char* report) { std::free(report); }
}
