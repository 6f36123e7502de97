import Pledge

#if MISTAKE
func revision(of id: Int) -> Promise<Int> {
  load(id)
    .map { try decode($0).name }  // 1
    .flatMap(save)  // the mistake
    .map { $0 + 1 }
}
// 1: error: cannot convert value of type 'String' to closure result type 'User'
#else
func revision(of id: Int) -> Promise<Int> {
  load(id)
    .map { try decode($0) }
    .flatMap(save)
    .map { $0 + 1 }
}
#endif
