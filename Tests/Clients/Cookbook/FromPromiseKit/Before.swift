import Dispatch
import PledgePromiseKit
import Services

extension Directory {
  func user(_ id: Int) -> Promise<User> {
    Promise { seal in _ = user(id) { seal.resolve($0, $1) } }
  }
}

/// Written for PromiseKit: only the import has changed.
final class OldProfileController {
  private(set) var title = ""
  private(set) var isSpinning = false
  private let directory = Directory()

  func viewDidLoad(then end: @escaping () -> Void) {
    isSpinning = true
    firstly {
      directory.user(1)
    }.then { user in
      self.directory.user(user.id + 1).map { (user, $0) }
    }.done { user, friend in
      self.title = "\(user.name) and \(friend.name)"
    }.ensure {
      self.isSpinning = false
    }.catch { error in
      self.title = "Sorry: \(error)"
    }.finally {
      end()
    }
  }
}
