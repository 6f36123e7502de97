internal import Pledge

/// The producer's side of an async.
///
/// The async is broken once all copies are released without completing it.
struct Producer<Value>: Sendable {
  let core: Core<Value>
  private let resolver: Resolver<UncheckedSendable<Value>>

  init(file: StaticString = #fileID, line: UInt = #line) {
    let (inner, resolver) = Pledge.Promise<UncheckedSendable<Value>>.pending(file: file, line: line)
    core = Core(inner)
    self.resolver = resolver
  }

  func tryComplete(_ value: Value) -> Bool {
    resolver.resolve(UncheckedSendable(value))
  }

  /// Passes on the rejection of another broken promise.
  ///
  /// Without a consumer, it need not be handled.
  func reject(_ brokenPromise: any Error) {
    resolver.reject(brokenPromise)
    core.inner.ignoringErrors()
  }

  func complete(_ value: Value) {
    guard !tryComplete(value) else { return }
    let message =
      "Attempted to completed an Async that is already completed. This could become a fatalError."
    assertionFailure(message)
    print(message)
  }
}
