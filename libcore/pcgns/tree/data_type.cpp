#include "pcgns/tree/data_type.hpp"

#include <array>

namespace pcgns::tree {

namespace {

struct Row {
  std::string_view name;
  int size;
  int word;
};

/// In the order of the enumeration.
constexpr std::array<Row, 12> rows = {{{"MT", 0, 1},
                                       {"LK", 0, 1},
                                       {"B1", 1, 1},
                                       {"C1", 1, 1},
                                       {"I4", 4, 4},
                                       {"U4", 4, 4},
                                       {"I8", 8, 8},
                                       {"U8", 8, 8},
                                       {"R4", 4, 4},
                                       {"R8", 8, 8},
                                       {"X4", 8, 4},
                                       {"X8", 16, 8}}};

const Row& row(DataType type) { return rows[static_cast<std::size_t>(type)]; }

}  // namespace

int size_of(DataType type) { return row(type).size; }
int word_size(DataType type) { return row(type).word; }
std::string_view to_string(DataType type) { return row(type).name; }

std::optional<DataType> data_type(std::string_view text) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].name == text) return static_cast<DataType>(i);
  }
  return std::nullopt;
}

}  // namespace pcgns::tree
