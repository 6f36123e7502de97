/// The workers, their numbers of calls, and whether each is present.
struct Pool: Sendable {
  private struct Member {
    var calls = 0
    var presence: Presence
  }

  private var members: [Member]
  /// The start of the search for the next worker, so that equally good ones take turns.
  private var turn = 0

  /// Creates a pool whose workers are present, or in another state.
  init(workers: Int, _ state: Presence.State = .present) {
    members = Array(repeating: Member(presence: Presence(state)), count: workers)
  }

  /// Takes the least busy worker outside of `avoided`, or else any, or `nil` if none is present.
  ///
  /// A silent worker has its calls until others have answered, so it is soon the busiest.
  mutating func take(avoiding avoided: Set<Int>) -> Int? {
    takeOther(than: avoided) ?? takeOther(than: [])
  }

  /// Takes the least busy worker outside of `avoided`, or `nil` if all are in it.
  mutating func takeOther(than avoided: Set<Int>) -> Int? {
    candidates.filter { !avoided.contains($0) }
      .min { members[$0].calls < members[$1].calls }
      .map { occupy($0) }
  }

  /// Takes the only worker that is present for one more call, or `nil` if there are more or none.
  mutating func takeOnly() -> Int? {
    present == 1 ? candidates.first.map { occupy($0) } : nil
  }

  /// Records that a call of `worker` has ended for any reason.
  mutating func release(_ worker: Int) { members[worker].calls -= 1 }

  /// Records that `worker` could not be reached: it may be dead, or about to come back.
  mutating func wasGone(_ worker: Int) { members[worker].presence.wasGone() }

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

  /// The number of current calls.
  var calls: Int { members.map(\.calls).reduce(0, +) }

  /// The workers that are present, starting with the one whose turn it is.
  private var candidates: [Int] {
    members.indices.map { ($0 + turn) % members.count }.filter { members[$0].presence.isPresent }
  }

  private mutating func occupy(_ worker: Int) -> Int {
    members[worker].calls += 1
    turn = (worker + 1) % members.count
    return worker
  }
}
