import PledgeBolts

/// The API of Bolts-Swift, with continuations on `.immediate`.
enum BoltsPeer: ImmediatePeer, JoiningPeer {
  static let peer = Peer.bolts

  static func settled(_ value: Int) -> Task<Int> { Task(value) }
  static func pending() -> TaskCompletionSource<Int> { TaskCompletionSource() }
  static func promise(of source: TaskCompletionSource<Int>) -> Task<Int> { source.task }
  static func settle(_ source: TaskCompletionSource<Int>, _ value: Int) {
    source.set(result: value)
  }
  static func observe(_ task: Task<Int>) {
    task.continueOnSuccessWith(.immediate) { collect($0) }
  }

  static func maps(_ task: Task<Int>) -> Task<Int> {
    task
      .continueOnSuccessWith(.immediate) { $0 + 1 }
      .continueOnSuccessWith(.immediate) { $0 + 1 }
      .continueOnSuccessWith(.immediate) { collect($0 + 1) }
  }

  static func flatMaps(_ task: Task<Int>) -> Task<Int> {
    task
      .continueOnSuccessWithTask(.immediate) { Task($0 + 1) }
      .continueOnSuccessWithTask(.immediate) { Task($0 + 1) }
      .continueOnSuccessWithTask(.immediate) { Task(collect($0 + 1)) }
  }

  static func fanIn(_ count: Int, size: Int) -> Int {
    joining(count, size: size) { tasks in
      Task.whenAllResult(tasks)
        .continueOnSuccessWith(.immediate) { collect($0.reduce(0, +)) }
    }
  }
}
