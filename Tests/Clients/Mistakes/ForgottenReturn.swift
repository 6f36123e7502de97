import Pledge

#if MISTAKE
func revision(of id: Int) -> Promise<Int> {
  load(id)
    .map { try decode($0) }
    .flatMap { user in
      say("loaded \(user.name)")
      save(user)  // 1
    }  // 2
    .map { $0 + 1 }
}
// 1: warning: result of call to 'save' is unused
// 2: error: missing return in closure expected to return 'Future<Int>'
#elseif MAIN
func revision(of id: Int) -> Promise<Int> {
  load(id)
    .map { try decode($0) }
    .flatMap(on: MainActor.shared) { user in
      say("loaded \(user.name)")
      save(user)  // 1
    }  // 2
    .map { $0 + 1 }
}
// 1: warning: result of call to 'save' is unused
// 2: error: missing return in closure expected to return 'Future<Int>'
#else
func revision(of id: Int) -> Promise<Int> {
  load(id)
    .map { try decode($0) }
    .flatMap { user in
      say("loaded \(user.name)")
      return save(user)
    }
    .map { $0 + 1 }
}
#endif
