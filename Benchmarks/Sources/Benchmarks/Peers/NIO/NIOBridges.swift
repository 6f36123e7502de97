import NIOCore

extension NIOPeer {
  static func roundTrip(_ count: Int) -> Int {
    let loop = loop
    return Checksum.of(count) { index in
      let promise = loop.makePromise(of: Int.self)
      let there = loop.makePromise(of: Int.self)
      let back = loop.makePromise(of: Int.self)
      promise.futureResult.cascade(to: there)
      there.futureResult.cascade(to: back)
      let last = back.futureResult.map { collect($0) }
      promise.succeed(index)
      withExtendedLifetime(last) {}
    }
  }
}
