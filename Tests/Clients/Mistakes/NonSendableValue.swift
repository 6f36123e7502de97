import Pledge

#if MISTAKE
func lines(of id: Int) -> Promise<Int> {
  load(id)
    .map { try decode($0) }
    .map { Log(lines: [$0.name]) }  // 1
    .map { $0.lines.count }
}
// 1: error: type 'Log' does not conform to the 'Sendable' protocol
#elseif MAIN
func lines(of id: Int) -> Promise<Int> {
  load(id)
    .map { try decode($0) }
    .map(on: MainActor.shared) { Log(lines: [$0.name]) }  // 1
    .map { $0.lines.count }
}
// 1: error: type 'Log' does not conform to the 'Sendable' protocol
#else
func lines(of id: Int) -> Promise<Int> {
  load(id)
    .map { try decode($0) }
    .map { Log(lines: [$0.name]).lines }
    .map { $0.count }
}
#endif
