import Dispatch
import Foundation
import PledgePromiseKit
import TestSupport
import Testing

extension PromiseKitTests {
  @Suite struct Functions {
    @Test func `an elapsed delay resolves soon, and a long one does not`() async {
      #expect(await outcome(of: after(seconds: 0)).isFulfilled)
      #expect(await outcome(of: after(seconds: -1)).isFulfilled)
      #expect(await outcome(of: after(.milliseconds(1))).isFulfilled)
      let far = after(seconds: 3600)
      #expect(far.isPending)
    }

    @Test @MainActor func `a delay elapses while the main queue is busy`() {
      logged { after(seconds: 0).wait() }
      // Completion is the assertion.
    }

    @Test func `the shorter of two delays elapses first`() async {
      let first = race(after(seconds: 3600).map { 1 }, after(seconds: 0).map { 2 })
      #expect(await first.async() == 2)
    }

    @Test func `a queue runs work for a promise or a guarantee`() async throws {
      let queue = DispatchQueue(label: "work")
      let group = DispatchGroup()
      let guarantee = queue.async(.promise, group: group, qos: .utility, flags: []) { 1 }
      #expect(type(of: guarantee) == Guarantee<Int>.self)
      group.wait()
      #expect(guarantee.value == 1)
      let failing = queue.async(.promise, group: group, qos: .utility, flags: .barrier) {
        () throws -> Int in throw Problem.second
      }
      group.wait()
      #expect(problem(failing.error) == .second)
      let promise = queue.async(.promise) { () throws -> Int in throw Problem.first }
      #expect(type(of: promise) == Promise<Int>.self)
      #expect(problem(await outcome(of: promise).problem) == .first)
      let fine = queue.async(.promise) {
        try JSONDecoder().decode([Int].self, from: Data("[1]".utf8))
      }
      #expect(try await fine.async() == [1])
    }

    @Test func `a thread can wait`() throws {
      let queue = DispatchQueue(label: "elsewhere")
      #expect(try queue.async(.promise) { () throws -> Int in 1 }.wait() == 1)
      #expect(queue.async(.promise) { 2 }.wait() == 2)
      #expect(throws: Problem.first) { try Promise<Int>(error: Problem.first).wait() }
      #expect(throws: Problem.second) {
        try queue.async(.promise) { () throws -> Int in throw Problem.second }.wait()
      }
    }

    @Test func `a run loop can wait`() async throws {
      #if !canImport(Darwin)
      let seen = Log<String>()
      await onSmallStack {
        do {
          let (promise, seal) = Promise<Int>.pending()
          // Runs within the waiting run loop, so that the promise is still pending when the wait
          // begins.
          RunLoop.current.perform { seal.fulfill(1) }
          seen.add("\(try hang(promise))")
          _ = try hang(Promise<Int>(error: Problem.first))
        } catch {
          seen.add("\(error)")
        }
      }
      #expect(seen.entries == ["1", "first"])
      #endif
    }

    @Test func `a task can wait`() async throws {
      let (promise, seal) = Promise<Int>.pending()
      async let value = promise.async()
      seal.fulfill(1)
      #expect(try await value == 1)
      #expect(await Guarantee.value(2).async() == 2)
      await #expect(throws: Problem.first) { try await Promise<Int>(error: Problem.first).async() }
      await #expect(throws: PMKError.self) {
        try await Promise<Int>(error: PMKError.cancelled).async()
      }
    }

    @Test func `a canceled task continues to wait`() async throws {
      let (promise, seal) = Promise<Int>.pending()
      let (guarantee, resolve) = Guarantee<Int>.pending()
      let task = Task { try await promise.async() + guarantee.async() }
      task.cancel()
      seal.fulfill(1)
      resolve(2)
      #expect(try await task.value == 3)
    }

    @Test @MainActor func `a task receives a value that is not Sendable`() async throws {
      let box = try await Promise.value(Box()).async()
      box.content += 1
      #expect(box.content == 1)
    }

    @Test func `a task continues after the blocks already in the main queue`() async throws {
      let seen = Log<String>()
      let promise = Promise.value(1)
      promise.done { _ in seen.add("done") }.cauterizedQuietly()
      _ = try await promise.async()
      #expect(seen.entries == ["done"])
    }

    @Test func `a custom thenable works like the others`() async throws {
      let own = Own()
      let next = own.then(on: nil) { Promise.value($0 + 1) }
      let all: Promise<[Int]> = when(fulfilled: [own])
      own.settle(1)
      #expect(next.value == 2)
      #expect(all.value == [1])
      #expect(Promise(own).value == 1)
      #expect(own.isFulfilled && own.value == 1)
    }
  }
}

/// A thenable based on a guarantee.
private final class Own: Thenable {
  private let pending = Guarantee<Int>.pending()

  var result: PledgePromiseKit.Result<Int>? { pending.guarantee.result }

  func pipe(to handler: @escaping (PledgePromiseKit.Result<Int>) -> Void) {
    let handler = Kept(handler)
    pending.guarantee.pipe { handler.value($0) }
  }

  func settle(_ value: Int) { pending.resolve(value) }
}

private final class Kept<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}
