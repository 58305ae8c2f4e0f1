// publish.hpp: publishes outputs atomically: each appears complete or not at all.
//
// An output is staged under another name in the directory of its target, written, synced, checked and
// renamed. Its journal allows --resume to continue. File-system properties (stripes, free space) are here,
// too.
//
//     publish::preflight(session, options, names, cgns::paths_of(inputs));
//     publish::Outputs outputs(session, options);
//     outputs.write({.names = names, .plans = plans, .inputs = inputs, .machine = machine}, written, timer);
//     outputs.publish();
#pragma once

#include "pcgns/publish/command.hpp"
#include "pcgns/publish/file_system.hpp"
#include "pcgns/publish/machine.hpp"
#include "pcgns/publish/outputs.hpp"
#include "pcgns/publish/preflight.hpp"
#include "pcgns/publish/real_path.hpp"
#include "pcgns/publish/rename.hpp"
#include "pcgns/publish/stage_options.hpp"
#include "pcgns/publish/staged_file.hpp"
#include "pcgns/publish/wisdom.hpp"
