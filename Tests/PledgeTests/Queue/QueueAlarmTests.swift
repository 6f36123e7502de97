import PledgeTestSupport
import Testing

@testable import Pledge

struct QueueAlarmTests {
  private enum Action {
    case set
    case keepFirst, keepSecond
    case ringFirst, ringSecond
    case stop
  }

  /// An alarm whose state is told by the history of the actions.
  private struct Model {
    var count = 0
    var current: Int?
    var kept: Int?

    mutating func end() -> Int? {
      defer { (current, kept) = (nil, nil) }
      return kept
    }
  }

  @Test func `in every sequence of actions, only the timer of the current alarm counts`() {
    let timers = (0..<3).map { _ in Promise<Void>() }
    let actions: [Action] = [.set, .keepFirst, .keepSecond, .ringFirst, .ringSecond, .stop]
    let wrong = firstSequence(of: actions, length: 6) { actions in
      var (alarm, model) = (QueueAlarm(), Model())
      func keep(_ number: Int) -> Bool {
        let isCurrent = model.current == number
        if isCurrent { model.kept = number }
        return alarm.keep(timers[number], of: number) == isCurrent
      }
      func ring(_ number: Int) -> Bool {
        let isCurrent = model.current == number
        let timer = isCurrent ? model.end() : nil
        let found = alarm.ring(number)
        return found.wasSet == isCurrent && found.timer === timer.map { timers[$0] }
      }
      return actions.allSatisfy { action in
        switch action {
        case .set:
          let isNew = model.current == nil && model.count < 2
          if model.count == 2, model.current == nil { return true }
          if isNew {
            model.count += 1
            model.current = model.count
          }
          return alarm.set() == (isNew ? model.count : nil)
        case .keepFirst: return keep(1)
        case .keepSecond: return keep(2)
        case .ringFirst: return ring(1)
        case .ringSecond: return ring(2)
        case .stop:
          let timer = model.end()
          return alarm.stop() === timer.map { timers[$0] }
        }
      }
    }

    #expect(wrong == nil)
  }
}
