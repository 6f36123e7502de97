// expect: main actor-isolated let 'base' can not be referenced from a nonisolated context
// options: -default-isolation MainActor
import Pledge

let base = "users/"

func path(_ name: Future<String>) -> Future<String> {
  name.map { base + $0 }
}
