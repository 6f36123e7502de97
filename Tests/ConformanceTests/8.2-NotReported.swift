import Pledge
import PledgeTestSupport
import Testing

@Suite("8.2 Rejections that are not reported", .hangLimit)
struct NotReported {
  @Test func `8.2.1 A handler that can see the error handles the rejection`() async {
    await #expect(processExitsWith: .success) {
      for way in everyWay {
        await expectReports(0) {
          way.reject(Int.self, with: Broken()) { _ = $0.recover { _ in 1 } }
          way.reject(Int.self, with: Broken()) { _ = $0.flatMapError { _ in Promise(value: 1) } }
          way.reject(Int.self, with: Broken()) { $0.observe { _ in } }
          way.reject(Int.self, with: Broken()) { $0.catch { _ in } }
          way.reject(Int.self, with: Broken()) { $0.then(nil) { _ in } }
          way.reject(Int.self, with: Broken()) { $0.rescue { (_: Broken) in } }
          way.reject(Int.self, with: Broken()) { _ = $0.anyway { $0 } }
        }
      }
    }
  }

  @Test func `8.2.2 An await handles the rejection`() async {
    await #expect(processExitsWith: .success) {
      await expectReports(0) { _ = try? await rejected().value }
    }
  }

  @Test func `8.2.3 Reading result handles the rejection`() async {
    await #expect(processExitsWith: .success) {
      await expectReports(0) { _ = rejected().result }
    }
  }

  @Test func `8.2.4 catch and observe mark the rejection as handled`() async {
    await #expect(processExitsWith: .success) {
      for way in everyWay {
        await expectReports(0) {
          let caught = way.reject(Int.self, with: Broken()) { $0.catch { _ in } }
          let observed = way.reject(Int.self, with: Broken()) { $0.observe { _ in } }
          #expect(caught.isRejected && observed.isRejected)
        }
      }
    }
  }

  @Test func `8.2.5 ignoringErrors marks the rejection as handled`() async {
    await #expect(processExitsWith: .success) {
      for way in everyWay {
        await expectReports(0) {
          way.reject(Int.self, with: Broken()) { $0.ignoringErrors() }
          way.reject(Int.self, with: Broken()) { $0.map { $0 }.ignoringErrors() }
        }
      }
    }
  }

  @Test func `8.2.6 DiscardedError and CancellationError are never reported`() async {
    await #expect(processExitsWith: .success) {
      await expectReports(0) {
        Promise<Int>().discard()
        let root = Promise<Int>()
        root.map { $0 }.discard()
        _ = rejected(with: DiscardedError())
        _ = rejected(with: CancellationError()).map { $0 }
      }
    }
  }

  @Test func `8.2.7 The losers of a race are not reported`() async {
    await #expect(processExitsWith: .success) {
      await expectReports(0) {
        let (winner, loser) = (Promise<Int>(), Promise<Int>())
        let outcome = race(winner, loser)
        winner.resolve(1)
        loser.reject(Broken())
        #expect(outcome.got == 1)
      }
    }
  }

  @Test func `8.2.8 A second settlement is not reported`() async {
    await #expect(processExitsWith: .success) {
      await expectReports(0) { Promise(value: 1).reject(Broken()) }
    }
  }

  @Test func `8.2.9 A broken chain that nothing waits for is not reported`() async {
    await #expect(processExitsWith: .success) {
      await expectReports(0) {
        _ = Promise<Int>()
        let root = Promise<Int>()
        _ = root.map { $0 }.map { $0 }
        let pending = Promise<Int>.pending()
        _ = pending.promise.map { $0 }
      }
    }
  }
}

/// An error that is a failure or a cancellation, depending on the instance.
private struct Refused: CancellableError {
  let isCancelled: Bool
}

@Suite("8.2 Cancellations that are not reported", .hangLimit)
struct Cancellations {
  @Test func `8.2.10 An error that declares itself a cancellation is never reported`() async {
    await #expect(processExitsWith: .success) {
      let reports = await reports {
        _ = rejected(with: Refused(isCancelled: true))
        _ = rejected(with: Refused(isCancelled: true)).map { $0 }
        _ = rejected(with: Refused(isCancelled: false))
      }

      #expect(reports.map { ($0.error as? Refused)?.isCancelled } == [false])
    }
  }

  @Test func `8.2.11 isCancellation returns whether an error is a cancellation`() {
    let errors: [any Error] = [
      DiscardedError(), CancellationError(), Refused(isCancelled: true),
      Refused(isCancelled: false), Broken(), CycleError(),
    ]

    #expect(errors.map(\.isCancellation) == [true, true, true, false, false, false])
  }
}
