import Pledge
import PledgeMacros

/// A picture that is isolated to the main actor by default, and therefore `Sendable`.
final class Picture {
  let name: String

  init(_ name: String) {
    self.name = name
  }
}

/// A drawing operation that runs until it is canceled.
final class Drawing {
  private(set) var isCancelled = false
  var onCancel: () -> Void = {}

  func cancel() {
    isCancelled = true
    onCancel()
  }
}

/// Explicitly isolated to the main actor, because the returned drawing is canceled there.
@MainActor final class Gallery {
  let drawing = Drawing()

  @Promised
  func draw(_ start: (@escaping (Picture) -> Void) -> Void, completion: @escaping (Picture) -> Void)
    -> Drawing
  {
    start(completion)
    return drawing
  }
}
