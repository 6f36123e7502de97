import ArgumentParser

/// The options for connections that leave the machine.
struct SecurityOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The PEM file with the own certificate.", valueName: "file"))
  var certificate: String?

  @Option(help: ArgumentHelp("The PEM file with the key of the certificate.", valueName: "file"))
  var key: String?

  @Option(
    help: ArgumentHelp("The PEM file with the authorities of the other side.", valueName: "file")
  )
  var trust: String?

  @Flag(help: "Allow plaintext between machines.")
  var insecure = false

  /// Returns the security of connections to `endpoints`, the value of the option with the given name.
  ///
  /// - Throws: `ValidationError` if TLS is missing or incomplete.
  func security(for endpoints: [Endpoint], of option: String) throws -> Security {
    if let certificate, let key, let trust, !insecure {
      return .mutualTLS(certificate: certificate, key: key, trust: trust)
    }
    guard certificate == nil, key == nil, trust == nil else {
      throw ValidationError(
        "Mutual TLS needs --certificate, --key, and --trust, without --insecure. Give all or none."
      )
    }
    if let remote = endpoints.first(where: { !$0.isLoopback }), !insecure {
      throw ValidationError(
        """
        \(option) \(remote) leaves this machine, so it needs mutual TLS. Give --certificate, --key, \
        and --trust, or give --insecure on a network that you trust.
        """
      )
    }
    return .plaintext
  }
}
