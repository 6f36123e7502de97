import Pledge
import PledgeMacros

/// A generic error.
struct MissingError<Element: Sendable>: Error {}

/// Functions with names and types that could be ambiguous for the macro or in its expansion.
struct Shadows {
  /// Shadows `Swift.Result`.
  struct Result: Sendable {}

  @Promised
  func result(
    _ answer: Swift.Result<User, RefusedError>,
    completion: @escaping @Sendable (Swift.Result<User, RefusedError>) -> Void
  ) {
    completion(answer)
  }

  @Promised
  func `load "all"`(
    file f: StaticString,
    line in: UInt,
    completion: @escaping @Sendable (User?, (any Error & Sendable)?) -> Void
  ) throws(Never) {
    completion(nil, nil)
  }

  /// The names need backticks in some places; elsewhere, these would cause warnings.
  @Promised
  func `default`<`T`: Sendable>(
    `self` value: `T`,
    `inout`: Int,
    in `for`: Int,
    `completion`: @escaping @Sendable (_ `in`: `T`, _ `inout`: Int) -> Void
  ) {
    completion(value, `inout` + `for`)
  }

  @Promised
  func missing(completion: @escaping @Sendable (User?, MissingError<User>?) -> Void) {
    completion(nil, MissingError())
  }

  @Promised
  func failing<Failure: Error>(
    with error: Failure,
    completion: @escaping @Sendable (User?, Failure?) -> Void
  ) {
    completion(nil, error)
  }

  @Promised
  func count(
    _ bytes: UnsafeRawBufferPointer,
    completion: @escaping @Sendable (_ bytes: Int, _ bytes: Int) -> Void
  ) {
    completion(bytes.count, 0)
  }

  @available(*, noasync)
  @Promised
  func wait(completion: @escaping @Sendable (Int) -> Void) {
    completion(1)
  }
}

/// Types with the names that an expansion needs.
struct HiddenNames {
  struct MainActor {}
  struct StaticString {}
  struct UInt {}
  struct Void {}

  @Promised
  func save(completion: @escaping @Sendable () -> Swift.Void) { completion() }

  @Swift.MainActor @Promised
  func watch(completion: @escaping @Sendable (User) -> Swift.Void) -> Transfer {
    Transfer { completion(User("late")) }
  }
}
