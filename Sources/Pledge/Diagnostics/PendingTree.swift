internal import PledgeSupport

/// The tree of the promises that wait for others, drawn from the ones that block them.
struct PendingTree {
  private let promises: [PendingReport.Promise]
  private let positions: [PromiseID: Int]
  private var waiters: [Int: [Int]] = [:]
  private var seen: Set<Int> = []

  init(_ promises: [PendingReport.Promise]) {
    self.promises = promises
    positions = Dictionary(uniqueKeysWithValues: promises.indices.map { (promises[$0].id, $0) })
    for position in promises.indices {
      for source in promises[position].waitsFor {
        if let above = positions[source] { waiters[above, default: []].append(position) }
      }
    }
  }

  /// Returns the trees, the largest first: what most promises wait for is the likeliest problem.
  mutating func lines() -> [String] {
    var trees: [[String]] = []
    for position in promises.indices where promises[position].waitsFor.isEmpty {
      trees.append(tree(below: position))
    }
    // Those that wait for each other in a cycle are below no cause.
    for position in promises.indices where !seen.contains(position) {
      trees.append(tree(below: position))
    }
    return trees.sorted(byNumber: { -$0.count }).flatMap { [""] + $0 }
  }

  private mutating func tree(below cause: Int) -> [String] {
    var lines: [String] = []
    var open = [(position: cause, depth: 0)]
    while let (position, depth) = open.popLast() {
      let isNew = seen.insert(position).inserted
      let indentation = String(repeating: "  ", count: min(depth, 20))
      lines.append("\(indentation)\(promises[position].line)\(isNew ? "" : ", see above")")
      if isNew { open += (waiters[position] ?? []).reversed().map { ($0, depth + 1) } }
    }
    return lines
  }
}

extension PendingReport.Promise {
  fileprivate var line: String {
    "\(origin.text(numbered: id)), for \(tenths / 10).\(tenths % 10) s"
      + (obstacle.map { ": \($0)" } ?? "")
  }

  /// The age in tenths of a second.
  private var tenths: Int64 {
    age.components.seconds * 10 + age.components.attoseconds / 100_000_000_000_000_000
  }

  /// The promise as a JSON object.
  var json: String {
    let fields = [
      "\"id\":\(id.number)", "\"operator\":\(origin.operator.json)",
      "\"place\":\("\(origin.place)".json)", origin.label.map { "\"label\":\($0.json)" },
      "\"seconds\":\(tenths / 10).\(tenths % 10)",
      waitsFor.isEmpty
        ? nil : "\"waitsFor\":[\(waitsFor.map { "\($0.number)" }.joined(separator: ","))]",
      obstacle.map { "\"obstacle\":\($0.json)" },
    ]
    return "{\(fields.compactMap(\.self).joined(separator: ","))}"
  }
}

extension String {
  /// The text as a JSON string.
  fileprivate var json: String {
    let text = replacingScalars { scalar in
      switch scalar {
      case "\"", "\\": "\\\(scalar)"
      case "\0"..."\u{1F}":
        "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
      default: nil
      }
    }
    return "\"\(text)\""
  }
}
