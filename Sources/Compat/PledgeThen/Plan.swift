/// The state of a source.
///
/// Its methods run under a lock and return the actions to take after unlocking.
struct Plan<T> {
  private var work: Source<T>.Work?
  private let isRepeatable: Bool
  /// The total number of allowed runs.
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

  /// Returns the work for its first run, or `nil` if it has already been started.
  ///
  /// Work that cannot run again is released; otherwise it would retain promises that could then not
  /// be detected as broken.
  mutating func begin() -> Source<T>.Work? {
    guard !isStarted else { return nil }
    runs = 1
    defer { if !isRepeatable { work = nil } }
    return work
  }

  /// Returns the work to run after a failure, or `nil` if no run is left.
  mutating func retry() -> Source<T>.Work? {
    guard runs < allowed else { return nil }
    runs += 1
    progress = 0
    return work
  }

  /// Sets the total number of runs and returns the number of remaining ones, or `nil` if there are
  /// none.
  mutating func allow(_ runs: UInt) -> (work: Source<T>.Work, runs: UInt)? {
    allowed = runs
    guard let work, self.runs < runs else { return nil }
    return (work, runs - self.runs)
  }

  /// Records the progress and returns the blocks to run.
  mutating func report(_ progress: Float) -> [ProgressBlock] {
    self.progress = progress
    return blocks
  }

  mutating func add(_ block: ProgressBlock) {
    blocks.append(block)
  }

  /// Returns the objects that are no longer needed, to be released after unlocking.
  ///
  /// Work that failed may be retried later.
  mutating func finish(keepsWork: Bool) -> (Source<T>.Work?, [ProgressBlock]) {
    defer {
      blocks = []
      if !keepsWork { work = nil }
    }
    return (keepsWork ? nil : work, blocks)
  }
}

/// A closure in a type of its own, so that a lock can guard it without reabstraction.
struct ProgressBlock: Sendable {
  let run: @Sendable (Float) -> Void
}
