import Pledge
import PledgeTestSupport
import Testing

/// An error that is a failure or a cancellation, depending on the instance.
private struct Refused: CancellableError {
  let isCancelled: Bool
}

@Suite("8.2 Cancellations that are not reported", .hangLimit)
struct Cancellations {
  @Test("8.2.10 An error that declares itself a cancellation is never reported")
  func clause8_2_10() async {
    await #expect(processExitsWith: .success) {
      let reports = await reports {
        _ = rejected(with: Refused(isCancelled: true))
        _ = rejected(with: Refused(isCancelled: true)).map { $0 }
        _ = rejected(with: Refused(isCancelled: false))
      }

      #expect(reports.map { ($0.error as? Refused)?.isCancelled } == [false])
    }
  }

  @Test("8.2.11 `isCancellation` returns whether an error is a cancellation")
  func clause8_2_11() {
    let errors: [any Error] = [
      DiscardedError(), CancellationError(), Refused(isCancelled: true),
      Refused(isCancelled: false), Broken(), CycleError(),
    ]

    #expect(errors.map(\.isCancellation) == [true, true, true, false, false, false])
  }
}
