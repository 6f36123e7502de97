public import Dispatch
internal import Pledge

/// Something that completes with a value, at most once.
///
/// Callbacks run on their context in the order of their registration, one at a time. They are
/// registered from any thread.
@AsyncActor open class Async<Value>: AsyncType {
  nonisolated let core: Core<Value>

  nonisolated init(_ core: Core<Value>) {
    self.core = core
  }

  /// Creates one that nobody can complete.
  public nonisolated required init() {
    core = Core()
  }

  /// Creates a completed one.
  ///
  /// - Parameter result: What it completes with.
  public nonisolated required init(result: Value) {
    core = Core(result)
  }

  /// Creates one that completes later, on a global queue.
  ///
  /// - Parameters:
  ///   - result: What it completes with.
  ///   - delay: When, from now.
  public nonisolated required init(result: Value, delay: DispatchTimeInterval) {
    core = Core(result).delayed(on: .global(), by: delay)
  }

  /// Creates one that completes as `other` does, on the thread that completes that.
  ///
  /// - Parameter other: The one to wait for.
  public nonisolated required init<A: AsyncType>(other: A) where A.Value == Value {
    core = other.asAsync.core.map { $0 }
  }

  /// Creates one that is completed by a function.
  ///
  /// - Parameter resolver: Runs at once. The function it is given completes this, from any thread;
  ///   when that is gone without having been called, nobody can, and the loss is reported.
  @preconcurrency
  public nonisolated required init(
    resolver: (_ result: @escaping @Sendable (Value) -> Void) -> Void
  ) {
    let producer = Producer<Value>()
    core = producer.core
    resolver { producer.complete($0) }
  }

  /// The value, or `nil` until there is one.
  ///
  /// Any thread.
  public nonisolated var result: Value? { core.result }

  /// This.
  public nonisolated var asAsync: Async<Value> { self }

  /// Registers a callback.
  ///
  /// - Parameters:
  ///   - context: Where it runs, once this is completed; it is given the callback at once if it is.
  ///   - callback: Gets the value, while no other callback of this runs.
  /// - Returns: This.
  @discardableResult @preconcurrency
  open nonisolated func onComplete(
    _ context: @escaping ExecutionContext = defaultContext(),
    callback: @escaping @Sendable (Value) -> Void
  ) -> Self {
    core.observe(on: context, callback)
    return self
  }
}

/// The actor that ``Async`` is said to belong to; nothing ever runs on it.
///
/// Only so may a class that others inherit from be `Sendable` on the compiler's word. All that it has
/// is `nonisolated`, and so is ``Future``.
@globalActor public actor AsyncActor {
  /// The actor.
  public static let shared = AsyncActor()
}

extension Async: CustomStringConvertible, CustomDebugStringConvertible {
  /// The type of the value, and the value.
  public nonisolated var description: String {
    "Async<\(Value.self)>(\(String(describing: result)))"
  }

  /// Same as the description.
  public nonisolated var debugDescription: String { description }
}
