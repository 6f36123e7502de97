import Pledge
import PledgeTestSupport
import Testing

@Suite("5.1 Reasons")
struct Reasons {
  @Test("5.1.1 Every handler and every read receives the error itself", arguments: everyWay)
  func clause5_1_1(way: Way) async {
    let error = BrokenObject()
    let log = Log<(any Error)?>()

    let promise = way.reject(Int.self, with: error) { promise in
      promise.catch { log.add($0) }
      promise.observe { log.add(failure(of: $0)) }
      promise.then(nil) { log.add($0 as? any Error) }
      promise.rescue { (error: BrokenObject) in log.add(error) }
      promise.mapError { error in
        log.add(error)
        return error
      }
      .ignoringErrors()
      return promise
    }
    log.add(promise.failure)
    log.add(failure(of: await promise.settled()))

    #expect(log.entries.count == 7)
    #expect(log.entries.allSatisfy { $0 as? BrokenObject === error })
  }

  @Test(
    "5.1.2 Where an error is expected, any other reason appears as a `RejectionReasonError`",
    arguments: everyWay
  )
  func clause5_1_2(way: Way) {
    for reason in ["text", nil] {
      let log = Log<(any Error)?>()
      way.reject(Int.self, with: reason) { promise in
        promise.catch { log.add($0) }
        promise.observe { log.add(failure(of: $0)) }
        promise.recover { error in
          log.add(error)
          return 1
        }
        .ignoringErrors()
      }

      #expect(log.entries.count == 3)
      for case let error in log.entries {
        #expect(error is RejectionReasonError)
        #expect((error as? RejectionReasonError)?.reason as? String == reason)
      }
    }
  }

  @Test(
    "5.1.3 A reason passes unchanged through every stage that has no handler for it",
    arguments: everyWay
  )
  func clause5_1_3(way: Way) {
    let error = BrokenObject()
    let others = way.reject(Int.self, with: error) { promise in
      promise.map { $0 }.flatMap { Promise(value: $0) }.tap { _ in }.ensure {}.asVoid()
        .observe { _ in }.catch { _ in }
    }
    let text = way.reject(Int.self, with: "text") { promise in
      promise.map { $0 }.ensure {}.then { $0 }.then(async: { Promise(value: $0) })
    }

    #expect(others.failure as? BrokenObject === error)
    #expect((text.failure as? RejectionReasonError)?.reason as? String == "text")
  }

  private func failure(of result: Result<Int, any Error>) -> (any Error)? {
    guard case .failure(let error) = result else { return nil }
    return error
  }
}

@Suite("5.2 Handlers of errors")
struct ErrorHandlers {
  @Test(
    "5.2.1 `recover` calls its handler with the error, and is fulfilled with the handler's result",
    arguments: everyWay
  )
  func clause5_2_1(way: Way) {
    let recovered = way.reject(Int.self, with: Broken(number: 3)) { promise in
      promise.recover { ($0 as? Broken)?.number ?? 0 }
    }

    #expect(recovered.got == 3)
  }

  @Test("5.2.2 A `recover` whose handler throws is rejected with that error", arguments: everyWay)
  func clause5_2_2(way: Way) {
    let recovered = way.reject(Int.self, with: Broken(number: 1)) { promise in
      promise.recover { _ in throw Broken(number: 2) }
    }

    #expect(recovered.broken == Broken(number: 2))
  }

  @Test("5.2.3 A `recover` of a fulfilled promise passes the value on", arguments: everyWay)
  func clause5_2_3(way: Way) {
    #expect(way.resolve(1) { $0.recover { _ in 2 } }.got == 1)
  }

  @Test(
    "5.2.4 `flatMapError` settles with the outcome of the promise that its handler returns",
    arguments: everyWay
  )
  func clause5_2_4(way: Way) {
    way.expectAdoption(afterRejection: "text") { source, returned in
      source.flatMapError { _ in returned }
    }
  }

  @Test(
    "5.2.5 A `flatMapError` whose handler throws is rejected with that error",
    arguments: everyWay
  )
  func clause5_2_5(way: Way) {
    let stage = way.reject(Int.self, with: Broken(number: 1)) { promise in
      promise.flatMapError { _ in throw Broken(number: 2) }
    }

    #expect(stage.broken == Broken(number: 2))
  }

  @Test("5.2.6 A `flatMapError` of a fulfilled promise passes the value on", arguments: everyWay)
  func clause5_2_6(way: Way) {
    #expect(way.resolve(1) { $0.flatMapError { _ in Promise(value: 2) } }.got == 1)
  }

  @Test("5.2.7 `mapError` is rejected with the error that its handler returns", arguments: everyWay)
  func clause5_2_7(way: Way) {
    let mapped = way.reject(Int.self, with: Broken(number: 1)) { promise in
      promise.mapError { Broken(number: (($0 as? Broken)?.number ?? 0) + 1) }
    }

    #expect(mapped.broken == Broken(number: 2))
  }

  @Test("5.2.8 A `mapError` of a fulfilled promise passes the value on", arguments: everyWay)
  func clause5_2_8(way: Way) {
    #expect(way.resolve(1) { $0.mapError { _ in Broken() } }.got == 1)
  }

  @Test("5.2.9 `catch` calls its handler with the error alone", arguments: everyWay)
  func clause5_2_9(way: Way) {
    let log = Log<Int?>()
    let add: @Sendable (any Error) -> Void = { log.add(($0 as? Broken)?.number) }
    let rejected = way.reject(Int.self, with: Broken(number: 3)) { $0.catch(add) }
    let fulfilled = way.resolve(1) { $0.catch(add) }

    #expect(log.entries == [3])
    #expect(rejected.broken == Broken(number: 3))
    #expect(fulfilled.got == 1)
  }

  @Test("5.2.10 `observe` calls its handler with either outcome", arguments: everyWay)
  func clause5_2_10(way: Way) {
    let log = Log<String>()
    let fulfilled = way.resolve(1) { $0.observe { log.add("\($0)") } }
    let rejected = way.reject(Int.self, with: Broken()) { $0.observe { log.add("\($0)") } }

    #expect(log.entries.count == 2)
    #expect(log.entries.first == "success(1)")
    #expect(log.entries.last?.hasPrefix("failure") == true)
    #expect(fulfilled.got == 1)
    #expect(rejected.failure is Broken)
  }
}
