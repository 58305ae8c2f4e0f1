// failure.hpp: an error as a JSON document.
#pragma once

#include <exception>
#include <optional>
#include <string>

#include "pcgns/base/error.hpp"

namespace pcgns::tool {

struct Failure {
  std::string program;
  std::string command;  ///< Empty: the program has none, or it was not recognised.
  std::string message;
  std::optional<int> rank = {};  ///< The only rank that failed; the others could not agree.
};

/// `error` as an Error: one that is none is an internal one.
[[nodiscard]] Error error_of(const std::exception& error);

/// The document that takes the place of the report; schema pcgns-error/1.
[[nodiscard]] std::string document_of(const Failure& failure, const Error& error);

}  // namespace pcgns::tool
