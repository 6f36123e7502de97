// expect: main actor-isolated property 'text' can not be mutated from a Sendable closure
// expect: call to main actor-isolated global function 'load' in a synchronous nonisolated context
// expect: call to main actor-isolated global function 'parse' in a synchronous nonisolated context
// expect: converting function value of type '@MainActor @Sendable (String) -> String' to '@Sendable (String) throws -> String' loses global actor 'MainActor'
// expect: call to main actor-isolated instance method 'shouted()' in a synchronous nonisolated context
// expect: main actor-isolated property 'initial' can not be referenced from a Sendable closure
// expect: converting non-Sendable function value to '@Sendable (User) throws -> String' may introduce data races
// expect: main actor-isolated conformance of 'User' to 'Decodable' cannot be used in nonisolated context
// expect: main actor-isolated var 'loads' can not be mutated from a nonisolated context
// expect: main actor-isolated let 'base' can not be referenced from a nonisolated context
// expect: main actor-isolated property 'jobs' can not be mutated from a nonisolated context
// options: -default-isolation MainActor
import Foundation
import Pledge

// Documentation/DefaultIsolation.md has a section for each of these.

final class Screen {
  var text = ""
  var jobs = 0

  func show(_ name: Future<String>) {
    name.tap { self.text = $0 }
  }
}

func load(_ id: Int) -> Future<String> {
  Promise(value: "\(id)")
}

func loadNext(_ id: Future<Int>) -> Future<String> {
  id.flatMap { load($0 + 1) }
}

func parse(_ text: String) throws -> Int {
  text.count
}

func parsed(_ text: String) -> Future<Int> {
  Promise { try parse(text) }
}

func shouted(_ name: String) -> String {
  name.uppercased()
}

func shout(_ name: Future<String>) -> Future<String> {
  name.map(shouted)
}

struct User: Codable, Sendable {
  let id: Int
  let name: String

  var initial: String { String(name.prefix(1)) }

  func shouted() -> String {
    name.uppercased()
  }
}

func shout(_ user: Future<User>) -> Future<String> {
  user.map { $0.shouted() }
}

func initial(_ user: Future<User>) -> Future<String> {
  user.map { $0.initial }
}

func name(_ user: Future<User>) -> Future<String> {
  user.map(\.name)
}

func user(_ body: Future<Data>) -> Future<User> {
  body.map { try JSONDecoder().decode(User.self, from: $0) }
}

var loads = 0

func count(_ name: Future<String>) {
  name.tap { _ in loads += 1 }
}

let base = "users/"

func path(_ name: Future<String>) -> Future<String> {
  name.map { base + $0 }
}

struct Counting: ExecutionContext {
  let screen: Screen

  func run(_ work: @escaping @Sendable () -> Void) {
    screen.jobs += 1
    work()
  }
}
