import ArgumentParser
import Foundation
import Pledge

struct WorkCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "work",
    abstract: "Works on the jobs of a server until SIGTERM, and then finishes the current ones."
  )

  @OptionGroup var server: ServerOptions

  func validate() throws {
    if server.url == nil { throw ValidationError("Give the address of a server with --url.") }
  }

  func run() async throws {
    let stop = DiscardSource()
    let jobs = try await server.jobs()
    let work = jobs.work(limit: 16, until: stop.token, handler: Work.start)
    let signals = [onSignal(SIGTERM) { stop.discard() }, onSignal(SIGINT) { work.discard() }]
    defer { for source in signals { source.cancel() } }
    do {
      try await work.ensureThen { jobs.settled() }.value
    } catch is DiscardedError {
      throw ExitCode(130)
    }
  }
}

/// The example's work: a square that takes a few milliseconds, and sometimes fails or stalls.
enum Work {
  static func start(_ job: Job) throws -> Future<Data> {
    guard let item = UInt64(job.payload.text), item < 1 << 32 else {
      throw ArgumentError("the payload of \(job.id) is not a number below 2^32")
    }
    let chance = mixed(item ^ 0xFA11)
    if job.attempt == 1, chance.isMultiple(of: 200) { throw ArgumentError("a bad day") }
    let stalls = job.attempt == 1 && chance.isMultiple(of: 1_999)
    return after(stalls ? .seconds(3_600) : .milliseconds(1 + chance % 4))
      .map { Data("\(item * item)".utf8) }
  }

  /// The finalizer of SplitMix64.
  private static func mixed(_ item: UInt64) -> UInt64 {
    var mixed = item &+ 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

extension Data {
  var text: String { String(decoding: self, as: UTF8.self) }
}
