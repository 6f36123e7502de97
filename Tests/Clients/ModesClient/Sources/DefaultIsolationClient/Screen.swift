import Pledge

/// On the main actor, like all code here without an explicit isolation.
final class Screen {
  private(set) var text = ""
  private(set) var loads = 0
  var jobs = 0
  private var resolver: Resolver<String>?

  /// Accesses main-actor state in handlers on the main actor.
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

  /// A discard handler runs on any thread, and dispatches to the main actor itself.
  func typed() -> Promise<String> {
    Promise { resolver in
      resolver.onDiscard(on: MainActor.shared) { self.text = "" }
    }
  }

  /// A plain handler captures a copy of main-actor state.
  func greeting(_ id: Int) -> Promise<String> {
    load(id).flatMap { load($0.id + 1) }.map { [text] in text + $0.shouted() }
  }

  /// The closure runs synchronously, here, so it can store the resolver.
  func question() -> Promise<String> {
    Promise { resolver in
      resolver.onDiscard { Task { @MainActor in self.forget() } }
      self.resolver = resolver
    }
  }

  func answer(_ answer: String) {
    resolver?.resolve(answer)
    resolver = nil
  }

  private func forget() {
    resolver = nil
  }

  private func decorated(_ name: String) -> String {
    "<\(name)>"
  }
}
