import Pledge

#if MISTAKE
func revision(of id: Int) -> Promise<Int> {
  load(id)
    .map { try decode($0) }
    .recover { (_: Missing) in User(id: 0, name: "guest") }  // 1
    .flatMap { save($0) }
}
// 1: error: cannot convert value of type '@Sendable (Missing) -> User' to expected argument type '@Sendable (any Error) throws -> User'
#elseif MAIN
func revision(of id: Int) -> Promise<Int> {
  load(id)
    .map { try decode($0) }
    .recover(on: MainActor.shared) { (_: Missing) in User(id: 0, name: "guest") }  // 1
    .flatMap { save($0) }
}
// 1: error: cannot convert value of type '@Sendable (Missing) -> User' to expected argument type '@MainActor @Sendable (any Error) throws -> User'
#elseif CATCH
func store(_ id: Int) {
  load(id)
    .map { try decode($0) }
    .flatMap { save($0) }
    .catch { (error: Missing) in say("\(error)") }  // 1
}
// 1: error: cannot convert value of type '@Sendable (Missing) -> ()' to expected argument type '@Sendable (any Error) -> Void'
#else
func revision(of id: Int) -> Promise<Int> {
  load(id)
    .map { try decode($0) }
    .recover(from: Missing.self) { _ in User(id: 0, name: "guest") }
    .flatMap { save($0) }
}
#endif
