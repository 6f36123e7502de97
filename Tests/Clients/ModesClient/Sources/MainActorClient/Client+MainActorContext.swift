import Dispatch
import Pledge

extension Client {
  func checkMainActorContext() async throws {
    checkNoFlicker()
    await checkOrder()
  }

  private func checkNoFlicker() {
    let notes = Notes()
    Promise(value: "shown").map(on: MainActor.shared) { notes.add($0) }.ignoringErrors()
    expect(notes.all == ["shown"], "a settled promise is shown before the call returns")
  }

  private func checkOrder() async {
    let notes = Notes()
    let source = Promise<Int>()
    let numbered = (1...3).map { number in
      source.map(on: MainActor.shared) { _ in notes.add("\(number)") }
    }
    DispatchQueue.global().sync { source.resolve(1) }
    let late = source.map(on: MainActor.shared) { _ in notes.add("late") }
    expect(notes.all.isEmpty, "a late handler does not overtake those in the main queue")

    _ = try? await all(numbered + [late]).value
    expect(notes.all == ["1", "2", "3", "late"], "the main actor keeps the order of registration")
  }
}
