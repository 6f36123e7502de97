internal import PledgeCore

/// An error that holds other errors, which may hold others in turn, at any depth.
protocol ErrorHolding: Error {
  /// How many levels of such errors there are, this one included.
  var depth: Int { get }

  /// Describes this error and the errors in it, down to `levels` more.
  func text(levels: Int) -> String
}

/// Errors in words, and how deep they are nested.
enum NestedErrors {
  /// How many levels a description shows below the first.
  static let shownLevels = 3
  /// How many errors of one level a description shows.
  static let shownErrors = 8

  /// The depth of an error that holds `errors`.
  static func depth(holding errors: some Sequence<any Error>) -> Int {
    errors.lazy.map { ($0 as? any ErrorHolding)?.depth ?? 0 }.reduce(0, max) + 1
  }

  static func text(of error: any Error, levels: Int) -> String {
    guard let holder = error as? any ErrorHolding else { return "\(error)" }
    return levels > 0 ? holder.text(levels: levels - 1) : "…"
  }

  static func text(of errors: [any Error], levels: Int) -> String {
    let shown = errors.prefix(shownErrors).map { text(of: $0, levels: levels) }
    let rest = errors.count > shown.count ? ["\(errors.count - shown.count) more"] : []
    return (shown + rest).joined(separator: "; ")
  }

  /// A mirror with `errors`, or with their description where reflection would go too deep.
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
