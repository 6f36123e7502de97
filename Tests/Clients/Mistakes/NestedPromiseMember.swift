import Pledge

#if MISTAKE
func size(of id: Int) -> Promise<Int> {
  load(id)
    .map { try decode($0) }
    .map { load($0.id) }  // the mistake
    .map { $0.count }  // 1
}
// 1: error: reference to member 'count' cannot be resolved without a contextual type
#elseif MAIN
func size(of id: Int) -> Promise<Int> {
  load(id)
    .map { try decode($0) }
    .map(on: MainActor.shared) { load($0.id) }  // the mistake
    .map { $0.count }  // 1
}
// 1: error: reference to member 'count' cannot be resolved without a contextual type
#elseif TYPED
func size(of id: Int) -> Promise<Int> {
  load(id)
    .map { try decode($0) }
    .map { load($0.id) }  // 1
    .map { (bytes: [UInt8]) in bytes.count }
}
// 1: error: cannot convert value of type 'Future<[UInt8]>' to closure result type '[UInt8]'
#else
func size(of id: Int) -> Promise<Int> {
  load(id)
    .map { try decode($0) }
    .flatMap { load($0.id) }
    .map { $0.count }
}
#endif
