import NIOCore

/// Twenty futures made in place, as in Tests/Clients/CompileTime/Valid/InPlace.swift.
func inPlace(on loop: any EventLoop) -> EventLoopFuture<Int> {
  loop.makeSucceededFuture(1)
    .flatMap { loop.makeSucceededFuture($0 + 1) }
    .flatMap { loop.makeSucceededFuture($0 + 2) }
    .flatMap { loop.makeSucceededFuture($0 + 3) }
    .flatMap { loop.makeSucceededFuture($0 + 4) }
    .flatMap { loop.makeSucceededFuture($0 + 5) }
    .flatMap { loop.makeSucceededFuture($0 + 6) }
    .flatMap { loop.makeSucceededFuture($0 + 7) }
    .flatMap { loop.makeSucceededFuture($0 + 8) }
    .flatMap { loop.makeSucceededFuture($0 + 9) }
    .flatMap { loop.makeSucceededFuture($0 + 10) }
    .flatMap { loop.makeSucceededFuture($0 + 11) }
    .flatMap { loop.makeSucceededFuture($0 + 12) }
    .flatMap { loop.makeSucceededFuture($0 + 13) }
    .flatMap { loop.makeSucceededFuture($0 + 14) }
    .flatMap { loop.makeSucceededFuture($0 + 15) }
    .flatMap { loop.makeSucceededFuture($0 + 16) }
    .flatMap { loop.makeSucceededFuture($0 + 17) }
    .flatMap { loop.makeSucceededFuture($0 + 18) }
    .flatMap { loop.makeSucceededFuture($0 + 19) }
}
