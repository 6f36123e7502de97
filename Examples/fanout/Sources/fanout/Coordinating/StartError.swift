/// The reason why a run cannot start, with a remedy.
enum StartError: Error {
  case cannotStart(program: String, why: String)
  case noWorker(program: String)
  case noAnswer(workers: [(endpoint: Endpoint, reason: String)], patience: Duration)
}

extension StartError: CustomStringConvertible {
  var description: String {
    switch self {
    case .cannotStart(let program, let why):
      """
      The worker '\(program)' cannot be started: \(why). \
      Give a program that you may run with --worker, or leave it out to use this one.
      """
    case .noWorker(let program):
      """
      The program '\(program)' is not a worker: it has not reported its port. \
      Give another one with --worker, or leave it out to use this one.
      """
    case .noAnswer(let workers, let patience):
      """
      No worker has answered within \(patience.inSeconds): \
      \(workers.map { "\($0.endpoint) (\($0.reason))" }.joined(separator: ", ")). \
      Start one with 'fanout worker --listen', or correct --connect and the certificates.
      """
    }
  }
}
