import PledgePromiseKit

// The remedies of Documentation/Moving/Swift6.md for the errors in
// Tests/Clients/MustNotCompile/Swift6. The test is that they compile; they are never run.

private func mayEnter(_ id: Promise<Int>) -> Promise<Bool> {
  var blocked = [7]
  blocked.append(8)
  return id.map { [blocked] id in id > 0 && !blocked.contains(id) }
}

private func newOnes(_ ids: Promise<[Int]>) -> Promise<[Int]> {
  nonisolated(unsafe) var seen: Set<Int> = []
  return ids.map { ids in
    ids.filter { seen.insert($0).inserted }
  }
}

private func newOnesByFunction(_ ids: Promise<[Int]>) -> Promise<[Int]> {
  nonisolated(unsafe) var seen: Set<Int> = []
  @Sendable func isNew(_ id: Int) -> Bool { seen.insert(id).inserted }
  return ids.map { ids in ids.filter(isNew) }
}

/// A typical framework class that is not `Sendable`.
private final class Image {
  var width = 0
}

@MainActor
private final class PhotoScreen {
  private(set) var photo: Image?
  private(set) var size = 0

  func show(_ promise: Promise<Image>) -> Promise<Void> {
    promise.done { photo in
      nonisolated(unsafe) let photo = photo
      MainActor.assumeIsolated { self.photo = photo }
    }
  }

  func follow(_ size: Promise<Int>) -> Promise<Void> {
    size.done { size in
      MainActor.assumeIsolated { self.show(size) }
    }
  }

  private func show(_ size: Int) { self.size = size }
}

extension Promise where T: Sendable {
  fileprivate func awaited() async throws -> T {
    try await withCheckedThrowingContinuation { continuation in
      done { continuation.resume(returning: $0) }
        .catch(policy: .allErrors) { continuation.resume(throwing: $0) }
    }
  }
}

/// Returns the length of a name.
public func size(of name: String) -> Loading<Int> {
  .value(name.count)
}
