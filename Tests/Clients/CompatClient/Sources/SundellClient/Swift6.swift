import PledgeSundell

// Demonstrates the remedies of Documentation/Moving/Swift6.md with this library's operators: for a
// captured variable, a value that is not Sendable, and a method of the main actor. It is never run.

private func newOnes(_ ids: Future<[Int]>) -> Future<[Int]> {
  nonisolated(unsafe) var seen: Set<Int> = []
  return ids.transformed { ids in
    ids.filter { seen.insert($0).inserted }
  }
}

private final class Photo {}

@MainActor
private final class PhotoScreen {
  private var photo: Photo?

  // The promise is settled on the main thread.
  func show(_ future: Future<Photo>) {
    future.observe { result in
      nonisolated(unsafe) let photo = try? result.get()
      MainActor.assumeIsolated { self.show(photo) }
    }
  }

  private func show(_ photo: Photo?) { self.photo = photo }
}
