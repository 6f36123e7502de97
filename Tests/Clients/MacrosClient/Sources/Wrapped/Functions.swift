public import Pledge
public import PledgeMacros

/// A global function.
@Promised
public func greet(_ user: User, completion: @escaping @Sendable (String) -> Void) {
  completion("Hello \(user.name)")
}

/// Functions of every kind.
class Functions {
  @Promised
  func throwing(
    _ isRefused: Bool,
    completion: @escaping @Sendable (User) -> Void
  ) throws(RefusedError) {
    if isRefused { throw RefusedError() }
    completion(User("Ann"))
  }

  @Promised
  func rethrowing(
    _ make: () throws -> User,
    completion: @escaping @Sendable (User) -> Void
  ) rethrows {
    completion(try make())
  }

  @Promised
  class func inherited(completion: @escaping @Sendable (Int) -> Void) {
    completion(2)
  }

  @Promised
  final func first<Element: Sendable, Others>(
    _ element: Element,
    of others: Others,
    completion: @escaping @Sendable (Element?, (any Error)?) -> Void
  ) where Others: Collection, Others.Element == Element {
    completion(others.first ?? element, nil)
  }

  @Promised
  func together<each Part: Sendable>(
    _ parts: repeat each Part,
    completion: @escaping @Sendable ((repeat each Part)) -> Void
  ) {
    completion((repeat each parts))
  }

  @Promised
  func describe(
    _ thing: some CustomStringConvertible,
    times: Int = 2,
    separator: @autoclosure () -> String = ", ",
    progress: (Int) -> Void = { _ in },
    completion: @escaping @Sendable (String) -> Void
  ) {
    progress(times)
    completion(Array(repeating: "\(thing)", count: times).joined(separator: separator()))
  }

  @Promised
  func placed(
    file: StaticString = #fileID,
    line: UInt = #line,
    completion: @escaping @Sendable (User) -> Void
  ) {}

  @Promised
  func read(file: String, completion: @escaping @Sendable (String?, (any Error)?) -> Void) {
    if !file.isEmpty { completion(nil, nil) }
  }

  /// A call without the handler is already valid, and keeps its meaning.
  @Promised
  func save(_ user: User, completion: (@Sendable ((any Error)?) -> Void)? = nil) {
    completion?(nil)
  }

  @Promised
  private func secret(completion: @escaping @Sendable (Int) -> Void) {
    completion(42)
  }

  func reveal() -> Promise<Int> { secret() }
}
