public import Pledge

extension Trace {
  /// Describes a promise, and the promises it was derived from.
  ///
  /// - Parameter id: The number of the promise.
  /// - Returns: The text, several lines; `nil` if the promise is not in the trace.
  /// - Complexity: O(*n*) in the number of promises that it is derived from, or that these wait for.
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
    return lines.joined(separator: "\n")
  }

  private func line(_ position: Int, _ phrases: inout Phrases) -> String {
    let waits = phrases.waits(position).map { ", \($0)" } ?? ""
    return "\(phrases.name(position)) \(phrases.state(position))\(waits)"
  }

  /// Returns the positions of a promise and its ancestors, the promise first.
  private func ancestors(of position: Int) -> [Int] {
    var found = [position]
    while let parent = entries[found[found.count - 1]].parent.flatMap(index) {
      found.append(parent)
    }
    return found
  }

  /// Returns the pending promises among `positions`, and those they wait for, the nearest first.
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

  /// Returns `lines`; if there are many, only the first and the last ones.
  private func shortened(_ lines: [String]) -> [String] {
    let kept = 15
    guard lines.count > 2 * kept + 1 else { return lines }
    let omission = "  … \(lines.count - 2 * kept) more …"
    return Array(lines.prefix(kept)) + [omission] + lines.suffix(kept)
  }
}
