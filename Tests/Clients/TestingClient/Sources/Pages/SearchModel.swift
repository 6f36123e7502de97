import Dispatch
import Pledge

/// The results of the latest search.
@MainActor
public final class SearchModel {
  /// The pages that were found.
  public private(set) var results: [String] = []
  private let searches = DiscardBag()
  private let context: any ExecutionContext
  private let find: @Sendable (String) -> Promise<[String]>

  /// Creates a model without results.
  ///
  /// - Parameters:
  ///   - context: The context on which results arrive: the main queue, or, in a test on the main
  ///     actor, a context that the test runs.
  ///   - find: Returns the pages that contain a text.
  public init(
    on context: any ExecutionContext = DispatchQueue.main,
    find: @escaping @Sendable (String) -> Promise<[String]>
  ) {
    self.context = context
    self.find = find
  }

  /// Searches for `text` instead of the previous one.
  public func search(_ text: String) {
    searches.discardAll()
    find(text)
      .observe(on: context, owner: self) { model, result in
        MainActor.assumeIsolated { model.show(result) }
      }
      .discarded(by: searches)
  }

  private func show(_ result: Result<[String], any Error>) {
    if case .success(let pages) = result { results = pages }
  }
}
