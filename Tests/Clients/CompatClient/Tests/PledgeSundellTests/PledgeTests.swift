import Foundation
import Pledge
import PledgeSundell
import TestSupport
import Testing

private typealias Future = PledgeSundell.Future
private typealias Promise = PledgeSundell.Promise

/// Reports are global to the process, so these tests run one at a time.
@Suite(.serialized, .timeLimit(.minutes(60))) struct PledgeTests {
  @Test func `a Pledge future has the same outcome`() async throws {
    let promise = Promise<Int>()
    let pledge = promise.pledge
    #expect(pledge.isPending)
    promise.resolve(with: 1)
    #expect(try await pledge.value == 1)
    let failed = Promise<Int>()
    failed.reject(with: Broken())
    await #expect(throws: Broken.self) { try await failed.pledge.value }
  }

  @Test func `discarding derived Pledge futures does not affect the promise`() {
    let log = Log<String>()
    let promise = Promise<Int>()
    let stage = promise.transformed { $0 + 1 }
    stage.pledge.map { $0 }.discard()
    stage.observe { result in log.add("\(result)") }
    promise.resolve(with: 1)
    #expect(log.entries == ["success(2)"])
  }

  @Test func `a Pledge promise settles one of the articles`() {
    let log = Log<String>()
    let source = Pledge.Promise<Int>()
    Future(pledge: source).observe { result in log.add("\(result)") }
    let promise = Promise(pledge: source)
    promise.observe { result in log.add("promise \(result)") }
    source.resolve(1)
    #expect(log.entries == ["success(1)", "promise success(1)"])
  }

  @Test func `a Pledge discard becomes an error`() {
    let log = Log<Bool>()
    let source = Pledge.Promise<Int>()
    Future(pledge: source).observe { result in log.add(result.error is DiscardedError) }
    source.discard()
    #expect(log.entries == [true])
  }

  @Test func `a promise that is settled directly detaches from its Pledge future`() {
    let log = Log<String>()
    let source = Pledge.Promise<Int>(discard: { log.add("stopped") })
    let promise = Promise(pledge: source)
    promise.resolve(with: 1)
    promise.observe { result in log.add("\(result)") }
    #expect(log.entries == ["stopped", "success(1)"])
  }

  @Test func `a broken Pledge promise breaks one of the articles`() {
    let log = Log<String>()
    _ = reports {
      var (source, resolver) = Pledge.Promise<Int>.pending() as (_, Resolver<Int>?)
      Future(pledge: source).observe { result in log.add("\(result)") }
      resolver = nil
      _ = resolver
    }
    #expect(log.entries.isEmpty)
  }

  @Test func `no callback of a broken promise runs; it is reported, and rejects its future`() {
    let log = Log<String>()
    var pledge: Pledge.Future<Int>?
    weak var life: Life?
    let found = reports {
      let promise = Promise<Int>()
      let captured = Life()
      life = captured
      promise.transformed { $0 }.chained { Promise(value: $0) }
        .observe { result in withExtendedLifetime(captured) { log.add("\(result)") } }
      pledge = promise.pledge
    }
    #expect(log.entries.isEmpty && life == nil)
    #expect(throws: BrokenPromiseError.self) { try pledge?.result?.get() }
    #expect(found.count == 1)
    #expect(found.first.map { "\($0)" }?.contains("PledgeTests.swift") == true)
  }

  @Test func `a callback that is registered after a promise broke does not run`() {
    let log = Log<String>()
    let broken = { Promise<Int>().transformed { $0 } }()
    broken.observe { result in log.add("\(result)") }
    #expect(log.entries.isEmpty)
  }

  @Test func `with rejectsBrokenPromises a broken promise rejects its consumers`() async {
    await #expect(processExitsWith: .success) {
      precondition(!SundellConfiguration.rejectsBrokenPromises)
      SundellConfiguration.rejectsBrokenPromises = true
      precondition(SundellConfiguration.rejectsBrokenPromises)
      let log = Log<Bool>()
      PledgeSundell.Promise<Int>().transformed { $0 }.observe {
        log.add($0.error is BrokenPromiseError)
      }
      precondition(log.entries == [true])
    }
  }

  @Test func `a broken promise without consumers is not reported`() {
    let found = reports {
      let promise = Promise<Int>()
      _ = promise.transformed { $0 }.chained { Promise(value: $0) }
    }
    #expect(found.isEmpty)
  }

  @Test func `an unobserved error is not reported`() {
    let found = reports {
      let promise = Promise<Int>()
      promise.transformed { $0 }.observe { _ in }
      _ = promise.transformed { $0 }
      _ = promise.chained { Promise(value: $0) }
      let kept = promise.transformed { $0 }
      promise.reject(with: Broken())
      withExtendedLifetime(kept) {}
    }
    #expect(found.isEmpty)
  }
}
