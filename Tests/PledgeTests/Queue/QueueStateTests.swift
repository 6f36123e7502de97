import PledgeTestSupport
import Testing

@testable import Pledge

struct QueueStateTests {
  @Test func `a queue that is still in use releases the memory of a burst`() {
    var state = QueueState<Int>(limit: 1)
    state.isPaused = true
    for operation in 0..<10_000 { _ = state.add(operation, priority: 0, at: .zero) }
    #expect(state.capacity >= 10_000)
    state.isPaused = false
    let started = state.run(until: 9_980)

    #expect(started == Array(0..<9_980))
    #expect(state.counts.waiting == 20)
    #expect(state.capacity < 1_000)
    #expect(state.run(until: 10_000) == Array(9_980..<10_000))
  }

  @Test func `a queue whose running operations have ended releases their memory`() {
    var state = QueueState<Int>(limit: .max)
    for operation in 0..<10_000 { _ = state.add(operation, priority: 0, at: .zero) }
    #expect(state.counts.running == 10_000)
    for operation in 0..<9_980 { _ = state.end(operation) }

    #expect(state.capacity < 1_000)
    #expect(state.runningOperations == Array(9_980..<10_000))
  }
}

// MARK: - All short sequences

extension QueueStateTests {
  private enum Action {
    case add(priority: Int)
    /// Adds an operation that does not wait for its turn.
    case addNow
    /// Ends the first or the last operation that is running or waiting.
    case endFirst, endLast
    /// Changes the priority of the first waiting operation.
    case setPriority(Int)
    case advance
    case pause, resume
    case limit(Int)
    /// The timer of the alarm fires, if it is time.
    case ring
  }

  /// A queue that sorts arrays.
  private struct Model {
    let maxWaiting: Int
    let overflow: PromiseQueue.Overflow
    var limit = 1
    var isPaused = false
    /// The time at which the next operation may start.
    var nextStart: Int?
    var running: [Int] = []
    var waiting: [(number: Int, priority: Int)] = []

    /// Whether the next operation waits only for a token.
    var awaitsToken: Bool { !waiting.isEmpty && hasFreeSlot }

    private var hasFreeSlot: Bool { !isPaused && running.count < limit }

    func mayStart(at now: Int) -> Bool {
      hasFreeSlot && nextStart.map { now >= $0 } ?? true
    }

    mutating func start(_ number: Int, at now: Int) {
      running.append(number)
      if nextStart != nil { nextStart = now + 2 }
    }

    /// Adds a waiting operation, and returns whether it may wait, and the one that made room for
    /// it.
    mutating func wait(_ number: Int, _ priority: Int) -> (mayWait: Bool, removed: Int?) {
      var removed: Int?
      if waiting.count == maxWaiting {
        let lowest = waiting.map(\.priority).min() ?? priority
        guard overflow == .rejectLowestPriority, lowest < priority,
          let last = waiting.lastIndex(where: { $0.priority == lowest })
        else { return (false, nil) }
        removed = waiting.remove(at: last).number
      }
      waiting.append((number, priority))
      return (true, removed)
    }

    mutating func setPriority(_ priority: Int) -> Int? {
      guard let first = waiting.first else { return nil }
      if first.priority != priority { waiting.append((waiting.removeFirst().number, priority)) }
      return first.number
    }

    mutating func startWaiting(at now: Int) -> [Int] {
      var started: [Int] = []
      while mayStart(at: now), !waiting.isEmpty {
        let top = waiting.map(\.priority).max()
        guard let index = waiting.firstIndex(where: { $0.priority == top }) else { break }
        started.append(waiting.remove(at: index).number)
        start(started[started.endIndex - 1], at: now)
      }
      return started
    }
  }

  /// A queue, and the model with which it has to agree.
  private struct Pair {
    var state: QueueState<Int>
    var model: Model
    var (now, count) = (0, 0)
    /// The time of the alarm, if it is set.
    private var alarm: Duration?
    private var alarmNumber = 0
    private let timer: Promise<Void>

    init(hasRate: Bool, overflow: PromiseQueue.Overflow, timer: Promise<Void>) {
      self.timer = timer
      let bucket = hasRate ? TokenBucket(.init(1, per: .seconds(2))) : nil
      state = QueueState(limit: 1, maxWaiting: 2, overflow: overflow, bucket: bucket)
      model = Model(maxWaiting: 2, overflow: overflow, nextStart: hasRate ? 0 : nil)
    }

    private var startsNow: Bool { model.waiting.isEmpty && model.mayStart(at: now) }

    /// Performs an action and all that follows, and returns whether both agree.
    mutating func perform(_ action: Action) -> Bool {
      let isRight =
        switch action {
        case .add(let priority): add(priority)
        case .addNow: addNow()
        case .endFirst: end { $0.first }
        case .endLast: end { $0.last }
        case .setPriority(let priority): setPriority(priority)
        case .ring: ring()
        case .advance, .pause, .resume, .limit: change(action)
        }
      return isRight && startAll() == model.startWaiting(at: now) && isAlarmRight
        && state.runningOperations == model.running.sorted()
        && state.counts.waiting == model.waiting.count
    }

    /// Whether the alarm is set exactly while operations wait for a token, and not too late.
    private var isAlarmRight: Bool {
      guard model.awaitsToken, let nextStart = model.nextStart else { return alarm == nil }
      return alarm.map { $0 <= .seconds(nextStart) } ?? false
    }

    /// Performs all steps, and returns the operations that they start.
    private mutating func startAll() -> [Int] {
      var started: [Int] = []
      while let step = state.step(at: .seconds(now)) {
        switch step {
        case .admit(let operation): started.append(operation)
        case .wait(let delay, let number):
          (alarm, alarmNumber) = (.seconds(now) + delay, number)
          _ = state.alarm.keep(timer, of: number)
        case .stop: alarm = nil
        case .fulfill: break
        }
      }
      return started
    }

    /// Rings the alarm.
    ///
    /// A timer whose alarm was stopped, or that has fired, must have no effect.
    private mutating func ring() -> Bool {
      if let alarm, alarm > .seconds(now) { return true }
      defer { alarm = nil }
      return state.alarm.ring(alarmNumber).wasSet == (alarm != nil)
    }

    private mutating func add(_ priority: Int) -> Bool {
      let (number, startsNow) = (count, startsNow)
      count += 1
      switch state.add(number, priority: priority, at: .seconds(now)) {
      case .slot(number) where startsNow: model.start(number, at: now)
      case .wait(number, let removed) where !startsNow:
        guard model.wait(number, priority) == (true, removed) else { return false }
        if let removed { return state.end(removed) == nil }
      case .reject where !startsNow && !model.wait(number, priority).mayWait: count -= 1
      default: return false
      }
      return true
    }

    private mutating func setPriority(_ priority: Int) -> Bool {
      let number = model.setPriority(priority)
      return state.setPriority(priority) { $0 == number } == (number != nil)
    }

    private mutating func addNow() -> Bool {
      let (number, startsNow) = (count, startsNow)
      guard state.admit(number, at: .seconds(now)) == (startsNow ? number : nil) else {
        return false
      }
      if !startsNow { return true }
      count += 1
      model.start(number, at: now)
      return state.step(at: .seconds(now)) == nil
    }

    private mutating func end(_ choose: ([Int]) -> Int?) -> Bool {
      guard let number = choose((model.running + model.waiting.map(\.number)).sorted()) else {
        return true
      }
      model.running.removeAll { $0 == number }
      model.waiting.removeAll { $0.number == number }
      return state.end(number) == number
    }

    private mutating func change(_ action: Action) -> Bool {
      switch action {
      case .advance: now += 1
      case .limit(let limit): (state.limit, model.limit) = (limit, limit)
      case .pause: (state.isPaused, model.isPaused) = (true, true)
      default: (state.isPaused, model.isPaused) = (false, false)
      }
      return true
    }
  }

  @Test(arguments: [false, true])
  func `in every sequence of actions, a queue agrees with one that sorts`(hasRate: Bool) {
    let actions: [Action] =
      [.add(priority: 0), .add(priority: 1), .endFirst, .endLast, .advance]
      + [.limit(2), .limit(1), .pause, .resume] + (hasRate ? [.addNow, .ring] : [])
    let timer = Promise<Void>()

    let wrong = firstSequence(of: actions, length: 5) { actions in
      var pair = Pair(hasRate: hasRate, overflow: .rejectNewest, timer: timer)
      return actions.allSatisfy { pair.perform($0) }
    }

    #expect(wrong == nil)
  }

  @Test func `a queue with priorities that change and overflow agrees with one that sorts`() {
    let actions: [Action] =
      [.add(priority: 0), .add(priority: 1), .add(priority: 2)]
      + [.setPriority(0), .setPriority(1), .endFirst, .endLast]
    let timer = Promise<Void>()

    let wrong = firstSequence(of: actions, length: 6) { actions in
      var pair = Pair(hasRate: false, overflow: .rejectLowestPriority, timer: timer)
      return actions.allSatisfy { pair.perform($0) }
    }

    #expect(wrong == nil)
  }
}

extension QueueState<Int> {
  /// Starts and ends the operations below `end`, and returns them.
  fileprivate mutating func run(until end: Int) -> [Int] {
    var started: [Int] = []
    while started.last != end - 1, case .admit(let operation) = step(at: .zero) {
      started.append(operation)
      _ = self.end(operation)
    }
    return started
  }
}
