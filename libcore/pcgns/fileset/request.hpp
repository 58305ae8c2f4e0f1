// request.hpp: which files are meant, how they become whole zones, and what of them is wanted.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pcgns/base/range.hpp"
#include "pcgns/cgns/input_set.hpp"
#include "pcgns/plan/composite.hpp"

namespace pcgns::fileset {

/// The convention by which a zone is recognised as a piece. Strongest evidence first.
enum class Convention : std::uint8_t {
  assembly_file,
  own,
  maia,
  cassiopee,
  seacas,
  xcore,
  coordinates,
  whole
};

[[nodiscard]] std::string_view to_string(Convention convention);

/// Which files, and how they become whole zones.
struct Request {
  /// Files, "@list" (a text file with one name a line), or patterns such as "out_%04d.cgns".
  std::vector<std::string> names = {};
  std::optional<Convention> convention = {};  ///< Consider this convention only.
  std::string assembly = {};                  ///< Text of an assembly file (JSON); empty if there is none.
  std::string assembly_path = {};             ///< Path of the assembly file, for messages.
  bool allow_missing = false;                 ///< Accept missing files and whole zones, and note them.
  bool takes_one = false;                     ///< One file of a numbered set is enough.
  /// Accept zones with missing pieces: reals there become NaN, integers their smallest value.
  bool fill_holes = false;
  std::optional<std::int64_t> expected_files = {};  ///< Any other number of files is an error.
  std::optional<std::int64_t> expected_zones = {};  ///< Any other number of whole zones is an error.
  bool keep_zones = false;                          ///< Keep pieces as separate zones.
  /// Merge zones without metadata that several files have by matching their coordinates.
  bool match_coordinates = false;
  double tolerance = 0;  ///< Distance within which coordinates match; 0: same bits.
  plan::SharedPoints shared = plan::SharedPoints::first;
  std::optional<double> shared_tolerance = {};  ///< plan::SharedLimits::tolerance
};

/// The files that are read before the inputs: lists of names, the assembly file.
[[nodiscard]] std::vector<std::string> files_named(const Request& request);

/// One zone that was in pieces.
struct MergedZone {
  std::string path;  ///< "/Base/Zone"
  std::int64_t pieces = 0;
  Convention convention = Convention::whole;  ///< Whose partition metadata counted.
  std::string evidence;
};

/// A zone that is in pieces, as their metadata say; nothing is proven.
struct RecognisedZone {
  struct Piece {
    int file = 0;      ///< Index into InputSet::files.
    std::string name;  ///< Of the zone that is the piece.
  };
  std::string base;
  std::string name;
  Convention convention = Convention::whole;
  std::string evidence = {};               ///< One sentence.
  std::vector<std::int64_t> extents = {};  ///< Structured: cells of the whole zone in each direction.
  std::vector<Piece> pieces = {};
};

/// Time steps of an unsteady computation to write.
struct Steps {
  enum class Which : std::uint8_t { common, all, range };
  static constexpr auto open_end = std::numeric_limits<std::int64_t>::max();

  Which which = Which::common;
  /// With Which::range: among the time steps that all files have; 0-based, half-open. A negative begin counts
  /// from the end; end `open_end` means all remaining ones.
  Range range = {};
  std::int64_t stride = 1;  ///< With Which::range.
};

/// "common", "all", "last", "7", "3:7" (1-based, inclusive), "3:", ":7", "1:9:2". Throws Error{usage} for
/// anything else.
[[nodiscard]] Steps parse_steps(const std::string& text);

enum class OnConflict : std::uint8_t { error, first };

struct MergeRequest {
  OnConflict on_conflict = OnConflict::error;
  Steps steps = {};
  std::vector<std::string> only = {};  ///< Glob patterns; see the man page for what they match.
  std::vector<std::string> omit = {};
  cgns::Links links = cgns::Links::copy;
  bool only_links =
      false;  ///< --virtual: zones become links to the inputs. @pre Links inside the inputs were kept.
  /// The result is a file that stays, not a mesh to be cut: one file keeps its tables of zones and families
  /// as they are, which otherwise become those of several files; pieces that stay zones keep their metadata;
  /// errors advise the options of pcgns-merge, which others do not have.
  bool is_final = false;
  /// Path of the output file, because link targets are relative to its folder. Absolute if the input paths
  /// are, else relative to the same folder.
  std::string output = {};
};

/// True if solutions, fields or time steps may be left out of a zone because the request says so.
[[nodiscard]] bool selects(const MergeRequest& request);

}  // namespace pcgns::fileset
