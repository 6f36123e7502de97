import ArgumentParser

/// The kinds of operations.
enum Kind: String, CaseIterable, ExpressibleByArgument {
  case settle
  case chain
  case discard
  case timeout
  case queue
  case singleFlight = "single-flight"
  case loop
  case race
  case all
  case mapConcurrently = "map-concurrently"
  case await
  case task
  case lazy
  case breakPromise
  case sharedPromise = "shared-promise"

  func begin(_ operation: SoakOperation, in environment: Environment, _ random: inout RandomChoices)
  {
    switch self {
    case .settle: operation.settle(in: environment, &random)
    case .chain: operation.runChain(in: environment, &random)
    case .discard: operation.discard(in: environment, &random)
    case .timeout: operation.timeOut(in: environment, &random)
    case .queue: operation.queue(in: environment, &random)
    case .singleFlight: operation.share(in: environment, &random)
    case .loop: operation.loop(in: environment, &random)
    case .race: operation.race(in: environment, &random)
    case .all: operation.collect(in: environment, &random)
    case .mapConcurrently: operation.mapConcurrently(in: environment, &random)
    case .await: operation.wait(in: environment, &random)
    case .task: operation.runTask(in: environment, &random)
    case .lazy: operation.startLazily(in: environment, &random)
    case .breakPromise: operation.breakPromise(in: environment, &random)
    case .sharedPromise: operation.observeSharedPromise(in: environment, &random)
    }
  }
}
