import Foundation
import Pledge
import PledgeFoundation

extension UserLoader {
  /// Requests the user `id` to check that the server can be used.
  ///
  /// Without this check, a mistyped address would fail once for every user.
  ///
  /// - Parameter id: Any user; it need not exist.
  /// - Returns: A promise that is rejected with `StartError` if the server cannot be used.
  func greet(_ id: Int) -> Promise<Void> {
    retry(max: attempts, backoff: .growing, while: isPassing) { request(id) }
      .recover { error in
        guard let answer = last(error) as? HTTPError else {
          throw StartError.unreachable(server: server, why: reason(error))
        }
        return answer.body
      }
      .map { body in
        guard !isHTML(body) else { throw StartError.notJSON(server: server) }
      }
  }
}

/// Returns whether `body` is HTML: unlike JSON, it begins with an angle bracket.
private func isHTML(_ body: Data) -> Bool {
  String(decoding: body.prefix(1024), as: UTF8.self).first { !$0.isWhitespace } == "<"
}
