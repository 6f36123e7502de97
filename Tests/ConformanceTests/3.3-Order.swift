import Dispatch
import Pledge
import PledgeTestSupport
import Testing

@Suite("3.3 Order")
struct Order {
  private let log = Log<Int>()

  @Test(arguments: everyWay)
  func `3.3.1 Handlers of one promise start in the order of their registration`(way: Way) {
    way.resolve(0) { promise in
      _ = promise.map { _ in log.add(1) }
      promise.then({ _ in log.add(2) }, nil)
      _ = promise.flatMap { value in
        log.add(3)
        return Promise(value: value)
      }
      _ = promise.tap { _ in log.add(4) }
      _ = promise.ensure { log.add(5) }
      promise.observe { _ in log.add(6) }
      _ = promise.then { _ in log.add(7) }
      _ = promise.anyway { _ in log.add(8) }
    }
    way.reject(Int.self, with: Broken()) { promise in
      promise.catch { _ in log.add(9) }
      _ = promise.recover { _ in
        log.add(10)
        return 0
      }
      promise.rescue { (_: Broken) in log.add(11) }
      promise.mapError { error in
        log.add(12)
        return error
      }
      .ignoringErrors()
      promise.observe { _ in log.add(13) }
    }

    #expect(log.entries == Array(1...13))
  }

  @Test func `3.3.2 The order holds while another thread registers handlers`() {
    let settle: @Sendable (OrderRound) -> Void = { $0.promise.resolve(0) }
    let register: @Sendable (OrderRound) -> Void = { round in
      for number in 3..<12 { round.register(number) }
    }

    let wrong = raced(
      rounds: 10_000,
      sharing: OrderRound(registering: 3),
      [settle, register]
    ) { round in
      round.log.entries == Array(0..<12)
    }

    #expect(wrong == 0)
  }

  @Test func `3.3.3 The order holds for handlers that handlers register on their own promise`() {
    let promise = Promise<Int>()
    for number in 0..<10 {
      promise.observe { _ in
        log.add(number)
        promise.observe { _ in
          log.add(10 + number)
          promise.observe { _ in log.add(20 + number) }
        }
      }
    }
    promise.resolve(0)

    #expect(log.entries == Array(0..<30))
  }

  @Test(arguments: [1, 46, 47, 48, 49, 60])
  func `3.3.4 The order holds beyond the depth at which handlers stop nesting`(depth: Int) {
    let registered = Log<Int>()
    let started = Log<Int>()
    let promise = Promise(value: 0)
    let register: @Sendable (Range<Int>) -> Void = { numbers in
      for number in numbers {
        registered.add(number)
        promise.observe { _ in started.add(number) }
      }
    }

    onThread {
      nest(depth) { level, body in
        body()
        if level == depth { register(0..<3) }
        if level == 1 { register(3..<6) }
      }
      register(6..<9)
    }

    #expect(registered.entries.count == 9)
    #expect(started.entries == registered.entries)
  }

  @Test(arguments: everyWay)
  func `3.3.5 A context receives its jobs in that order`(way: Way) async {
    let context = ManualContext()
    let queue = DispatchQueue(label: "serial")
    let queueLog = Log<Int>()

    let promise = way.resolve(0) { promise in
      for number in 0..<100 {
        promise.observe(on: context) { _ in log.add(number) }
        promise.observe(on: queue) { _ in queueLog.add(number) }
      }
      return promise
    }
    context.runAll()
    _ = await promise.map(on: queue) { $0 }.settled()

    #expect(log.entries == Array(0..<100))
    #expect(queueLog.entries == Array(0..<100))
  }
}

/// A promise whose handlers are slow.
private final class OrderRound: Sendable {
  let promise = Promise<Int>()
  let log = Log<Int>()

  init(registering count: Int) {
    for number in 0..<count { register(number) }
  }

  func register(_ number: Int) {
    promise.observe { [log] _ in
      for _ in 0..<20 { _ = log.entries }
      log.add(number)
    }
  }
}
