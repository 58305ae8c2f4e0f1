// par.hpp: MPI for the library: the session, errors agreed by all ranks, messages.
//
// A failure on one rank becomes the same Error on every rank (`collectively`), so that no rank waits for
// another in vain. Only Session names MPI_COMM_WORLD. Waiting ranks sleep, and a watchdog ends a stalled job.
//
//     pcgns::par::Session session({.program = "example"});
//     pcgns::par::collectively(session.comm(), "reading the input", [&] { read_my_file(); });
#pragma once

#include "pcgns/par/collective.hpp"
#include "pcgns/par/exchange.hpp"
#include "pcgns/par/fault.hpp"
#include "pcgns/par/info.hpp"
#include "pcgns/par/node.hpp"
#include "pcgns/par/node_memory.hpp"
#include "pcgns/par/point_to_point.hpp"
#include "pcgns/par/rendezvous.hpp"
#include "pcgns/par/request_reply.hpp"
#include "pcgns/par/session.hpp"
