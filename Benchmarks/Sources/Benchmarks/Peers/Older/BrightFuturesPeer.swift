import PledgeBrightFutures

/// The API of BrightFutures, with callbacks on `immediateExecutionContext`.
enum BrightFuturesPeer: JoiningPeer {
  static let peer = Peer.brightfutures

  static let observedPromise = Competitor(
    peer,
    fill: { (shelf: Shelf<Promise<Int, Failure>>) in
      shelf.fill { _ in
        let promise = Promise<Int, Failure>()
        promise.future.onSuccess(immediateExecutionContext) { collect($0) }
        return promise
      }
    },
    clear: { shelf in
      Checksum.of { for (index, promise) in shelf.things.enumerated() { promise.success(index) } }
    }
  )

  static func settledMaps(_ count: Int) -> Int {
    Checksum.of(count) { index in
      _ = Future<Int, Failure>(value: index)
        .map(immediateExecutionContext) { $0 + 1 }
        .map(immediateExecutionContext) { $0 + 1 }
        .map(immediateExecutionContext) { collect($0 + 1) }
    }
  }

  static func pendingMaps(_ count: Int) -> Int {
    Checksum.of(count) { index in
      let promise = Promise<Int, Failure>()
      let last = promise.future
        .map(immediateExecutionContext) { $0 + 1 }
        .map(immediateExecutionContext) { $0 + 1 }
        .map(immediateExecutionContext) { collect($0 + 1) }
      promise.success(index)
      withExtendedLifetime(last) {}
    }
  }

  static func pendingFlatMaps(_ count: Int) -> Int {
    Checksum.of(count) { index in
      let promise = Promise<Int, Failure>()
      let last = promise.future
        .flatMap(immediateExecutionContext) { settled($0 + 1) }
        .flatMap(immediateExecutionContext) { settled($0 + 1) }
        .flatMap(immediateExecutionContext) { settled(collect($0 + 1)) }
      promise.success(index)
      withExtendedLifetime(last) {}
    }
  }

  static func fanOut(_ count: Int, size: Int) -> Int {
    Checksum.of {
      for group in groups(of: size, in: count) {
        let promise = Promise<Int, Failure>()
        for _ in group { promise.future.onSuccess(immediateExecutionContext) { collect($0) } }
        promise.success(1)
      }
    }
  }

  static func fanIn(_ count: Int, size: Int) -> Int {
    Checksum.of {
      for group in groups(of: size, in: count) {
        let promises = group.map { _ in Promise<Int, Failure>() }
        let last = promises.map(\.future).sequence()
          .map(immediateExecutionContext) { collect($0.reduce(0, +)) }
        for (promise, index) in zip(promises, group) { promise.success(index) }
        withExtendedLifetime(last) {}
      }
    }
  }

  private static func settled(_ value: Int) -> Future<Int, Failure> {
    Future(value: value)
  }
}
