import Dispatch
import OpenCombine
import OpenCombineDispatch

/// OpenCombine's `Future`, which delivers at once, on the thread that fulfils it.
enum CombinePeer {
  typealias Pending<Value> = (
    future: Future<Value, any Error>, fulfil: Future<Value, any Error>.Promise
  )

  static var queue: DispatchQueue.OCombine { DispatchPeer.queue.ocombine }

  /// A future that somebody else fulfils, and what fulfils it.
  static func pending<Value>(_ value: Value.Type = Int.self) -> Pending<Value> {
    var fulfil: Future<Value, any Error>.Promise = { _ in }
    let future = Future<Value, any Error> { fulfil = $0 }
    return (future, fulfil)
  }

  static func settled(_ value: Int) -> Future<Int, any Error> {
    Future { fulfil in fulfil(.success(value)) }
  }
}

extension Publisher {
  /// Subscribes for what the operators do: a publisher without a subscriber does nothing.
  func run() -> AnyCancellable {
    sink(receiveCompletion: { _ in }, receiveValue: { _ in })
  }
}
