import ArgumentParser
import Foundation
import Jobs
import Pledge
import Synchronization

struct WorkCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "work",
    abstract: "Works on the jobs of a server until SIGTERM, and then finishes the current ones."
  )

  @OptionGroup var server: ServerOptions
  @OptionGroup var pause: PauseOptions

  @Option(help: ArgumentHelp("The most jobs at the same time.", valueName: "count"))
  var limit = 16

  @Flag(help: ArgumentHelp("End when standard input is closed.", visibility: .hidden))
  var attached = false

  func validate() throws {
    if server.url == nil { throw ValidationError("Give the address of a server with --url.") }
    guard 1...1_000 ~= limit else {
      throw ValidationError("--limit is \(limit). Give a number from 1 to 1000.")
    }
  }

  func run() async throws {
    if attached { endWithInput() }
    let jobs = Jobs(on: try await server.engine(url: server.url ?? ""), step: pause.step)
    let stop = DiscardSource()
    let work = jobs.work(limit: limit, until: stop.token, handler: Work.start)
    let interrupts = [
      Interrupt(SIGTERM) { stop.discard() }, Interrupt(SIGINT) { work.discard() },
    ]
    print("Working on the jobs of the server.")
    fflush(nil)
    do {
      try await work.value
    } catch is DiscardedError {
      throw ExitCode(130)
    }
    withExtendedLifetime(interrupts) {}
  }

  private func endWithInput() {
    Thread { while !FileHandle.standardInput.availableData.isEmpty {}; Foundation.exit(0) }.start()
  }
}

/// Stops at a step of the protocol, for the tests that interrupt it there.
struct PauseOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Stop once at this step until there is a line of input.", visibility: .hidden))
  var pause: String?

  var step: @Sendable (Jobs.Step, String) -> Void {
    let paused = Mutex(false)
    return { [pause] step, name in
      guard step.rawValue == pause, paused.withLock({ !exchange(&$0, true) }) else { return }
      print("Paused: \(step) \(name)")
      fflush(nil)
      _ = readLine()
    }
  }
}

private func exchange(_ value: inout Bool, _ new: Bool) -> Bool {
  defer { value = new }
  return value
}
