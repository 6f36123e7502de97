import Pledge
import PledgeTestSupport
import Testing

// Uses of every operator and combination, whose sources end in every way.

extension HalfBuilt {
  /// Uses that are released completely when they have ended.
  static let synchronousUses =
    Operator.all.flatMap(uses) + Combination.synchronous.flatMap(uses)
  /// Uses whose work ends with a sleeping task, at some later time.
  static let asynchronousUses = Combination.asynchronous.flatMap(uses)

  /// When an operator is used, and what becomes of its context.
  private enum Form: CaseIterable {
    case plain, afterTheEnd, onContext, onDroppingContext, onReleasedContext
  }

  private static func uses(of operation: Operator) -> [HalfBuilt] {
    let name = operation.testDescription
    let ends = Form.allCases.flatMap { form in
      Ending.allCases.map { ending in
        HalfBuilt("\(name), \(form), \(ending)") { use(operation, form, ending, $0) }
      }
    }
    return ends + [
      HalfBuilt("\(name), released after its root") { cage in
        var root: Promise<Canary>? = Promise()
        let stage = root.map { operation.plain($0, cage.closure()) }
        withExtendedLifetime(root) {}
        root = nil
        check(stage?.isPending == false)
        _ = stage?.failure
      },
      HalfBuilt("\(name), released before its root") { cage in
        let root = Promise<Canary>()
        _ = operation.plain(root, cage.closure())
        withExtendedLifetime(root) {}
      },
    ]
  }

  private static func use(_ operation: Operator, _ form: Form, _ ending: Ending, _ cage: Cage) {
    let (source, handlers, context) = (Source(), Cage(weight: 0), ManualContext())
    if form == .afterTheEnd { source.end(ending, of: source.promise, with: cage) }
    let stage =
      switch form {
      case .plain, .afterTheEnd: operation.plain(source.promise, handlers.closure())
      case .onContext, .onDroppingContext:
        operation.onContext(source.promise, context, handlers.closure())
      case .onReleasedContext:
        operation.onContext(source.promise, ManualContext(), handlers.closure())
      }
    if form != .afterTheEnd {
      check(handlers.living == 1)
      source.end(ending, of: stage, with: cage)
    }
    if form == .onDroppingContext { context.dropAll() } else { context.runAll() }
    // A handler's captures are released when its stage ends, and the value with the last promise.
    check(!stage.isPending && handlers.living == 0)
    source.handleErrors(of: stage)
  }

  private static func uses(of combination: Combination) -> [HalfBuilt] {
    let name = combination.testDescription
    let ends = Ending.allCases.map { ending in
      HalfBuilt("\(name), \(ending)") { use(combination, ending, $0) }
    }
    return ends + [
      HalfBuilt("\(name), released after its roots") { cage in
        let combined = combination.combine(
          (0..<combination.width).map { _ in Promise().tap(cage.handler()) }
        )
        check(!combined.isPending)
        _ = combined.failure
      },
      HalfBuilt("\(name), released before its roots") { cage in
        let roots = (0..<combination.width).map { _ in Promise<Canary>() }
        _ = combination.combine(roots.map { $0.tap(cage.handler()) })
        withExtendedLifetime(roots) {}
      },
    ]
  }

  private static func use(_ combination: Combination, _ ending: Ending, _ cage: Cage) {
    let (sources, captures) = ((0..<combination.width).map { _ in Source() }, Cage(weight: 0))
    let combined = combination.combine(sources.map { $0.stage(capturing: captures) })
    check(captures.living > 0)
    for source in sources { source.end(ending, of: combined, with: cage) }
    if ending == .discarded, combination.outlivesDiscard {
      check(captures.living > 0)
      for source in sources { source.end(.fulfilled, of: combined, with: cage) }
    }
    check(!combined.isPending && captures.living == 0)
    for source in sources { source.handleErrors(of: combined) }
  }

  /// Unlike an expectation, this takes no memory if it holds.
  private static func check(
    _ condition: Bool,
    at location: SourceLocation = #_sourceLocation
  ) {
    if !condition { Issue.record("something is pending, or stays", sourceLocation: location) }
  }
}
