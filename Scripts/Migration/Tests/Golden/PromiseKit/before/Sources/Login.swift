import Foundation
import PMKFoundation
import PromiseKit

/// Logs in; `import PromiseKit` is all it needs, and PromiseKit.after for the pause.
final class Login {
  let session: URLSession

  init(session: URLSession) { self.session = session }

  func logIn(_ request: URLRequest) -> PromiseKit.Promise<Bool> {
    firstly {
      session.dataTask(.promise, with: request).validate()
    }.map { data, _ in
      String(decoding: data, as: UTF8.self) == "welcome to PromiseKit.org"
    }.ensure {
      print("done: \(PromiseKit.conf.Q)")
    }
  }
}
