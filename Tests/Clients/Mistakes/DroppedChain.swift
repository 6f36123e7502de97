import Pledge

#if MISTAKE
func store(_ id: Int) {
  load(id)
    .map { try decode($0) }
    .flatMap { save($0) }
    .tap { say("saved as \($0)") }  // 1
}
// 1: warning: result of call to 'tap' is unused
#elseif MAIN
func store(_ id: Int) {
  load(id)
    .map { try decode($0) }
    .flatMap { save($0) }
    .tap(on: MainActor.shared) { say("saved as \($0)") }  // 1
}
// 1: warning: result of call to 'tap(on:_:)' is unused
#elseif ENSURE
func store(_ id: Int) {
  load(id)
    .flatMap { load($0.count) }
    .catch { say("not loaded: \($0)") }
    .ensure { say("done") }  // 1
}
// 1: warning: result of call to 'ensure' is unused
#else
func store(_ id: Int) {
  load(id)
    .map { try decode($0) }
    .flatMap { save($0) }
    .tap { say("saved as \($0)") }
    .catch { say("not saved: \($0)") }
}
#endif
