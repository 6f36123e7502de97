extension Trace {
  /// The chains as trees, with the state of each stage.
  ///
  /// ```text
  /// App/Loader.swift:42  Loader.load(_:) at Loader.swift:42
  ///   Promise #1       fulfilled after 120 ms
  ///   ├─ map #2        fulfilled after 121 ms
  ///   └─ timeout #3    rejected after 100 ms: TimeoutError
  /// ```
  ///
  /// A chain of single stages stays in its column; branches are indented. Long texts are truncated,
  /// here and in the other texts; ``json`` contains them in full.
  public var text: String { text(Symbols(of: entries)) }

  func text(_ symbols: Symbols) -> String {
    var phrases = Phrases(self, symbols)
    let forest = Forest(self)
    let layout = TreeLayout(forest)
    var lines = summary(chains: forest.roots.count)
    for root in forest.roots {
      lines.append("")
      lines.append(phrases.beginning(root))
      lines += Trace.tree(layout.lines(below: root), &phrases)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func tree(_ tree: [TreeLayout.Line], _ phrases: inout Phrases) -> [String] {
    let heads = tree.map { $0.stem + phrases.name($0.position) }
    let width = heads.lazy.map(\.count).filter { $0 <= 40 }.max() ?? 0
    return zip(tree, heads).map { line, head in
      let padding = String(repeating: " ", count: max(0, width - head.count))
      let waits = phrases.waits(line.position).map { ", \($0)" } ?? ""
      return "  \(head)\(padding)  \(phrases.state(line.position))\(waits)"
    }
  }

  /// Returns the numbers of recorded and missing promises.
  func summary(chains: Int) -> [String] {
    let name = title.isEmpty ? "" : "\(TextFormat.onOneLine(title)): "
    let pending = entries.lazy.filter { $0.state == .pending }.count
    let promises = TextFormat.count(entries.count, "promise")
    let counts = "\(promises) in \(TextFormat.count(chains, "chain")), \(pending) pending"
    var lines = ["\(name)\(counts), after \(Span(nanoseconds: end))"]
    if dropped.chains > 0 {
      let chains = TextFormat.count(dropped.chains, "finished chain")
      let promises = TextFormat.count(dropped.promises, "promise")
      lines.append("There was no room for \(chains) with \(promises).")
    }
    if dropped.unrecorded > 0 {
      let promises = TextFormat.count(dropped.unrecorded, "promise")
      lines.append("Another \(promises) could not be recorded, since no chain was finished.")
    }
    return lines
  }
}
