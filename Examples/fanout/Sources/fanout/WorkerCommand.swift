import ArgumentParser

/// A worker process.
struct WorkerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "worker",
    abstract: "Processes the items of a coordinator until standard input is closed.",
    shouldDisplay: false
  )

  @Option var number: Int
  @Option var seed: Int

  func run() async throws {
    try await WorkServer(work: Work(worker: number, seed: seed)).run()
  }
}
