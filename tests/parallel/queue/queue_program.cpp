#include "queue_program.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>

#include "pcgns/cgns/node.hpp"

namespace pcgns::test {

namespace {

using cgns::DataType;
using Extents = std::vector<std::int64_t>;

class Dice {
 public:
  explicit Dice(unsigned seed) : engine_(seed) {}
  std::int64_t operator()(std::int64_t from, std::int64_t to) {
    return from + static_cast<std::int64_t>(engine_() % static_cast<std::uint64_t>(to - from + 1));
  }

 private:
  std::mt19937 engine_;
};

constexpr DataType numbers[] = {DataType::I4, DataType::I8, DataType::R4, DataType::R8, DataType::U4};

double load(const std::byte* from, DataType type) {
  const auto as = [&](auto value) {
    std::memcpy(&value, from, sizeof value);
    return static_cast<double>(value);
  };
  if (type == DataType::I4) return as(std::int32_t{});
  if (type == DataType::U4) return as(std::uint32_t{});
  if (type == DataType::I8) return as(std::int64_t{});
  if (type == DataType::R4) return as(float{});
  if (type == DataType::R8) return as(double{});
  return as(std::int8_t{});
}

void store(double number, std::byte* to, DataType type) {
  const auto as = [&](auto value) {
    value = static_cast<decltype(value)>(number);
    std::memcpy(to, &value, sizeof value);
  };
  if (type == DataType::I4) return as(std::int32_t{});
  if (type == DataType::U4) return as(std::uint32_t{});
  if (type == DataType::I8) return as(std::int64_t{});
  if (type == DataType::R4) return as(float{});
  if (type == DataType::R8) return as(double{});
  as(std::int8_t{});
}

/// Calls `visit(value of the array, value of the memory)` in the order of the file: index by index.
template <typename Visit>
void each_value(const Request& request, const Visit& visit) {
  const auto& box = request.box;
  Extents index(box.dims.size());
  if (std::count(box.count.begin(), box.count.end(), 0) > 0) return;
  for (bool more = true; more;) {
    std::int64_t in_file = 0;
    std::int64_t in_memory = request.first;
    for (std::size_t i = index.size(); i-- > 0;) {
      in_file = in_file * box.dims[i] + box.begin[i] + index[i];
      in_memory += index[i] * request.strides[i];
    }
    visit(in_file, in_memory);
    more = false;
    for (std::size_t i = 0; i < index.size() && !more; ++i) {
      more = ++index[i] < box.count[i];
      if (!more) index[i] = 0;
    }
  }
}

/// Memory with room around the box, axes in any order.
void add_memory(Request& request, Dice& dice) {
  const auto rank = request.box.dims.size();
  std::vector<int> axes(rank);
  std::iota(axes.begin(), axes.end(), 0);
  if (dice(0, 1) == 0) {
    for (std::size_t i = rank; i-- > 1;)
      std::swap(axes[i], axes[static_cast<std::size_t>(dice(0, static_cast<std::int64_t>(i)))]);
  }
  const auto room = dice(0, 2);
  Extents dims(rank);
  Extents before(rank);
  for (std::size_t i = 0; i < rank; ++i) {
    before[i] = dice(0, room);
    dims[static_cast<std::size_t>(axes[i])] = request.box.count[i] + before[i] + dice(0, room);
  }
  request.strides = io::strides_of(dims, axes);
  for (std::size_t i = 0; i < rank; ++i) request.first += before[i] * request.strides[i];
  const auto type = request.box.type;
  request.memory_type = type != DataType::C1 && dice(0, 3) == 0 ? numbers[dice(0, 4)] : type;
  const auto count = std::accumulate(dims.begin(), dims.end(), std::int64_t{1}, std::multiplies<>());
  request.memory.assign(static_cast<std::size_t>(count * cgns::size_of(request.memory_type)),
                        std::byte{0x5A});
}

Request random_request(const io::FileBox& array, Dice& dice, int ranks) {
  Request request{.rank = static_cast<int>(dice(0, ranks - 1)), .box = array};
  for (const auto extent : array.dims) {
    request.box.begin.push_back(dice(0, extent - 1));
    request.box.count.push_back(dice(dice(0, 9) == 0 ? 0 : 1, extent - request.box.begin.back()));
  }
  return request;
}

/// Boxes that cut the array, without any overlap.
std::vector<Request> partition(const io::FileBox& array, Dice& dice, int ranks) {
  std::vector<Request> boxes;
  boxes.push_back({.rank = static_cast<int>(dice(0, ranks - 1)), .box = array});
  boxes.front().box.begin.assign(array.dims.size(), 0);
  boxes.front().box.count = array.dims;
  for (auto cuts = dice(0, 12); cuts-- > 0;) {
    const auto which = static_cast<std::size_t>(dice(0, static_cast<std::int64_t>(boxes.size()) - 1));
    const auto axis = static_cast<std::size_t>(dice(0, static_cast<std::int64_t>(array.dims.size()) - 1));
    auto upper = boxes[which];
    auto& count = boxes[which].box.count[axis];
    if (count < 2) continue;
    count = dice(1, count - 1);
    upper.box.begin[axis] += count;
    upper.box.count[axis] -= count;
    upper.rank = static_cast<int>(dice(0, ranks - 1));
    boxes.push_back(upper);
  }
  if (dice(0, 3) == 0) boxes.pop_back();  // a hole
  return boxes;
}

io::FileBox random_array(Dice& dice, std::int64_t& end) {
  io::FileBox array;
  array.type = dice(0, 5) == 0 ? DataType::C1 : numbers[dice(0, 4)];
  array.swapped = dice(0, 7) == 0;
  for (auto rank = dice(1, 4); rank-- > 0;) array.dims.push_back(dice(1, 9));
  if (array.dims.size() < 3 && dice(0, 2) == 0) array.dims[0] = dice(16, 600);
  array.offset = end + dice(0, 3) * 4;  // values need not lie at multiples of their size
  end = array.offset + cgns::bytes_of(array.type, array.dims);
  return array;
}

void fill(const io::FileBox& array, std::vector<std::byte>& file) {
  Request whole{.box = array, .memory_type = array.type, .strides = io::strides_of(array.dims)};
  whole.box.begin.assign(array.dims.size(), 0);
  whole.box.count = array.dims;
  const auto bytes = cgns::bytes_of(array.type, array.dims);
  whole.memory.resize(static_cast<std::size_t>(bytes));
  set_values(whole, std::vector<double>(static_cast<std::size_t>(bytes / cgns::size_of(array.type)), 7.0));
  write_into(whole, file);
}

}  // namespace

io::Slab Request::slab() {
  return {box, memory.data() + first * cgns::size_of(memory_type), memory_type, strides};
}

Program random_program(unsigned seed, int ranks) {
  Dice dice(seed);
  Program program;
  std::int64_t end = 0;
  const auto users = static_cast<int>(dice(1, ranks));
  for (auto arrays = dice(1, 4); arrays-- > 0;) {
    const auto array = random_array(dice, end);
    program.file.resize(static_cast<std::size_t>(end), std::byte{0xAB});
    fill(array, program.file);
    const auto add = [&](Request request, std::vector<Request>& to) {
      add_memory(request, dice);
      to.push_back(std::move(request));
    };
    if (dice(0, 2) > 0) {
      for (auto& request : partition(array, dice, users)) add(request, program.writes);
    } else {
      for (auto i = dice(1, 8); i-- > 0;) add(random_request(array, dice, users), program.writes);
    }
    for (auto i = dice(0, 8); i-- > 0;) add(random_request(array, dice, ranks), program.reads);
  }
  for (std::size_t i = 0; i < program.writes.size(); ++i) {
    std::vector<double> values;
    each_value(program.writes[i],
               [&](std::int64_t, std::int64_t) { values.push_back(static_cast<double>(dice(0, 99))); });
    set_values(program.writes[i], values);
  }
  std::stable_sort(program.writes.begin(), program.writes.end(),
                   [](const Request& a, const Request& b) { return a.rank < b.rank; });
  return program;
}

std::vector<double> values_of(const Request& request) {
  std::vector<double> values;
  const auto size = cgns::size_of(request.memory_type);
  each_value(request, [&](std::int64_t, std::int64_t at) {
    values.push_back(load(request.memory.data() + at * size, request.memory_type));
  });
  return values;
}

void set_values(Request& request, const std::vector<double>& values) {
  const auto size = cgns::size_of(request.memory_type);
  auto next = values.begin();
  each_value(request, [&](std::int64_t, std::int64_t at) {
    store(*next++, request.memory.data() + at * size, request.memory_type);
  });
}

void write_into(const Request& request, std::vector<std::byte>& file) {
  const auto values = values_of(request);
  const auto size = cgns::size_of(request.box.type);
  auto next = values.begin();
  each_value(request, [&](std::int64_t at, std::int64_t) {
    auto* to = file.data() + request.box.offset + at * size;
    store(*next++, to, request.box.type);
    if (request.box.swapped) std::reverse(to, to + size);
  });
}

std::vector<double> expected(const Request& request, const std::vector<std::byte>& file) {
  std::vector<double> values;
  const auto size = cgns::size_of(request.box.type);
  each_value(request, [&](std::int64_t at, std::int64_t) {
    const auto* from = file.data() + request.box.offset + at * size;
    std::vector<std::byte> value(from, from + size);
    if (request.box.swapped) std::reverse(value.begin(), value.end());
    values.push_back(load(value.data(), request.box.type));
  });
  return values;
}

}  // namespace pcgns::test
