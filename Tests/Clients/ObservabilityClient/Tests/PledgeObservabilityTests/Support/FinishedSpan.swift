import InMemoryTracing
import Tracing

extension FinishedInMemorySpan {
  var stages: Int? {
    guard case .int64(let stages) = attributes.get("pledge.stages") else { return nil }
    return Int(stages)
  }

  var operators: [String] {
    guard case .stringArray(let names) = attributes.get("pledge.operators") else { return [] }
    return names
  }

  /// Returns the text of the attribute with this name, which omits the `pledge.` prefix.
  func text(_ name: String) -> String? {
    guard case .string(let text) = attributes.get("pledge.\(name)") else { return nil }
    return text
  }

  var outcome: String? { text("outcome") }
}
