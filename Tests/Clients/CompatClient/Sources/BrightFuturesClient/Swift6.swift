import Dispatch
import PledgeBrightFutures

// The remedies of Documentation/Moving/Swift6.md with the operators of this library: for a captured
// variable, a value that is not Sendable, and a method of the main actor. It is not run.

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
