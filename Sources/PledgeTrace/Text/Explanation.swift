public import Pledge

extension Trace {
  /// All that is known of a promise, of what it was derived from, and of what it waits for.
  ///
  /// - Parameter id: The number of the promise.
  /// - Returns: The text, several lines; `nil` if the promise is not in the trace.
  /// - Complexity: O(*n*) in the number of promises that it is derived from or waits for.
  public func text(of id: PromiseID) -> String? {
    guard let position = index(of: id) else { return nil }
    var steps = Set(ancestors(of: position))
    steps.formUnion(pending(from: [position]))
    return text(of: position, Symbols(of: steps.map { entries[$0] }))
  }

  func text(of position: Int, _ symbols: Symbols) -> String {
    let ancestors = ancestors(of: position)
    let waiting = Waiting(self, among: pending(from: ancestors))
    var phrases = Phrases(self, symbols, waiting)
    var lines = [line(position, &phrases)]
    lines.append("  in a chain from \(phrases.beginning(ancestors.last ?? position))")
    if ancestors.count > 1 {
      lines.append("derived from")
      lines += shortened(ancestors.dropFirst().map { "  \(line($0, &phrases))" })
    }
    if entries[position].state == .pending {
      let waited = pending(from: [position]).dropFirst()
      lines.append("so it waits for")
      lines += shortened(waited.map { "  \(line($0, &phrases))" })
      if waited.isEmpty { lines.append("  nothing that is recorded: it is up to its producer") }
    }
    return lines.joined(separator: "\n")
  }

  private func line(_ position: Int, _ phrases: inout Phrases) -> String {
    let waits = phrases.waits(position).map { ", \($0)" } ?? ""
    return "\(phrases.name(position)) \(phrases.state(position))\(waits)"
  }

  /// The promise and those it was derived from, itself first.
  private func ancestors(of position: Int) -> [Int] {
    var found = [position]
    while let parent = entries[found[found.count - 1]].parent.flatMap(index) {
      found.append(parent)
    }
    return found
  }

  /// Those of some promises that are pending, and all that these wait for, the nearest first.
  private func pending(from positions: [Int]) -> [Int] {
    var reached = positions.filter { entries[$0].state == .pending }
    var known = Set(reached)
    var next = 0
    while next < reached.count {
      for other in entries[reached[next]].above.compactMap(index)
      where entries[other].state == .pending && known.insert(other).inserted {
        reached.append(other)
      }
      next += 1
    }
    return reached
  }

  /// The first and the last of many lines.
  private func shortened(_ lines: [String]) -> [String] {
    let kept = 15
    guard lines.count > 2 * kept + 1 else { return lines }
    let left = "  … \(lines.count - 2 * kept) more …"
    return lines.prefix(kept) + [left] + lines.suffix(kept)
  }
}
