import Pledge

#if MISTAKE
func title(of id: Int) -> Promise<String> {
  load(id)
    .map { try decode($0) }
    .map { $0.nmae }  // 1
    .map { $0.uppercased() }
}
// 1: error: value of type 'User' has no member 'nmae'
#elseif MAIN
func title(of id: Int) -> Promise<String> {
  load(id)
    .map { try decode($0) }
    .map(on: MainActor.shared) { $0.nmae }  // 1
    .map { $0.uppercased() }
}
// 1: error: value of type 'User' has no member 'nmae'
#elseif LAST
func title(of id: Int) -> Promise<String> {
  load(id)
    .map { try decode($0) }
    .map { $0.name }
    .map { $0.upercased() }  // 1
}
// 1: error: value of type 'String' has no member 'upercased'
#else
func title(of id: Int) -> Promise<String> {
  load(id)
    .map { try decode($0) }
    .map { $0.name }
    .map { $0.uppercased() }
}
#endif
