// expect: main actor-isolated var 'loads' can not be mutated from a nonisolated context
// options: -default-isolation MainActor
import Pledge

var loads = 0

func count(_ name: Future<String>) {
  name.tap { _ in loads += 1 }
}
