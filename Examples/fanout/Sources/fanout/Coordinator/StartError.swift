/// The reason why a run cannot start, with a remedy.
enum StartError: Error {
  case cannotStart(program: String, why: String)
  case noWorker(program: String)
  case noAnswer(reason: String, patience: Duration)
}

extension StartError: CustomStringConvertible {
  var description: String {
    switch self {
    case .cannotStart(let program, let why):
      "The worker '\(program)' cannot be started: \(why). Give a program that you may run."
    case .noWorker(let program):
      "The program '\(program)' is not a worker: it has not reported its address."
    case .noAnswer(let reason, let patience):
      """
      No worker has answered within \(patience.inSeconds): \(reason). \
      Start one with 'fanout worker --listen', or correct --connect and the certificates.
      """
    }
  }
}
