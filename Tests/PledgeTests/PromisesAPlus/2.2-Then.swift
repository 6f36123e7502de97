import Pledge
import PledgeTestSupport
import Testing

// `then(onFulfilled, onRejected)` corresponds to `map` or `flatMap`, and to `recover` or
// `flatMapError`, depending on what the callbacks return.

@Suite("Promises/A+ 2.2: then", .hangLimit)
struct APlusThen {
  private let reason = Token()
  private let calls = Log<String>()

  // MARK: - Arguments

  @Test("2.2.1.1 Without a handler of values a value is passed by", arguments: Moment.allCases)
  func clause2_2_1_1(moment: Moment) {
    moment.fulfill(with: 1) { [calls] promise in
      promise.then(nil) { _ in calls.add("rejected") }
      promise.then(nil, nil)
    }

    #expect(calls.entries == [])
  }

  @Test("2.2.1.2 Without a handler of errors an error is passed by", arguments: Moment.allCases)
  func clause2_2_1_2(moment: Moment) {
    moment.reject(with: reason) { [calls] promise in
      promise.then({ _ in calls.add("fulfilled") }, nil)
      promise.ignoringErrors()
    }

    #expect(calls.entries == [])
  }

  @Test("2.2.2.1 A handler of values is called after fulfilment, with the value")
  func clause2_2_2_1() {
    everywhere { queue, moment in
      let calls = Log<Int>()
      queue.turn { moment.fulfill(with: 7) { $0.map(on: queue) { calls.add($0) } } }

      #expect(calls.entries == [7])
    }
  }

  @Test("2.2.2.2 It is not called before", arguments: Platform.allCases)
  func clause2_2_2_2(platform: Platform) {
    let queue = Queue(of: platform)
    let (promise, rejected) = (Promise<Int>(), Promise<Int>())
    queue.turn {
      _ = promise.map(on: queue) { [calls] _ in calls.add("pending") }
      rejected.map(on: queue) { [calls] _ in calls.add("rejected") }.ignoringErrors()
    }
    queue.turn { rejected.reject(reason) }

    #expect(calls.entries == [])
    #expect(promise.isPending)
  }

  @Test("2.2.2.3 It is called once")
  func clause2_2_2_3() {
    everywhere { queue, moment in
      let calls = Log<Int>()
      let promise = queue.turn {
        moment.fulfill(with: 1) { promise in
          _ = promise.tap(on: queue) { calls.add($0) }
          return promise
        }
      }
      queue.turn { promise.resolve(2) }

      #expect(calls.entries == [1])
    }
  }

  @Test("2.2.3.1 A handler of errors is called after rejection, with the reason")
  func clause2_2_3_1() {
    everywhere { queue, moment in
      let calls = Log<any Error>()
      queue.turn { moment.reject(with: reason) { $0.catch(on: queue) { calls.add($0) } } }

      #expect(calls.entries.map { $0 as? Token === reason } == [true])
    }
  }

  @Test("2.2.3.2 It is not called before", arguments: Platform.allCases)
  func clause2_2_3_2(platform: Platform) {
    let queue = Queue(of: platform)
    let (promise, fulfilled) = (Promise<Int>(), Promise<Int>())
    queue.turn {
      promise.catch(on: queue) { [calls] _ in calls.add("pending") }
      fulfilled.catch(on: queue) { [calls] _ in calls.add("fulfilled") }
    }
    queue.turn { fulfilled.resolve(1) }

    #expect(calls.entries == [])
    #expect(promise.isPending)
  }

  @Test("2.2.3.3 It is called once")
  func clause2_2_3_3() {
    everywhere { queue, moment in
      let calls = Log<Void>()
      let promise = queue.turn {
        moment.reject(with: reason) { promise in
          promise.catch(on: queue) { _ in calls.add() }
          return promise
        }
      }
      queue.turn { promise.reject(Token()) }

      #expect(calls.count == 1)
    }
  }
}

// MARK: - The stack

extension APlusThen {
  @Test("2.2.4 On a queue no handler is called before the registration has returned")
  func clause2_2_4() {
    everywhere { queue, moment in
      let calls = Log<String>()
      queue.turn {
        moment.fulfill(with: 1) { promise in
          _ = promise.tap(on: queue) { _ in calls.add("called") }
          calls.add("registered")
        }
        calls.add("settled")
      }

      #expect(calls.entries == ["registered", "settled", "called"])
    }
  }

  @Test("2.2.4 On a queue no handler is called within another", arguments: Platform.allCases)
  func clause2_2_4_nested(platform: Platform) {
    let queue = Queue(of: platform)
    queue.turn {
      let promise = Promise(value: 1)
      _ = promise.tap(on: queue) { [calls] _ in
        _ = promise.tap(on: queue) { _ in calls.add("inner") }
        calls.add("outer")
      }
    }

    #expect(calls.entries == ["outer", "inner"])
  }

  @Test("2.2.4 Without a context a handler is called within the registration instead")
  func clause2_2_4_immediate() {
    _ = Promise(value: 1).tap { [calls] _ in calls.add("called") }
    calls.add("registered")

    #expect(calls.entries == ["called", "registered"])
  }
}

/// Runs a clause on each queue, with promises that are settled before and after registration.
func everywhere(_ clause: (Queue, Moment) -> Void) {
  for platform in Platform.allCases {
    for moment in Moment.allCases { clause(Queue(of: platform), moment) }
  }
}
