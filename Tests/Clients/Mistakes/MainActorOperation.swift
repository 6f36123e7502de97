import Pledge

struct Server: Sendable {
  func load(_ id: Int) -> Promise<[UInt8]> { Promise(value: [UInt8(id)]) }
}

@MainActor
final class Screen {
  private let server = Server()

  #if MISTAKE
  func load(_ id: Int) -> Promise<[UInt8]> { server.load(id) }

  func again(_ id: Int) -> Promise<[UInt8]> {
    retry(max: 3) { self.load(id) }  // 1
  }
  // 1: error: call to main actor-isolated instance method 'load' in a synchronous nonisolated context
  #else
  nonisolated func load(_ id: Int) -> Promise<[UInt8]> { server.load(id) }

  func again(_ id: Int) -> Promise<[UInt8]> {
    retry(max: 3) { self.load(id) }
  }

  func alsoOnTheActor(_ id: Int) -> Promise<[UInt8]> {
    retry(max: 3) { Promise(value: ()).flatMap(on: MainActor.shared) { self.load(id) } }
  }
  #endif
}
