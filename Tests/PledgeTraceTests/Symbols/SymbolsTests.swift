import Pledge
import Testing

@testable import PledgeTrace

struct SymbolsTests {
  private let symbols = Symbols(
    [
      10: [
        Symbol(name: "Future.tap(_:)", path: "/p/Tap.swift"),
        Symbol(name: "Future.validate(_:)", path: "/p/Validate.swift"),
      ],
      11: [Symbol(name: "Loader.load(_:)", path: "/App/Loader.swift", line: 40)],
    ],
    sources: "/p/"
  )
  private let trace = Trace(of: [
    .created(1, "Promise", callers: [11]), .chained(2, to: 1, "tap", callers: [10, 11]),
    .chained(3, to: 1, "tap", callers: [99]),
  ])

  @Test func `texts name the function that began a chain, and operators as they were called`() {
    let text = trace.text(symbols)

    #expect(text.contains("App/Loader.swift:42  Loader.load(_:) at Loader.swift:40\n"))
    #expect(text.contains("validate #2"))
    #expect(text.contains("tap #3"))
  }

  @Test func `beyond an unknown function there is no caller`() {
    let trace = Trace(of: [.created(1, callers: [10, 99, 11])])

    #expect(!trace.text(symbols).contains("Loader.load"))
  }

  @Test func `the other formats show operators and callers, too`() {
    #expect(trace.pending(symbols).contains("validate #2 waits for Promise #1"))
    #expect(trace.graphviz(symbols).contains("label=\"validate #2\\n"))
    #expect(trace.chromeTraceJSON(symbols).contains("\"name\":\"validate #2\""))
    #expect(trace.text(of: 1, symbols).contains("Loader.load(_:) at Loader.swift:40"))
  }
}
