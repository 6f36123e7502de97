import Pledge
import PledgeTestSupport
import Testing

@Suite(
  "Promises/A+ 2.2.6, 2.2.7: several handlers, and what then returns",
  .hangLimit
)
struct APlusSeveral {
  private let reason = Token()

  // MARK: - Several handlers

  @Test("2.2.6.1 Handlers of values are called in the order of their registration")
  func clause2_2_6_1() {
    everywhere { queue, moment in
      let calls = Log<Int>()
      queue.turn {
        moment.fulfill(with: 1) { promise in
          _ = promise.tap(on: queue) { _ in calls.add(1) }
          promise.map(on: queue) { _ in
            calls.add(2)
            throw reason
          }.ignoringErrors()
          _ = promise.tap(on: queue) { _ in
            calls.add(3)
            _ = promise.tap(on: queue) { _ in calls.add(5) }
          }
          _ = promise.flatMap(on: queue) { _ in
            calls.add(4)
            return Promise(value: 1)
          }
        }
      }

      #expect(calls.entries == [1, 2, 3, 4, 5])
    }
  }

  @Test("2.2.6.2 Handlers of errors are called in the order of their registration")
  func clause2_2_6_2() {
    everywhere { queue, moment in
      let calls = Log<Int>()
      queue.turn {
        moment.reject(with: reason) { promise in
          promise.catch(on: queue) { _ in calls.add(1) }
          promise.mapError(on: queue) { error in
            calls.add(2)
            return error
          }.ignoringErrors()
          promise.catch(on: queue) { _ in
            calls.add(3)
            promise.catch(on: queue) { _ in calls.add(5) }
          }
          _ = promise.recover(on: queue) { _ in
            calls.add(4)
            return 1
          }
        }
      }

      #expect(calls.entries == [1, 2, 3, 4, 5])
    }
  }

  // MARK: - Returned promises

  @Test("2.2.7 A registration returns another promise", arguments: Platform.allCases)
  func clause2_2_7(platform: Platform) {
    let queue = Queue(of: platform)
    let promise = Promise<Int>()

    #expect(promise.map(on: queue) { $0 } !== promise)
    #expect(promise.recover(on: queue) { _ in 1 } !== promise)
  }

  @Test("2.2.7.1 It is resolved with what the handler returns")
  func clause2_2_7_1() {
    everywhere { queue, moment in
      let (mapped, linked) = queue.turn {
        moment.fulfill(with: 1) { promise in
          (promise.map(on: queue) { $0 + 1 }, promise.flatMap(on: queue) { Promise(value: $0 + 2) })
        }
      }
      let (recovered, replaced) = queue.turn {
        moment.reject(with: reason) { promise in
          (
            promise.recover(on: queue) { _ in 4 },
            promise.flatMapError(on: queue) { _ in Promise(value: 5) }
          )
        }
      }

      #expect([mapped, linked, recovered, replaced].map(\.got) == [2, 3, 4, 5])
    }
  }

  @Test("2.2.7.2 It is rejected with what the handler throws")
  func clause2_2_7_2() {
    everywhere { queue, moment in
      let thrown = Token()
      let stages = queue.turn {
        moment.fulfill(with: 1) { promise in
          [
            promise.map(on: queue) { _ -> Int in throw thrown },
            promise.flatMap(on: queue) { _ -> Promise<Int> in throw thrown },
          ]
        }
          + moment.reject(with: reason) { promise in
            [
              promise.recover(on: queue) { _ in throw thrown },
              promise.flatMapError(on: queue) { _ in throw thrown },
            ]
          }
      }

      #expect(stages.map { $0.failure as? Token === thrown } == [true, true, true, true])
    }
  }

  @Test("2.2.7.3 Without a handler of values it is fulfilled with the same value")
  func clause2_2_7_3() {
    everywhere { queue, moment in
      let value = Token()
      let stage = queue.turn {
        moment.fulfill(with: value) { promise in promise.recover(on: queue) { _ in Token() } }
      }

      #expect(stage.got === value)
    }
  }

  @Test("2.2.7.4 Without a handler of errors it is rejected with the same reason")
  func clause2_2_7_4() {
    everywhere { queue, moment in
      let stage = queue.turn {
        moment.reject(with: reason) { promise in promise.map(on: queue) { $0 } }
      }

      #expect(stage.failure as? Token === reason)
    }
  }
}
