import PledgeTestSupport
import Testing

@testable import Pledge

struct HedgeStateTests {
  @Test(arguments: 1...4)
  func `every short sequence of events keeps the rules`(max: Int) {
    var ended = 0
    explore(HedgeState(max: max), Model(max: max), to: 7, &ended)

    #expect(ended > 0)
  }

  @Test func `a denial lets the silence of the last attempt be measured`() {
    var state = HedgeState(max: 3)
    #expect(Summary(state.fellSilent(1)) == .start(2))
    // Now as many attempts as allowed have been counted, so the third one does not listen.
    #expect(Summary(state.fail(1, Broken(number: 1))) == .start(3))
    #expect(!state.listens(3))
    #expect(Summary(state.deny(2)) == .listen(3))
    #expect(Summary(state.fellSilent(3)) == .start(4))
  }

  /// Lets every event happen in every state, and compares the steps with a naive model.
  private func explore(_ state: HedgeState, _ model: Model, to depth: Int, _ ended: inout Int) {
    for number in 0...model.latest {
      #expect(state.listens(number) == (number == model.latest && model.mayStart))
    }
    if depth == 0 { return }
    for event in model.events {
      var (state, model) = (state, model)
      let expected = model.handle(event)
      let step =
        switch event {
        case .silence(let number): state.fellSilent(number)
        case .failure(let number): state.fail(number, Broken(number: number))
        case .denial(let number): state.deny(number)
        }
      #expect(Summary(step) == expected)
      if case .fail = step {
        ended += 1
      } else {
        explore(state, model, to: depth - 1, &ended)
      }
    }
  }
}

/// A step that can be compared.
private enum Summary: Equatable {
  case wait
  case start(Int)
  case listen(Int)
  case fail([Int], isOverdrawn: Bool)

  init(_ step: HedgeState.Step) {
    switch step {
    case .wait: self = .wait
    case .start(let number): self = .start(number)
    case .listen(let number): self = .listen(number)
    case .fail(let errors, let isOverdrawn):
      self = .fail(errors.compactMap { ($0 as? Broken)?.number }, isOverdrawn: isOverdrawn)
    }
  }
}

/// Keeps the fate of each attempt.
private struct Model {
  enum Event {
    case silence(Int)
    case failure(Int)
    case denial(Int)
  }

  enum Fate {
    case asking, running, failed, denied
  }

  let max: Int
  /// The fates of the attempts; attempt 1 has started.
  var fates: [Int: Fate] = [1: .running]

  init(max: Int) {
    self.max = max
  }

  var latest: Int { fates.count }
  var mayStart: Bool { fates.values.count { $0 != .denied } < max }

  /// The events that may happen next.
  ///
  /// An attempt may be silent or fail once it runs, and be denied before it does. That it runs is
  /// no event of its own: any event but a denial reveals it.
  var events: [Event] {
    fates.keys.sorted().flatMap { number -> [Event] in
      switch fates[number] {
      case .asking: [.silence(number), .failure(number), .denial(number)]
      case .running: [.silence(number), .failure(number)]
      // A silence after a denial, or an outdated one.
      case .denied, .failed, nil: [.silence(number)]
      }
    }
  }

  mutating func handle(_ event: Event) -> Summary {
    switch event {
    case .silence(let number):
      if fates[number] == .asking { fates[number] = .running }
      return number == latest && mayStart ? start() : .wait
    case .failure(let number):
      fates[number] = .failed
      if mayStart { return start() }
      return isOver ? end(isOverdrawn: false) : .wait
    case .denial(let number):
      let wasFull = !mayStart
      fates[number] = .denied
      if isOver { return end(isOverdrawn: true) }
      return number == latest || wasFull ? .listen(latest) : .wait
    }
  }

  private var isOver: Bool { fates.values.allSatisfy { $0 == .failed || $0 == .denied } }

  private mutating func start() -> Summary {
    fates[latest + 1] = .asking
    return .start(latest)
  }

  private func end(isOverdrawn: Bool) -> Summary {
    .fail(fates.keys.filter { fates[$0] == .failed }.sorted(), isOverdrawn: isOverdrawn)
  }
}
