import Foundation
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
    #expect(trace.graphviz(symbols).contains("label=\"validate #2\\n"))
    #expect(trace.chromeTraceJSON(symbols).contains("\"name\":\"validate #2\""))
  }
}

struct SymbolTests {
  @Test(
    arguments: [
      ("Future.map<A>(on:_:)", "map"), ("Promise.init(_:)", "Promise"), ("all<A>(_:)", "all"),
      ("specialized Future.tap(_:)", "tap"), ("closure #1 in Future.flatMap<A>(_:)", "flatMap"),
      ("static Future.race(_:)", "race"), ("Future.asVoid.getter", "asVoid"),
      ("closure #2 in closure #1 in LazyPromise.__allocating_init(_:)", "LazyPromise"),
      ("(1) await resume partial function for value(of:)", "value"), ("+ infix(_:_:)", nil),
      ("Future<A where A == Data>.decoded<B>(as:)", "decoded"),
      ("closure #1 in Future<A where A: (Int) -> Box<B>>.then(_:)", "then"),
    ] as [(String, String?)]
  )
  func `the base name is found in the demangled name`(name: String, function: String?) {
    #expect(Symbol(name: name).functionName == function)
  }

  @Test func `the text has the source location if it is known`() {
    var symbol = Symbol(name: "specialized Loader.load(_:)")
    #expect(symbol.text == "Loader.load(_:)")
    symbol.path = "/App/Sources/Loader.swift"
    #expect(symbol.text == "Loader.load(_:)")
    symbol.line = 40
    #expect(symbol.text == "Loader.load(_:) at Loader.swift:40")
  }

  @Test(arguments: [
    ("$s6Pledge6FutureC3mapyyF", true), ("$s10PledgeCore4NodeC", true),
    ("$s3App6LoaderV4loadyyF", false), ("$s6Pledge6FutureC3AppE4loadyyF", false),
    ("$sSa6PledgeE3allyyF", true), ("$sSlsE3mapyF", false), ("main", false), ("", false),
    ("$s11PledgeTests3FooV", false), ("$sST6PledgeSTRzs8SendableRzlE3all5limityF", true),
    ("$s6Pledge6FutureC3AppSQRzlE4loadyyF", false), ("$sSlsSQ7ElementRpzlE5indexyF", false),
  ])
  func `without a path the mangled name identifies the module`(mangled: String, isPledge: Bool) {
    #expect(Symbol(name: "f()", mangled: mangled).isPledge(sources: "/p/") == isPledge)
  }

  @Test func `the path takes precedence over the name`() {
    let inlined = Symbol(name: "f()", mangled: "$s3App1fyyF", path: "/p/Sources/Pledge/F.swift")
    let extended = Symbol(name: "f()", mangled: "$s6Pledge1fyyF", path: "/App/F.swift")

    #expect(inlined.isPledge(sources: "/p/Sources/"))
    #expect(!extended.isPledge(sources: "/p/Sources/"))
  }

  @Test func `the standard library is recognized`() {
    #expect(MangledName("$sSlsE3mapyF").isStandardLibrary)
    #expect(MangledName("$ss5printyyF").isStandardLibrary)
    #expect(MangledName("$s10Foundation6ThreadC4nameSSvg").isStandardLibrary)
    #expect(!MangledName("$s10Foundation6ThreadC3AppE4nameSSvg").isStandardLibrary)
    #expect(!MangledName("$sSa3AppE4loadyyF").isStandardLibrary)
    #expect(!MangledName("$sSo8NSObjectC3AppE").isStandardLibrary)
    #expect(MangledName("$sSlsSQ7ElementRpzlE5indexyF").isStandardLibrary)
    #expect(!MangledName("$sST3AppSTRzs8SendableRzlE4loadyF").isStandardLibrary)
    #expect(!MangledName("$s3App1fyyF").isStandardLibrary)
    #expect(!MangledName("main").isStandardLibrary)
  }
}

struct CallerTests {
  private func pledge(_ name: String) -> Symbol {
    Symbol(name: name, path: "/p/Sources/Pledge/Tap.swift", line: 3)
  }

  private let loader = Symbol(name: "Loader.load(_:)", path: "/App/Loader.swift", line: 40)

  @Test func `the caller is the first function outside Pledge, the operator its callee`() {
    let caller = Caller(
      [pledge("Future.tap(_:)"), pledge("Future.validate(_:)"), loader, pledge("Future.map(_:)")],
      sources: "/p/Sources/"
    )

    #expect(caller.text == "Loader.load(_:) at Loader.swift:40")
    #expect(caller.operator == "validate")
  }

  @Test func `system functions are skipped`() {
    let system = Symbol(name: "Sequence.map(_:)", isSystem: true)
    let caller = Caller([pledge("f()"), system, pledge("all(_:)"), system, loader], sources: "/p/")

    #expect(caller.operator == "all")
    #expect(caller.text == "Loader.load(_:) at Loader.swift:40")
  }

  @Test func `the function that starts the program is not a caller`() {
    let start = Symbol(name: "__libc_start_main", mangled: "__libc_start_main")

    #expect(Caller([pledge("all(_:)"), start], sources: "/p/Sources/") == Caller())
    #expect(Caller([Symbol(name: "f()", mangled: "$s3App1fyyF")], sources: "/p/").text == "f()")
    #expect(Caller([Symbol(name: "f()", mangled: "_$s3App1fyyF")], sources: "/p/").text == "f()")
  }

  @Test func `an unknown caller has no text`() {
    #expect(Caller([], sources: "/p/") == Caller())
    #expect(Caller([pledge("Future.tap(_:)")], sources: "/p/Sources/") == Caller())
  }

  @Test func `addresses without code have no symbols`() {
    for address in [0, 1, 0xDEAD_BEEF, .max] as [UInt] {
      #expect(symbolicated([address])[address, default: []].isEmpty)
    }
    #expect(symbolicated([]).isEmpty)
  }

  #if canImport(Runtime) && (!canImport(Darwin) || (os(macOS) && compiler(>=6.3)))
  @Test func `a real call is found through Pledge, by its function, file and line`() throws {
    let calls = try around(beginning(Promise(value: 1)))
    let symbols = symbolicated(calls)

    let caller = Caller(calls.flatMap { symbols[$0] ?? [] }, sources: Symbols.sources)

    // In a release build the operator may be inlined away.
    #if DEBUG
    #expect(caller.operator == "map")
    #endif
    #expect(caller.text?.contains("CallerTests.beginning(_:) at SymbolsTests.swift:") == true)
  }

  #if DEBUG
  @Test func `a thunk between two functions is not the caller`() {
    // A thunk whose types are all of the standard library would be skipped for its name alone.
    struct Input {}
    let body: (Input) -> [UInt] = { _ in Thread.callStackReturnAddresses.map(\.uintValue) }
    let calls = called(with: Input(), body)
    let symbols = symbolicated(calls)
    let thunks = calls.flatMap { symbols[$0] ?? [] }.filter { $0.mangled.hasSuffix("TR") }

    #expect(!thunks.isEmpty)
    #expect(thunks.allSatisfy { $0.isSystem })
  }
  #endif

  /// Calls a closure in a way that needs a thunk, because its types are generic here.
  @inline(never)
  private func called<Input, Output>(with input: Input, _ body: (Input) -> Output) -> Output {
    body(input)
  }

  @Test func `a thousand promises are symbolicated by their few addresses`() throws {
    let calls = try around(beginning(Promise(value: 1)))
    let trace = Trace(of: (1...1_000).map { .created($0, callers: calls) })
    let symbols = Symbols(of: trace.entries)

    #expect(trace.json(symbols).contains("SymbolsTests.swift:"))
  }

  /// Returns the calls from two before ``beginning(_:)``.
  ///
  /// An event has room for eight calls, and more calls precede these while another test records.
  private func around(_ calls: [UInt]) throws -> [UInt] {
    let symbols = symbolicated(calls)
    let index = try #require(
      calls.firstIndex { address in
        (symbols[address] ?? []).contains { $0.name.hasPrefix("CallerTests.beginning(") }
      }
    )
    return Array(calls[max(0, index - 2)...])
  }
  #endif

  @inline(never)
  private func beginning(_ promise: Promise<Int>) throws -> [UInt] {
    let calls = promise.map { _ in Thread.callStackReturnAddresses.map(\.uintValue) }
    return try #require(try calls.result?.get())
  }
}
