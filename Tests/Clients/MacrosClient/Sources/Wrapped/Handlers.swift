import Pledge
import PledgeMacros

/// Functions with different completion handlers; `answer` decides how each handler is called.
///
/// The tests of the plugin show the code for other shapes.
struct Handlers: Sendable {
  @Promised
  func valueOrError(
    _ answer: (@escaping @Sendable (User?, (any Error)?) -> Void) -> Void,
    completion: @escaping @Sendable (User?, (any Error)?) -> Void
  ) {
    answer(completion)
  }

  @Promised
  func named(
    _ answer: (@escaping @Sendable (User?, Int, (any Error)?) -> Void) -> Void,
    completion: @escaping @Sendable (_ user: User?, _ age: Int, _ error: (any Error)?) -> Void
  ) {
    answer(completion)
  }

  @Promised
  func errorAlone(
    _ answer: (@escaping @Sendable ((any Error)?) -> Void) -> Void,
    completion: @escaping @Sendable ((any Error)?) -> Void
  ) {
    answer(completion)
  }

  @Promised
  func typedResult(
    _ answer: (@escaping @Sendable (Result<User, RefusedError>) -> Void) -> Void,
    completion: @escaping @Sendable (Swift.Result<User, RefusedError>) -> Void
  ) {
    answer(completion)
  }

  @Promised
  func value(
    _ answer: (@escaping @Sendable (User?) -> Void) -> Void,
    handler: @escaping @Sendable (User?) -> Void
  ) {
    answer(handler)
  }

  @Promised
  func optional(
    _ answer: (((@Sendable (User) -> Void))?) -> Void,
    completion: (@Sendable (User) -> Void)?
  ) {
    answer(completion)
  }

  @Promised
  func plain(
    _ answer: (@escaping (User) throws -> Void) -> Void,
    completion: @escaping (User) throws -> Void
  ) {
    answer(completion)
  }

  @Promised
  func onMainActor(
    _ answer: (@escaping @MainActor @Sendable (User) -> Void) -> Void,
    completion: @escaping @MainActor @Sendable (User) -> Void
  ) {
    answer(completion)
  }
}
