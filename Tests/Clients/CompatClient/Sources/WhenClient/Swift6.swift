import PledgeWhen

// Demonstrates the remedies of Documentation/Moving/Swift6.md with this library's operators: for a
// captured variable, a closure with a declared type, a value that is not Sendable, and a method of
// the main actor. It is never run.

private func newOnes(_ ids: Promise<[Int]>) -> Promise<[Int]> {
  nonisolated(unsafe) var seen: Set<Int> = []
  return ids.then { ids in
    ids.filter { seen.insert($0).inserted }
  }
}

private final class Log {
  var sizes: [Int] = []
}

private func follow(_ size: Promise<Int>, in log: Log) {
  nonisolated(unsafe) let log = log
  let write: Promise<Int>.DoneHandler = { log.sizes.append($0) }
  size.done(write)
}

private final class Photo {}

@MainActor
private final class PhotoScreen {
  private var photo: Photo?

  func show(_ promise: Promise<Photo>) {
    promise.done { photo in
      nonisolated(unsafe) let photo = photo
      MainActor.assumeIsolated { self.show(photo) }
    }
  }

  private func show(_ photo: Photo) { self.photo = photo }
}
