import Dispatch
import Pledge

extension Client {
  /// After `discard()` on the main actor, no handler of the stage runs, even if it was already
  /// queued.
  func checkDiscard() async throws {
    let notes = Notes()
    let source = Promise<Int>()
    let stage = source.map(on: MainActor.shared) { _ in notes.add("mapped") }
    let observed = source.observe(on: MainActor.shared) { _ in notes.add("observed") }
    let other = source.map(on: MainActor.shared) { _ in notes.add("other") }
    DispatchQueue.global().sync { source.resolve(1) }
    expect(notes.all.isEmpty, "handlers of the main actor wait for their turn")

    stage.discard()
    observed.discard()
    await turnOfMainQueue()
    expect(notes.all == ["other"], "a queued handler of a discarded stage does not run")
    expect(other.isFulfilled, "other stages of the same promise continue")
    await expectDiscarded(stage)
    await expectDiscarded(observed)
  }

  private func expectDiscarded(_ stage: Future<some Sendable>) async {
    do {
      _ = try await stage.value
      expect(false, "a discarded stage has no value")
    } catch {
      expect(
        error is DiscardedError,
        "a discarded stage is rejected as discarded, not with \(error)"
      )
    }
  }
}
