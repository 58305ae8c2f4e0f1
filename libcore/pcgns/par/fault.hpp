// fault.hpp: failures on demand, for the tests.
//
// PCGNS_FAULT="move:rank=1:round=2:ENOSPC" makes one place fail on one rank in one round. The place is
// "read", "walk" (in the process that reads files first), "scratch", "skeleton", "direct", "move", "copy" (in
// the queue: between buffers and what ranks have in memory), "repack", "sync", "check", "publish", "graph" or
// "alone" (between two collectives); rank and round may be left out (all of them), and where the queue reads
// within a node a round is a domain. The failure is a name of errno (ENOSPC, EIO, …), "bad_alloc", "hang",
// "stop" (as a signal would), "SIGKILL", "SIGSEGV", "SIGABRT", "spin" (for ever), or "slow" (50 ms a round).
// Test-only: it is documented nowhere else.
#pragma once

#include <string_view>

namespace pcgns::par {

/// Fails here if the environment asks for it: throws Error{io}, or hangs, kills, stops, slows down.
void fault_point(std::string_view place, int rank, long round = 0);

}  // namespace pcgns::par
