import Pledge
import PledgeMacros

/// A value that older code loads and delivers on an unspecified thread.
struct Page: Sendable, Equatable {
  let text: String
}

struct LegacyError: Error, Equatable {}

/// A class that is not `Sendable`, with plain handlers and errors without `any`.
class Legacy {
  private var loaded: [Int: Page] = [1: Page(text: "one")]

  @Promised
  func load(_ id: Int, completion: @escaping (Page?, Error?) -> Void) {
    completion(loaded[id], loaded[id] == nil ? LegacyError() : nil)
  }

  @Promised
  func store(_ page: Page, as id: Int, completion: ((Error?) -> Void)? = nil) {
    loaded[id] = page
    completion?(nil)
  }

  @Promised
  func count(_ callback: @escaping (Result<Int, Error>) -> Void) throws -> Job {
    callback(.success(loaded.count))
    return Job()
  }
}

/// A job, which is not `Sendable` either.
class Job {
  func cancel() {}
}

/// A protocol with a method that has no async counterpart.
@PromisedRequirements
protocol LegacyService {
  func ping(completion: @escaping (Bool) -> Void)
}

struct Echo: LegacyService {
  func ping(completion: @escaping (Bool) -> Void) { completion(true) }
}
