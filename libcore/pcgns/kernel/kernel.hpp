// kernel.hpp: local computations on spans, without MPI or files.
//
// Every function works only on the memory that it is given: conversion and comparison of values, block
// hashes, cutting of structured blocks, face keys. Each is unit-tested alone.
//
//     auto boxes = pcgns::kernel::cut({.cells = {64, 64, 32}, .boxes = 7});  // nullopt: not possible
#pragma once

#include "pcgns/kernel/cell_volume.hpp"
#include "pcgns/kernel/compare_values.hpp"
#include "pcgns/kernel/conversion.hpp"
#include "pcgns/kernel/cut_tree.hpp"
#include "pcgns/kernel/digest.hpp"
#include "pcgns/kernel/faces.hpp"
#include "pcgns/kernel/faster_way.hpp"
#include "pcgns/kernel/old_section.hpp"
#include "pcgns/kernel/orders.hpp"
#include "pcgns/kernel/repeated.hpp"
#include "pcgns/kernel/stream_copy.hpp"
