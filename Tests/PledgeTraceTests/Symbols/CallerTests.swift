import Foundation
import Pledge
import Testing

@testable import PledgeTrace

struct CallerTests {
  private func pledge(_ name: String) -> Symbol {
    Symbol(name: name, path: "/p/Sources/Pledge/Tap.swift", line: 3)
  }

  private let loader = Symbol(name: "Loader.load(_:)", path: "/App/Loader.swift", line: 40)

  @Test func `the caller is the first one that is not Pledge's, the operator what it called`() {
    let caller = Caller(
      [pledge("Future.tap(_:)"), pledge("Future.validate(_:)"), loader, pledge("Future.map(_:)")],
      sources: "/p/Sources/"
    )

    #expect(caller.text == "Loader.load(_:) at Loader.swift:40")
    #expect(caller.operator == "validate")
  }

  @Test func `the system is passed over`() {
    let system = Symbol(name: "Sequence.map(_:)", isSystem: true)
    let caller = Caller([pledge("f()"), system, pledge("all(_:)"), system, loader], sources: "/p/")

    #expect(caller.operator == "all")
    #expect(caller.text == "Loader.load(_:) at Loader.swift:40")
  }

  @Test func `what started the program is no caller`() {
    let start = Symbol(name: "__libc_start_main", mangled: "__libc_start_main")

    #expect(Caller([pledge("all(_:)"), start], sources: "/p/Sources/") == Caller())
    #expect(Caller([Symbol(name: "f()", mangled: "$s3App1fyyF")], sources: "/p/").text == "f()")
    #expect(Caller([Symbol(name: "f()", mangled: "_$s3App1fyyF")], sources: "/p/").text == "f()")
  }

  @Test func `where nobody is known, nothing is said`() {
    #expect(Caller([], sources: "/p/") == Caller())
    #expect(Caller([pledge("Future.tap(_:)")], sources: "/p/Sources/") == Caller())
  }

  @Test func `addresses at which there is no code are nobody's`() {
    for address in [0, 1, 0xDEAD_BEEF, .max] as [UInt] {
      #expect(symbolised([address])[address, default: []].isEmpty)
    }
    #expect(symbolised([]).isEmpty)
  }

  #if canImport(Runtime)
  @Test func `a real call is found through Pledge, by its function, file and line`() throws {
    let calls = try around(beginning(Promise(value: 1)))
    let symbols = symbolised(calls)

    let caller = Caller(calls.flatMap { symbols[$0] ?? [] }, sources: Symbols.sources)

    // In a release build nothing may be left of the operator.
    #if DEBUG
    #expect(caller.operator == "map")
    #endif
    #expect(caller.text?.contains("CallerTests.beginning(_:) at CallerTests.swift:") == true)
  }

  @Test func `ten thousand promises are symbolised by their few addresses`() throws {
    let calls = try around(beginning(Promise(value: 1)))
    let trace = Trace(of: (1...10_000).map { .created($0, callers: calls) })
    let symbols = Symbols(of: trace.entries)

    #expect(trace.json(symbols).contains("CallerTests.swift:"))
  }

  /// The call of ``beginning(_:)`` and those around it: an event has room for eight, and below it there
  /// are more while another test records.
  private func around(_ calls: [UInt]) throws -> [UInt] {
    let symbols = symbolised(calls)
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
