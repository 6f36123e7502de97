import Pledge

#if MISTAKE
func revision(of id: Int) -> Promise<Int> {
  load(id)
    .map { try decode($0) }
    .map { save($0) }  // the mistake
    .map { $0 + 1 }  // 1
}
// 1: error: binary operator '+' cannot be applied to operands of type 'Promise<Int>' and 'Int'
#elseif MAIN
func revision(of id: Int) -> Promise<Int> {
  load(id)
    .map { try decode($0) }
    .map(on: MainActor.shared) { save($0) }  // the mistake
    .map { $0 + 1 }  // 1
}
// 1: error: binary operator '+' cannot be applied to operands of type 'Promise<Int>' and 'Int'
#else
func revision(of id: Int) -> Promise<Int> {
  load(id)
    .map { try decode($0) }
    .flatMap { save($0) }
    .map { $0 + 1 }
}
#endif
