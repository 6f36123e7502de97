import Dispatch
import Pledge
import PledgePromisesTestHelpers
import TestSupport
import Testing

@testable import PledgePromises

@Suite(.timeLimit(.minutes(60)))
struct PledgeTests {
  typealias Failure = TestError
  typealias Promise = PledgePromises.Promise

  @Test func `a promise becomes a Pledge future`() async throws {
    #expect(try await Promise(42).pledge.map { $0 + 1 }.value == 43)
    let failed = Promise<Int>(Failure.code13).pledge
    #expect(throws: Failure.code13) { try failed.result?.get() }
  }

  @Test func `discarding the future does not affect the promise`() {
    let promise = Promise<Int>()
    let stage = promise.pledge.map { $0 }
    stage.discard()
    #expect(stage.isRejected && promise.isPending)
    promise.fulfill(42)
    #expect(promise.value == 42)
  }

  @Test func `a broken promise rejects the future`() async {
    let future = Promise<Int>.pending().pledge
    await #expect(throws: BrokenPromiseError.self) { try await future.value }
  }

  @Test func `a Pledge future becomes a promise`() async throws {
    let root = Pledge.Promise<Int>()
    let promise = Promise(pledge: root)
    #expect(promise.isPending)
    root.resolve(42)
    #expect(promise.value == 42)
    let failed = Promise(pledge: Pledge.Promise<Int>(error: Failure.code13))
    #expect(failed.error as? Failure == .code13)
    let error = Promise(pledge: Pledge.Promise<Failure>(value: .code13))
    #expect(error.error as? Failure == .code13)
  }

  @Test func `a discard becomes an error, and a broken Pledge promise stays pending`() {
    let root = Pledge.Promise<Int>()
    let promise = Promise(pledge: root)
    root.discard()
    #expect(promise.error is DiscardedError)
    let (future, resolver) = Pledge.Promise<Int>.pending()
    let broken = Promise(pledge: future)
    withExtendedLifetime(resolver) { #expect(broken.isPending) }
    _ = consume resolver
    #expect(broken.isPending)
  }

  @Test func `a promise that is resolved directly detaches from the future`() {
    let stopped = Log<Bool>()
    let work = Pledge.Promise<Int>(discard: { stopped.mark() })
    let promise = Promise(pledge: work)
    promise.reject(Failure.code13)
    #expect(stopped.count == 1 && work.isRejected)
    let wanted = Pledge.Promise<Int>(discard: { stopped.mark() })
    let other = wanted.map { $0 }
    Promise(pledge: wanted).reject(Failure.code13)
    #expect(stopped.count == 1 && other.isPending)
  }

  @Test func `a promise for a future lives until the future is settled`() {
    let root = Pledge.Promise<Int>()
    weak var kept: Promise<Int>?
    kept = made { Promise(pledge: root) }
    #expect(kept != nil)
    root.resolve(1)
    #expect(kept == nil)
  }
}
