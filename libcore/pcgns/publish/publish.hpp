// publish.hpp: publishes outputs atomically: each appears complete or not at all.
//
// An output is staged under another name in the directory of its target, written, synced, checked and
// renamed. Its journal allows --resume to continue. File-system properties (stripes, free space) are here,
// too.
//
//     pcgns::publish::StagedFile staged(session, options, plan, inputs, 4096);
//     // ... write to staged.layout() ...
//     staged.publish();
#pragma once

#include "pcgns/publish/command.hpp"
#include "pcgns/publish/journal.hpp"
#include "pcgns/publish/machine.hpp"
#include "pcgns/publish/part_file.hpp"
#include "pcgns/publish/rename.hpp"
#include "pcgns/publish/stage_options.hpp"
#include "pcgns/publish/staged_file.hpp"
#include "pcgns/publish/staged_set.hpp"
#include "pcgns/publish/storage.hpp"
#include "pcgns/publish/write_output.hpp"
