import Foundation
import Pledge
import Testing

@testable import PledgeTrace

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
    #expect(caller.text?.contains("CallerTests.beginning(_:) at CallerTests.swift:") == true)
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

    #expect(trace.json(symbols).contains("CallerTests.swift:"))
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
