import Foundation
import Pledge
import PledgeTestSupport
import Testing

@testable import PledgeTesting

/// Orderings that end the process.
@Suite(.enabled(if: RuntimeHooks.support.hasTasks), .hangLimit)
struct EndsTests {
  /// How the process ends.
  private enum End {
    case trap, runtimeError, stackOverflow, exit

    func happen(_ twice: CheckedContinuation<Void, Never>?) {
      switch self {
      case .trap: _ = [Int]().first!
      case .runtimeError:
        twice?.resume()
        twice?.resume()
      case .stackOverflow: _ = EndsTests.deepen(Locked(0))
      case .exit: Foundation.exit(1)
      }
    }
  }

  /// Where it ends.
  private enum Place { case task, actor, handler }

  @inline(never)
  private static func deepen(_ depth: Locked<Int>) -> Int {
    depth.withLock { $0 += 1 }
    return deepen(depth) &* depth.value &+ 1
  }

  private actor Account {
    private var calls: [String] = []

    /// Returns whether this is the first call.
    func call(_ name: String) -> Bool {
      calls.append(name)
      return calls.count == 1
    }
  }

  /// Runs a program that ends the process if its second part comes first.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  private static func run(_ end: End, in place: Place, _ world: Exploration.World) {
    let twice = Locked(CheckedContinuation<Void, Never>?.none)
    if case .runtimeError = end {
      Task { await withCheckedContinuation { continuation in twice.value = continuation } }
      world.run()
    }
    let (log, account) = (Log<String>(), Account())
    for name in ["a", "b"] {
      switch place {
      case .handler:
        world.pending(Void.self, .value(()), label: name).observe { _ in
          log.add(name)
          if log.entries == ["b"] { end.happen(twice.value) }
        }
      case .task:
        Task {
          log.add(name)
          if log.entries == ["b"] { end.happen(twice.value) }
        }
      case .actor:
        Task { if await account.call(name), name == "b" { end.happen(twice.value) } }
      }
    }
    world.run()
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  private static func search(_ end: End, in place: Place) {
    _ = try? explore { run(end, in: place, $0) }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `a trap, an error of the runtime, an overflow, and an exit name the ordering`() async {
    let ends = [
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        EndsTests.search(.trap, in: .actor)
      },
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        EndsTests.search(.runtimeError, in: .handler)
      },
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        EndsTests.search(.stackOverflow, in: .task)
      },
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        EndsTests.search(.exit, in: .actor)
      },
    ]
    for end in ends {
      let text = String(decoding: end?.standardErrorContent ?? [], as: UTF8.self)
      let parts = text.components(separatedBy: "pledge: an ordering ends the process by ")
      #expect(parts.count == 2, "\(text)")
      #expect(parts.last?.contains("\n  1. ") == true, "\(text)")
      #expect(parts.last?.contains("to replay it: explore(replaying: \"") == true, "\(text)")
    }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `a replay describes its steps, and an earlier handler still runs`() async {
    let end = await #expect(processExitsWith: .exitCode(7), observing: [\.standardErrorContent]) {
      for number in [SIGILL, SIGTRAP] { _ = signal(number) { _ in _exit(7) } }
      try? explore(replaying: "1") { EndsTests.run(.trap, in: .handler, $0) }
    }
    let text = String(decoding: end?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("found in ordering 1, with 1 steps:\n  1. b: an answer\n"), "\(text)")
    #expect(text.contains("to replay it: explore(replaying: \"1\")"))
  }

  @Test func `a search that ends at its budget says so once`() async {
    let end = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      try explore(within: .orderings(50)) { world in
        for number in 0..<10 { world.context("\(number)").run {} }
        world.run()
      }
    }
    let text = String(decoding: end?.standardErrorContent ?? [], as: UTF8.self)
    let found = text.split(separator: "\n").filter {
      $0.contains("explore ended at its budget: 50 of about ")
    }
    #expect(found.count == 1)
    #expect(found.first?.hasSuffix("orderings of whole parts") == true)
  }
}
