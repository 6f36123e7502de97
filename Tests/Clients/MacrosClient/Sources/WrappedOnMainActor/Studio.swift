import Foundation
import Pledge
import PledgeMacros
import WrappedInSwift5

/// Passes its handlers to an SDK that calls them on another thread.
final class Studio {
  private let camera = Camera()

  @Promised
  func photo(_ name: String, completion: @escaping (String?, (any Error)?) -> Void) {
    _ = camera.take(name, completion: completion)
  }

  @Promised
  func shot(_ name: String, completion: @escaping (String?, (any Error)?) -> Void) -> Shot {
    camera.take(name, completion: completion)
  }

  @Promised
  func title(of name: String, completion: @escaping @Sendable (String?) -> Void) {
    _ = camera.take(name) { @Sendable photo, _ in completion(photo?.capitalized) }
  }

  @Promised
  func wait(_ cancelled: @escaping @Sendable () -> Void, completion: @escaping (String) -> Void)
    -> Shot
  {
    camera.wait(cancelled: cancelled, completion: completion)
  }
}

@PromisedRequirements
protocol Shop {
  func develop(_ name: String, completion: @escaping (String?, (any Error)?) -> Void)
}

extension Studio: Shop {
  func develop(_ name: String, completion: @escaping (String?, (any Error)?) -> Void) {
    _ = camera.take(name, completion: completion)
  }
}
