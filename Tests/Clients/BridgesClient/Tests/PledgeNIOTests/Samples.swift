import NIOCore
import Pledge
import PledgeNIO

// The samples of Documentation/NIO.md, and of PledgeNIO's doc comments.

struct User: Sendable {
  let name: String
}

protocol Users: Sendable {
  func load(_ id: Int) -> Future<User>
}

func greet(
  _ bootstrap: any ClientBootstrapping,
  _ host: String,
  _ port: Int,
  _ request: ByteBuffer
) -> Promise<Void> {
  bootstrap.connect(host: host, port: port).promise()
    .flatMap { channel in channel.writeAndFlush(request).promise() }
    .timeout(after: .seconds(5))
}

func hop(_ users: any Users, _ loop: any EventLoop) {
  let user: EventLoopFuture<User> = users.load(1).eventLoopFuture(on: loop)
  let promise = loop.makePromise(of: User.self)
  users.load(1).cascade(to: promise)
  let back = Promise<User>()
  user.cascade(to: back)
}

func write(_ users: any Users, to channel: any Channel) {
  users.load(1)
    .map { ByteBuffer(string: $0.name) }
    .tap(on: .eventLoop(channel.eventLoop)) { channel.writeAndFlush($0, promise: nil) }
    .catch { print($0) }
}

func ask(_ channel: any Channel, _ answer: EventLoopFuture<ByteBuffer>) -> Promise<ByteBuffer> {
  answer.promise(discard: { channel.close(promise: nil) })
}

/// Writes the name of a user for each message.
final class Greeter: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  let users: any Users

  init(_ users: any Users) {
    self.users = users
  }

  func reply(_ user: User) -> NIOAny { wrapOutboundOut(ByteBuffer(string: user.name)) }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    users.load(1).eventLoopFuture(on: context.eventLoop)
      .assumeIsolated()
      .whenSuccess { user in context.write(self.reply(user), promise: nil) }
  }
}

/// The part of `ClientBootstrap` that the samples use.
protocol ClientBootstrapping {
  func connect(host: String, port: Int) -> EventLoopFuture<any Channel>
}
