import OpenCombine

/// OpenCombine's `Future`, which delivers at once, on the thread that fulfils it.
enum CombinePeer {
  /// A future that somebody else fulfils, and what fulfils it.
  static func pending() -> (future: Future<Int, any Error>, fulfil: Future<Int, any Error>.Promise)
  {
    var fulfil: Future<Int, any Error>.Promise = { _ in }
    let future = Future<Int, any Error> { fulfil = $0 }
    return (future, fulfil)
  }
}

extension Publisher {
  /// Subscribes for what the operators do: a publisher without a subscriber does nothing.
  func run() -> AnyCancellable {
    sink(receiveCompletion: { _ in }, receiveValue: { _ in })
  }
}
