import Dispatch
import PledgeBrightFutures

// Demonstrates the remedies of Documentation/Moving/Swift6.md with this library's operators: for a
// captured variable, a value that is not Sendable, and a method of the main actor. It is never run.

private func newOnes(_ ids: Future<[Int], Never>) -> Future<[Int], Never> {
  nonisolated(unsafe) var seen: Set<Int> = []
  return ids.map(DispatchQueue.main.context) { ids in
    ids.filter { seen.insert($0).inserted }
  }
}

private final class Photo {}

@MainActor
private final class PhotoScreen {
  private var photo: Photo?

  func show(_ future: Future<Photo, Never>) {
    future.onSuccess { photo in
      nonisolated(unsafe) let photo = photo
      MainActor.assumeIsolated { self.show(photo) }
    }
  }

  private func show(_ photo: Photo) { self.photo = photo }
}
