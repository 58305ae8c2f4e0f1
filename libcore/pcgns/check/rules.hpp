// rules.hpp: what pcgns-verify looks for. Every rule has a code that stays the same for ever.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace pcgns::check {

enum class Severity : std::uint8_t {
  note,     ///< A matter of taste, or worth knowing.
  warning,  ///< Readers open it, but somebody will be surprised.
  error,    ///< Against the standard in a way that readers stumble over or that makes results wrong.
};

/// What is looked at; the first letter of a code.
enum class Layer : std::uint8_t {
  file,      ///< F: how the tree lies in HDF5.
  tree,      ///< T: nodes, labels, types, extents, enumerations.
  mesh,      ///< M: elements, faces, cells, points.
  joins,     ///< J: what connects zones.
  boundary,  ///< B: boundary conditions, and which faces have none.
  values,    ///< V: numbers that are none, empty fields, steps.
  set,       ///< S: the files of many ranks as one mesh.
};
inline constexpr int layer_count = 7;

/// For whom a file is checked; a rule may weigh more or less for them.
enum class Profile : std::uint8_t {
  sids,     ///< The standard.
  mll,      ///< What the reference library will refuse.
  restart,  ///< A solver goes on from it.
  archive,  ///< It must be readable in years.
};

struct Rule {
  std::string_view code;   ///< "M0103".
  Severity severity;       ///< For Profile::sids.
  std::string_view title;  ///< What is wrong, without the place: "an element has a vertex that is not there".
  std::string_view help;   ///< One sentence: what follows from it, or what to do.
  std::optional<Severity> mll = {};  ///< Where these weigh otherwise.
  std::optional<Severity> restart = {};
  std::optional<Severity> archive = {};
  bool off = false;  ///< Only looked for if asked for (--enable CODE).
};

/// All rules, by code.
[[nodiscard]] std::span<const Rule> rules();
/// Null for an unknown code.
[[nodiscard]] const Rule* rule_of(std::string_view code);
[[nodiscard]] Layer layer_of(std::string_view code);
/// True if what rule `far` finds at a node is what `near` finds there, too, and tells more of.
[[nodiscard]] bool is_told_by(std::string_view far, std::string_view near);
[[nodiscard]] Severity severity_of(const Rule& rule, Profile profile);

[[nodiscard]] std::string_view to_string(Severity severity);
[[nodiscard]] std::string_view to_string(Layer layer);

/// The rules of each layer, by code; `rules` puts them together.
[[nodiscard]] std::span<const Rule> file_rules();
[[nodiscard]] std::span<const Rule> tree_rules();
[[nodiscard]] std::span<const Rule> mesh_rules();
[[nodiscard]] std::span<const Rule> mesh_structured_rules();
[[nodiscard]] std::span<const Rule> joins_rules();
[[nodiscard]] std::span<const Rule> boundary_rules();
[[nodiscard]] std::span<const Rule> boundary_structured_rules();
[[nodiscard]] std::span<const Rule> values_rules();
[[nodiscard]] std::span<const Rule> set_rules();

}  // namespace pcgns::check
