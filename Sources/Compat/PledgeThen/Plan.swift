/// What a source is about to do: this decides, and others act without the lock.
struct Plan<T> {
  private var work: Source<T>.Work?
  private let isRepeatable: Bool
  /// How often the work may run in all.
  private var allowed: UInt
  private var runs: UInt = 0
  private(set) var progress: Float = 0
  private var blocks: [ProgressBlock] = []

  init(work: @escaping Source<T>.Work, isRepeatable: Bool, allowed: UInt) {
    self.work = work
    self.isRepeatable = isRepeatable
    self.allowed = allowed
  }

  var isStarted: Bool { runs > 0 }

  /// Returns the work to run for the first time, unless that has been done.
  ///
  /// What cannot run again is given up: of the promises that it holds, nobody would see the loss.
  mutating func begin() -> Source<T>.Work? {
    guard !isStarted else { return nil }
    runs = 1
    defer { if !isRepeatable { work = nil } }
    return work
  }

  /// Returns the work to run after it has failed, as often as it may.
  mutating func retry() -> Source<T>.Work? {
    guard runs < allowed else { return nil }
    runs += 1
    progress = 0
    return work
  }

  /// Allows so many runs, and returns what is left of them.
  mutating func allow(_ runs: UInt) -> (work: Source<T>.Work, runs: UInt)? {
    allowed = runs
    guard let work, self.runs < runs else { return nil }
    return (work, runs - self.runs)
  }

  /// Notes how much is done, and returns whom to tell.
  mutating func report(_ progress: Float) -> [ProgressBlock] {
    self.progress = progress
    return blocks
  }

  mutating func add(_ block: ProgressBlock) {
    blocks.append(block)
  }

  /// Hands out what is not needed any more, to be released without the lock.
  ///
  /// Work that failed may yet be retried.
  mutating func finish(keepsWork: Bool) -> (Source<T>.Work?, [ProgressBlock]) {
    defer {
      blocks = []
      if !keepsWork { work = nil }
    }
    return (keepsWork ? nil : work, blocks)
  }
}

/// A closure of its own type, which a lock can guard without wrapping it.
struct ProgressBlock: Sendable {
  let run: @Sendable (Float) -> Void
}
