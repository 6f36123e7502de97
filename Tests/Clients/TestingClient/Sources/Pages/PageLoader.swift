import Pledge

/// Loads pages from a server that may be slow: what the tests of this package are about.
public struct PageLoader: Sendable {
  /// What a page that does not exist is refused with.
  public struct NotFound: Error, Equatable {
    /// Which page.
    public let path: String
  }

  private let fetch: @Sendable (String) -> Future<String?>

  /// Creates a loader.
  ///
  /// - Parameter fetch: Gets the text of a page, or nothing if there is no such page.
  public init(fetch: @escaping @Sendable (_ path: String) -> Future<String?>) {
    self.fetch = fetch
  }

  /// The title of a page, which is its first line.
  ///
  /// - Parameters:
  ///   - path: Which page.
  ///   - context: Where the page is read.
  ///   - clock: What measures the five seconds that the server has.
  /// - Returns: The title, or why there is none.
  public func title(
    of path: String,
    on context: some ExecutionContext = .immediate,
    clock: some Clock<Duration> = ContinuousClock()
  ) -> Promise<String> {
    fetch(path).timeout(after: .seconds(5), clock: clock).map(on: context) { text in
      guard let text else { throw NotFound(path: path) }
      return String(text.prefix { $0 != "\n" })
    }
  }
}
