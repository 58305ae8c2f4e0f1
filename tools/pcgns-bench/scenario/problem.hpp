// problem.hpp: what is to be written and read: the arrays of a file, and what each rank has of them.
//
// Pure data. A scenario makes problems; an engine is a way of moving one between memory and files.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "pcgns/cgns/node.hpp"

namespace pcgns::bench {

/// Extents or indices in CGNS order: fastest first.
using Extents = std::vector<std::int64_t>;

struct Zone {
  std::string name;
  bool is_structured = true;
  std::int64_t vertices = 0;  ///< Of an unstructured zone.
  std::int64_t cells = 0;     ///< Of an unstructured zone.
  Extents extents = {};       ///< Vertices of a structured zone.
  std::string element = {};   ///< "HEXA_8" or "PENTA_6"; empty: the zone has no section.
};

struct Array {
  int zone = 0;        ///< Index into Problem::zones.
  std::string parent;  ///< Name of the node it is in: "GridCoordinates", "FlowSolution", "Elements", "Data".
  std::string name;
  cgns::DataType type = cgns::DataType::R8;
  Extents dims;
  std::string phase;  ///< Arrays of one phase are handed over together, and timed together.

  [[nodiscard]] std::int64_t bytes() const { return cgns::bytes_of(type, dims); }
};

/// What a rank has of an array: in memory a dense array of its own.
struct Piece {
  int array = 0;
  Extents begin;               ///< 0-based.
  Extents count;               ///< None is 0.
  std::vector<int> axes = {};  ///< Axis i of the file runs along axis axes[i] of memory; empty: the same.
};

struct Problem {
  std::string label;  ///< Tells the problems of a scenario apart: "901x1001x11".
  std::vector<std::pair<std::string, std::string>> parameters = {};
  /// Values only, array after array, where the engine needs no more than that; else a CGNS file.
  bool is_plain = false;
  std::vector<Zone> zones = {};
  std::vector<Array> arrays = {};
  /// By rank; of an array a rank has one piece at most. Every value is in one piece.
  std::function<std::vector<Piece>(int rank)> pieces = {};

  [[nodiscard]] std::int64_t bytes() const {
    std::int64_t sum = 0;
    for (const auto& array : arrays) sum += array.bytes();
    return sum;
  }
};

}  // namespace pcgns::bench
