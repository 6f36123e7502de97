import Pledge
import PledgeTestSupport
import Testing

/// The hook is process-wide, so these tests run one at a time and consider only reports of promises
/// created in this file.
@Suite(.serialized)
struct UnhandledRejectionsTests {
  /// Returns the rejections that are reported while `body` runs.
  private func reports(while body: () -> Void) -> [UnhandledRejections.Report] {
    let reports = Log<UnhandledRejections.Report>()
    UnhandledRejections.handle { reports.add($0) }
    defer { UnhandledRejections.print() }
    body()
    return reports.entries.filter { $0.fileID == #fileID }
  }

  @Test func `an unhandled rejection is reported once`() {
    let reports = reports { _ = Promise<Int>(error: Broken(number: 1)) }

    #expect(reports.map { $0.error as? Broken } == [Broken(number: 1)])
  }

  @Test func `a report names the source location where the promise was created`() throws {
    let line = UInt(#line + 1)
    let reports = reports { _ = Promise<Int>(error: Broken(number: 1)) }

    let report = try #require(reports.first)
    #expect(report.line == line)
    #expect(
      "\(report)" == "\(#fileID):\(line) Promise: unhandled rejection: Broken(number: 1)"
    )
  }

  @Test func `a report shortens the text of an error to a thousand characters`() throws {
    let text = String(repeating: "line\n", count: 1_000_000)
    let reports = reports { _ = Promise<Int>(error: LongError(description: text)) }

    let report = try #require(reports.first)
    #expect(report.description.hasSuffix(#"line\nline\n… (5000000 bytes)"#))
    #expect(report.description.count < 1_500)
    #expect((report.error as? LongError)?.description == text)
  }

  @Test func `a promise that is still alive is not reported`() {
    let promise = Promise<Int>(error: Broken())

    let reports = reports { _ = promise.isRejected }

    #expect(reports.isEmpty)
    promise.ignoringErrors()
  }

  @Test func `a chain is reported once, at its end, with the place where it was started`() {
    var end: Promise<Void>?
    let line = UInt(#line + 2)
    let before = reports {
      end = Promise<Int>(error: Broken()).map { $0 }.tap { _ in }.ensure {}.asVoid()
    }
    #expect(end != nil)
    let after = reports { end = nil }

    #expect(before.isEmpty)
    #expect(after.map(\.line) == [line])
  }

  @Test func `a handler of values does not handle the rejection`() {
    #expect(reports { _ = Promise<Int>(error: Broken()).tap { _ in } }.count == 1)
    #expect(reports { Promise<Int>(error: Broken()).then({ _ in }, nil) }.count == 1)
  }

  @Test func `a rescue of another type does not handle the rejection`() {
    let reports = reports { Promise<Int>(error: Broken()).rescue { (_: String) in } }

    #expect(reports.count == 1)
  }

  @Test func `checking or describing a rejection does not handle it`() {
    let reports = reports {
      let promise = Promise<Int>(error: Broken())
      _ = (promise.isRejected, promise.description)
    }

    #expect(reports.count == 1)
  }

  @Test func `an error thrown by a handler is reported`() {
    let reports = reports { _ = Promise(value: 1).map { throw Broken(number: $0) } }

    #expect(reports.map { $0.error as? Broken } == [Broken(number: 1)])
  }
}

// MARK: - Handled rejections

extension UnhandledRejectionsTests {
  @Test func `handlers that receive the error handle it`() {
    let reports = reports {
      Promise<Int>(error: Broken()).catch { _ in }
      Promise<Int>(error: Broken()).observe { _ in }
      _ = Promise<Int>(error: Broken()).recover { _ in 1 }
      Promise<Int>(error: Broken()).then(nil) { _ in }
      Promise<Int>(error: Broken()).rescue { (_: Broken) in }
      _ = Promise<Int>(error: Broken()).anyway { _ in }
    }

    #expect(reports.isEmpty)
  }

  @Test func `handlers on a context that receive the error handle it`() {
    let reports = reports {
      let context = ManualContext()
      Promise<Int>(error: Broken()).catch(on: context) { _ in }
      Promise<Int>(error: Broken()).observe(on: context) { _ in }
      context.runAll()
    }

    #expect(reports.isEmpty)
  }

  @Test func `reading the result handles the rejection`() {
    #expect(reports { _ = Promise<Int>(error: Broken()).result }.isEmpty)
  }

  @Test func `awaiting the value handles the rejection`() async {
    let promise = Promise<Int>(error: Broken())

    _ = try? await promise.value

    #expect(reports { withExtendedLifetime(promise) {} }.isEmpty)
  }

  @Test func `an error can be ignored explicitly`() {
    let reports = reports {
      Promise<Int>(error: Broken()).ignoringErrors()
      let later = Promise<Int>()
      later.ignoringErrors()
      later.reject(Broken())
    }

    #expect(reports.isEmpty)
  }

  @Test func `a combination handles the rejections`() {
    let reports = reports {
      _ = allSettled([Promise<Int>(error: Broken()), Promise(error: Broken())])
    }

    #expect(reports.isEmpty)
  }
}

// MARK: - Rejections that are never reported

extension UnhandledRejectionsTests {
  @Test func `a discard is not reported`() {
    let reports = reports {
      let source = Promise<Int>()
      let stage = source.map { $0 }
      stage.discard()
      source.discard()
    }

    #expect(reports.isEmpty)
  }

  @Test func `a cancellation is not reported`() {
    #expect(reports { _ = Promise<Int>(error: CancellationError()) }.isEmpty)
  }

  @Test func `a second settlement is not reported`() {
    let reports = reports {
      let promise = Promise(value: 1)
      promise.reject(Broken())
    }

    #expect(reports.isEmpty)
  }

  @Test func `a loser of a race is not reported`() {
    let reports = reports {
      let (winner, loser) = (Promise<Int>(), Promise<Int>())
      let promise = race(winner, loser)
      winner.resolve(1)
      loser.reject(Broken())
      #expect(promise.got == 1)
    }

    #expect(reports.isEmpty)
  }

  @Test func `the root of a losing stage of a race is not reported`() {
    let reports = reports {
      let (winner, loser) = (Promise<Int>(), Promise<Int>())
      let promise = race(winner, loser.map { $0 })
      winner.resolve(1)
      loser.reject(Broken())
      #expect(promise.got == 1)
    }

    #expect(reports.isEmpty)
  }

  @Test func `neither the decisive rejection of a combination nor discarded inputs are reported`() {
    let reports = reports {
      let root = Promise<Int>()
      let together = all((0..<10).map { _ in root.map { $0 } })
      root.reject(Broken())
      #expect(together.broken == Broken())
    }

    #expect(reports.isEmpty)
  }

  @Test func `no promise of a cycle is reported if one of them was handled`() {
    let reports = reports {
      let source = Promise<Int>()
      let slot = Locked<Promise<Int>?>(nil)
      let stage = source.flatMap { _ in try #require(slot.value).map { $0 } }
      slot.value = stage
      source.resolve(1)
      slot.value = nil
      #expect(stage.failure is CycleError)
    }

    #expect(reports.isEmpty)
  }
}

// MARK: - Broken promises

extension UnhandledRejectionsTests {
  @Test func `a broken promise is reported once, however many wait for it`() {
    let line = UInt(#line + 2)
    let reports = reports {
      let (promise, _) = Promise<Int>.pending()
      for _ in 0..<3 { promise.observe { _ in } }
      _ = promise.map { $0 }.map { $0 }
    }

    #expect(reports.count <= 1)
    #expect(reports.allSatisfy { $0.line == line && $0.error is BrokenPromiseError })
  }

  @Test func `a broken promise with a consumer is reported`() {
    let line = UInt(#line + 3)
    let reports = reports {
      let kept = Locked<Resolver<Int>?>(nil)
      let promise = Promise<Int> { kept.value = $0 }
      for _ in 0..<3 { promise.observe { _ in } }
      kept.value = nil
    }

    #expect(reports.map(\.line) == [line])
    #expect(reports.first?.error is BrokenPromiseError)
  }

  @Test func `a broken promise without a consumer is not reported`() {
    let reports = reports {
      _ = Promise<Int>()
      _ = Promise<Int>.pending().promise
    }

    #expect(reports.isEmpty)
  }

  @Test func `a chain that is dropped while it is pending is not reported`() {
    let reports = reports {
      // In a separate function, so that the stages are released before the source.
      @inline(never) func derive(from source: Promise<Int>) {
        _ = source.map { $0 }.map { $0 }
      }
      let source = Promise<Int>()
      derive(from: source)
      withExtendedLifetime(source) {}
    }

    #expect(reports.isEmpty)
  }

  @Test func `a stage derived after the promise broke causes no second report`() {
    let reports = reports {
      let kept = Locked<Resolver<Int>?>(nil)
      let promise = Promise<Int> { kept.value = $0 }
      let stage = promise.map { $0 }
      kept.value = nil
      _ = stage.map { $0 }
    }

    #expect(reports.count == 1)
  }

  @Test func `a broken promise handled on a context is not reported twice`() {
    let reports = reports {
      let context = ManualContext()
      let kept = Locked<Resolver<Int>?>(nil)
      let promise = Promise<Int> { kept.value = $0 }
      _ = promise.ensure(on: context) {}
      kept.value = nil
      context.runAll()
    }

    #expect(reports.count == 1)
  }

  @Test func `a broken promise that passes through combinations is not reported again`() {
    let reports = reports {
      let kept = Locked<Resolver<Int>?>(nil)
      let promise = Promise<Int> { kept.value = $0 }
      let chained = Promise<Int>()
      chained.chain(after: promise)
      let combined = (all([promise]), race(promise))
      kept.value = nil
      #expect(chained.isRejected && combined.0.isRejected && combined.1.isRejected)
    }

    #expect(reports.count == 1)
  }
}

private struct LongError: Error, CustomStringConvertible {
  let description: String
}
