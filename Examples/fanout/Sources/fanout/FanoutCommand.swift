import ArgumentParser

/// The command line: `run` is what people call, `worker` is what `run` starts.
@main struct FanoutCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fanout",
    abstract: "Maps items over worker processes, with promises here and gRPC between.",
    subcommands: [RunCommand.self, WorkerCommand.self],
    defaultSubcommand: RunCommand.self
  )
}
