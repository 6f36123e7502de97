internal import CScheduler

/// The accesses of each thread to each word, collected over all schedules so far.
///
/// They determine where a preemption can make a difference.
///
/// A step that conflicts with no step of another thread commutes with all steps of other threads.
/// Preempting a thread before such a step therefore has the same effect as preempting it later,
/// before its next conflicting step or after its end. So only conflicting steps need preemptions.
/// The set of conflicting words is learned: once a second thread touches a word in any schedule,
/// the word is in the set, and exploration starts over until the set no longer grows.
///
/// This misses nothing. Up to its first conflicting step that was not expected to conflict, a
/// schedule is equivalent to one that has preemptions only where they were expected. That schedule
/// has been explored and revealed the step. The argument requires that the name of a word does not
/// depend on the order of commuting steps; see `scheduler_name`.
struct Conflicts {
  private var readers: [UInt8]
  private var writers: [UInt8]
  private var lockAttempts: [UInt8]
  /// Whether a conflict has been added since this was last set to `false`.
  var hasGrown = false

  init() {
    let words = Int(SCHEDULER_THREADS) * Int(SCHEDULER_WORDS)
    readers = Array(repeating: 0, count: words)
    writers = readers
    lockAttempts = readers
  }

  /// Adds the accesses of the last run.
  mutating func learn() {
    for step in Runner.trace { learn(step.kind, step.word, step.thread) }
    for end in Runner.ends { learn(SCHEDULER_WRITES, end.word, end.thread) }
  }

  private mutating func learn(_ access: scheduler_access, _ name: UInt16, _ number: UInt8) {
    guard name != 0 else { return }
    let word = Int(name)
    let thread: UInt8 = 1 << number
    let before = (readers[word], writers[word], lockAttempts[word])
    switch access {
    case SCHEDULER_READS: readers[word] |= thread
    case SCHEDULER_WRITES, SCHEDULER_LOCKS: writers[word] |= thread
    case SCHEDULER_TRIES_TO_LOCK:
      (writers[word], lockAttempts[word]) = (before.1 | thread, before.2 | thread)
    default: return
    }
    if before != (readers[word], writers[word], lockAttempts[word]),
      (readers[word] | writers[word]).nonzeroBitCount > 1, writers[word] != 0
    {
      hasGrown = true
    }
  }

  /// Whether two threads access the same word.
  var exist: Bool {
    readers.indices.contains { (readers[$0] | writers[$0]).nonzeroBitCount > 1 }
  }

  /// Whether another thread takes a step that does not commute with this one.
  func include(_ step: scheduler_step) -> Bool {
    guard step.word != 0 else { return false }
    let word = Int(step.word)
    let others: UInt8 = ~(1 << step.thread)
    switch step.kind {
    case SCHEDULER_READS: return writers[word] & others != 0
    // Only an attempt to lock observes an unlock. A thread that blocks on the lock waits for it
    // anyway.
    case SCHEDULER_UNLOCKS: return lockAttempts[word] & others != 0
    default: return (readers[word] | writers[word]) & others != 0
    }
  }
}

extension scheduler_step {
  var kind: scheduler_access { scheduler_access(UInt32(access)) }
  private func isEnabled(_ other: UInt8) -> Bool { enabled >> other & 1 == 1 }
  /// The threads that could have taken a step instead.
  var alternatives: [UInt8] {
    (0..<UInt8(SCHEDULER_THREADS)).filter { $0 != thread && isEnabled($0) }
  }
  /// Whether the thread that ran before could have continued.
  var isPreemptible: Bool { running < 8 && isEnabled(running) }
}
