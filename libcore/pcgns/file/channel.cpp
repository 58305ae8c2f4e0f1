#include "pcgns/file/channel.hpp"

#include <sys/socket.h>

#include <cerrno>

namespace pcgns::file {

namespace {

/// `call(position, rest)` until all is done.
template <typename Call>
bool all_of(std::size_t size, const Call& call) {
  for (std::size_t done = 0; done < size;) {
    const auto count = call(done, size - done);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    done += static_cast<std::size_t>(count);
  }
  return true;
}

bool send_all(int socket, const void* data, std::size_t size) {
  return all_of(size, [&](std::size_t done, std::size_t rest) {
    return ::send(socket, static_cast<const std::byte*>(data) + done, rest, MSG_NOSIGNAL);
  });
}

bool receive_all(int socket, void* data, std::size_t size) {
  return all_of(size, [&](std::size_t done, std::size_t rest) {
    return ::recv(socket, static_cast<std::byte*>(data) + done, rest, 0);
  });
}

}  // namespace

bool send_message(int socket, std::span<const std::byte> message) {
  const auto size = message.size();
  return send_all(socket, &size, sizeof size) && send_all(socket, message.data(), size);
}

std::optional<std::vector<std::byte>> receive_message(int socket) {
  std::size_t size = 0;
  if (!receive_all(socket, &size, sizeof size)) return std::nullopt;
  std::vector<std::byte> message(size);
  if (!receive_all(socket, message.data(), size)) return std::nullopt;
  return message;
}

}  // namespace pcgns::file
