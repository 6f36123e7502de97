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
}

extension Publisher {
  /// Subscribes, because a publisher without a subscriber does nothing.
  func run() -> AnyCancellable {
    sink(receiveCompletion: { _ in }, receiveValue: { _ in })
  }
}
