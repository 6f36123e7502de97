import Pledge

#if MISTAKE
func title(of id: Int) -> Promise<String> {
  load(id)
    .map { try decode($0) }
    .map { user in
      say("loaded \(user.name)")
      user.name  // the mistake
    }
    .map { $0.uppercased() }  // 1
}
// 1: error: value of tuple type '()' has no member 'uppercased'
#elseif MAIN
func title(of id: Int) -> Promise<String> {
  load(id)
    .map { try decode($0) }
    .map(on: MainActor.shared) { user in
      say("loaded \(user.name)")
      user.name  // the mistake
    }
    .map { $0.uppercased() }  // 1
}
// 1: error: value of tuple type '()' has no member 'uppercased'
#elseif TYPED
func title(of id: Int) -> Promise<String> {
  load(id)
    .map { try decode($0) }
    .map { user -> String in
      say("loaded \(user.name)")
      user.name  // 1
    }
    .map { $0.uppercased() }
}
// 1: warning: expression of type 'String' is unused
#else
func title(of id: Int) -> Promise<String> {
  load(id)
    .map { try decode($0) }
    .map { user in
      say("loaded \(user.name)")
      return user.name
    }
    .map { $0.uppercased() }
}
#endif
