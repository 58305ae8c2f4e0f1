#include "pcgns/par/fault.hpp"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <new>
#include <string>
#include <thread>
#include <vector>

#include "pcgns/base/error.hpp"
#include "pcgns/par/session.hpp"

namespace pcgns::par {

namespace {

struct Fault {
  std::string place;
  std::string failure;
  int rank = -1;    // -1: every rank
  long round = -1;  // -1: every round
};

std::vector<std::string_view> fields_of(std::string_view text) {
  std::vector<std::string_view> fields;
  while (true) {
    const auto colon = text.find(':');
    fields.push_back(text.substr(0, colon));
    if (colon == std::string_view::npos) return fields;
    text.remove_prefix(colon + 1);
  }
}

Fault parse(std::string_view text) {
  Fault fault;
  const auto fields = fields_of(text);
  fault.place = fields.front();
  fault.failure = fields.back();
  for (const auto field : fields) {
    const auto number = field.substr(field.find('=') + 1);
    if (field.starts_with("rank=")) std::from_chars(number.data(), number.data() + number.size(), fault.rank);
    if (field.starts_with("round="))
      std::from_chars(number.data(), number.data() + number.size(), fault.round);
  }
  return fault;
}

const Fault& requested() {
  static const Fault fault = [] {
    const char* text = std::getenv("PCGNS_FAULT");
    return text == nullptr ? Fault{} : parse(text);
  }();
  return fault;
}

struct Errno {
  std::string_view name;
  int number;
};
constexpr std::array<Errno, 5> errors = {
    {{"ENOSPC", ENOSPC}, {"EIO", EIO}, {"EACCES", EACCES}, {"EDQUOT", EDQUOT}, {"EFBIG", EFBIG}}};

/// Busy loop.
[[noreturn]] void spin() {
  for (volatile unsigned turns = 0;;) turns = turns + 1;
}

[[noreturn]] void hang() {
  while (true) std::this_thread::sleep_for(std::chrono::seconds(1));
}

void fail(const std::string& failure, std::string_view place) {
  using namespace std::chrono_literals;
  if (failure == "hang") hang();
  if (failure == "spin") spin();
  if (failure == "slow") std::this_thread::sleep_for(50ms);
  if (failure == "stop") Session::request_stop();
  if (failure == "SIGKILL") std::raise(SIGKILL);
  if (failure == "SIGSEGV") std::raise(SIGSEGV);
  if (failure == "SIGABRT") std::abort();
  if (failure == "bad_alloc") throw std::bad_alloc();
  for (const auto& error : errors) {
    if (failure == error.name) throw system_error("a fault on request", place, error.number);
  }
}

}  // namespace

void fault_point(std::string_view place, int rank, long round) {
  const auto& fault = requested();
  if (fault.place != place) return;
  if ((fault.rank < 0 || fault.rank == rank) && (fault.round < 0 || fault.round == round))
    fail(fault.failure, place);
}

}  // namespace pcgns::par
