import Pledge
import PledgeTesting

/// The results of the answer that arrived last, to whichever search; used on one context.
final class StaleSearch: @unchecked Sendable {
  private var results = ""

  private func search(_ text: String, in world: Exploration.World) {
    world.pending(String.self, .value("\(text)…"), label: text)
      .observe(on: world.context("main")) { result in
        if let answer = try? result.get() { self.results = answer }
      }
  }

  /// Starts searches, and runs the world.
  static func run(in world: Exploration.World, searches: Int) {
    let model = StaleSearch()
    for number in 1...searches { model.search("\(number)", in: world) }
    world.run()
    world.expect(!model.results.isEmpty)
  }
}
