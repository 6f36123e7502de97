import Pledge

/// Stands in for the user interface: prints what it would show.
@MainActor
final class Screen {
  private let loader: UserLoader
  private var title = "" { didSet { print("title: \(title)") } }
  private var isBusy = false { didSet { print(isBusy ? "spinner on" : "spinner off") } }

  init(loader: UserLoader) {
    self.loader = loader
  }

  @discardableResult
  func show(_ id: Int) -> Future<User> {
    isBusy = true
    return loader.user(id)
      .tap(on: MainActor.shared) { self.title = $0.name }
      .ensure(on: MainActor.shared) { self.isBusy = false }
      .catch(on: MainActor.shared) { self.title = "failed: \($0)" }
  }
}
