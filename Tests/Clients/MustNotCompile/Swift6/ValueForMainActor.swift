// expect: sending 'photo' risks causing data races
// options: -emit-sil -o /dev/null
import PledgePromiseKit

final class Photo {}

@MainActor final class Screen {
  var photo: Photo?

  func show(_ promise: Promise<Photo>) -> Promise<Void> {
    promise.done { photo in
      MainActor.assumeIsolated { self.photo = photo }
    }
  }
}
