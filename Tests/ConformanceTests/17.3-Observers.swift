import Pledge
import PledgeTestSupport
import Testing

@Suite("17.3 Observers of progress", .hangLimit)
struct ProgressObservers {
  private let cage = Cage(weight: 0)
  private let progress = ProgressMonitor()
  private let handled = Log<Double>()

  @Test func `17.3.1 An observer receives all reports from the latest one on`() {
    progress.observe { [handled] in handled.add($0.fraction) }
    #expect(handled.entries == [])
    progress.report(0.25)
    progress.report(0.5)
    #expect(handled.entries == [0.25, 0.5])

    progress.observe { [handled] in handled.add($0.fraction) }

    #expect(handled.entries == [0.25, 0.5, 0.5])
  }

  @Test func `17.3.2 An observer receives one report at a time, in order, regardless of threads`() {
    let running = Locked(0)
    let wrong = raced(
      rounds: 300,
      sharing: (progress: ProgressMonitor(), log: Log<Double>()),
      [
        { shared in
          shared.progress.observe { report in
            running.withLock { $0 += 1 }
            if running.value > 1 { shared.log.add(-1) }
            shared.log.add(report.fraction)
            running.withLock { $0 -= 1 }
          }
          .ignoringErrors()
        },
        { shared in for step in 1...50 { shared.progress.report(Double(step) / 100) } },
        { shared in for step in 51...99 { shared.progress.report(Double(step) / 100) } },
      ],
      isRight: { shared in
        let handled = shared.log.entries
        return handled == handled.sorted() && handled.last == 0.99 && handled.first != -1
      }
    )

    #expect(wrong == 0)
  }

  @Test func `17.3.3 Reports that arrive before an observer runs are combined`() {
    let context = ManualContext()
    progress.observe(on: context) { [handled] in handled.add($0.fraction) }

    for tenth in 1...9 { progress.report(Double(tenth) / 10) }
    #expect(context.count == 1)
    context.runAll()

    #expect(handled.entries == [0.9])
  }

  @Test func `17.3.4 The last report that an observer receives is that everything is done`() {
    let end = progress.observe { [handled, life = cage.canary()] report in
      withExtendedLifetime(life) { handled.add(report.fraction) }
    }
    progress.report(0.5)
    #expect(end.isPending)

    progress.finish()
    progress.report(0.75, "again")

    #expect(handled.entries == [0.5, 1])
    #expect(end.isFulfilled)
    #expect(cage.living == 0)
  }

  @Test func `17.3.5 Discarding the promise of its registration removes an observer`() {
    let context = ManualContext()
    let registration = progress.observe(on: context) { [handled, life = cage.canary()] report in
      withExtendedLifetime(life) { handled.add(report.fraction) }
    }
    progress.report(0.25)

    registration.discard()
    #expect(cage.living == 0)
    progress.report(0.5)
    context.runAll()

    #expect(handled.entries == [])
  }

  @Test func `17.3.6 A monitor that is released before it is finished releases its observers`() {
    let registration: Promise<Void>
    do {
      let monitor = ProgressMonitor()
      registration = monitor.observe(cage.handler())
      monitor.report(0.5)
      #expect(registration.isPending)
      withExtendedLifetime(monitor) {}
    }

    #expect(registration.isDiscarded)
    #expect(cage.living == 0)
  }

  @Test func `17.3.7 An observer may use any monitor and any promise, its own included`() {
    let registration = Locked<Promise<Void>?>(nil)
    registration.value = progress.observe { [handled, progress] report in
      handled.add(report.fraction)
      progress.report(report.fraction + 0.25)
      if report.fraction > 0.5 { registration.value?.discard() }
    }

    progress.report(0.25)

    #expect(handled.entries == [0.25, 0.5, 0.75])
    #expect(progress.latest.fraction == 1)
    #expect(registration.value?.isDiscarded == true)
  }

  @Test(
    "17.3.8 If a context drops the work of an observer, the promise of its registration is broken"
  )
  func clause17_3_8() {
    let registration = progress.observe(on: DroppingContext()) { _ in }
    #expect(registration.isPending)

    progress.report(0.5)

    #expect(registration.failure is BrokenPromiseError)
  }
}
