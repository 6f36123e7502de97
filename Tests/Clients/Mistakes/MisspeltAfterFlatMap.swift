import Pledge

#if MISTAKE
func size(of id: Int) -> Promise<Int> {
  load(id)
    .map { try decode($0) }
    .flatMap { load($0.id) }
    .map { $0.length }  // 1
}
// 1: error: cannot infer type of closure parameter '$0' without a type annotation
#elseif MAIN
func size(of id: Int) -> Promise<Int> {
  load(id)
    .map { try decode($0) }
    .flatMap { load($0.id) }
    .map(on: MainActor.shared) { $0.length }  // 1
}
// 1: error: cannot infer type of closure parameter '$0' without a type annotation
#elseif TYPED
func size(of id: Int) -> Promise<Int> {
  load(id)
    .map { try decode($0) }
    .flatMap { load($0.id) }
    .map { (bytes: [UInt8]) in bytes.length }  // 1
}
// 1: error: value of type '[UInt8]' has no member 'length'
#else
func size(of id: Int) -> Promise<Int> {
  load(id)
    .map { try decode($0) }
    .flatMap { load($0.id) }
    .map { $0.count }
}
#endif
