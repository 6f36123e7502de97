import Pledge

extension Subject {
  func derived(_ stage: Stage<Subject>) -> Subject {
    switch stage {
    case .map(let body): Subject(future.map(body))
    case .tap(let body): Subject(future.tap(body))
    case .flatMap(let body): Subject(future.flatMap { try body($0).future })
    case .compactMap(let body): Subject(future.compactMap(body))
    case .validate(let body): Subject(future.validate(body))
    case .mapError(let body): Subject(future.mapError(body))
    case .recover(let body): Subject(future.recover(body))
    case .flatMapError(let body): Subject(future.flatMapError { try body($0).future })
    case .catch(let body): Subject(future.catch(body))
    case .observe(let body): Subject(future.observe(body))
    case .ensure(let body): Subject(future.ensure(body))
    case .ensureThen(let body): Subject(future.ensureThen { try body().future })
    case .using(let release, let body):
      Subject(Pledge.using(future, release: release) { try body($0).future })
    }
  }

  func derived(_ stage: EnvironmentStage<Subject>, in environment: SubjectEnvironment) -> Subject {
    switch stage {
    case .map(let body): Subject(future.map(on: environment.context, body))
    case .ensure(let body): Subject(future.ensure(on: environment.context, body))
    case .ensureThen(let body):
      Subject(future.ensureThen(on: environment.context) { try body().future })
    case .timeout(let ticks):
      Subject(future.timeout(after: .ticks(ticks), clock: environment.clock))
    case .delay(let ticks): Subject(future.delay(by: .ticks(ticks), clock: environment.clock))
    }
  }

  static func combined(_ combination: Combination<Subject>, line: UInt) -> Subject {
    switch combination {
    case .all(let members):
      Subject(Pledge.all(members.map(\.future), line: line).map { Digest.of($0) })
    case .allSettled(let members):
      Subject(Pledge.allSettled(members.map(\.future), line: line).map { Digest.of($0) })
    case .any(let members): Subject(Pledge.any(members.map(\.future), line: line))
    case .race(let members): Subject(Pledge.race(members.map(\.future), line: line))
    case .both(let left, let right):
      Subject((left.future &&& right.future).map { Digest.of([$0, $1]) })
    case .either(let left, let right): Subject(left.future ||| right.future)
    }
  }

  static func looped(_ loop: Loop<Subject>, in environment: SubjectEnvironment, line: UInt)
    -> Subject
  {
    switch loop {
    case .find(let members, let body):
      Subject(Pledge.find(members.map(\.future), line: line, where: body))
    case .fold(let count, let body):
      Subject((0..<count).fold(0, line: line) { try body($0, $1).future })
    case .mapConcurrently(let count, let limit, let body):
      Subject(
        (0..<count).mapConcurrently(limit: limit, line: line) { try body($0).future }
          .map { Digest.of($0) }
      )
    case .retry(let max, let ticks, let body):
      Subject(
        Pledge.retry(max: max, backoff: .constant(.ticks(ticks)), clock: environment.clock) {
          try body().future
        }
      )
    case .enqueue(let body): Subject(environment.queue.add(line: line) { try body().future })
    case .load(let key, let body):
      Subject(environment.flights.value(for: key, line: line) { try body().future })
    }
  }
}
