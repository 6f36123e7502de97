import Foundation
import Jobs
import Pledge

/// The example's work: a number that takes a few milliseconds, and sometimes fails or stalls.
enum Work {
  struct Mishap: Error, CustomStringConvertible {
    var description: String { "one in two hundred first attempts fails" }
  }

  static func start(_ job: Job) throws -> Future<Data> {
    guard let item = UInt64(String(decoding: job.payload, as: UTF8.self)) else {
      throw ArgumentError("the payload of \(job.id) is not a number")
    }
    let chance = mixed(item ^ 0xFA11)
    if job.attempt == 1, chance.isMultiple(of: 200) { throw Mishap() }
    let stalls = job.attempt == 1 && chance.isMultiple(of: 1_999)
    return after(stalls ? .seconds(3_600) : .milliseconds(1 + chance % 4))
      .map { Data("\(mixed(item))".utf8) }
  }

  /// The finalizer of SplitMix64.
  static func mixed(_ item: UInt64) -> UInt64 {
    var mixed = item &+ 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
