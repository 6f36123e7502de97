/// The operations of a program on promises, which the library performs and the model predicts.
protocol Promising: Sendable {
  associatedtype Handle: Settling
  associatedtype Environment: ProgramEnvironment

  // Roots.
  static func pending(line: UInt) -> (Self, Handle)
  static func settled(_ outcome: Result<Int, any Error>, line: UInt) -> Self
  static func stoppable(line: UInt, _ stop: @escaping @Sendable () -> Void) -> Self
  static func lazy(line: UInt, _ start: @escaping @Sendable () throws -> Self) -> Self

  // Operations on one promise.
  func resolve(_ value: Int)
  func reject(with error: any Error)
  func discard()
  func share()
  func ignoreErrors()
  func chain(to other: Self)
  /// The state, without handling a rejection.
  var statusSnapshot: Reading { get }
  /// The state. Reading it handles a rejection.
  var reading: Reading { get }
  /// A closure that returns whether this is alive, without retaining it.
  var livenessCheck: () -> Bool { get }

  /// Returns a promise derived with a handler.
  func derived(_ stage: Stage<Self>) -> Self
  /// Returns a promise derived with a handler that runs on a context, or with a timer.
  func derived(_ stage: EnvironmentStage<Self>, in environment: Environment) -> Self
  static func combined(_ combination: Combination<Self>, line: UInt) -> Self
  /// Returns a promise of work that a closure starts, possibly repeatedly.
  static func looped(_ loop: Loop<Self>, in environment: Environment, line: UInt) -> Self
}

/// The operators with one source, and their handlers.
enum Stage<P: Promising>: Sendable {
  case map(@Sendable (Int) throws -> Int)
  case tap(@Sendable (Int) throws -> Void)
  case flatMap(@Sendable (Int) throws -> P)
  case compactMap(@Sendable (Int) throws -> Int?)
  case validate(@Sendable (Int) throws -> Bool)
  case mapError(@Sendable (any Error) -> any Error)
  case recover(@Sendable (any Error) throws -> Int)
  case flatMapError(@Sendable (any Error) throws -> P)
  case `catch`(@Sendable (any Error) -> Void)
  case observe(@Sendable (Result<Int, any Error>) -> Void)
  case ensure(@Sendable () -> Void)
  case ensureThen(@Sendable () throws -> P)
  case using(release: @Sendable (Int) -> Void, @Sendable (Int) throws -> P)
}

/// The operators whose handler runs on a context, or that use the clock.
enum EnvironmentStage<P: Promising>: Sendable {
  case map(@Sendable (Int) throws -> Int)
  case ensure(@Sendable () -> Void)
  case ensureThen(@Sendable () throws -> P)
  case timeout(ticks: Int)
  case delay(ticks: Int)
}

/// The operators with several sources.
enum Combination<P: Promising>: Sendable {
  case all([P])
  case allSettled([P])
  case any([P])
  case race([P])
  case both(P, P)
  case either(P, P)
}

/// The operators that start work with a closure.
enum Loop<P: Promising>: Sendable {
  case find([P], @Sendable (Int) throws -> Bool)
  case fold(count: Int, @Sendable (Int, Int) throws -> P)
  case mapConcurrently(count: Int, limit: Int, @Sendable (Int) throws -> P)
  case retry(max: Int, ticks: Int, @Sendable () throws -> P)
  case enqueue(@Sendable () throws -> P)
  case load(key: Int, @Sendable () throws -> P)
}

/// A resolver.
///
/// Its release breaks the promise.
protocol Settling: Sendable {
  func resolve(_ value: Int) -> Bool
  func reject(_ reason: (any Sendable)?) -> Bool
  func onDiscard(_ body: @escaping @Sendable () -> Void)
}

/// The objects that the promises of a program share, such as a clock and a context.
protocol ProgramEnvironment: AnyObject, Sendable {
  init()
  /// Runs tasks until none can continue.
  func runTasks()
  func advance(by ticks: Int)
  func runJobs()
  func dropJobs()
  func pauseQueue()
  func resumeQueue()
  func discardQueue()
  /// Whether no timer or job is waiting.
  var isIdle: Bool { get }
}
