/// The reason why a run cannot start, with a remedy.
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
      The program '\(program)' is not a worker: it has not reported its port. \
      Give another one with --worker, or leave it out to use this one.
      """
    }
  }
}
