import Pledge

#if MISTAKE
func revision(of id: Int) -> Promise<Int> {
  say("loading \(id)")
  load(id)  // 2
    .map { try decode($0) }
    .flatMap { save($0) }
    .map { $0 + 1 }  // 1
}
// 1: warning: result of call to 'map' is unused
// 2: error: missing return in global function expected to return 'Promise<Int>'
#else
func revision(of id: Int) -> Promise<Int> {
  say("loading \(id)")
  return load(id)
    .map { try decode($0) }
    .flatMap { save($0) }
    .map { $0 + 1 }
}
#endif
