internal import PledgeSupport

/// An error that contains other errors, which may contain others, to any depth.
protocol ErrorHolding: Error {
  /// The number of levels of such errors, including this one.
  var depth: Int { get }

  /// Describes this error and the errors in it, down to `levels` more.
  func text(levels: Int) -> String
}

/// Descriptions and depths of nested errors.
enum NestedErrors {
  /// The number of levels below the first that a description shows.
  static let shownLevels = 3
  /// The number of errors per level that a description shows.
  static let shownErrors = 8

  /// Returns the depth of an error that contains `errors`.
  static func depth(holding errors: some Sequence<any Error>) -> Int {
    errors.lazy.map { ($0 as? any ErrorHolding)?.depth ?? 0 }.reduce(0, max) + 1
  }

  static func text(of error: any Error, levels: Int) -> String {
    guard let holder = error as? any ErrorHolding else { return error.shortDescription }
    return levels > 0 ? holder.text(levels: levels - 1) : "…"
  }

  /// Describes the first of `errors`, each in a few words, and the number of the others.
  static func texts(of errors: [any Error], levels: Int) -> [String] {
    let shown = errors.prefix(shownErrors).map { text(of: $0, levels: levels) }
    let rest = errors.count > shown.count ? ["\(errors.count - shown.count) more"] : []
    return shown + rest
  }

  /// Returns a mirror of `errors`, or of their description if reflection would go too deep.
  static func mirror(
    of subject: some ErrorHolding,
    _ errors: KeyValuePairs<String, any Sendable>
  ) -> Mirror {
    if subject.depth <= shownLevels {
      return Mirror(subject, children: errors.map { (label: $0.key, value: $0.value) })
    }
    let text = subject.text(levels: shownLevels)
    return Mirror(subject, children: [(label: "description", value: text)])
  }
}
