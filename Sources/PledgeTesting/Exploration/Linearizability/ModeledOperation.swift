internal import Pledge

/// An operation of a concurrent type, and its effect on a sequential model (spec 20.1).
public struct ModeledOperation<Object: Sendable, Model: Equatable & Sendable>: Sendable {
  /// The operation with an argument.
  struct Call: Sendable {
    let name: String
    let argument: String
    let isCanceled: Bool
    /// Whether the model lets the call end.
    let isEnabled: @Sendable (Model) -> Bool
    let run: @Sendable (Object) async -> Response
  }

  /// The result of a call.
  struct Response: Sendable {
    let text: String
    /// Whether a canceled call says so.
    var isCancellation = false
    /// Changes the model as the call did; returns whether the model permits the result.
    let isPermitted: @Sendable (inout Model) -> Bool

    /// The states of the model after the call, which the model lets end in this state or not.
    func successors(of model: Model, isEnabled: Bool) -> [Model] {
      var next = model
      let changed = isEnabled && isPermitted(&next) ? [next] : []
      return isCancellation ? [model] + changed : changed
    }
  }

  /// The calls, each followed by its canceled version if there is one.
  let calls: [Call]
  /// Why the operation cannot be checked, if so.
  private(set) var problem: String?

  /// Creates an operation whose model has one result in each state.
  ///
  /// - Parameters:
  ///   - name: The name shown in reports.
  ///   - arguments: The arguments; each call has one. A few conflict more than many.
  ///   - isCancelable: Whether a call ends when its task is canceled. Some calls are, then. One
  ///     that throws an error that is a cancellation must have had no effect.
  ///   - call: A closure that calls the operation. Runs in a task of the world.
  ///   - model: A closure that changes the model, and returns or throws the result. Values must be
  ///     equal by `==`, errors must have equal types and descriptions. Runs any number of times, in
  ///     states in which a call can end.
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
    self.init(name, arguments: arguments, isCancelable: isCancelable, call) {
      state,
      argument,
      result in
      switch (result, Result { try model(&state, argument) }) {
      case (.success(let value as any Equatable), .success(let expected)): value.isEqual(expected)
      case (.success(let value), .success): value is Void
      case (.failure(let error), .failure(let expected)):
        type(of: error) == type(of: expected) && "\(error)" == "\(expected)"
      default: false
      }
    } when: {
      isEnabled($0, $1)
    }
    if Output.self is any Equatable.Type || Output.self == Void.self { return }
    problem = "\(name): results of type \(Output.self) cannot be compared: use permits:"
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
    let modes = isCancelable ? [false, true] : [false]
    calls = arguments.flatMap { argument in
      modes.map { isCanceled in
        let text = "\(argument)".hasPrefix("(") ? "\(argument)" : "(\(argument))"
        let isEnabled = { @Sendable in isEnabled($0, argument) }
        return Call(name: name, argument: text, isCanceled: isCanceled, isEnabled: isEnabled) {
          do {
            let value = try await call($0, argument)
            return Response(text: "\(value)") { permits(&$0, argument, .success(value)) }
          } catch {
            let isCancellation = isCanceled && error.isCancellation
            return Response(text: "throws \(error)", isCancellation: isCancellation) {
              permits(&$0, argument, .failure(error))
            }
          }
        }
      }
    }
  }
}

extension Equatable {
  fileprivate func isEqual(_ other: Any) -> Bool { self == other as? Self }
}
