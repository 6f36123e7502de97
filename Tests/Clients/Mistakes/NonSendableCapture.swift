import Pledge

#if MISTAKE
func revision(of id: Int, _ log: Log) -> Promise<Int> {
  load(id)
    .map { try decode($0) }
    .tap { log.lines.append($0.name) }  // 1
    .flatMap { save($0) }
}
// 1: error: capture of 'log' with non-Sendable type 'Log' in a '@Sendable' closure
#elseif MAIN
func revision(of id: Int, _ log: Log) -> Promise<Int> {
  load(id)
    .map { try decode($0) }
    .tap(on: MainActor.shared) { log.lines.append($0.name) }  // 1
    .flatMap { save($0) }
}
// 1: error: sending 'log' risks causing data races
#else
@MainActor
func revision(of id: Int, _ log: Log) -> Promise<Int> {
  load(id)
    .map { try decode($0) }
    .tap(on: MainActor.shared) { log.lines.append($0.name) }
    .flatMap { save($0) }
}
#endif
