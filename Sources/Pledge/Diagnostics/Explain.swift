internal import PledgeCore
internal import PledgeSupport

extension Future {
  /// Returns a description of this promise's state and, if it is pending, of everything it waits
  /// for, for use in a debugger or a log.
  ///
  /// ```text
  /// (lldb) po user.explain()
  /// map from App/Loader.swift:42: pending, waits for
  ///   flatMap from App/Loader.swift:42: pending, waits for
  ///     Promise from App/Loader.swift:57: pending, waiting for its producer
  /// ```
  ///
  /// The description is a snapshot of promises that may change at the same time. Promises that were
  /// ``labeled(_:)`` have their label in brackets, and those that were lent a priority (spec 10.5)
  /// show it. Errors are on one line, shortened to a thousand characters, and labels to two
  /// hundred. The promises that tasks wait for are known while they are recorded (see
  /// ``Diagnostics/recordPending()``). Calling this method does not mark a rejection as handled.
  ///
  /// The method can be called from any thread, but not under a lock: it holds promises while it
  /// runs, so the last reference to one may be released here, along with everything that its
  /// release runs.
  ///
  /// - Returns: A description of at most a hundred lines. The last one says so if there are more.
  /// - Complexity: O(*n*), where *n* is the number of promises that this one waits for.
  public final func explain() -> String {
    lazy var recorded = Diagnostics.pendingGraph?.obstacles
    var (lines, seen) = ([String](), Set<ObjectIdentifier>())
    var stack: [(node: Node, depth: Int)] = [(self, 0)]
    while let (node, depth) = stack.popLast() {
      let description = PromiseDescription.visible(node)
      let isNew = seen.insert(ObjectIdentifier(node)).inserted
      let reason =
        description.sources.isEmpty ? recorded?[Instrumentation.number(of: node)] : nil
      let indentation = String(repeating: "  ", count: min(depth, 20))
      let text = isNew ? description.text(recorded: reason, lent: node.lentPriority) : "see above"
      lines.append("\(indentation)\(description.origin): \(text)")
      // Reversed, because the last one is taken from the stack first.
      if isNew { stack += description.sources.reversed().map { ($0, depth + 1) } }
      if lines.count > 100 { return (lines.prefix(99) + ["… and more"]).joined(separator: "\n") }
    }
    return lines.joined(separator: "\n")
  }
}
