import Foundation

/// The number of rounds of a race: a few by default, more on demand.
let rounds = demandedRounds ?? 3_000

/// The number of rounds of races that wait for tasks: few, because other tests keep the threads of
/// tasks busy.
let roundsOfTasks = demandedRounds ?? 50

private let demandedRounds: Int? =
  ProcessInfo.processInfo.environment["PLEDGE_ROUNDS"].flatMap { Int($0) }
