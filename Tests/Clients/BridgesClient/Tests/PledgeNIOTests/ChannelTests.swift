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
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 2)
    let server = try await ServerBootstrap(group: group)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(Echo())
        }
      }
      .bind(host: "127.0.0.1", port: 0)
      .promise().value
    let port = try #require(server.localAddress?.port)

    let answers = try await all((0..<20).map { ask("\($0)", group, port) }).value

    #expect(answers == (0..<20).map { "\($0)" })
    try await group.shutdownGracefully()
  }
}

/// Sends `text` over a new connection, and closes the connection after the answer.
private func ask(_ text: String, _ group: any EventLoopGroup, _ port: Int) -> Future<String> {
  connect(group, port).flatMap { channel in
    channel.writeAndFlush(ByteBuffer(string: text)).promise()
      .flatMap { _ in
        channel.pipeline.handler(type: Answers.self).flatMap(\.first.futureResult).promise()
      }
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

/// Sends back whatever it receives.
private final class Echo: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    context.writeAndFlush(data, promise: nil)
  }
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

  func handlerRemoved(context: ChannelHandlerContext) {
    first.fail(ChannelError.eof)
  }
}
