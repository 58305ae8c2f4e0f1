#include "pcgns/cgns/node.hpp"

#include "catch.hpp"

using namespace pcgns::cgns;

TEST_CASE("a data type has the name and the size that the file format gives it") {
  struct Expected {
    DataType type;
    std::string_view name;
    int size;
    int word;
  };
  for (const auto& [type, name, size, word] : {Expected{DataType::MT, "MT", 0, 1},
                                               {DataType::LK, "LK", 0, 1},
                                               {DataType::B1, "B1", 1, 1},
                                               {DataType::C1, "C1", 1, 1},
                                               {DataType::I4, "I4", 4, 4},
                                               {DataType::U4, "U4", 4, 4},
                                               {DataType::I8, "I8", 8, 8},
                                               {DataType::U8, "U8", 8, 8},
                                               {DataType::R4, "R4", 4, 4},
                                               {DataType::R8, "R8", 8, 8},
                                               {DataType::X4, "X4", 8, 4},
                                               {DataType::X8, "X8", 16, 8}}) {
    CHECK(to_string(type) == name);
    CHECK(data_type(name) == type);
    CHECK(size_of(type) == size);
    CHECK(word_size(type) == word);
  }
  CHECK_FALSE(data_type("R16"));
  CHECK_FALSE(data_type(""));
}
