import Pledge
import Testing

@testable import PledgeTrace

struct GraphvizTests {
  /// Returns the unescaped strings in a Graphviz document, and the text between them.
  private func read(_ text: String) -> (strings: [String], rest: String) {
    var (strings, rest) = ([String](), "")
    var characters = text.unicodeScalars.makeIterator()
    while let next = characters.next() {
      guard next == "\"" else {
        rest.unicodeScalars.append(next)
        continue
      }
      var string = ""
      while let inner = characters.next(), inner != "\"" {
        string.unicodeScalars.append(inner)
        if inner == "\\", let escaped = characters.next() { string.unicodeScalars.append(escaped) }
      }
      strings.append(string)
      rest += "§"
    }
    return (strings, rest)
  }

  @Test func `names and errors cannot break out of their strings`() {
    let trace = Trace(
      of: [.created(1, nasty), .settled(1, .rejected(Failure(description: "\\\"; evil -> 1")))],
      title: nasty + "\\"
    )
    let (strings, rest) = read(trace.graphviz)

    #expect(strings.count == 7)
    #expect(!rest.contains("evil") && !rest.contains("script"))
    #expect(rest.hasSuffix("    1 [label=§, fillcolor=§];\n  }\n}\n"))
    #expect(strings.contains { $0.contains("alert(\\\"x\\\")") })
    #expect(strings.contains { $0.contains("\\\\\\\"; evil") })
  }

  @Test func `edges lead to derived promises, dashed ones to other promises waited for`() {
    let text = Trace(of: [.created(1), .chained(2, to: 1), .waits(2, for: 9)]).graphviz

    #expect(text.contains("  1 -> 2;\n"))
    #expect(text.contains("  2 -> 9 [style=dashed];\n"))
  }

  @Test func `each state has its color`() {
    let states: [PromiseEvent] = [
      .settled(1), .settled(2, .rejected(Failure())), .settled(3, .discarded),
      .settled(4, .broken),
    ]
    let text = Trace(of: (1...5).map { .created($0) } + states).graphviz

    for color in ["#d3f9d8", "#ffc9c9", "#e9ecef", "#ffd8a8", "#fff3bf"] {
      #expect(text.contains("fillcolor=\"\(color)\""))
    }
  }

  @Test func `an unhandled rejection is framed`() {
    let text = Trace(of: [
      .created(1), .settled(1, .rejected(Failure())), .happened(.unhandled(Failure()), to: 1),
    ]).graphviz

    #expect(text.contains("color=red"))
  }
}
