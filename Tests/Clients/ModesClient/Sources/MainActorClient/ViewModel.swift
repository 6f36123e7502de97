import Foundation
import Pledge

struct User: Sendable {
  let name: String
}

struct Offline: Error {}

/// A typical screen: loads in the background, shows on the main actor.
@MainActor
final class ViewModel {
  private(set) var text = ""
  private(set) var isSpinning = false
  private(set) var wasOnMain = true
  private let load: @Sendable () -> Future<User>

  init(load: @escaping @Sendable () -> Future<User>) {
    self.load = load
  }

  @discardableResult
  func refresh() -> Promise<Void> {
    isSpinning = true
    return load()
      .map(on: .global()) { user in (name: user.name.uppercased(), onMain: Thread.isMainThread) }
      .map(on: MainActor.shared) {
        self.text = $0.name
        self.wasOnMain = $0.onMain
      }
      .ensure(on: MainActor.shared) { self.isSpinning = false }
      .catch(on: MainActor.shared) { [weak self] error in self?.text = "\(error)" }
  }
}
