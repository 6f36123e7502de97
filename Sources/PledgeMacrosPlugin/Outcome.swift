#if Macros
/// The arguments of a completion handler.
enum Outcome: Equatable {
  /// A single `Result` with this success type.
  case result(String)
  /// Values and at most one optional error, in order.
  case parts([Part])

  /// One parameter of the handler.
  enum Part: Equatable {
    case value(Value)
    case error
  }

  /// A value passed to the handler.
  struct Value: Equatable {
    /// The type; without its question mark if the handler also takes an error.
    let type: String
    /// Whether `nil` means that there is no value; only if the handler also takes an error.
    let isUnwrapped: Bool
    /// The name in the type of the handler, without backticks, if there is one.
    let name: String?
  }

  var values: [Value] {
    guard case .parts(let parts) = self else { return [] }
    return parts.compactMap { part in
      if case .value(let value) = part { value } else { nil }
    }
  }

  var hasError: Bool {
    guard case .parts(let parts) = self else { return false }
    return parts.contains(.error)
  }

  /// The type of the promised value.
  var promised: String {
    if case .result(let success) = self { return success }
    let values = self.values
    guard values.count > 1 else { return values.first?.type ?? "Swift.Void" }
    let types = values.map(\.type)
    let elements = labels.map { zip($0, types).map { "\($0): \($1)" } } ?? types
    return "(\(elements.joined(separator: ", ")))"
  }

  /// The labels of the values as a tuple; `nil` unless all values have distinct names.
  var labels: [String]? {
    let names = values.compactMap(\.name)
    return Set(names).count == values.count ? names.map(Name.label) : nil
  }
}
#endif
