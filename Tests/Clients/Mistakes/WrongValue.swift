import Pledge

#if MISTAKE
func revision(of id: Int) -> Promise<Int> {
  load(id)
    .map { try decode($0).name }
    .flatMap { save($0) }  // 1
    .map { $0 + 1 }
}
// 1: error: cannot convert value of type 'String' to expected argument type 'User'
#elseif MAIN
func revision(of id: Int) -> Promise<Int> {
  load(id)
    .map { try decode($0).name }
    .flatMap(on: MainActor.shared) { save($0) }  // 1
    .map { $0 + 1 }
}
// 1: error: cannot convert value of type 'String' to expected argument type 'User'
#elseif LAST
func revision(of id: Int) -> Promise<Int> {
  load(id)
    .map { try decode($0) }
    .flatMap { save($0) }
    .map { "\($0)" }  // 1
}
// 1: error: cannot convert value of type 'String' to closure result type 'Int'
#else
func revision(of id: Int) -> Promise<Int> {
  load(id)
    .map { try decode($0) }
    .flatMap { save($0) }
    .map { $0 + 1 }
}
#endif
