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

  static func deepSettle(_ count: Int) -> Int {
    Checksum.of {
      let (future, fulfill) = pending()
      let last = stages(count, on: future).map { collect($0) }.run()
      fulfill(.success(0))
      withExtendedLifetime(last) {}
    }
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

  private static func turn(_ left: Int) -> AnyPublisher<Int, any Error> {
    guard left > 0 else { return settled(0).eraseToAnyPublisher() }
    collect(1)
    return settled(left - 1).flatMap { turn($0) }.eraseToAnyPublisher()
  }
}

extension Publisher {
  /// Subscribes, because a publisher without a subscriber does nothing.
  func run() -> AnyCancellable {
    sink(receiveCompletion: { _ in }, receiveValue: { _ in })
  }
}
