import Pledge

#if MISTAKE
func title(of id: Int) -> Promise<String> {
  load(id)
    .map { try decode($0) }
    .map { user in
      say("loaded \(user.name)")
      return user.nmae  // 2
    }
    .map { $0.uppercased() }  // 1
}
// 1: error: cannot infer type of closure parameter '$0' without a type annotation
// 2: error: value of type 'User' has no member 'nmae'
#elseif MAIN
func title(of id: Int) -> Promise<String> {
  load(id)
    .map { try decode($0) }
    .map(on: MainActor.shared) { user in
      say("loaded \(user.name)")
      return user.nmae  // 2
    }
    .map { $0.uppercased() }  // 1
}
// 1: error: cannot infer type of closure parameter '$0' without a type annotation
// 2: error: value of type 'User' has no member 'nmae'
#elseif TYPED
func title(of id: Int) -> Promise<String> {
  load(id)
    .map { try decode($0) }
    .map { user -> String in
      say("loaded \(user.name)")
      return user.nmae  // 1
    }
    .map { $0.uppercased() }
}
// 1: error: value of type 'User' has no member 'nmae'
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
