/// The output of `run`.
///
/// Figures that were not counted are null.
struct Report: Encodable {
  let workload: Workload
  let peer: Peer
  let count: Int
  let measurement: Measurement

  private enum Key: String, CodingKey {
    case workload
    case peer
    case count
    case nanoseconds
    case allocations
    case liveAllocations
    case liveBytes
    case peakBytes
    case startMemory
    case peakMemory
    case result
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(workload.id, forKey: .workload)
    try container.encode(peer, forKey: .peer)
    try container.encode(count, forKey: .count)
    try container.encode(measurement.duration.nanoseconds, forKey: .nanoseconds)
    try container.encode(measurement.allocations?.made, forKey: .allocations)
    try container.encode(measurement.allocations?.live, forKey: .liveAllocations)
    try container.encode(measurement.allocations?.liveBytes, forKey: .liveBytes)
    try container.encode(measurement.allocations?.peakBytes, forKey: .peakBytes)
    try container.encode(measurement.startMemory, forKey: .startMemory)
    try container.encode(measurement.peakMemory, forKey: .peakMemory)
    try container.encode(measurement.checksum, forKey: .result)
  }
}

extension Duration {
  var nanoseconds: Int64 {
    components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000
  }
}
