import Foundation
import Pledge
import PledgeBrightFutures
import TestSupport
import Testing

private typealias Future = PledgeBrightFutures.Future
private typealias Promise = PledgeBrightFutures.Promise
private let now = immediateExecutionContext

@Suite(.hangLimit)
struct InvalidationTests {
  let token = InvalidationToken()
  let log = Log<Int>()

  @Test func `a valid token lets callbacks run on the parent context`() {
    Future<Int, Never>(value: 1).onSuccess(token.validContext(now)) { log.add($0) }
    #expect(log.entries == [1] && !token.isInvalid)
  }

  @Test func `a custom token needs only isInvalid and a future`() {
    let token = OwnToken()
    let promise = Promise<Int, Never>()
    promise.future.onSuccess(token.validContext(now)) { log.add($0) }
    promise.future.onSuccess(token.validContext) { _ in log.add(8) }
    promise.future.onSuccess(token.validContext()) { _ in log.add(9) }
    #expect(!token.isInvalid)
    token.token.invalidate()
    promise.success(1)
    let valid = OwnToken()
    promise.future.onSuccess(valid.validContext(now)) { log.add($0 + 1) }
    #expect(log.entries == [2])
  }

  @Test func `an invalid token drops callbacks, and derived futures never complete`() {
    let promise = Promise<Int, any Error>()
    let mapped = promise.future.map(token.validContext(now)) { value in
      log.add(value)
      return value
    }
    mapped.onComplete(now) { _ in log.add(9) }
    token.invalidate()
    promise.success(1)
    #expect(token.isInvalid && log.entries == [] && !mapped.isCompleted)
    #expect(throws: DiscardedError.self) { try mapped.pledge.result?.get() }
  }

  @Test func `validity is checked right before the callback would run`() {
    let gate = Gate()
    Future<Int, Never>(value: 1).onSuccess(token.validContext(gate.context)) { log.add($0) }
    token.invalidate()
    gate.run()
    #expect(log.entries == [])
  }

  @Test @MainActor func `the context without a parent is the default one`() async {
    let onMain = await withCheckedContinuation { continuation in
      Future<Int, Never>(value: 1).onSuccess(token.validContext) { _ in
        continuation.resume(returning: MainActor.assumeIsolated { true })
      }
    }
    #expect(onMain)
  }

  @Test func `the future of a token fails on invalidation`() {
    let token: any ManualInvalidationTokenType = InvalidationToken()
    #expect(!token.future.isCompleted)
    token.invalidate()
    #expect(token.future.error == .invalidationTokenInvalidated)
  }

  @Test func `invalidating twice stops a debug build`() async {
    await #expect(processExitsWith: .failure) {
      let token = InvalidationToken()
      token.invalidate()
      token.invalidate()
    }
  }

  @Test func `dropped callbacks and released tokens are not reported`() {
    let log = Log<String>()
    func drop() {
      let token = InvalidationToken()
      token.future.onFailure(now) { _ in log.add("token") }
      let promise = Promise<Int, any Error>(file: "invalidation", line: 1)
      promise.future.map(token.validContext(now)) { $0 }
        .onComplete(now) { _ in log.add("callback") }
      let other = InvalidationToken()
      other.invalidate()
      promise.future.map(other.validContext(now)) { $0 }
        .onComplete(now) { _ in log.add("callback of other") }
      promise.success(1)
    }
    var ofTokens: [any Error] = []
    let ofPromises = reports(from: "invalidation") {
      ofTokens = reports(from: "PledgeBrightFutures/InvalidationToken.swift", during: drop)
    }
    #expect(log.entries == ["callback"])
    #expect(ofTokens.isEmpty && ofPromises.isEmpty)
  }

  @Test func `Pledge treats an invalidated token as a cancellation`() {
    #expect(BrightFuturesError<Broken>.invalidationTokenInvalidated.isCancellation)
    #expect(BrightFuturesError<DiscardedError>.external(DiscardedError()).isCancellation)
    #expect(!BrightFuturesError<Broken>.external(Broken()).isCancellation)
    #expect(!BrightFuturesError<Broken>.noSuchElement.isCancellation)
  }
}

/// A token with only the required members; not `Sendable`, as a client's token need not be.
private final class OwnToken: InvalidationTokenType {
  var token = InvalidationToken()

  var isInvalid: Bool { token.isInvalid }

  var future: Future<Never, BrightFuturesError<Never>> { token.future }
}
