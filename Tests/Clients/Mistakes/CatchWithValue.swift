import Pledge

#if MISTAKE
func user(_ id: Int) -> Future<User> {
  load(id)
    .map { try decode($0) }
    .catch { _ in User(id: 0, name: "guest") }  // 1
}
// 1: warning: result of 'User' initializer is unused
#elseif RETURNED
func user(_ id: Int) -> Future<User> {
  load(id)
    .map { try decode($0) }
    .catch { error in
      say("\(error)")
      return User(id: 0, name: "guest")  // 1
    }
}
// 1: error: cannot convert value of type 'User' to closure result type 'Void'
#else
func user(_ id: Int) -> Future<User> {
  load(id)
    .map { try decode($0) }
    .recover { _ in User(id: 0, name: "guest") }
}
#endif
