import Foundation
import Pledge
import PledgeTestSupport
import Testing

@Suite(.timeLimit(.minutes(15)))
struct ResolveRejectTests {
  @Test func `a block with two closures fulfills`() async throws {
    #expect(try await Promise<Int> { resolve, _ in resolve(1) }.value == 1)
  }

  @Test func `a block with two closures rejects with any reason`() async {
    let promise = Promise<Int> { _, reject in reject(nil) }

    await #expect(throws: RejectionReasonError.self) { try await promise.value }
  }

  @Test func `a block with two closures never runs inside the initializer`() async throws {
    let isInside = try await Promise<Bool>.fromInside().value

    #expect(!isInside)
  }

  @Test func `a block with two closures keeps its promise until it has run`() async {
    let value = await withCheckedContinuation { continuation in
      Promise<Int> { resolve, _ in resolve(1) }.observe { outcome in
        continuation.resume(returning: try? outcome.get())
      }
    }

    #expect(value == 1)
  }

  @Test func `dropping both closures breaks the promise`() async {
    let promise = Promise<Int> { _, _ in }

    await #expect(throws: BrokenPromiseError.self) { try await promise.value }
  }

  @Test func `one of two closures keeps the promise pending`() async throws {
    let kept = Locked<(@Sendable (Int) -> Void)?>(nil)
    let hasRun = Promise<Void>()
    let promise = Promise<Int> { resolve, _ in
      kept.value = resolve
      hasRun.resolve()
    }
    try await hasRun.value
    #expect(promise.isPending)

    kept.value?(1)

    #expect(promise.got == 1)
  }
}

extension Promise where Value == Bool {
  /// Returns whether the block runs synchronously within the initializer.
  fileprivate static func fromInside() -> Promise<Bool> {
    let key = "inside the initializer"
    Thread.current.threadDictionary[key] = true
    defer { Thread.current.threadDictionary[key] = nil }
    return Promise { resolve, _ in resolve(Thread.current.threadDictionary[key] != nil) }
  }
}
