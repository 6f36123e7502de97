import Pledge
import PledgeTestSupport
import Testing

@Suite("5.1 Reasons")
struct Reasons {
  @Test(arguments: everyWay)
  func `5.1.1 Every handler and every read receives the error itself`(way: Way) async {
    let error = BrokenObject()
    let log = Log<(any Error)?>()

    let promise = way.reject(Int.self, with: error) { promise in
      promise.catch { log.add($0) }
      promise.observe { log.add($0.error) }
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
    log.add(await promise.settled().error)

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
        promise.observe { log.add($0.error) }
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

  @Test(arguments: everyWay)
  func `5.1.3 A reason passes unchanged through every stage that has no handler for it`(way: Way) {
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
}

@Suite("5.2 Handlers of errors")
struct ErrorHandlers {
  @Test(
    "5.2.1 `recover` calls its handler with the error, and is fulfilled with the handler's result"
  )
  func clause5_2_1() {
    expectStage(ofRejected: Broken(number: 3), gives: 3) { promise in
      promise.recover { ($0 as? Broken)?.number ?? 0 }
    }
  }

  @Test func `5.2.2 A recover whose handler throws is rejected with that error`() {
    expectStage(ofRejected: Broken(number: 1), throws: Broken(number: 2)) { promise in
      promise.recover { _ in throw Broken(number: 2) }
    }
  }

  @Test func `5.2.3 A recover of a fulfilled promise passes the value on`() {
    expectStage(of: 1, gives: 1) { $0.recover { _ in 2 } }
  }

  @Test
  func `5.2.4 flatMapError settles with the outcome of the promise that its handler returns`() {
    expectAdoption(afterRejection: "text") { source, returned in
      source.flatMapError { _ in returned }
    }
  }

  @Test func `5.2.5 A flatMapError whose handler throws is rejected with that error`() {
    expectStage(ofRejected: Broken(number: 1), throws: Broken(number: 2)) { promise in
      promise.flatMapError { _ in throw Broken(number: 2) }
    }
  }

  @Test func `5.2.6 A flatMapError of a fulfilled promise passes the value on`() {
    expectStage(of: 1, gives: 1) { $0.flatMapError { _ in Promise(value: 2) } }
  }

  @Test func `5.2.7 mapError is rejected with the error that its handler returns`() {
    expectStage(ofRejected: Broken(number: 1), throws: Broken(number: 2)) { promise in
      promise.mapError { Broken(number: (($0 as? Broken)?.number ?? 0) + 1) }
    }
  }

  @Test func `5.2.8 A mapError of a fulfilled promise passes the value on`() {
    expectStage(of: 1, gives: 1) { $0.mapError { _ in Broken() } }
  }

  @Test func `5.2.9 catch calls its handler with the error alone`() {
    let log = Log<Int?>()
    let add: @Sendable (any Error) -> Void = { log.add(($0 as? Broken)?.number) }

    expectStage(ofRejected: Broken(number: 3), throws: Broken(number: 3)) { $0.catch(add) }
    expectStage(of: 1, gives: 1) { $0.catch(add) }
    #expect(log.entries == [3, 3, 3])
  }

  @Test func `5.2.10 observe calls its handler with either outcome`() {
    let log = Log<Int?>()
    let add: @Sendable (Result<Int, any Error>) -> Void = { log.add(try? $0.get()) }

    expectStage(of: 1, gives: 1) { $0.observe(add) }
    expectStage(ofRejected: Broken(), throws: Broken()) { $0.observe(add) }
    #expect(log.entries == [1, 1, 1, nil, nil, nil])
  }
}
