public import Dispatch
internal import PledgeSupport

/// A container that completes with a value, at most once.
///
/// Callbacks run on their context in the order of their registration, one at a time. Registering
/// callbacks is thread-safe.
@AsyncActor open class Async<Value>: AsyncType {
  nonisolated let core: Core<Value>

  nonisolated init(_ core: Core<Value>) {
    self.core = core
  }

  /// Creates an async that can never be completed.
  public nonisolated required init() {
    core = Core()
  }

  /// Creates a completed async.
  ///
  /// - Parameter result: The value to complete with.
  public nonisolated required init(result: Value) {
    core = Core(result)
  }

  /// Creates an async that completes later, on a global queue.
  ///
  /// - Parameters:
  ///   - result: The value to complete with.
  ///   - delay: The delay, from now.
  public nonisolated required init(result: Value, delay: DispatchTimeInterval) {
    core = Core(result).delayed(on: .global(), by: delay)
  }

  /// Creates an async that completes when `other` does, on the thread that completes `other`.
  ///
  /// - Parameter other: The async to wait for.
  public nonisolated required init<A: AsyncType>(other: A) where A.Value == Value {
    core = other.asAsync.core.map { $0 }
  }

  /// Creates an async that is completed by a function.
  ///
  /// - Parameter resolver: Runs synchronously. The function passed to it completes this async and
  ///   is thread-safe. If that function is released without having been called, the async is broken
  ///   and reported.
  @preconcurrency
  public nonisolated required init(
    resolver: (_ result: @escaping @Sendable (Value) -> Void) -> Void
  ) {
    let producer = Producer<Value>()
    core = producer.core
    resolver { producer.complete($0) }
  }

  /// The value, or `nil` while this is pending.
  ///
  /// Thread-safe.
  public nonisolated var result: Value? { core.result }

  /// This async itself.
  public nonisolated var asAsync: Async<Value> { self }

  /// Registers a callback.
  ///
  /// - Parameters:
  ///   - context: Where the callback runs once this is completed. If this is already completed, the
  ///     context receives the callback immediately.
  ///   - callback: Receives the value. No two callbacks of this async run concurrently.
  /// - Returns: This async.
  @discardableResult @preconcurrency
  open nonisolated func onComplete(
    _ context: @escaping ExecutionContext = defaultContext(),
    callback: @escaping @Sendable (Value) -> Void
  ) -> Self {
    core.observe(on: context, callback)
    return self
  }
}

/// The actor to which ``Async`` is isolated; no code ever runs on it.
///
/// Without it, the compiler could not check that an open class is `Sendable`. All
/// members of ``Async`` are `nonisolated`, and so is ``Future``.
@globalActor public actor AsyncActor {
  /// The shared actor.
  public static let shared = AsyncActor()
}

extension Async: CustomStringConvertible, CustomDebugStringConvertible {
  /// The type of the value, and the value.
  public nonisolated var description: String {
    "Async<\(Value.self)>(\(String(describing: result)))".escaped()
  }

  /// Same as ``description``.
  public nonisolated var debugDescription: String { description }
}
