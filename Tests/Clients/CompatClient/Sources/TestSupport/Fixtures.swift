public import Testing

/// An error for tests.
public struct Broken: Error, Equatable {
  /// The number of the error.
  public var number: Int

  /// Creates an error with a number.
  public init(number: Int = 0) { self.number = number }
}

/// An error of another type.
public struct Other: Error, Equatable {
  /// The number of the error.
  public var number: Int

  /// Creates an error with a number.
  public init(number: Int = 0) { self.number = number }
}

/// An object whose deallocation can be observed, through a closure or a weak reference.
public final class Life: Sendable {
  private let end: @Sendable () -> Void

  /// - Parameter end: Runs when the object is deallocated, on the thread that releases it.
  public init(_ end: @escaping @Sendable () -> Void = {}) { self.end = end }

  deinit { end() }
}

/// A weak reference that can be stored in a collection.
public final class Weak: Sendable {
  /// The object; `nil` once it has been released.
  public weak let object: (any AnyObject & Sendable)?

  /// - Parameter object: The object, which is not retained.
  public init(_ object: any AnyObject & Sendable) { self.object = object }
}

extension Trait where Self == TimeLimitTrait {
  /// Ends a test that would wait forever.
  ///
  /// It is much longer than any test takes on a slow machine.
  public static var hangLimit: Self { .timeLimit(.minutes(60)) }
}
