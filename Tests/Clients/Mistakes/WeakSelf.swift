import Pledge

final class Store: Sendable {
  func insert(_ user: User) -> Promise<Int> { save(user) }

  #if MISTAKE
  func revision(of id: Int) -> Promise<Int> {
    load(id)
      .map { try decode($0) }
      .flatMap { [weak self] in self?.insert($0) }  // 1
      .map { $0 + 1 }
  }
  // 1: error: cannot convert value of type 'Promise<Int>?' to closure result type 'Future<Int>'
  #elseif MAIN
  func revision(of id: Int) -> Promise<Int> {
    load(id)
      .map { try decode($0) }
      .flatMap(on: MainActor.shared) { [weak self] in self?.insert($0) }  // 1
      .map { $0 + 1 }
  }
  // 1: error: cannot convert value of type 'Promise<Int>?' to closure result type 'Future<Int>'
  #elseif IMPLICIT
  func revision(of id: Int) -> Promise<Int> {
    load(id)
      .map { try decode($0) }
      .flatMap { insert($0) }  // 1
      .map { $0 + 1 }
  }
  // 1: error: call to method 'insert' in closure requires explicit use of 'self' to make capture semantics explicit
  #else
  func revision(of id: Int) -> Promise<Int> {
    load(id)
      .map { try decode($0) }
      .flatMap { [weak self] user in
        guard let self else { throw DiscardedError() }
        return insert(user)
      }
      .map { $0 + 1 }
  }
  #endif
}
