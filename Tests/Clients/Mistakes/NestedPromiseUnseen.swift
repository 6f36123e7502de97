import Pledge

#if MISTAKE
func store(_ id: Int) {
  load(id)
    .map { try decode($0) }
    .map { save($0) }  // the mistake
    .catch { say("not saved: \($0)") }
}
#else
func store(_ id: Int) {
  load(id)
    .map { try decode($0) }
    .flatMap { save($0) }
    .catch { say("not saved: \($0)") }
}
#endif
