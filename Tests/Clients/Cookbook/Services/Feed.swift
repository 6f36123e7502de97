import Foundation

/// A part of a list.
public struct Page: Sendable {
  /// The items of the page.
  public let items: [String]
  /// The number of the next page, or `nil` if this is the last one.
  public let next: Int?
}

/// A list of nine items in pages of three.
///
/// Its callbacks run on threads of its own.
public final class Feed: @unchecked Sendable {
  private let lock = NSLock()
  private var problem: Problem?

  /// The problem of a request.
  public enum Problem: Sendable {
    case offline
    case silence
  }

  /// Creates a client.
  public init() {}

  /// Stands for a bad connection: the next request fails, or is never answered.
  public func cause(_ problem: Problem) { lock.withLock { self.problem = problem } }

  /// Loads a page.
  public func page(
    _ number: Int,
    completion: @escaping @Sendable (Page?, (any Error)?) -> Void
  ) -> Request {
    print("GET page \(number)")
    let problem = lock.withLock { self.problem.take() }
    return Request("page \(number)", isSilent: problem == .silence) {
      guard problem == nil else { return completion(nil, ServiceError.offline) }
      let items = (1...3).map { "item \(number * 3 + $0)" }
      completion(Page(items: items, next: number < 2 ? number + 1 : nil), nil)
    }
  }
}
