import Pledge

/// The results of the latest search; used on one context.
public final class SearchModel: @unchecked Sendable {
  /// The pages that were found.
  public private(set) var results: [String] = []
  private let bag = DiscardBag()
  private let context: any ExecutionContext
  private let find: @Sendable (String) -> Promise<[String]>

  /// Creates a model without results.
  ///
  /// - Parameters:
  ///   - context: The context on which results arrive.
  ///   - find: Returns the pages that contain a text.
  public init(
    on context: any ExecutionContext,
    find: @escaping @Sendable (String) -> Promise<[String]>
  ) {
    self.context = context
    self.find = find
  }

  /// Searches for `text` instead of the previous one.
  public func search(_ text: String) {
    bag.discardAll()
    find(text)
      .observe(on: context) { result in
        if case .success(let pages) = result { self.results = pages }
      }
      .discarded(by: bag)
  }
}
