// channel.hpp: messages between two processes that share a socket.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace pcgns::file {

/// False if the other side has gone.
[[nodiscard]] bool send_message(int socket, std::span<const std::byte> message);
/// Waits for a message; nothing if the other side has gone.
[[nodiscard]] std::optional<std::vector<std::byte>> receive_message(int socket);

}  // namespace pcgns::file
