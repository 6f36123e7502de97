import PromiseKit
import PMKUIKit
import AwaitKit

/// Logs in, with PromiseKit.after for the pause.
final class Login {
  func logIn() -> PromiseKit.Promise<[PromiseKit.Result<Int>]> {
    log("welcome to PromiseKit.org: \(PromiseKit.conf.Q) \("\(PromiseKit.conf)")")
    return `PromiseKit`.after(seconds: 1).map(\PromiseKit.Promise<Int>.value)
  }
}
extension PromiseKit.Promise {}
let a = PromiseKit
  .after(seconds: 1)
// From here on, everything is reported.
final class Load<A: B>: PromiseKit.Promise<A> {}
@testable internal import PromiseKit
#if canImport(PromiseKit, _version: 6)
#endif
