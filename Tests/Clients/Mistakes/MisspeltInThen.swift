import Pledge

#if MISTAKE
func title(of id: Int) -> Promise<String> {
  load(id)
    .then { try decode($0) }
    .then { $0.nmae }  // 1
    .then { $0.uppercased() }  // 2
}
// 1: error: cannot infer type of closure parameter '$0' without a type annotation
// 2: error: cannot infer type of closure parameter '$0' without a type annotation
#elseif MAP
func title(of id: Int) -> Promise<String> {
  load(id)
    .map { try decode($0) }
    .map { $0.nmae }  // 1
    .map { $0.uppercased() }
}
// 1: error: value of type 'User' has no member 'nmae'
#else
func title(of id: Int) -> Promise<String> {
  load(id)
    .then { try decode($0) }
    .then { $0.name }
    .then { $0.uppercased() }
}
#endif
