import PledgeThen

// Demonstrates the remedies of Documentation/Moving/Swift6.md with this library's operators: for a
// captured variable, a value that is not Sendable, and a method of the main actor. It is never run.

private func newOnes(_ ids: Promise<[Int]>) -> Promise<[Int]> {
  nonisolated(unsafe) var seen: Set<Int> = []
  return ids.then { ids in
    ids.filter { seen.insert($0).inserted }
  }
}

private final class Photo {}

@MainActor
private final class PhotoScreen {
  private var photo: Photo?

  // The promise is settled on the main thread.
  func show(_ promise: Promise<Photo>) {
    promise.then { photo in
      nonisolated(unsafe) let photo = photo
      MainActor.assumeIsolated { self.show(photo) }
    }
  }

  private func show(_ photo: Photo) { self.photo = photo }
}
