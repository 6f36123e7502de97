#if os(macOS) || os(Linux) || os(Android)
import Foundation
import Pledge
import PledgeFoundation
import PledgeTestSupport
import PledgeTesting
import Testing

@Suite(.hangLimit) struct ProcessTests {
  @Test func `is fulfilled with the output`() async throws {
    let output = try await Process.shell("echo out; echo err >&2").launch(.promise).value

    #expect(output == ProcessOutput(output: Data("out\n".utf8), errorOutput: Data("err\n".utf8)))
  }

  @Test func `reads more than a pipe holds, from both outputs concurrently`() async throws {
    let script = "head -c 1000000 /dev/zero >&2; head -c 2000000 /dev/zero"

    let output = try await Process.shell(script).launch(.promise).value

    #expect(output.output.count == 2_000_000)
    #expect(output.errorOutput.count == 1_000_000)
  }

  @Test func `reads its standard input`() async throws {
    let process = Process.shell("tr a-z A-Z")
    let input = Pipe()
    process.standardInput = input
    let output = process.launch(.promise)

    try input.fileHandleForWriting.write(contentsOf: Data("loud".utf8))
    try input.fileHandleForWriting.close()

    #expect(try await output.value.text == "LOUD")
  }

  @Test func `another status rejects with the output`() async throws {
    let process = Process.shell("echo half; echo first >&2; echo 'it is late' >&2; exit 3")

    let error = await #expect(throws: ProcessError.self) {
      try await process.launch(.promise).value
    }

    #expect(error?.status == 3)
    #expect(error?.wasSignalled == false)
    #expect(error?.output.text == "half\n")
    #expect(error?.description == "/bin/sh ended with status 3: it is late")
  }

  @Test func `termination by a signal rejects, too`() async throws {
    let error = await #expect(throws: ProcessError.self) {
      try await Process.shell("kill -9 $$").launch(.promise).value
    }

    #expect(error?.wasSignalled == true)
    #expect(error?.description == "/bin/sh was ended by signal 9")
  }

  @Test func `the existing termination handler is called`() async throws {
    let (ends, ended) = AsyncStream<Int32>.makeStream()
    let process = Process.shell("exit 0")
    process.terminationHandler = { ended.yield($0.terminationStatus) }

    _ = try await process.launch(.promise).value

    #expect(await ends.first { _ in true } == 0)
  }

  // MARK: - Discarding

  @Test(arguments: [0, 3])
  func `a process that does not terminate is killed after the grace period`(
    seconds: Int
  ) async throws {
    let folder = try TemporaryFolder()
    let process = Process.shell("trap '' TERM; touch deaf; exec sleep 600")
    process.currentDirectoryURL = folder.url
    let clock = ManualClock()
    let output = process.launch(.promise, grace: .seconds(seconds), clock: clock)
    while try folder.names.isEmpty { await Task.yield() }

    output.discard()
    if seconds > 0 {
      await clock.waitForSleepers(1, within: .seconds(900))
      clock.advance(by: .seconds(seconds - 1))
      #expect(process.isRunning)
      clock.advance(by: .seconds(1))
    }

    await end(of: process)
    #expect(process.terminationStatus == SIGKILL)
  }

  @Test func `a process may write while it terminates`() async throws {
    let folder = try TemporaryFolder()
    let process = Process.shell(
      """
      trap 'head -c 1000000 /dev/zero; head -c 1000000 /dev/zero >&2; touch clean; kill $!; exit' TERM
      sleep 600 & touch ready; wait
      """
    )
    process.currentDirectoryURL = folder.url
    let output = process.launch(.promise, grace: .seconds(600))
    while try !folder.names.contains("ready") { await Task.yield() }

    output.discard()

    await end(of: process)
    #expect(try folder.names == ["clean", "ready"])
  }

  @Test func `discarding terminates the process, with which the grace period ends`() async throws {
    let process = Process.shell("exec sleep 600")
    let clock = ManualClock()
    let output = process.launch(.promise, clock: clock)

    output.discard()

    #expect(throws: DiscardedError.self) { try output.result?.get() }
    await end(of: process)
    while clock.sleepers > 0 { await Task.yield() }
    #expect(process.terminationReason == .uncaughtSignal)
    #expect(process.terminationStatus == SIGTERM)
  }

  // MARK: - Descriptors

  #if canImport(Glibc)
  /// The end of a process.
  enum Fate: CaseIterable {
    case success, failure, discard, noStart

    func process() -> Process {
      switch self {
      case .success: .shell("echo here")
      case .failure: .shell("echo here; exit 3")
      case .discard: .shell("exec sleep 600")
      case .noStart: Process()
      }
    }
  }

  // The closure captures nothing, since Swift 6.2 does not allow it.
  @Test func `processes keep no descriptors and no memory`() async {
    await #expect(processExitsWith: .success) {
      _ = try? await Fate.success.process().launch(.promise).value
      try limitDescriptors(to: 50)
      for fate in Fate.allCases {
        for _ in 0..<30 {
          weak var ended: Process?
          do {
            let process = fate.process()
            process.standardInput = try FileHandle(
              forReadingFrom: URL(fileURLWithPath: "/dev/zero")
            )
            ended = process
            let output = process.launch(.promise)
            if fate == .discard { output.discard() }
            do { _ = try await output.value } catch { #expect(!(error is POSIXError), "\(fate)") }
          }
          while ended != nil { await Task.yield() }
        }
      }
    }
  }

  @Test func `a process that the program keeps has no descriptors after its end`() async throws {
    let process = Process.shell("echo here")
    _ = try await process.launch(.promise).value

    for output in [process.standardOutput, process.standardError] {
      #expect(try #require(output as? FileHandle).fileDescriptor < 0)
    }
  }

  // Between 20 and 30, the system may run out after the check, because others open descriptors,
  // too.
  @Test func `a lack of descriptors rejects with POSIXError`() async {
    await #expect(processExitsWith: .success) {
      for free in [60, 12, 6, 4, 0] {
        try limitDescriptors(to: free)
        do {
          let output = try await Process.shell("echo here").launch(.promise).value
          #expect(output.text == "here\n")
        } catch {
          #expect((error as? POSIXError)?.code == .EMFILE, "\(free): \(error)")
        }
        // The standard input is still open.
        #expect(fcntl(0, F_GETFD) >= 0)
      }
    }
  }
  #endif

  // MARK: - Signals

  #if os(Linux)
  @Test func `a start from a queue does not change the signals of its thread`() async throws {
    let blocked = try await Promise(on: DispatchQueue.global()) {
      let before = try self.blockedSignals(of: "thread-self")
      let cat = Process()  // Not a shell, since it may change the inherited mask.
      cat.executableURL = URL(fileURLWithPath: "/bin/cat")
      cat.arguments = ["/proc/self/status"]
      let output = cat.launch(.promise)
      return (before, try self.blockedSignals(of: "thread-self"), output)
    }.value

    #expect(blocked.0 == blocked.1)
    // The first 31 are standard signals, the others real-time signals.
    #expect(blocked.0 >> 31 != 0)
    let inherited = try #require(mask(in: try await blocked.2.value.text))
    let ends = [SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGPIPE, SIGCHLD].map { 1 << ($0 - 1) as UInt64 }
    #expect(inherited == blocked.0 & ~ends.reduce(0, |))
  }

  private func blockedSignals(of task: String) throws -> UInt64 {
    let status = try String(contentsOfFile: "/proc/\(task)/status", encoding: .utf8)
    return try #require(mask(in: status))
  }

  private func mask(in status: String) -> UInt64? {
    let line = status.split(separator: "\n").first { $0.hasPrefix("SigBlk:") }
    return line?.split(separator: "\t").last.flatMap { UInt64($0, radix: 16) }
  }
  #endif

  @Test func `a process started from a queue receives SIGTERM`() async throws {
    let process = Process.shell("exec sleep 600")
    let output = try await Promise(on: DispatchQueue.global()) {
      process.launch(.promise)
    }.value

    output.discard()

    await end(of: process)
    #expect(process.terminationStatus == SIGTERM)
  }

  private func end(of process: Process) async {
    while process.isRunning { await Task.yield() }
  }
}
#endif
