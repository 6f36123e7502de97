import ArgumentParser

/// The command line: users call `run`, which starts `worker`.
@main struct FanoutCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fanout",
    abstract: "Maps items over worker processes, with promises and gRPC.",
    subcommands: [RunCommand.self, WorkerCommand.self],
    defaultSubcommand: RunCommand.self
  )
}
