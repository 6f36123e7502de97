import NIOCore

/// The chain of Tests/Clients/CompileTime/Valid/Realistic.swift in the idiom of SwiftNIO.
///
/// A step on a context becomes a hop and a map, a tap becomes an `always`.
func realistic(_ id: Int, on loop: any EventLoop) -> EventLoopFuture<String> {
  load(id, on: loop)
    .flatMapThrowing { try decode($0) }
    .always { say("loaded \($0)") }
    .hop(to: loop)
    .map { Row(id: $0.id, key: $0.name.lowercased()) }
    .flatMap { save($0, on: loop) }
    .flatMapErrorThrowing { _ in throw Missing() }
    .recover { _ in -1 }
    .map { $0 + 1 }
    .flatMap { number in load(number, on: loop) }
    .map { $0.count }
    .always { _ in say("half way") }
    .flatMap { total -> EventLoopFuture<[UInt8]> in
      guard total > 0 else { return loop.makeFailedFuture(Missing()) }
      return load(total, on: loop)
    }
    .flatMapError { error in
      say("\(error)")
      return load(0, on: loop)
    }
    .map { (size: $0.count, text: String(decoding: $0, as: UTF8.self)) }
    .map { $0.text.isEmpty ? $0.size : $0.text.count }
    .always { say("\($0)") }
    .map { User(id: $0, name: "\($0)") }
    .map(\.name)
    .map { $0.uppercased() + "!" }
}

struct User: Sendable {
  var id: Int
  var name: String
}

struct Row: Sendable {
  var id: Int
  var key: String
}

struct Missing: Error {}

func load(_ id: Int, on loop: any EventLoop) -> EventLoopFuture<[UInt8]> {
  loop.makeSucceededFuture([UInt8(id)])
}
func decode(_ body: [UInt8]) throws -> User { User(id: body.count, name: "Ada") }
func save(_ row: Row, on loop: any EventLoop) -> EventLoopFuture<Int> {
  loop.makeSucceededFuture(row.id)
}
func say(_ text: String) {}
