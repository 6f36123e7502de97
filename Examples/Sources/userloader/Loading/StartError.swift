import Foundation

/// The reason why the program cannot start, with a remedy.
enum StartError: Error {
  case unwritable(path: String, why: String)
  case unreachable(server: URL, why: String)
  case notJSON(server: URL)
}

extension StartError: CustomStringConvertible {
  var description: String {
    switch self {
    case .unwritable(let path, let why):
      """
      The database '\(path)' cannot be written: \(why). \
      Name a writable file with --database.
      """
    case .unreachable(let server, let why):
      """
      The server '\(server.absoluteString)' cannot be reached: \(why). \
      Check the address given with --from, or leave it out to use the built-in server.
      """
    case .notJSON(let server):
      """
      The server '\(server.absoluteString)' answers with HTML instead of data. \
      Give --from an address under which users/1 is JSON, \
      or leave it out to use the built-in server.
      """
    }
  }
}
