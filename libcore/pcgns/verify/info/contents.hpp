// contents.hpp: what is in a file set, base by base, and how it is stored.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "pcgns/cgns/node.hpp"

namespace pcgns::verify::info {

/// Arrays of one name and type in containers of one name.
struct Field {
  std::string name;
  cgns::DataType type = cgns::DataType::MT;
  std::int64_t zones = 0;  ///< That have it.

  friend bool operator==(const Field&, const Field&) = default;
};

/// GridCoordinates_t, or a node of fields such as FlowSolution_t, in all zones that have it.
struct Container {
  std::string name;
  std::string label;
  std::string location;  ///< GridLocation.
  std::vector<Field> fields = {};

  friend bool operator==(const Container&, const Container&) = default;
};

struct Zone {
  std::string name;
  std::string label;  ///< Zone_t or ParticleZone_t.
  bool structured = false;
  bool whole_size = true;                  ///< False: the counts are sums over pieces, which share vertices.
  std::vector<std::int64_t> extents = {};  ///< Structured: vertices in each direction.
  std::int64_t vertices = 0;               ///< Or particles.
  std::int64_t cells = 0;
  std::int64_t ghost_cells = 0;                       ///< In the rind of sections; not among `cells`.
  std::map<std::string, std::int64_t> elements = {};  ///< Unstructured: number by type, of all sections.
  std::int64_t pieces = 0;                            ///< 0: not recognised as split.
  std::int64_t files = 0;                             ///< That have it, or a piece of it.
};

/// BC_t of one type, family or, without a family, name.
struct Boundary {
  std::string name;  ///< Of the family, or of the nodes.
  std::string type;
  bool is_family = false;
  std::int64_t count = 0;  ///< Of BC_t nodes.
};

struct Family {
  std::string name;
  std::string type;  ///< FamilyBC_t; empty if there is none.
};

struct TimeSteps {
  std::int64_t count = 0;
  std::optional<double> first = {};  ///< Of TimeValues, if they are there.
  std::optional<double> last = {};
};

struct Base {
  std::string name;
  std::int64_t cell_dimension = 0;
  std::int64_t physical_dimension = 0;
  std::vector<Zone> zones = {};  ///< In order of occurrence.
  std::vector<Container> coordinates = {};
  std::vector<Container> solutions = {};
  std::vector<Boundary> boundaries = {};
  std::vector<Family> families = {};
  std::int64_t matching_interfaces = 0;  ///< GridConnectivity1to1_t.
  std::int64_t other_interfaces = 0;     ///< GridConnectivity_t, overset holes.
  std::optional<TimeSteps> steps = {};
};

/// Bulk arrays that are stored alike.
struct Layout {
  std::string name;  ///< "contiguous", "chunked", "chunked, shuffle, deflate", "compact", "other".
  std::int64_t arrays = 0;
  std::int64_t bytes = 0;  ///< Of their values, uncompressed.
};

struct Storage {
  std::int64_t bytes = 0;                                ///< Of the files, without those that links lead to.
  std::int64_t linked_files = 0;                         ///< That links lead to.
  std::map<std::string, std::int64_t> adf_formats = {};  ///< Number of ADF files by their format.
  std::int64_t hdf5_files = 0;
  std::map<std::string, std::int64_t> versions = {};  ///< Number of files by CGNSLibraryVersion; "": none.
  std::vector<Layout> layouts = {};                   ///< Largest first.
};

}  // namespace pcgns::verify::info
