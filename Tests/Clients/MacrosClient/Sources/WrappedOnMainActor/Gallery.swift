import Pledge
import PledgeMacros

/// A picture; without a word about it, this belongs to the main actor, and so is Sendable.
final class Picture {
  let name: String

  init(_ name: String) {
    self.name = name
  }
}

/// What draws pictures until it is told to stop.
final class Drawing {
  private(set) var isCancelled = false
  var onCancel: () -> Void = {}

  func cancel() {
    isCancelled = true
    onCancel()
  }
}

/// Says that it belongs to the main actor, since what it returns is cancelled there.
@MainActor final class Gallery {
  let drawing = Drawing()

  @Promised
  func picture(_ name: String, completion: @escaping (Picture?, (any Error)?) -> Void) {
    completion(Picture(name), nil)
  }

  @Promised
  func draw(_ start: (@escaping (Picture) -> Void) -> Void, completion: @escaping (Picture) -> Void)
    -> Drawing
  {
    start(completion)
    return drawing
  }
}

@PromisedRequirements
protocol Frame {
  func hang(_ picture: Picture, completion: @escaping (Bool) -> Void)
}

final class Wall: Frame {
  func hang(_ picture: Picture, completion: @escaping (Bool) -> Void) {
    completion(!picture.name.isEmpty)
  }
}
