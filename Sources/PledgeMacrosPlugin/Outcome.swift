#if Macros
/// What a completion handler is called with.
enum Outcome: Equatable {
  /// A `Result`, whose success is of this type.
  case result(String)
  /// Values and at most one optional error, in the order in which they come.
  case parts([Part])

  /// One parameter of the handler.
  enum Part: Equatable {
    case value(Value)
    case error
  }

  /// A value that the handler is called with.
  struct Value: Equatable {
    /// Its type; beside an error, without the question mark.
    let type: String
    /// Whether `nil` stands for no value: beside an error alone.
    let isUnwrapped: Bool
    /// The name it has in the type of the handler, if it has one.
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

  /// The type of what the promise is fulfilled with.
  var promised: String {
    if case .result(let success) = self { return success }
    let values = self.values
    guard values.count > 1 else { return values.first?.type ?? "Void" }
    let types = values.map(\.type)
    let elements = labels.map { zip($0, types).map { "\($0): \($1)" } } ?? types
    return "(\(elements.joined(separator: ", ")))"
  }

  /// The labels of the values as a tuple, if all have a name, and each another.
  var labels: [String]? {
    let names = values.compactMap(\.name)
    return Set(names).count == values.count ? names : nil
  }
}
#endif
