import Pledge

/// Loads pages from a server that may be slow.
public struct PageLoader: Sendable {
  /// The error for a page that does not exist.
  public struct NotFound: Error, Equatable {
    /// The path of the page.
    public let path: String
  }

  private let fetch: @Sendable (String) -> Future<String?>

  /// Creates a loader.
  ///
  /// Returns the text of a page, or `nil` if there is no such page.
  public init(fetch: @escaping @Sendable (_ path: String) -> Future<String?>) {
    self.fetch = fetch
  }

  /// Returns the first line of a page as its title.
  ///
  /// - Parameters:
  ///   - path: The path of the page.
  ///   - context: The context on which the page is parsed.
  ///   - clock: The clock that measures the server's limit of five seconds.
  /// - Returns: A promise for the title.
  public func title(
    of path: String,
    on context: some ExecutionContext = .immediate,
    clock: any Clock<Duration> = ContinuousClock()
  ) -> Promise<String> {
    fetch(path).timeout(after: .seconds(5), clock: clock).map(on: context) { text in
      guard let text else { throw NotFound(path: path) }
      return String(text.prefix { $0 != "\n" })
    }
  }
}
