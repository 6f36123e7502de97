import Pledge

extension PledgePeer {
  static func discardableMaps(_ count: Int) -> Int {
    let work = Work()
    return Checksum.of(count) { index in
      let promise = Promise<Int>(discard: { work.stop() })
      let last = promise.map { $0 + 1 }.map { $0 + 1 }.map { collect($0 + 1) }
      promise.resolve(index)
      withExtendedLifetime(last) {}
    }
  }

  static func mapDiscard(_ count: Int) -> Int {
    Checksum.of(count) { index in
      let promise = Promise<Int>()
      let mapped = promise.map { collect($0 - .max) }
      mapped.discard()
      promise.resolve(index)
      collect(1)
    }
  }

  /// Detaches consumers from the middle of a list, because the newest one stays at its end.
  static func detachingConsumers(_ count: Int) -> Int {
    Checksum.of {
      let promise = Promise<Int>()
      let detachingConsumers = (0..<count).map { _ in promise.map { $0 } }
      let remaining = promise.map { $0 }
      for detachingConsumer in detachingConsumers {
        detachingConsumer.discard()
        collect(1)
      }
      promise.resolve(1)
      withExtendedLifetime(remaining) {}
    }
  }
}
