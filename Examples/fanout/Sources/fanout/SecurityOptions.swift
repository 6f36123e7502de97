import ArgumentParser

/// The options for connections that leave the machine.
struct SecurityOptions: ParsableArguments {
  @Option(help: "The path of the PEM file with the own certificate.")
  var certificate: String?

  @Option(help: "The path of the PEM file with its key.")
  var key: String?

  @Option(help: "The path of the PEM file with the authorities of the other side.")
  var trust: String?

  func validate() throws {
    let files = [("--certificate", certificate), ("--key", key), ("--trust", trust)]
    let missing = files.filter { $0.1 == nil }.map(\.0)
    guard missing.isEmpty || missing.count == files.count else {
      throw ValidationError(
        "Mutual TLS needs --certificate, --key, and --trust. Give \(missing.joined(separator: " and "))."
      )
    }
  }

  /// Throws if an option is given, since connections to other machines need `option`, which is not.
  func checkUnused(without option: String) throws {
    guard certificate != nil else { return }
    throw ValidationError("--certificate is for connections between machines. Give \(option), too.")
  }

  /// Returns the security of connections to `endpoints`, the value of the option with the given name.
  ///
  /// - Throws: `ConnectionError` if a file cannot be used, a host is unknown, or if TLS is missing.
  func security(for endpoints: [Endpoint], of option: String) throws -> Security {
    let addresses = try endpoints.map { try $0.resolved(for: option) }
    if let certificate, let key, let trust {
      return .mutualTLS(try Credentials(certificate: certificate, key: key, trust: trust))
    }
    if let remote = zip(endpoints, addresses).first(where: { !$0.1.isLoopback }) {
      throw ConnectionError.needsTLS(remote.0, option: option)
    }
    return .plaintext
  }
}
