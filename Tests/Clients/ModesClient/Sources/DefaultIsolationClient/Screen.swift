import Pledge

/// On the main actor, as everything here that does not say otherwise.
final class Screen {
  private(set) var text = ""
  private(set) var loads = 0
  var jobs = 0
  private var resolver: Resolver<String>?

  /// State of the main actor is touched through the main-actor form.
  func show(_ id: Int) -> Promise<Void> {
    load(id)
      .map(\.name)
      .tap(on: MainActor.shared) { _ in self.loads += 1 }
      .map(on: MainActor.shared) { self.text = self.decorated($0) }
      .ensure(on: MainActor.shared) { [weak self] in self?.text += "." }
      .catch(on: MainActor.shared) { self.text = "\($0)" }
  }

  func follow(_ name: Future<String>) -> Promise<String> {
    name.tap(on: MainActor.shared) { self.text = $0 }
  }

  /// A discard block runs anywhere, and goes to the main actor by itself.
  func typed() -> Promise<String> {
    Promise { resolver in
      resolver.onDiscard { Task { @MainActor in self.text = "" } }
    }
  }

  /// A plain handler gets what it needs of the main actor's state by copy.
  func greeting(_ id: Int) -> Promise<String> {
    load(id).flatMap { load($0.id + 1) }.map { [text] in text + $0.shouted() }
  }

  /// The closure runs before the call returns, here, so the resolver can be kept.
  func question() -> Promise<String> {
    Promise { resolver in
      resolver.onDiscard { Task { @MainActor in self.forget() } }
      self.resolver = resolver
    }
  }

  func answer(_ answer: String) {
    resolver?.fulfill(answer)
    resolver = nil
  }

  private func forget() {
    resolver = nil
  }

  private func decorated(_ name: String) -> String {
    "<\(name)>"
  }
}
