import Pledge
import Testing

@testable import PledgeTrace

struct GraphvizTests {
  @Test func `names and errors cannot break out of their strings`() {
    let trace = Trace(
      of: [.created(1, nasty), .settled(1, .rejected(Failure(description: "\\\"; evil -> 1")))],
      title: nasty + "\\"
    )
    let literal = #/"(?:[^"\\]|\\.)*"/#.matchingSemantics(.unicodeScalar).dotMatchesNewlines()
    let strings = trace.graphviz.matches(of: literal).map { String($0.output) }
    let rest = trace.graphviz.replacing(literal, with: "§")

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
