import Pledge

#if MISTAKE
func revision(of id: Int) -> Promise<Int> {
  load(id)
    .flatMap { try decode($0) }  // 1
    .flatMap { save($0) }
    .map { $0 + 1 }
}
// 1: error: cannot convert value of type 'User' to closure result type 'Future<User>'
#elseif MAIN
func revision(of id: Int) -> Promise<Int> {
  load(id)
    .flatMap(on: MainActor.shared) { try decode($0) }  // 1
    .flatMap { save($0) }
    .map { $0 + 1 }
}
// 1: error: cannot convert value of type 'User' to closure result type 'Future<User>'
#else
func revision(of id: Int) -> Promise<Int> {
  load(id)
    .map { try decode($0) }
    .flatMap { save($0) }
    .map { $0 + 1 }
}
#endif
