import Dispatch
import ForeignSDK
import PledgePromiseKit

// The remedies of Documentation/Moving/Swift6.md for the errors in
// Tests/Clients/MustNotCompile/Swift6.

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
  let text: String

  init(placeholder text: String) { self.text = text }
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

@MainActor
func swift6Remedies() -> Promise<Void> {
  let screen = PhotoScreen()
  let photo = Promise.value(Image(placeholder: "Ada"))
  let ids = Promise.value([1, 2, 1])
  return when(fulfilled: mayEnter(.value(1)), mayEnter(.value(8))).done {
    require($0 && !$1, "1 may enter: \($0), 8 may: \($1)")
  }.then {
    when(fulfilled: newOnes(ids), newOnesByFunction(ids))
  }.done {
    require($0 == [1, 2] && $1 == [1, 2], "new ones: \($0), \($1)")
  }.then {
    MainActor.assumeIsolated { when(fulfilled: screen.show(photo), screen.follow(size(of: "Ada"))) }
  }.done {
    MainActor.assumeIsolated {
      require(screen.photo?.text == "Ada" && screen.size == 3, "the screen shows \(screen.size)")
    }
  }.then {
    Promise { seal in
      Task {
        let (size, photo) = (try await size(of: "Ada").awaited(), try await photo.async())
        require(size == 3 && photo.text == "Ada", "awaited: \(size), \(photo.text)")
        seal.fulfill(())
      }
    }
  }
}
