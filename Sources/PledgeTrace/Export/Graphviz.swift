internal import Pledge
internal import PledgeSupport

extension Trace {
  /// The trace as a graph in the language of Graphviz: `dot -Tsvg trace.dot -o trace.svg`.
  ///
  /// Chains are boxes. The color of a promise shows its state. Solid arrows lead to derived
  /// promises, dashed ones to other promises that a promise waits for.
  ///
  /// - Complexity: O(*n*) in the number of promises.
  public var graphviz: String { graphviz(Symbols(of: entries)) }

  func graphviz(_ symbols: Symbols) -> String {
    var phrases = Phrases(self, symbols)
    var lines = ["digraph \(quoted(title.isEmpty ? "promises" : title)) {"]
    lines.append("  node [shape=box, style=\"rounded,filled\", fontname=\"Helvetica\"];")
    let forest = Forest(self)
    for root in forest.roots {
      lines.append("  subgraph \(quoted("cluster \(entries[root].id)")) {")
      lines.append("    label=\(quoted(phrases.beginning(root)));")
      lines += TreeLayout(forest).lines(below: root).map { node($0.position, &phrases) }
      lines.append("  }")
    }
    for entry in entries { lines += arrows(entry) }
    return lines.joined(separator: "\n") + "\n}\n"
  }

  private func node(_ position: Int, _ phrases: inout Phrases) -> String {
    let entry = entries[position]
    let label = "\(phrases.name(position))\n\(phrases.state(position))"
    let frame = entry.isUnhandled ? ", color=red, penwidth=3" : ""
    let color = "fillcolor=\(quoted(entry.state.color))"
    return "    \(entry.id.number) [label=\(quoted(label)), \(color)\(frame)];"
  }

  private func arrows(_ entry: Entry) -> [String] {
    let parent = entry.parent.map { ["  \($0.number) -> \(entry.id.number);"] } ?? []
    return parent + entry.waits.map { "  \(entry.id.number) -> \($0.number) [style=dashed];" }
  }

  /// Returns the text as a quoted string of Graphviz, with backslashes and quotation marks escaped.
  private func quoted(_ text: String) -> String {
    let quoted = TextFormat.onLines(text, upTo: 400).replacingScalars { scalar in
      switch scalar {
      case "\\": "\\\\"
      case "\"": "\\\""
      case "\n": "\\n"
      default: nil
      }
    }
    return "\"\(quoted)\""
  }
}

extension Trace.State {
  /// The color of a promise in this state.
  fileprivate var color: String {
    switch self {
    case .pending: "#fff3bf"
    case .fulfilled: "#d3f9d8"
    case .rejected: "#ffc9c9"
    case .discarded, .merged: "#e9ecef"
    case .broken: "#ffd8a8"
    case .overdrawn: "#eebefa"
    case .unknown: "#ffffff"
    }
  }
}
