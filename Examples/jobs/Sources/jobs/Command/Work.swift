import ArgumentParser
import Foundation
import Pledge

struct Work: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Works on the jobs of a server until SIGTERM, and then finishes the current ones."
  )

  @OptionGroup var server: ServerOptions

  func validate() throws {
    if server.url == nil { throw ValidationError("Give the address of a server with --url.") }
  }

  func run() async throws {
    let stop = DiscardSource()
    let jobs = try await server.jobs()
    show("Working until SIGTERM.")
    let work = jobs.work(limit: 16, until: stop.token, handler: Square.start)
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
enum Square {
  static func start(_ job: Job) throws -> Future<Data> {
    guard let item = UInt64(job.payload.text), item < 1 << 32 else {
      throw ArgumentError("the payload of \(job.id) is not a number below 2^32")
    }
    if job.attempt == 1, item % 200 == 44 { throw ArgumentError("a bad day") }
    let stalls = job.attempt == 1 && item % 2_000 == 77
    return after(stalls ? .seconds(3_600) : .milliseconds(1 + item % 4))
      .map { Data("\(item * item)".utf8) }
  }
}

extension Data {
  var text: String { String(decoding: self, as: UTF8.self) }
}
