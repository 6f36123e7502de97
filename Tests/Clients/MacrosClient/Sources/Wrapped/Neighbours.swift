import Pledge
import PledgeMacros

/// Functions that have overloads or special call syntax.
struct Neighbours: Sendable {
  @Promised
  func load(_ id: Int, transform: (Int) -> Int, completion: @escaping (Int?, (any Error)?) -> Void)
  {
    completion(transform(id), nil)
  }

  func load(_ id: Int, transform: (Int) -> Int) async throws -> String { "async" }

  @Promised
  func callAsFunction(completion: @escaping (Int) -> Void) { completion(1) }

  @Promised
  static func `default`(completion: @escaping (Int) -> Void) { completion(2) }

  /// Returns itself, which is `Sendable`.
  @discardableResult @Promised
  func chained(completion: @escaping (Int) -> Void) -> Self {
    completion(3)
    return self
  }

  func cancel() {}
}

/// A function that runs on the actor of its caller.
@Promised
func current(
  _ actor: isolated (any Actor)? = #isolation,
  completion: @escaping @Sendable (Bool) -> Void
) {
  completion(actor != nil)
}
