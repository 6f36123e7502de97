import ArgumentParser

struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Print every workload and its peers as JSON."
  )

  func run() throws {
    try BenchmarksCommand.print(Catalogue.workloads)
  }
}
