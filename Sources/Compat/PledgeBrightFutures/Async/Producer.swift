internal import Pledge

/// What completes an async: when its last copy is gone, nobody can any more.
struct Producer<Value>: Sendable {
  let core: Core<Value>
  private let resolver: Resolver<UncheckedSendable<Value>>

  init(file: StaticString = #fileID, line: UInt = #line) {
    let (inner, resolver) = Pledge.Promise<UncheckedSendable<Value>>.pending(file: file, line: line)
    core = Core(inner)
    self.resolver = resolver
  }

  func tryComplete(_ value: Value) -> Bool {
    resolver.fulfill(UncheckedSendable(value))
  }

  /// Hands on the loss of another producer; where nobody waits, nobody has to hear of it.
  func reject(_ brokenPromise: any Error) {
    resolver.reject(brokenPromise)
    core.inner.ignoringErrors()
  }

  func complete(_ value: Value) {
    guard !tryComplete(value) else { return }
    let complaint =
      "Attempted to completed an Async that is already completed. This could become a fatalError."
    assertionFailure(complaint)
    print(complaint)
  }
}
