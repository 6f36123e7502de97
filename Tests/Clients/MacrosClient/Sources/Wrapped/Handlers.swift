import Pledge
import PledgeMacros

/// Functions for every shape of completion handler; `answer` decides how each handler is called.
struct Handlers: Sendable {
  @Promised
  func valueOrError(
    _ answer: (@escaping @Sendable (User?, (any Error)?) -> Void) -> Void,
    completion: @escaping @Sendable (User?, (any Error)?) -> Void
  ) {
    answer(completion)
  }

  @Promised
  func valuesOrError(
    _ answer: (@escaping @Sendable (User?, Int?, (any Error)?) -> Void) -> Void,
    completionHandler: @escaping @Sendable (User?, Int?, (any Error)?) -> Void
  ) {
    answer(completionHandler)
  }

  @Promised
  func named(
    _ answer: (@escaping @Sendable (User?, Int, (any Error)?) -> Void) -> Void,
    completion: @escaping @Sendable (_ user: User?, _ age: Int, _ error: (any Error)?) -> Void
  ) {
    answer(completion)
  }

  @Promised
  func flagOrError(
    _ answer: (@escaping @Sendable (Bool, (any Error)?) -> Void) -> Void,
    completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    answer(completion)
  }

  @Promised
  func errorFirst(
    _ answer: (@escaping @Sendable (RefusedError?, User?) -> Void) -> Void,
    callback: @escaping @Sendable (RefusedError?, User?) -> Void
  ) {
    answer { callback($0, $1) }
  }

  @Promised
  func errorAlone(
    _ answer: (@escaping @Sendable ((any Error)?) -> Void) -> Void,
    completion: @escaping @Sendable ((any Error)?) -> Void
  ) {
    answer(completion)
  }

  @Promised
  func result(
    _ answer: (@escaping @Sendable (Result<User, any Error>) -> Void) -> Void,
    completion: @escaping @Sendable (Result<User, any Error>) -> Void
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
  func certainResult(completion: @escaping @Sendable (Result<Void, Never>) -> Void) {
    completion(.success(()))
  }

  @Promised
  func value(
    _ answer: (@escaping @Sendable (User?) -> Void) -> Void,
    handler: @escaping @Sendable (User?) -> Void
  ) {
    answer(handler)
  }

  @Promised
  func values(
    _ answer: (@escaping @Sendable (User, Int) -> Void) -> Void,
    _ done: @escaping @Sendable (User, Int) -> Void
  ) {
    answer(done)
  }

  @Promised
  func tuple(completion: @escaping @Sendable ((User, Int)) -> Void) {
    completion((User("Ann"), 1))
  }

  @Promised
  func nothing(
    _ answer: (@escaping @Sendable () -> Void) -> Void,
    _: @escaping @Sendable () -> Void
  ) {
    answer {}
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
