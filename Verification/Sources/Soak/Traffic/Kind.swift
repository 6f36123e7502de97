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
  case crowd

  func begin(_ errand: Errand, in world: World, _ lottery: inout Lottery) {
    switch self {
    case .settle: errand.settle(in: world, &lottery)
    case .chain: errand.runChain(in: world, &lottery)
    case .discard: errand.discard(in: world, &lottery)
    case .timeout: errand.timeOut(in: world, &lottery)
    case .queue: errand.queue(in: world, &lottery)
    case .singleFlight: errand.share(in: world, &lottery)
    case .loop: errand.loop(in: world, &lottery)
    case .race: errand.race(in: world, &lottery)
    case .all: errand.collect(in: world, &lottery)
    case .mapConcurrently: errand.mapConcurrently(in: world, &lottery)
    case .await: errand.wait(in: world, &lottery)
    case .task: errand.runTask(in: world, &lottery)
    case .lazy: errand.startLazily(in: world, &lottery)
    case .breakPromise: errand.breakPromise(in: world, &lottery)
    case .crowd: errand.joinCrowd(in: world, &lottery)
    }
  }
}
