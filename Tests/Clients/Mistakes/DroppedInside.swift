import Pledge

#if MISTAKE
func store(_ id: Int) {
  load(id)
    .map { try decode($0) }
    .tap { save($0) }  // 1
    .catch { say("not saved: \($0)") }
}
// 1: warning: result of call to 'save' is unused
#elseif MAIN
func store(_ id: Int) {
  load(id)
    .map { try decode($0) }
    .tap(on: MainActor.shared) { save($0) }  // 1
    .catch { say("not saved: \($0)") }
}
// 1: warning: result of call to 'save' is unused
#else
func store(_ id: Int) {
  load(id)
    .map { try decode($0) }
    .flatMap { save($0) }
    .catch { say("not saved: \($0)") }
}
#endif
