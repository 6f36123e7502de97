import CScheduler
import Explorer
import Testing

/// Checks that the explorer finds planted faults only and explores the expected number of
/// schedules.
///
/// The tests are serialized because a process has a single scheduler.
@Suite(.serialized) struct ExplorerTests {
  // MARK: - Findings

  @Test func `a lost update takes one preemption, and is found`() {
    var exploration = Exploration(of: .lostUpdate)
    #expect(exploration.explore(preemptions: 0) == nil)
    let finding = exploration.explore(preemptions: 1)
    #expect(finding?.description.contains("count: 1") == true)
  }

  @Test func `a failing schedule can be repeated from its printed form`() throws {
    var exploration = Exploration(of: .lostUpdate)
    _ = exploration.explore(preemptions: 1)
    let text = exploration.last.description
    let schedule = try #require(Schedule(text))
    var other = Exploration(of: .lostUpdate)
    #expect(other.replay(schedule)?.description.contains("count: 1") == true)
    #expect(other.last.description == text)
  }

  @Test func `two locks in opposite order are a deadlock`() {
    var exploration = Exploration(of: .twoLocks)
    #expect(exploration.explore(preemptions: 2) == .deadlocked)
  }

  @Test func `an endless thread is found`() {
    let scenario = Scenario.twice(Word()) { word in
      while word.load() == 0 || Trial.isRunning { word.store(1) }
    }
    var exploration = Exploration(of: scenario)
    #expect(exploration.explore(preemptions: 0) == .endless)
  }

  @Test func `a leak is found`() {
    let scenario = Scenario("leak") { trial in
      let kept = Kept()
      trial.thread(
        Operation("keep") {
          kept.content = trial.canary()
          kept.itself = Trial.isRunning ? kept : nil
        }
      )
      trial.thread(Operation("nothing") {})
    }
    var exploration = Exploration(of: scenario)
    #expect(exploration.explore(preemptions: 0)?.description.contains("left over") == true)
  }

  @Test func `a nondeterministic scenario is found`() {
    let runs = Word()
    let scenario = Scenario.twice(Word()) { word in
      word.store(0)
      let number = runs.load()
      runs.store(number + 1)
      for _ in 0..<number % 7 { word.store(0) }
    }
    var exploration = Exploration(of: scenario)
    #expect(exploration.explore(preemptions: 2) == .nondeterministic)
  }

  @Test func `nothing to explore is a finding`() {
    var exploration = Exploration(of: .twice(0) { _ in })
    #expect(exploration.explore(preemptions: 3) == .noYieldPoints)
  }

  // MARK: - Number of schedules

  // Each thread has three parts: its beginning and two steps, between which it can be interrupted.
  // There are 6! / (3! 3!) orders, grouped by their number of preemptions.
  @Test func `every order of conflicting steps is run once`() {
    let scenario = Scenario.twice(Word()) { word in
      word.store(1)
      word.store(2)
    }
    var exploration = Exploration(of: scenario)
    #expect(exploration.explore(preemptions: 6) == nil)
    #expect(exploration.schedules == [2, 4, 8, 4, 2, 0])
  }

  @Test func `steps without conflicts are run in one order for each first thread`() {
    let scenario = Scenario("reads", .invariant { _ in true }) { trial in
      let shared = Word()
      for own in [Word(), Word()] {
        trial.thread(
          Operation("read") {
            _ = shared.load()
            own.store(1)
            _ = shared.load()
          }
        )
      }
    }
    var exploration = Exploration(of: scenario)
    #expect(exploration.explore(preemptions: 3) == nil)
    #expect(exploration.schedules == [2, 0])
  }

  @Test func `exploration starts over when a word turns out to be shared`() {
    // The second thread touches the word only if it runs before the first thread sets the flag. By
    // then, the first thread has passed the steps that matter.
    let scenario = Scenario("late") { trial in
      let (word, isDone) = (Word(), Word())
      trial.thread(
        Operation("count") {
          word.increment()
          isDone.store(1)
        }
      )
      trial.thread(
        Operation("count") {
          let isInTime = isDone.load() == 0
          if isInTime { word.increment() }
          return isInTime
        }
      )
      trial.atEnd { trial.note("\(word.load())", for: "count") }
    }
    var exploration = Exploration(of: scenario)
    let finding = exploration.explore(preemptions: 1)
    #expect(finding?.description.contains("done | true; count: 1") == true)
  }

  @Test func `a bound that makes too many schedules is not tried`() {
    let scenario = Scenario.twice(Word()) { word in
      for _ in 0..<6 { word.store(1) }
    }
    var exploration = Exploration(of: scenario)
    #expect(exploration.explore(preemptions: 6, limit: 100) == nil)
    #expect(exploration.schedules == [2, 12, 72])
  }

  // MARK: - Waiting threads

  @Test func `a thread that waits for a word continues when the word is written`() {
    let rule: Scenario.Rule = .invariant { $0["seen"] == ["1"] }
    let scenario = Scenario("wait", rule) { trial in
      let word = Word()
      trial.thread(
        Operation("wait") {
          word.wait()
          trial.note("\(word.load())", for: "seen")
        }
      )
      trial.thread(Operation("write") { word.store(1) })
    }
    var exploration = Exploration(of: scenario)
    #expect(exploration.explore(preemptions: 3) == nil)
  }

  // MARK: - Random schedules

  @Test func `random schedules find a lost update, the same with the same seed`() {
    let schedules = (0..<2).map { _ in
      var exploration = Exploration(of: .lostUpdate)
      _ = exploration.explore(preemptions: 0)
      #expect(exploration.sample(1_000, seed: 7) != nil)
      return "\(exploration.last) after \(exploration.randomSchedules)"
    }
    #expect(schedules[0] == schedules[1])
  }
}

private final class Kept: @unchecked Sendable {
  var content: Canary?
  var itself: Kept?
}
