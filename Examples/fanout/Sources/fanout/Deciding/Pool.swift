/// Which workers there are, how busy each is, and which of them are not to be relied on.
///
/// Times are counted from the start of the run.
struct Pool: Sendable {
  private struct Member {
    var calls = 0
    var isDead = false
    /// How often in a row it was gone, or so slow that another was faster or its time was over.
    var gone = 0
    var slow = 0
    var suspectUntil = Duration.zero
  }

  private var members: [Member]
  /// Whom the search for the next worker begins with, so that equals take turns.
  private var turn = 0

  init(workers: Int) {
    members = Array(repeating: Member(), count: workers)
  }

  /// Takes the worker that is the best for one more call; `nil` if all are dead.
  ///
  /// One that is not in `avoided` comes before one that is, a trusted one before a suspect, and of
  /// equals the least busy one.
  mutating func take(avoiding avoided: Set<Int>, at now: Duration) -> Int? {
    let best = candidates.min { rank($0, avoided, now) < rank($1, avoided, now) }
    return best.map { occupy($0) }
  }

  /// Takes a worker for one more call beside those under way; `nil` if there is none but those in
  /// `avoided`.
  mutating func takeOther(than avoided: Set<Int>, at now: Duration) -> Int? {
    let others = candidates.filter { !avoided.contains($0) }
    return others.min { rank($0, avoided, now) < rank($1, avoided, now) }.map { occupy($0) }
  }

  /// A call of `worker` has ended, however.
  mutating func release(_ worker: Int) { members[worker].calls -= 1 }

  /// Says that `worker` has answered, which ends all suspicion.
  mutating func answered(_ worker: Int) {
    members[worker].gone = 0
    members[worker].slow = 0
    members[worker].suspectUntil = .zero
  }

  /// Says that `worker` could not be reached: it may be dead, or about to come back.
  mutating func wasGone(_ worker: Int, at now: Duration) {
    members[worker].gone += 1
    suspect(worker, after: members[worker].gone, at: now)
  }

  /// Says that another was faster than `worker`, or that its time was over; the third time in a row
  /// is one too many.
  mutating func wasSlow(_ worker: Int, at now: Duration) {
    members[worker].slow += 1
    if members[worker].slow > 2 { suspect(worker, after: members[worker].slow - 2, at: now) }
  }

  /// Says that the process of `worker` has ended: it is never taken again.
  mutating func died(_ worker: Int) { members[worker].isDead = true }

  func isSuspect(_ worker: Int, at now: Duration) -> Bool { members[worker].suspectUntil > now }

  /// How many calls are under way.
  var calls: Int { members.map(\.calls).reduce(0, +) }

  /// The living, from the one whose turn it is.
  private var candidates: [Int] {
    members.indices.map { ($0 + turn) % members.count }.filter { !members[$0].isDead }
  }

  private func rank(_ worker: Int, _ avoided: Set<Int>, _ now: Duration) -> (Int, Int, Int) {
    let isAvoided = avoided.contains(worker)
    return (isAvoided ? 1 : 0, isSuspect(worker, at: now) ? 1 : 0, members[worker].calls)
  }

  private mutating func occupy(_ worker: Int) -> Int {
    members[worker].calls += 1
    turn = (worker + 1) % members.count
    return worker
  }

  /// A quarter of a second at first, twice as long each time, at most eight seconds.
  private mutating func suspect(_ worker: Int, after setbacks: Int, at now: Duration) {
    members[worker].suspectUntil = now + .milliseconds(250 << min(setbacks - 1, 5))
  }
}
