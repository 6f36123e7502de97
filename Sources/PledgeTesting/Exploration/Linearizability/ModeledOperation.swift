/// An operation of a concurrent type, and its effect on a sequential model (spec 20.1).
public struct ModeledOperation<Object: Sendable, Model: Equatable & Sendable>: Sendable {
  /// The operation with an argument.
  struct Call: Sendable {
    let name: String
    let argument: String
    var isCanceled = false
    /// Whether the model lets the call end.
    let isEnabled: @Sendable (Model) -> Bool
    let run: @Sendable (Object) async -> Response
  }

  /// The result of a call.
  struct Response: Sendable {
    let text: String
    var isCancellation = false
    /// Changes the model as the call did; returns whether the model permits the result.
    let isPermitted: @Sendable (inout Model) -> Bool
  }

  /// The calls, each followed by its canceled version if there is one.
  let calls: [Call]

  /// Creates an operation whose model has one result in each state.
  ///
  /// - Parameters:
  ///   - name: The name shown in reports.
  ///   - arguments: The arguments; each call has one. A few conflict more than many.
  ///   - isCancelable: Whether a call ends when its task is canceled. Some calls are, then. One
  ///     that throws `CancellationError` must have had no effect.
  ///   - call: A closure that calls the operation. Runs in a task of the world.
  ///   - model: A closure that changes the model, and returns or throws the result. Values must be
  ///     equal by `==`, and never are if they are not `Equatable`; errors must have equal types and
  ///     descriptions. Runs any number of times.
  ///   - isEnabled: The states of the model in which a call can end; it waits in others. By
  ///     default, it never waits.
  public init<Argument: Sendable, Output: Sendable>(
    _ name: String,
    arguments: [Argument],
    isCancelable: Bool = false,
    _ call: @escaping @Sendable (Object, Argument) async throws -> Output,
    model: @escaping @Sendable (inout Model, Argument) throws -> Output,
    when isEnabled: @escaping @Sendable (Model, Argument) -> Bool = { _, _ in true }
  ) {
    let permits = {
      @Sendable (state: inout Model, argument: Argument, result: Result<Output, any Error>) in
      switch (result, Result { try model(&state, argument) }) {
      case (.success(let value), .success(let expected)): isEqual(value, expected)
      case (.failure(let error), .failure(let expected)):
        type(of: error) == type(of: expected) && "\(error)" == "\(expected)"
      default: false
      }
    }
    self.init(
      name,
      arguments: arguments,
      isCancelable: isCancelable,
      call,
      permits: permits,
      when: isEnabled
    )
  }

  /// Creates an operation without arguments; otherwise the same as the form with arguments.
  public init<Output: Sendable>(
    _ name: String,
    isCancelable: Bool = false,
    _ call: @escaping @Sendable (Object) async throws -> Output,
    model: @escaping @Sendable (inout Model) throws -> Output,
    when isEnabled: @escaping @Sendable (Model) -> Bool = { _ in true }
  ) {
    self.init(name, arguments: [()], isCancelable: isCancelable) { object, _ in
      try await call(object)
    } model: { state, _ in
      try model(&state)
    } when: { state, _ in
      isEnabled(state)
    }
  }

  /// Creates an operation whose model permits several results; otherwise the same as the form whose
  /// model returns one.
  ///
  /// The closure `permits` returns whether the model permits a result, and then changes the model
  /// as the call did. Without arguments, write `arguments: [()]`.
  public init<Argument: Sendable, Output: Sendable>(
    _ name: String,
    arguments: [Argument],
    isCancelable: Bool = false,
    _ call: @escaping @Sendable (Object, Argument) async throws -> Output,
    permits: @escaping @Sendable (inout Model, Argument, Result<Output, any Error>) -> Bool,
    when isEnabled: @escaping @Sendable (Model, Argument) -> Bool = { _, _ in true }
  ) {
    calls = arguments.flatMap { argument in
      let text = "\(argument)"
      let plain = Call(
        name: name,
        argument: text.hasPrefix("(") ? text : "(\(text))",
        isEnabled: { isEnabled($0, argument) }
      ) { object in
        do {
          let value = try await call(object, argument)
          return Response(text: "\(value)") { permits(&$0, argument, .success(value)) }
        } catch {
          return Response(text: "throws \(error)", isCancellation: error is CancellationError) {
            permits(&$0, argument, .failure(error))
          }
        }
      }
      var canceled = plain
      canceled.isCanceled = true
      return isCancelable ? [plain, canceled] : [plain]
    }
  }
}

private func isEqual(_ value: Any, _ other: Any) -> Bool {
  func isOther<Value: Equatable>(_ value: Value) -> Bool { value == other as? Value }
  return (value as? any Equatable).map { isOther($0) } ?? (value is Void)
}
