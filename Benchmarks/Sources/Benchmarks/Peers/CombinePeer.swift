import Dispatch
import OpenCombine
import OpenCombineDispatch

/// OpenCombine's `Future`, which delivers immediately, on the thread that fulfills it.
enum CombinePeer {
  typealias Pending<Value> = (
    future: Future<Value, any Error>, fulfill: Future<Value, any Error>.Promise
  )

  static var queue: DispatchQueue.OCombine { DispatchPeer.queue.ocombine }

  /// Returns a pending future and the closure that fulfills it.
  static func pending<Value>(_ value: Value.Type = Int.self) -> Pending<Value> {
    var fulfill: Future<Value, any Error>.Promise = { _ in }
    let future = Future<Value, any Error> { fulfill = $0 }
    return (future, fulfill)
  }

  static func settled(_ value: Int) -> Future<Int, any Error> {
    Future { fulfill in fulfill(.success(value)) }
  }

  static func fanOut(_ count: Int, size: Int) -> Int {
    Checksum.of {
      for group in groups(of: size, in: count) {
        let (future, fulfill) = pending()
        let last = group.map { _ in
          future.sink(receiveCompletion: { _ in }, receiveValue: { collect($0) })
        }
        fulfill(.success(1))
        withExtendedLifetime(last) {}
      }
    }
  }

  /// Collects a `flatMap` over the futures, because there is no `all` and no merge of many.
  static func fanIn(_ count: Int, size: Int) -> Int {
    Checksum.of {
      for group in groups(of: size, in: count) {
        let sources = group.map { _ in pending() }
        let last = sources.publisher.setFailureType(to: (any Error).self)
          .flatMap(\.future)
          .collect()
          .map { collect($0.reduce(0, +)) }
          .run()
        for (source, index) in zip(sources, group) { source.fulfill(.success(index)) }
        withExtendedLifetime(last) {}
      }
    }
  }

  static func mapConcurrently(_ count: Int, size: Int) -> Int {
    Checksum.of {
      for group in groups(of: size, in: count) {
        let backlog = Backlog<(Future<Int, any Error>.Promise, Int)>()
        let last = group.publisher.setFailureType(to: (any Error).self)
          .flatMap(maxPublishers: .max(8)) { element in
            let (future, fulfill) = pending()
            backlog.append((fulfill, element))
            return future
          }
          .collect()
          .map { collect($0.reduce(0, +)) }
          .run()
        while let (fulfill, element) = backlog.popFirst() { fulfill(.success(element + 1)) }
        withExtendedLifetime(last) {}
      }
    }
  }

  static func contention(_ count: Int) -> Int {
    Contest.run(
      count,
      create: { pending() },
      settle: { $0.fulfill(.success(1)) },
      attach: { source, tally, number in
        source.future.sink(
          receiveCompletion: { _ in },
          receiveValue: { tally.add($0 * number) }
        )
      }
    )
  }

  static func deepSettle(_ count: Int) -> Int {
    Checksum.of {
      let (future, fulfill) = pending()
      let last = stages(count, on: future).map { collect($0) }.run()
      fulfill(.success(0))
      withExtendedLifetime(last) {}
    }
  }

  static func deepReject(_ count: Int) -> Int {
    Checksum.of {
      let (future, fulfill) = pending()
      let last = stages(count, on: future).mapError { error in
        collect(count)
        return error
      }
      .run()
      fulfill(.failure(Failure()))
      withExtendedLifetime(last) {}
    }
  }

  static func deepDiscard(_ count: Int) -> Int {
    Checksum.of {
      let (future, _) = pending()
      let last = stages(count, on: future.handleEvents(receiveCancel: { collect(count) })).run()
      last.cancel()
    }
  }

  static func deepDrop(_ count: Int) -> Int {
    _ = stages(count, on: pending().future).run()
    return count
  }

  private static func stages(
    _ count: Int,
    on root: some Publisher<Int, any Error>
  ) -> AnyPublisher<Int, any Error> {
    var last = root.eraseToAnyPublisher()
    for _ in 0..<count { last = last.map { $0 + 1 }.eraseToAnyPublisher() }
    return last
  }

  static func loopSettled(_ count: Int) -> Int {
    Checksum.of { _ = turn(count).run() }
  }

  static func loopQueued(_ count: Int) -> Int {
    let done = DispatchSemaphore(value: 0)
    return Checksum.of {
      let last = queuedTurn(count).map { _ in done.signal() }.run()
      done.wait()
      withExtendedLifetime(last) {}
    }
  }

  private static func turn(_ left: Int) -> AnyPublisher<Int, any Error> {
    guard left > 0 else { return settled(0).eraseToAnyPublisher() }
    collect(1)
    return settled(left - 1).flatMap { turn($0) }.eraseToAnyPublisher()
  }

  private static func queuedTurn(_ left: Int) -> AnyPublisher<Int, any Error> {
    guard left > 0 else { return settled(0).eraseToAnyPublisher() }
    collect(1)
    return settled(left - 1).receive(on: queue).flatMap { queuedTurn($0) }.eraseToAnyPublisher()
  }
}

extension Publisher {
  /// Subscribes, because a publisher without a subscriber does nothing.
  func run() -> AnyCancellable {
    sink(receiveCompletion: { _ in }, receiveValue: { _ in })
  }
}
