/// The cost of one round of one competitor.
struct Measurement {
  let duration: Duration
  /// The allocations, or `nil` without a counter.
  let allocations: Allocations?
  let startMemory: Int
  let peakMemory: Int
  let checksum: Int

  init(of competitor: Competitor, count: Int) {
    let round = competitor.prepare(count)
    let counter = AllocationCounter.preloaded
    startMemory = ResidentMemory.now
    let before = counter?.start()
    duration = ContinuousClock().measure(round.operate)
    let after = counter?.read()
    peakMemory = ResidentMemory.peak
    allocations = after.flatMap { after in before.map { after - $0 } }
    checksum = round.finish()
  }
}
