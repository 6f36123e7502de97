internal import PledgeSupport

/// The tree of the promises that wait for others, drawn from the ones that block them.
struct PendingTree {
  private let promises: [PendingReport.Promise]
  private let positions: [PromiseID: Int]
  private var waiters: [Int: [Int]] = [:]
  private let cycles: [[Int]]
  private var seen: Set<Int> = []

  init(_ promises: [PendingReport.Promise], _ cycles: [[PromiseID]]) {
    self.promises = promises
    positions = Dictionary(uniqueKeysWithValues: promises.indices.map { (promises[$0].id, $0) })
    for position in promises.indices {
      for source in promises[position].waitsFor {
        if let above = positions[source] { waiters[above, default: []].append(position) }
      }
    }
    self.cycles = cycles.map { [positions] in $0.compactMap { positions[$0] } }
  }

  /// Returns the cycles, and the trees, the largest first: what most promises wait for is the
  /// likeliest problem.
  mutating func lines() -> [String] {
    let causes = promises.indices.filter { promises[$0].waitsFor.isEmpty }
    // Sorted before the lines are made, since the others refer to those above.
    let sizes = causes.map { cause in tree(below: [(cause, 0)]).count }
    seen = []
    var lines: [String] = []
    for cycle in cycles where !cycle.isEmpty { lines += [""] + describe(cycle) }
    let sorted = zip(causes, sizes).sorted(byNumber: { -$0.1 }).map(\.0)
    // Those below no cause wait for each other, but may be settled otherwise.
    for cause in sorted + promises.indices where !seen.contains(cause) {
      lines += [""] + tree(below: [(cause, 0)])
    }
    return lines
  }

  private mutating func describe(_ cycle: [Int]) -> [String] {
    let numbers = (cycle + cycle.prefix(1)).map { "\(promises[$0].id)" }
    let (first, number) = (promises[cycle[0]], promises[cycle[0]].id)
    let title = "\(first.origin.text(numbered: number)) waits for itself, "
    seen.formUnion(cycle)
    let members = zip(cycle, cycle.dropFirst() + cycle.prefix(1)).map { position, next in
      let promise = promises[position]
      return "  \(promise.line)"
        + (promise.obstacle == nil ? ": waits for \(promises[next].id)" : "")
    }
    let others = cycle.flatMap { waiters[$0] ?? [] }.filter { !seen.contains($0) }
    return [title + numbers.joined(separator: " → ")] + members
      + tree(below: others.reversed().map { ($0, 2) })
  }

  private mutating func tree(below start: [(position: Int, depth: Int)]) -> [String] {
    var lines: [String] = []
    var open = start
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
      + (priority.map { ", with priority \($0.rawValue)" } ?? "")
      + (obstacle.map { ": \($0)" } ?? "")
  }

  /// The age in tenths of a second.
  private var tenths: Int64 {
    age.components.seconds * 10 + age.components.attoseconds / 100_000_000_000_000_000
  }

  /// The promise as a JSON object.
  func json(inCycle cycle: Int?) -> String {
    var causes = waitsFor.map(\.number)
    if case .turn(let holders) = reason { causes += holders }
    let fields = [
      "\"id\":\(id.number)", "\"operator\":\(origin.operator.json)",
      "\"place\":\("\(origin.place.fileID):\(origin.place.line)".json)",
      origin.label.map { "\"label\":\($0.json)" },
      "\"seconds\":\(tenths / 10).\(tenths % 10)",
      priority.map { "\"priority\":\($0.rawValue)" },
      causes.isEmpty
        ? nil : "\"waitsFor\":[\(causes.map { "\($0)" }.joined(separator: ","))]",
      reason.map { "\"obstacle\":\($0.text { $0 }.json)" },
      cycle.map { "\"cycle\":\($0)" },
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
