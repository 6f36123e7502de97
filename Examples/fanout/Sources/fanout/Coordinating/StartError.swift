/// Why a run cannot begin, and what would help.
enum StartError: Error {
  case cannotStart(program: String, why: String)
  case noWorker(program: String)
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
      The program '\(program)' is no worker: it has not said what port it listens on. \
      Give another one with --worker, or leave it out to use this one.
      """
    }
  }
}
