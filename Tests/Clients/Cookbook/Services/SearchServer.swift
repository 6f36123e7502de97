/// A server that searches titles.
///
/// Its callbacks run on threads of its own.
public final class SearchServer: Sendable {
  /// The requests that were sent and canceled.
  public let events: AsyncStream<String>
  private let log: AsyncStream<String>.Continuation
  private let titles = ["Swift", "Swimming", "Sailing"]

  /// Creates a client.
  public init() {
    (events, log) = AsyncStream.makeStream()
  }

  /// Finds the titles that begin with `text`.
  ///
  /// The server never answers for `Sl`.
  public func titles(
    matching text: String,
    completion: @escaping @Sendable (Result<[String], ServiceError>) -> Void
  ) -> Request {
    let found = titles.filter { $0.hasPrefix(text) }
    let report: @Sendable (String) -> Void = { [log] in log.yield($0) }
    report("search \(text)")
    return Request("search \(text)", isSilent: text == "Sl", report: report) {
      completion(found.isEmpty ? .failure(.notFound) : .success(found))
    }
  }
}
