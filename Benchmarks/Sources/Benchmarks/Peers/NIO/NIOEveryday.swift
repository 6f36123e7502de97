import NIOCore

extension NIOPeer {
  static func allPair(_ count: Int) -> Int {
    let loop = loop
    return Checksum.of(count) { index in
      let (number, flag) = (loop.makePromise(of: Int.self), loop.makePromise(of: Bool.self))
      let last = number.futureResult.and(flag.futureResult).map { collect($0 + ($1 ? 1 : 0)) }
      number.succeed(index)
      flag.succeed(true)
      withExtendedLifetime(last) {}
    }
  }

  static func rejectedMaps(_ count: Int) -> Int {
    let loop = loop
    return Checksum.of(count) { index in
      let promise = loop.makePromise(of: Int.self)
      let last = promise.futureResult.map { $0 + 1 }.map { $0 + 1 }.map { $0 + 1 }
        .recover { _ in index }
        .map { collect($0) }
      promise.fail(Failure())
      withExtendedLifetime(last) {}
    }
  }

  static func pendingHandlers(_ count: Int) -> Int {
    let loop = loop
    return Checksum.of(count) { index in
      let promise = loop.makePromise(of: Int.self)
      let last = promise.futureResult
        .map { number in
          collect(number)
          return number
        }
        .always { _ in collect(1) }
        .recover { _ in 0 }
      promise.succeed(index)
      withExtendedLifetime(last) {}
    }
  }
}
