internal import CScheduler

/// Which threads do what to which words, in all schedules that were seen: what decides where a
/// preemption can make a difference.
///
/// A step that does not conflict with any step of another thread commutes with all of them, so a
/// schedule that preempts a thread before it shows what one shows that preempts the same thread
/// later, at its next step that does conflict, or that finds it ended. So only those count. Which
/// ones they are is learnt: a word that a second thread touches in some schedule is one from then
/// on, and what was explored before is explored again until nothing is learnt any more. Nothing is missed by
/// that: up to its first step that conflicts with one before and was not expected to, a schedule is
/// equal to one with preemptions where they were expected, which has been seen, and taught that
/// step. The argument needs a name of a word that does not depend on the order of steps that commute; see
/// `scheduler_name`.
struct Conflicts {
  private var readers: [UInt8]
  private var writers: [UInt8]
  private var tryers: [UInt8]
  /// Whether anything has been learnt since this was last set.
  var hasGrown = false

  init() {
    let words = Int(SCHEDULER_THREADS) * Int(SCHEDULER_WORDS)
    readers = Array(repeating: 0, count: words)
    writers = readers
    tryers = readers
  }

  /// Learns from the last run.
  mutating func learn() {
    unsafe Runner.withTrace { trace in
      for index in trace.indices {
        let step = unsafe trace[index]
        learn(step.kind, step.word, step.thread)
      }
    }
    unsafe Runner.withEnds { ends in
      for index in ends.indices {
        let end = unsafe ends[index]
        learn(SCHEDULER_WRITES, end.word, end.thread)
      }
    }
  }

  private mutating func learn(_ access: scheduler_access, _ name: UInt16, _ number: UInt8) {
    guard name != 0 else { return }
    let word = Int(name)
    let thread: UInt8 = 1 << number
    let before = (readers[word], writers[word], tryers[word])
    switch access {
    case SCHEDULER_READS: readers[word] |= thread
    case SCHEDULER_WRITES, SCHEDULER_LOCKS: writers[word] |= thread
    case SCHEDULER_TRIES_TO_LOCK:
      (writers[word], tryers[word]) = (before.1 | thread, before.2 | thread)
    default: return
    }
    if before != (readers[word], writers[word], tryers[word]),
      (readers[word] | writers[word]).nonzeroBitCount > 1, writers[word] != 0
    {
      hasGrown = true
    }
  }

  /// Whether any two threads touch one word.
  var areThere: Bool {
    readers.indices.contains { (readers[$0] | writers[$0]).nonzeroBitCount > 1 }
  }

  /// Whether some other thread takes a step that does not commute with this one.
  func concern(_ step: scheduler_step) -> Bool {
    guard step.word != 0 else { return false }
    let word = Int(step.word)
    let others: UInt8 = ~(1 << step.thread)
    switch step.kind {
    case SCHEDULER_READS: return writers[word] & others != 0
    // To unlock is only seen by who tries: who locks cannot go on before that in any case.
    case SCHEDULER_UNLOCKS: return tryers[word] & others != 0
    default: return (readers[word] | writers[word]) & others != 0
    }
  }
}

extension scheduler_step {
  var kind: scheduler_access { scheduler_access(UInt32(access)) }
  func isEnabled(_ other: UInt8) -> Bool { enabled >> other & 1 == 1 }
  /// Whether who ran before could have gone on.
  var isPreemptible: Bool { running < 8 && isEnabled(running) }
}
