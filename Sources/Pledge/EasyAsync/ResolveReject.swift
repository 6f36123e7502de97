internal import Dispatch

extension Promise {
  /// Creates a promise that is settled with the closures passed to `block` (spec 2.4.3).
  ///
  /// `block` runs later, on a global queue: the EasyAsync specification, which defines this
  /// initializer, demands it (spec 2.4.4). The promise stays alive until `block` has run. If both
  /// closures are released while the promise is pending, it is rejected with
  /// ``BrokenPromiseError``.
  ///
  /// To start the work before the initializer returns, accept a resolver instead:
  /// ``init(file:line:_:)-(_,_,(Resolver<Value>)->Void)``.
  ///
  /// - Parameters:
  ///   - file: The source file shown in diagnostics.
  ///   - line: The source line shown in diagnostics.
  ///   - block: A closure that starts the work. It receives a closure that fulfills the promise and
  ///     a closure that rejects it.
  public convenience init(
    file: StaticString = #fileID,
    line: UInt = #line,
    _ block:
      @escaping @Sendable (
        _ resolve: @escaping @Sendable (Value) -> Void,
        _ reject: @escaping @Sendable ((any Sendable)?) -> Void
      ) -> Void
  ) {
    self.init(file: file, line: line)
    let resolver = Resolver(self)
    DispatchQueue.global().async {
      block({ resolver.resolve($0) }, { resolver.reject($0) })
    }
  }
}
