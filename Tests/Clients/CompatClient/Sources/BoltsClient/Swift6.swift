import PledgeBolts

// Demonstrates the remedies of Documentation/Moving/Swift6.md with this library's operators: for a
// captured variable, a value that is not Sendable, and a method of the main actor. It is never run.

private func newOnes(_ ids: Task<[Int]>) -> Task<[Int]> {
  nonisolated(unsafe) var seen: Set<Int> = []
  return ids.continueOnSuccessWith(.mainThread) { ids in
    ids.filter { seen.insert($0).inserted }
  }
}

private final class Photo {}

@MainActor
private final class PhotoScreen {
  private var photo: Photo?

  func show(_ task: Task<Photo>) {
    task.continueOnSuccessWith(.mainThread) { photo in
      nonisolated(unsafe) let photo = photo
      MainActor.assumeIsolated { self.show(photo) }
    }
  }

  private func show(_ photo: Photo) { self.photo = photo }
}
