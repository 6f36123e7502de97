import Foundation
import Pledge
import PledgeTestSupport

/// A simulation of a server whose load exceeds its capacity for ten seconds.
///
/// The server has ten workers and a queue. It handles a request in a tenth of a second on average,
/// so its capacity is 100 requests per second. A client gives up an attempt after a second, but the
/// server does not notice that: it handles abandoned attempts, too, like a server whose clients
/// only close their connections. The operations are those of the library; time is a manual clock,
/// and all randomness comes from a seed.
final class Saturation: Sendable {
  /// How clients call the server.
  enum Strategy: String, CaseIterable {
    case plain, retries, retriesWithBudget, hedges, hedgesWithBudget
  }

  /// The number of events in one second.
  struct Second: Equatable, Encodable {
    /// Operations that started.
    var operations = 0
    /// Attempts that reached the server.
    var attempts = 0
    /// Operations that were fulfilled.
    var answers = 0
  }

  static let seconds = 90
  /// The seconds in which the load is twice the usual one.
  static let surge = 20..<30
  static let silence = 300_000_000

  private let strategy: Strategy
  private let clock = ManualClock()
  private let budget: RetryBudget?
  private let state: Locked<SaturatedServer>

  init(_ strategy: Strategy, seed: UInt64) {
    self.strategy = strategy
    let isLimited = [.retriesWithBudget, .hedgesWithBudget].contains(strategy)
    budget =
      isLimited
      ? RetryBudget(named: "server", ratio: 0.1, minimumRate: 1, clock: clock) : nil
    state = Locked(SaturatedServer(seed: seed))
  }

  /// Runs the simulation.
  ///
  /// - Returns: The events of each second.
  func run() async -> [Second] {
    while let event = state.withLock({ $0.takeEvent() }) {
      clock.advance(to: .init(offset: .nanoseconds(event.time)))
      switch event.kind {
      case .arrival(let operation): begin(operation)
      case .completion(let attempt): state.withLock { $0.complete(attempt) }?.resolve()
      case .timeout(let attempt):
        state.withLock { $0.attempts[attempt] }.reject(TimeoutError(limit: .seconds(1)))
      case .silence(let operation): await endSilence(of: operation)
      }
      let silent = state.withLock { $0.silent.count }
      if clock.sleepers != silent { await clock.waitForSleepers(silent) }
    }
    return state.withLock { $0.seconds }
  }

  private func begin(_ operation: Int) {
    let attempt: @Sendable () -> Future<Void> = { [state] in
      state.withLock { $0.submit(for: operation) }
    }
    let promise: Future<Void> =
      switch strategy {
      case .plain: attempt()
      case .retries, .retriesWithBudget: retry(max: 3, budget: budget, attempt)
      case .hedges, .hedgesWithBudget:
        hedge(after: .nanoseconds(Saturation.silence), budget: budget, clock: clock, attempt)
      }
    if [.hedges, .hedgesWithBudget].contains(strategy) {
      state.withLock { $0.listen(to: operation) }
    }
    promise.observe { [state] outcome in
      state.withLock { $0.end(operation, isAnswer: (try? outcome.get()) != nil) }
    }
  }

  /// Waits until the library has handled the end of a silence on another thread.
  private func endSilence(of operation: Int) async {
    guard let silent = state.withLock({ $0.silent.contains(operation) ? $0.silent.count : nil })
    else { return }
    while true {
      let second = state.withLock { $0.secondAttempts[operation] }
      if let second {
        // Until the attempt has its consumer, its outcome would arrive on the other thread.
        while second.currentConsumerCount == 0 { await Task.yield() }
        return
      }
      // The budget is overdrawn: the silence is measured again.
      if clock.sleepers == silent { return state.withLock { $0.listen(to: operation) } }
      await Task.yield()
    }
  }
}

/// The state of the server, and the events to come.
struct SaturatedServer: Sendable {
  enum Kind {
    case arrival(Int)
    case completion(Int)
    case timeout(Int)
    case silence(Int)
  }

  struct Event {
    /// In nanoseconds.
    let time: Int
    let kind: Kind
  }

  /// The promises of all attempts, as clients see them.
  private(set) var attempts: [Promise<Void>] = []
  /// The second attempts of operations that have one.
  private(set) var secondAttempts: [Int: Promise<Void>] = [:]
  /// The operations with a timer for a silence.
  private(set) var silent: Set<Int> = []
  private(set) var seconds = Array(repeating: Saturation.Second(), count: Saturation.seconds)

  /// The latest event comes first.
  private var events: [Event] = []
  private var now = 0
  private var operations = 0
  private var started: Set<Int> = []
  private var queue: [Int] = []
  private var queueStart = 0
  private var idleWorkers = 10
  private var arrivals: SeededGenerator
  private var durations: SeededGenerator

  init(seed: UInt64) {
    arrivals = SeededGenerator(seed: seed)
    durations = SeededGenerator(seed: seed + 1)
    scheduleArrival()
  }

  /// Takes the next event; `nil` at the end of the simulation.
  mutating func takeEvent() -> Event? {
    guard let event = events.popLast(), event.time < Saturation.seconds * 1_000_000_000 else {
      return nil
    }
    now = event.time
    if case .arrival = event.kind {
      seconds[second].operations += 1
      scheduleArrival()
    }
    return event
  }

  /// Adds an attempt to the server's queue.
  mutating func submit(for operation: Int) -> Promise<Void> {
    let promise = Promise<Void>()
    attempts.append(promise)
    if !started.insert(operation).inserted { secondAttempts[operation] = promise }
    silent.remove(operation)
    seconds[second].attempts += 1
    schedule(.timeout(attempts.count - 1), in: 1_000_000_000)
    queue.append(attempts.count - 1)
    work()
    return promise
  }

  /// Ends the work for an attempt.
  ///
  /// - Returns: Its promise, to be resolved without the lock.
  mutating func complete(_ attempt: Int) -> Promise<Void>? {
    idleWorkers += 1
    work()
    return attempts[attempt]
  }

  /// Records that the silence of the operation is measured from now.
  mutating func listen(to operation: Int) {
    silent.insert(operation)
    schedule(.silence(operation), in: Saturation.silence)
  }

  mutating func end(_ operation: Int, isAnswer: Bool) {
    silent.remove(operation)
    if isAnswer { seconds[second].answers += 1 }
  }

  private var second: Int { now / 1_000_000_000 }

  private mutating func work() {
    while idleWorkers > 0, queueStart < queue.count {
      idleWorkers -= 1
      schedule(.completion(queue[queueStart]), in: durations.interval(0.1))
      queueStart += 1
    }
  }

  private mutating func scheduleArrival() {
    let rate = Saturation.surge.contains(second) ? 140.0 : 70
    schedule(.arrival(operations), in: arrivals.interval(1 / rate))
    operations += 1
  }

  private mutating func schedule(_ kind: Kind, in nanoseconds: Int) {
    let time = now + nanoseconds
    var (low, high) = (0, events.count)
    while low < high {
      let middle = (low + high) / 2
      if events[middle].time > time { low = middle + 1 } else { high = middle }
    }
    events.insert(Event(time: time, kind: kind), at: low)
  }
}

extension SeededGenerator {
  /// Returns an exponentially distributed interval, in nanoseconds.
  fileprivate mutating func interval(_ mean: Double) -> Int {
    Int(-log(Double.random(in: 0.000_001...1, using: &self)) * mean * 1e9) + 1
  }
}
