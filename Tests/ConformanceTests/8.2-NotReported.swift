import Pledge
import PledgeTestSupport
import Testing

@Suite("8.2 Rejections that are not reported", .hangLimit)
struct NotReported {
  @Test("8.2.1 A handler that can see the error handles the rejection")
  func clause8_2_1() async {
    await #expect(processExitsWith: .success) {
      for way in everyWay {
        let reports = await reports {
          way.reject(Int.self, with: Broken()) { _ = $0.recover { _ in 1 } }
          way.reject(Int.self, with: Broken()) { _ = $0.flatMapError { _ in Promise(value: 1) } }
          way.reject(Int.self, with: Broken()) { $0.observe { _ in } }
          way.reject(Int.self, with: Broken()) { $0.catch { _ in } }
          way.reject(Int.self, with: Broken()) { $0.then(nil) { _ in } }
          way.reject(Int.self, with: Broken()) { $0.rescue { (_: Broken) in } }
          way.reject(Int.self, with: Broken()) { _ = $0.anyway { $0 } }
        }

        #expect(reports.isEmpty)
      }
    }
  }

  @Test("8.2.2 An `await` handles the rejection")
  func clause8_2_2() async {
    await #expect(processExitsWith: .success) {
      let reports = await reports { _ = try? await rejected().value }

      #expect(reports.isEmpty)
    }
  }

  @Test("8.2.3 Reading `result` handles the rejection")
  func clause8_2_3() async {
    await #expect(processExitsWith: .success) {
      let reports = await reports { _ = rejected().result }

      #expect(reports.isEmpty)
    }
  }

  @Test("8.2.4 `catch` and `observe` mark the rejection as handled")
  func clause8_2_4() async {
    await #expect(processExitsWith: .success) {
      for way in everyWay {
        let reports = await reports {
          let caught = way.reject(Int.self, with: Broken()) { $0.catch { _ in } }
          let observed = way.reject(Int.self, with: Broken()) { $0.observe { _ in } }
          #expect(caught.isRejected && observed.isRejected)
        }

        #expect(reports.isEmpty)
      }
    }
  }

  @Test("8.2.5 `ignoringErrors` marks the rejection as handled")
  func clause8_2_5() async {
    await #expect(processExitsWith: .success) {
      for way in everyWay {
        let reports = await reports {
          way.reject(Int.self, with: Broken()) { $0.ignoringErrors() }
          way.reject(Int.self, with: Broken()) { $0.map { $0 }.ignoringErrors() }
        }

        #expect(reports.isEmpty)
      }
    }
  }

  @Test("8.2.6 `DiscardedError` and `CancellationError` are never reported")
  func clause8_2_6() async {
    await #expect(processExitsWith: .success) {
      let reports = await reports {
        Promise<Int>().discard()
        let root = Promise<Int>()
        root.map { $0 }.discard()
        _ = rejected(with: DiscardedError())
        _ = rejected(with: CancellationError()).map { $0 }
      }

      #expect(reports.isEmpty)
    }
  }

  @Test("8.2.7 The losers of a race are not reported")
  func clause8_2_7() async {
    await #expect(processExitsWith: .success) {
      let reports = await reports {
        let (winner, loser) = (Promise<Int>(), Promise<Int>())
        let outcome = race(winner, loser)
        winner.resolve(1)
        loser.reject(Broken())
        #expect(outcome.got == 1)
      }

      #expect(reports.isEmpty)
    }
  }

  @Test("8.2.8 A second settlement is not reported")
  func clause8_2_8() async {
    await #expect(processExitsWith: .success) {
      let reports = await reports {
        let promise = Promise(value: 1)
        promise.reject(Broken())
      }

      #expect(reports.isEmpty)
    }
  }

  @Test("8.2.9 A broken chain that nothing waits for is not reported")
  func clause8_2_9() async {
    await #expect(processExitsWith: .success) {
      let reports = await reports {
        _ = Promise<Int>()
        let root = Promise<Int>()
        _ = root.map { $0 }.map { $0 }
        let pending = Promise<Int>.pending()
        _ = pending.promise.map { $0 }
      }

      #expect(reports.isEmpty)
    }
  }
}
