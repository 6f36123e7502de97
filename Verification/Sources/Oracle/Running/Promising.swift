/// What a program does with promises: the library does it, and the model says what should come of it.
protocol Promising: Sendable {
  associatedtype Handle: Settling
  associatedtype Surroundings: World

  // Roots.
  static func pending(line: UInt) -> (Self, Handle)
  static func settled(_ outcome: Result<Int, any Error>, line: UInt) -> Self
  static func stoppable(line: UInt, _ stop: @escaping @Sendable () -> Void) -> Self
  static func lazy(line: UInt, _ start: @escaping @Sendable () throws -> Self) -> Self

  // What happens to one.
  func resolve(_ value: Int)
  func reject(with error: any Error)
  func discard()
  func share()
  func ignoreErrors()
  func chain(to other: Self)
  /// The state, without hearing of a rejection.
  var glance: Reading { get }
  /// The state, after which a rejection has been heard.
  var reading: Reading { get }
  /// Answers whether this is still there, and does not keep it.
  var watch: () -> Bool { get }

  /// Derives a promise by a handler.
  func derived(_ stage: Stage<Self>) -> Self
  /// Derives a promise by a handler that runs on a context, or by time.
  func derived(_ stage: WorldlyStage, in world: Surroundings) -> Self
  static func combined(_ combination: Combination<Self>, line: UInt) -> Self
  /// Makes a promise by a closure that starts work, perhaps again and again.
  static func looped(_ loop: Loop<Self>, in world: Surroundings, line: UInt) -> Self
}

/// The operators with a source, and their handlers.
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

/// The operators whose handler runs on a context, or that take time.
enum WorldlyStage: Sendable {
  case map(@Sendable (Int) throws -> Int)
  case ensure(@Sendable () -> Void)
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

/// The operators that start work by a closure.
enum Loop<P: Promising>: Sendable {
  case find([P], @Sendable (Int) throws -> Bool)
  case fold(count: Int, @Sendable (Int, Int) throws -> P)
  case mapConcurrently(count: Int, limit: Int, @Sendable (Int) throws -> P)
  case retry(max: Int, ticks: Int, @Sendable () throws -> P)
  case enqueue(@Sendable () throws -> P)
  case load(key: Int, @Sendable () throws -> P)
}

/// The producer's handle: its end abandons the promise.
protocol Settling: Sendable {
  func fulfill(_ value: Int) -> Bool
  func reject(_ reason: (any Sendable)?) -> Bool
  func onDiscard(_ body: @escaping @Sendable () -> Void)
}

/// The clock, the context and what else the promises of a program share.
protocol World: AnyObject, Sendable {
  init()
  /// Runs tasks until none can go on.
  func runTasks()
  func advance(by ticks: Int)
  func runJobs()
  func dropJobs()
  func pauseQueue()
  func resumeQueue()
  func discardQueue()
  /// Whether neither a timer nor a job waits.
  var isIdle: Bool { get }
}
