/// The result of a run of the program.
struct Ended: Sendable {
  let exitCode: Int32?
  let output: String
  let errors: String

  /// Runs the program to its end.
  ///
  /// The `arguments` are separated by spaces.
  static func running(_ arguments: String, into database: TemporaryDatabase) async throws -> Ended {
    try await Program(arguments, into: database).ended()
  }
}

extension Program {
  init(_ arguments: String, into database: TemporaryDatabase) throws {
    let words = arguments.split(separator: " ").map(String.init)
    try self.init(words + ["--database", database.path])
  }

  /// Reads the remaining output and waits for the end.
  func ended() async -> Ended {
    async let output = output.reduce("") { "\($0)\($1)\n" }
    async let errors = errors.reduce("") { "\($0)\($1)\n" }
    return await Ended(exitCode: exitCode(), output: output, errors: errors)
  }
}
