extension Trace {
  /// The timeline page: one HTML document, which needs no other file and no network.
  ///
  /// A lane for each chain and a bar for each stage, with a search, filters, details, and the reason why
  /// one is waiting.
  ///
  /// - Complexity: O(*n*) in the number of promises, each of which is in the document.
  public var html: String { timelinePage(json: json) }
}
