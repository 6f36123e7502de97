/// The workers, their numbers of calls, and whether each is reliable.
///
/// Times are relative to the start of the run.
struct Pool: Sendable {
  private struct Member {
    var calls = 0
    var presence: Presence
    /// The number of times in a row that it was gone.
    var gone = 0
    /// The number of times in a row that it was slower than another worker or the time limit.
    var slow = 0
    var suspectUntil = Duration.zero
  }

  private var members: [Member]
  /// The start of the search for the next worker, so that equally good ones take turns.
  private var turn = 0

  /// Creates a pool whose workers are present, or in another state.
  init(workers: Int, _ state: Presence.State = .present) {
    members = Array(repeating: Member(presence: Presence(state)), count: workers)
  }

  /// Takes the best worker for one more call, or `nil` if none is present.
  ///
  /// Prefers workers outside of `avoided`, then trusted ones, and then the least busy ones.
  mutating func take(avoiding avoided: Set<Int>, at now: Duration) -> Int? {
    let best = candidates.min { rank($0, avoided, now) < rank($1, avoided, now) }
    return best.map { occupy($0) }
  }

  /// Takes a worker for one more call in addition to the current ones.
  ///
  /// Returns `nil` if all others are in `avoided`.
  mutating func takeOther(than avoided: Set<Int>, at now: Duration) -> Int? {
    let others = candidates.filter { !avoided.contains($0) }
    return others.min { rank($0, avoided, now) < rank($1, avoided, now) }.map { occupy($0) }
  }

  /// Takes the only worker that is present for one more call, or `nil` if there are more or none.
  mutating func takeOnly() -> Int? {
    present == 1 ? candidates.first.map { occupy($0) } : nil
  }

  /// Records that a call of `worker` has ended for any reason.
  mutating func release(_ worker: Int) { members[worker].calls -= 1 }

  /// Records that `worker` has answered and is trusted again.
  mutating func answered(_ worker: Int) {
    members[worker].gone = 0
    members[worker].slow = 0
    members[worker].suspectUntil = .zero
  }

  /// Records that `worker` could not be reached: it may be dead, or about to come back.
  mutating func wasGone(_ worker: Int, at now: Duration) {
    members[worker].presence.wasGone()
    members[worker].gone += 1
    suspect(worker, after: members[worker].gone, at: now)
  }

  /// Records that another worker was faster than `worker`, or that it exceeded the time limit.
  ///
  /// After the third time in a row, it becomes a suspect.
  mutating func wasSlow(_ worker: Int, at now: Duration) {
    members[worker].slow += 1
    if members[worker].slow > 2 { suspect(worker, after: members[worker].slow - 2, at: now) }
  }

  /// Records that the process of `worker` has ended.
  ///
  /// It is never taken again.
  mutating func died(_ worker: Int) { members[worker].presence.died() }

  /// Records the result of a heartbeat of `worker`, and returns whether its connection is stuck.
  mutating func record(_ beat: Presence.Beat, of worker: Int) -> Bool {
    members[worker].presence.record(beat)
  }

  func presence(of worker: Int) -> Presence { members[worker].presence }

  /// The number of workers that can be called now.
  var present: Int { members.count { $0.presence.isPresent } }

  /// Whether all workers have ended for good.
  var isDead: Bool { members.allSatisfy { $0.presence.state == .dead } }

  func isSuspect(_ worker: Int, at now: Duration) -> Bool { members[worker].suspectUntil > now }

  /// The number of current calls.
  var calls: Int { members.map(\.calls).reduce(0, +) }

  /// The workers that are present, starting with the one whose turn it is.
  private var candidates: [Int] {
    members.indices.map { ($0 + turn) % members.count }.filter { members[$0].presence.isPresent }
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

  /// Suspects a worker for a quarter of a second, doubled with each setback, up to eight seconds.
  private mutating func suspect(_ worker: Int, after setbacks: Int, at now: Duration) {
    members[worker].suspectUntil = now + .milliseconds(250 << min(setbacks - 1, 5))
  }
}
