import Foundation
import Pledge
import PledgeTesting

extension Round {
  /// Runs the program to its end.
  ///
  /// - Returns: The violations.
  package func run() -> [String] {
    let installation = program.isObserved ? Diagnostics.install(EmptyObserver()) : nil
    defer { installation?.remove() }
    threads.run {
      perform(program.beginning)
      runThreads()
      runToQuiescence()
      for record in records { record.note(record.future?.result) }
      end()
    }
    checkForLeaks()
    return failures
  }

  /// Runs the steps of the program, which the model predicts, and releases everything.
  ///
  /// Records in the ledger what is left.
  func runPredicted() {
    Tasks.held {
      nest(program.depth) {
        for step in self.program.steps {
          self.perform(step)
          Tasks.run()
        }
      }
      for slot in 0..<Program.slots {
        guard let future = entry(slot)?.future else { continue }
        // Without reading a rejection, which would handle it.
        let reading = future.isRejected ? .error("?") : Reading(of: future.result as Any)
        Ledger.note(.read(slot, reading))
        Ledger.note(.read(slot, .value(future.lentPriority)))
      }
      dropReferences()
      shared.queue.resume()
      Tasks.run()
      while manualClock.sleepers != 0 || hasJobs || hasEntries {
        manualClock.advance(by: .seconds(1))
        Tasks.run()
        _ = takeJobs()
        Tasks.run()
        // The closures that have run since may have put new promises into the slots.
        dropReferences()
        Tasks.run()
      }
    }
    for record in records where record.priority != 0 { Ledger.note(.raised(to: record.priority)) }
    let closures = liveObjects.living.filter { $0.hasPrefix(Call.prefix) }.count
    Ledger.note(.left(promises: records.contains { $0.future != nil }, closures: closures))
    forgetRecords()
  }

  private func runThreads() {
    if program.threads.count == 1 { return perform(program.threads[0]) }
    for steps in program.threads { threads.start { self.perform(steps) } }
    threads.join()
  }

  /// Runs outstanding work until nothing changes anymore.
  private func runToQuiescence(isOver: Bool = false) {
    var quietRounds = 0
    while quietRounds < 2 {
      let before = changeCount
      if isOver {
        if program.discardsAtEnd { discardAll() }
        dropReferences()
        replaceShared(limit: 1)
      }
      shared.queue.resume()
      for job in takeJobs() { job() }
      backlog.replace(\.contexts, by: [])
      Tasks.run()
      // An advance that nothing awaits keeps memory for ten seconds.
      if manualClock.sleepers > 0 { manualClock.advance(by: .seconds(1_000)) }
      Tasks.run()
      threads.join()
      quietRounds = changeCount == before ? quietRounds + 1 : 0
    }
  }

  /// Drops everything that the program owns, and waits until all of it is released.
  private func end() {
    let queue = program.discardsAtEnd ? shared.queue : nil
    defer {
      if let queue, !queue.isIdle {
        fail("\(queue.running) operations run, \(queue.waiting) wait at the end")
      }
    }
    runToQuiescence(isOver: true)
    discardRetainCycles()
    guard program.threads.count > 1 else { return }
    // The system runs its jobs at any time; the limit catches those that never end.
    let limit = Date(timeIntervalSinceNow: 60)
    while !isEmpty || queue?.isIdle == false, Date() < limit {
      usleep(100)
      discardRetainCycles()
    }
  }

  /// Discards what is still alive, because a program may create retain cycles, such as a monitor
  /// that its own observation reports to.
  ///
  /// Repeats this, because a closure that runs when a cycle is discarded may create the next one.
  private func discardRetainCycles() {
    var before: Int
    repeat {
      before = changeCount
      discardAll()
      runToQuiescence(isOver: true)
    } while !isEmpty && changeCount != before
  }

  private func discardAll() {
    for record in records { (record.future as? Promise<Token>)?.discard() }
  }

  private var isEmpty: Bool { liveObjects.isEmpty && records.allSatisfy { $0.future == nil } }

  private func checkForLeaks() {
    for title in liveObjects.living { fail("still alive: \(title)") }
    for record in records {
      guard let future = record.future else { continue }
      let state = future.isPending ? "pending" : "settled"
      fail("still alive: the \(state) promise of \(record.title)")
    }
    forgetRecords()
  }
}

extension Future {
  /// The priority that its description shows; zero if it was lent none.
  fileprivate var lentPriority: Int {
    let words = explain().prefix { $0 != "\n" && $0 != "," }.split(separator: " ")
    return words.suffix(2).first == "priority" ? words.last.flatMap { Int($0) } ?? 0 : 0
  }
}

extension PromiseQueue {
  fileprivate var isIdle: Bool { running + waiting == 0 }
}

/// An observer of every event, so that promises are created and settled with an observer installed.
private struct EmptyObserver: PromiseObserver {
  func observe(_ event: PromiseEvent) {}
}
