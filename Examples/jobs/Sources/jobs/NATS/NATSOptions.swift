/// How to reach a server, and what to create on it.
struct NATSOptions: Sendable {
  /// One address, or several of a cluster, separated by commas; may contain `user:password@`.
  var url: String
  /// A file with a JWT and a seed, from `nsc`.
  var credentials: String?
  /// Files in PEM format: the server's authority, and the certificate of this client with its key.
  var trust: String?, certificate: String?, key: String?
  /// The name of the stream and of the key-value store.
  var name = "jobs"
  /// On how many servers each job and each answer is stored.
  var replicas = 1
  /// How long a job, its claim, and its answer are kept.
  var keep: Duration = .seconds(86_400)
  /// How long a worker may be silent before its jobs are delivered again.
  var silence: Duration = .seconds(5)
  /// How long a call is repeated while the server is away.
  var patience: Duration = .seconds(60)

  /// Creates the options for an address.
  init(url: String) {
    self.url = url
  }

  /// The addresses without passwords, for messages.
  var shownURL: String {
    url.split(separator: ",").map { $0.replacing(/\/\/[^@]*@/, with: "//") }.joined(separator: ",")
  }

  /// The host of the address, if there is only one.
  var host: String? {
    url.wholeMatch(of: /(?:\w+:\/\/)?(?:[^@]*@)?([^,:\/]+)(?::\d+)?\/?/).map { String($0.1) }
  }
}
