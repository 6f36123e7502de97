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
}

// MARK: - Handled rejections

extension UnhandledRejectionsTests {
  @Test func `handlers on a context that receive the error handle it`() {
    let reports = reports {
      let context = ManualContext()
      Promise<Int>(error: Broken()).catch(on: context) { _ in }
      Promise<Int>(error: Broken()).observe(on: context) { _ in }
      context.runAll()
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
