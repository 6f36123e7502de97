import NIOCore
import NIOEmbedded
import Pledge
import PledgeNIO
import Services

/// A request and a response, as a codec in front of the handler decodes and encodes them.
struct UserRequest: Sendable {
  let id: Int
}

enum UserResponse: Sendable {
  case user(name: String)
  case error(status: Int)
}

/// Answers each request with the name of a user.
final class UserHandler: ChannelInboundHandler {
  typealias InboundIn = UserRequest
  typealias OutboundOut = UserResponse

  private let directory: Directory
  private let requests = DiscardBag()

  init(directory: Directory) {
    self.directory = directory
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let channel = context.channel
    user(unwrapInboundIn(data).id)
      .timeout(after: .seconds(60))
      .map { UserResponse.user(name: $0.name) }
      .recover { UserHandler.response(to: $0) }
      .tap(on: .eventLoop(context.eventLoop)) { channel.writeAndFlush($0, promise: nil) }
      .discarded(by: requests)
  }

  /// The client has gone: stops the requests that it waits for.
  func channelInactive(context: ChannelHandlerContext) {
    requests.discardAll()
    context.fireChannelInactive()
  }

  private func user(_ id: Int) -> Promise<User> {
    .fromValueOrError {
      directory.user(id, completion: $0)
    } onDiscard: {
      $0.cancel()
    }
  }

  private static func response(to error: any Error) -> UserResponse {
    switch error {
    case ServiceError.notFound: .error(status: 404)
    case is TimeoutError: .error(status: 504)
    default: .error(status: 500)
    }
  }
}

// A channel for tests. A server adds the same handler to the pipeline of each connection.
let channel = NIOAsyncTestingChannel()
try await channel.eventLoop.submit {
  try channel.pipeline.syncOperations.addHandler(UserHandler(directory: Directory()))
}.get()
try await channel.connect(to: SocketAddress(unixDomainSocketPath: "/users")).get()

for id in [1, 3, 13] {
  try await channel.writeInbound(UserRequest(id: id))
  print(try await channel.waitForOutboundWrite(as: UserResponse.self))
}

// The client closes the connection before there is an answer.
try await channel.writeInbound(UserRequest(id: 7))
channel.close(promise: nil)
try await channel.closeFuture.get()
