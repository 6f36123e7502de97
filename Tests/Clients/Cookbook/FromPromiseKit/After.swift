import Pledge
import Services

/// Migrated: the main actor is checked by the compiler, and closing the screen stops the request.
@MainActor
final class ProfileController {
  private(set) var title = ""
  private(set) var isSpinning = false
  private let directory = Directory()
  private let bag = DiscardBag()

  @discardableResult
  func viewDidLoad() -> Future<Void> {
    isSpinning = true
    return directory.user(1).pledge
      .flatMap { [directory] user in directory.friend(of: user).map { (user, $0) } }
      .map(on: MainActor.shared) { [weak self] user, friend in
        self?.title = "\(user.name) and \(friend.name)"
      }
      .ensure(on: MainActor.shared) { [weak self] in self?.isSpinning = false }
      .catch(on: MainActor.shared) { [weak self] error in
        if !error.isCancellation { self?.title = "Sorry: \(error)" }
      }
      .discarded(by: bag)
  }

  func viewDidDisappear() {
    bag.discardAll()
  }
}

extension Directory {
  /// Already migrated; `user(_:)` still returns a promise of PromiseKit, and `pledge` converts it.
  func friend(of user: User) -> Promise<User> {
    .fromValueOrError {
      self.user(user.id + 1, completion: $0)
    } onDiscard: {
      $0.cancel()
    }
  }
}
