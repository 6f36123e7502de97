import NIOCore
import NIOPosix
import Pledge
import PledgeNIO
import TestSupport
import Testing

/// Tests with real channels on the loopback interface.
@Suite(.hangLimit)
struct ChannelTests {
  @Test func `sent texts come back through chains of promises, and are not mixed up`() async throws
  {
    try await withServer(Echo.self) { group, port in
      let answers = try await all((0..<20).map { ask("\($0)", group, port) }).value

      #expect(answers == (0..<20).map { "\($0)" })
    }
  }

  @Test func `discarding the promise of an answer closes the channel`() async throws {
    try await withServer(Silence.self) { group, port in
      let channel = try await connect(group, port).value
      let answer = channel.answer()

      answer.discard()

      try await channel.closeFuture.promise().value
      #expect(throws: DiscardedError()) { try answer.result?.get() }
    }
  }

  @Test func `shutting the group down rejects answers that are pending`() async throws {
    let answer = try await withServer(Silence.self) { group, port in
      try await connect(group, port).value.answer()
    }

    await #expect(throws: ChannelError.eof) { try await answer.value }
  }
}

/// Sends `text` over a new connection, and closes the connection after the answer.
private func ask(_ text: String, _ group: any EventLoopGroup, _ port: Int) -> Future<String> {
  connect(group, port).flatMap { channel in
    channel.writeAndFlush(ByteBuffer(string: text)).promise()
      .flatMap { _ in channel.answer() }
      .ensureThen { channel.close().promise() }
  }
}

private func connect(_ group: any EventLoopGroup, _ port: Int) -> Promise<any Channel> {
  ClientBootstrap(group: group)
    .channelInitializer { channel in
      channel.eventLoop.makeCompletedFuture {
        try channel.pipeline.syncOperations.addHandler(Answers(on: channel.eventLoop))
      }
    }
    .connect(host: "127.0.0.1", port: port)
    .promise()
}

/// Runs `body` with a server on a free port, then shuts both down.
private func withServer<Handler: ChannelInboundHandler & DefaultInitializable, Output>(
  _: Handler.Type,
  _ body: (any EventLoopGroup, Int) async throws -> Output
) async throws -> Output {
  let group = MultiThreadedEventLoopGroup(numberOfThreads: 2)
  let server = try await ServerBootstrap(group: group)
    .childChannelInitializer { channel in
      channel.eventLoop.makeCompletedFuture {
        try channel.pipeline.syncOperations.addHandler(Handler())
      }
    }
    .bind(host: "127.0.0.1", port: 0)
    .promise().value
  let port = try #require(server.localAddress?.port)
  let output: Output
  do {
    output = try await body(group, port)
  } catch {
    try await group.shutdownGracefully()
    throw error
  }
  try await group.shutdownGracefully()
  return output
}

extension Channel {
  /// Returns a promise for the first answer; discarding the promise closes the channel.
  fileprivate func answer() -> Promise<String> {
    pipeline.handler(type: Answers.self)
      .map(\.first)
      .flatMap { $0.futureResult }
      .promise(discard: { self.close(promise: nil) })
  }
}

private protocol DefaultInitializable { init() }

/// Sends back whatever it receives.
private final class Echo: ChannelInboundHandler, DefaultInitializable {
  typealias InboundIn = ByteBuffer

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    context.writeAndFlush(data, promise: nil)
  }
}

/// Never answers.
private final class Silence: ChannelInboundHandler, DefaultInitializable {
  typealias InboundIn = ByteBuffer

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {}
}

/// Completes a future with the first message received.
private final class Answers: ChannelInboundHandler, Sendable {
  typealias InboundIn = ByteBuffer

  let first: EventLoopPromise<String>

  init(on loop: any EventLoop) {
    first = loop.makePromise()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    first.succeed(String(buffer: unwrapInboundIn(data)))
  }

  func channelInactive(context: ChannelHandlerContext) {
    first.fail(ChannelError.eof)
    context.fireChannelInactive()
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    first.fail(ChannelError.eof)
  }
}
