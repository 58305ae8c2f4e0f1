// fault.hpp: fault injection for the tests.
//
// PCGNS_FAULT="move:rank=1:round=2:ENOSPC" makes one place fail on one rank in one round. The places are
// "read", "walk" (in the child process that reads files first), "scratch", "scratch_read", "nodes",
// "skeleton", "direct", "move", "copy" (in the queue, between buffers and the memory of ranks), "stage"
// (while a file that is modified is copied), "cache" (before a block is written; a round is a block),
// "repack", "sync", "check", "publish" (before a rename), "published" (after it), "graph" and "alone"
// (between two collectives). Without rank or round, all of them fail; where the queue reads within a node, a
// round is a file block. The failure is an errno name (ENOSPC, EIO, …), "bad_alloc", "hang", "stop" (like a
// signal), "SIGKILL", "SIGSEGV", "SIGABRT", "spin" (for ever), or "slow" (50 ms per round). Test-only; not
// documented for users.
#pragma once

#include <string_view>

namespace pcgns::par {

/// Fails here if PCGNS_FAULT says so: throws Error{io} or std::bad_alloc, hangs, kills, stops, or slows down.
void fault_point(std::string_view place, int rank, long round = 0);

}  // namespace pcgns::par
