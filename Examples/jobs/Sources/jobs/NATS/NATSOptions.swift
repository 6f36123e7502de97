#if NATS
/// How to reach a server, and what to create on it.
struct NATSOptions: Sendable {
  /// One address, or several of a cluster, separated by commas; may contain `user:password@`.
  var url: String
  /// Files: a JWT and a seed from `nsc`, the server's authority, and this client's certificate.
  var (credentials, trust, certificate, key): (String?, String?, String?, String?)
  /// The name of the stream and of the key-value store, and on how many servers they are.
  var (name, replicas) = ("jobs", 1)
  /// How long jobs, claims, and answers are kept.
  var keep: Duration = .seconds(86_400)
  /// How long a worker may be silent before its jobs are delivered again.
  var silence: Duration = .seconds(5)
  /// How long a call is repeated while the server is away.
  var patience: Duration = .seconds(60)

  init(url: String) { self.url = url }

  /// The addresses without passwords, for messages.
  var shownURL: String { url.replacing(/\/\/[^@,]*@/, with: "//") }

  /// The host of the address, if there is only one.
  var host: String? {
    url.wholeMatch(of: /(?:\w+:\/\/)?(?:[^@]*@)?([^,:\/]+)(?::\d+)?\/?/).map { String($0.1) }
  }
}
#endif
