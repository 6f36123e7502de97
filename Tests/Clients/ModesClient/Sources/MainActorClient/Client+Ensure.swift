import Pledge

extension Client {
  func checkEnsure() async throws {
    await checkEnsure("fulfilled") { $0.resolve(1) }
    await checkEnsure("rejected") { $0.reject(Offline()) }
    await checkEnsure("discarded") { $0.discard() }
    await checkEnsureAfterDiscard()
  }

  private func checkEnsure(_ outcome: String, settle: (Promise<Int>) -> Void) async {
    let notes = Notes()
    let source = Promise<Int>()
    let ensured = source.ensure(on: MainActor.shared) { notes.add("cleaned up") }
    settle(source)
    _ = try? await ensured.value
    await turnOfMainQueue()
    expect(notes.all == ["cleaned up"], "ensure runs once on the main actor when \(outcome)")
  }

  private func checkEnsureAfterDiscard() async {
    let notes = Notes()
    let source = Promise<Int>()
    let ensured = source.ensure(on: MainActor.shared) { notes.add("cleaned up") }
    ensured.discard()
    await turnOfMainQueue()
    expect(notes.all == ["cleaned up"], "ensure runs once when its own stage is discarded")
  }
}
