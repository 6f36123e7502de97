import Pledge

/// Code that compiles, in contrast to similar code in `MustNotCompile/StateOfActors.swift`.
extension Client {
  func checkRemedies() async throws {
    checkOwner()
    checkObserver()
    await checkDiscardBlock()
    try await checkMainValue()
    try await checkActor()
  }

  private func checkOwner() {
    let notes = Notes()
    Promise(value: "Ada").observe(on: MainActor.shared, owner: notes) { notes, outcome in
      if case .success(let name) = outcome { notes.add(name) }
    }
    expect(notes.all == ["Ada"], "an owner on the main actor shows what it observes")
  }

  private func checkObserver() {
    let (notes, progress) = (Notes(), ProgressMonitor())
    progress.observe(on: MainActor.shared) { notes.add("\($0.fraction)") }
    progress.report(0.5)
    expect(notes.all == ["0.5"], "an observer on the main actor shows the progress")
  }

  private func checkDiscardBlock() async {
    let (notes, source) = (Notes(), DiscardSource())
    source.token.onDiscard(on: MainActor.shared) { notes.add("stopped") }
    source.discard()
    await turnOfMainQueue()
    expect(notes.all == ["stopped"], "a block on the main actor stops the spinner")
  }

  private func checkMainValue() async throws {
    let basket = Promise(value: MainValue(Basket()))
    let apples = basket.map(on: MainActor.shared) { basket in
      basket.value.apples += 1
      return basket.value.apples
    }
    expect(try await apples.value == 1, "a non-Sendable value is changed on the main actor")
  }

  private func checkActor() async throws {
    let counter = Counter()
    let counted = Promise(value: 2).flatMap { apples in Promise { await counter.count(apples) } }
    expect(try await counted.value == 2, "an actor counts within a promise")
  }
}

private final class Basket {
  var apples = 0
}

private actor Counter {
  private var apples = 0

  func count(_ more: Int) -> Int {
    apples += more
    return apples
  }
}
