import Pledge
import PledgeTestSupport
import Testing

@Suite("8.1 Unhandled rejections that are reported", .hangLimit)
struct Reported {
  @Test func `8.1.1 An unhandled rejection is reported once, when the promise is released`() async {
    await #expect(processExitsWith: .success) {
      let before = Log<Int>()
      let counted = await reports {
        let count = await reports { withExtendedLifetime(rejected()) {} }.count
        before.add(count)
      }
      #expect(before.entries == [1])
      #expect(counted.isEmpty)

      var held: Promise<Int>? = rejected()
      let whileHeld = await reports { await Task.yield() }
      let afterwards = await reports { held = nil }
      #expect(held == nil)
      #expect(whileHeld.isEmpty)
      #expect(afterwards.count == 1)
    }
  }

  @Test("8.1.2 The report contains the error and the source location where the promise was created")
  func clause8_1_2() async {
    await #expect(processExitsWith: .success) {
      let places = Log<String>()
      let reports = await reports {
        let (promise, place) = promiseAndPlace()
        promise.reject(Broken(number: 5))
        places.add(place)
      }

      #expect(reports.count == 1)
      #expect(reports.first?.error as? Broken == Broken(number: 5))
      #expect(reports.map { $0.place } == places.entries)
    }
  }

  @Test("8.1.3 A report is passed to the handler given to `UnhandledRejections.handle`")
  func clause8_1_3() async throws {
    let result = try await #require(
      processExitsWith: .success,
      observing: [\.standardErrorContent]
    ) {
      _ = rejected(with: Broken(number: 111))
      let reports = await reports { _ = rejected(with: Broken(number: 222)) }
      #expect(reports.count == 1)
      _ = rejected(with: Broken(number: 333))

      // A report that the handler causes is printed; one that its description causes is dropped.
      @Sendable func breakOne() { Promise<Int>().map { $0 }.catch { _ in } }
      UnhandledRejections.handle { _ in
        _ = rejected(with: Upload())
        breakOne()
      }
      _ = rejected(with: Broken(number: 444))
      breakOne()
    }

    let lines = String(decoding: result.standardErrorContent, as: UTF8.self)
      .split(separator: "\n").filter { $0.hasPrefix("pledge: ") }
    let texts = ["111", "333", "Upload", "broken promise", "Upload", "broken promise"]
    #expect(lines.count == texts.count)
    #expect(zip(lines, texts).allSatisfy { $0.contains($1) })
    #expect(lines.allSatisfy { $0.contains("Report") })
  }

  @Test func `8.1.4 The responsibility for handling a rejection passes to the stages`() async {
    await #expect(processExitsWith: .success) {
      let places = Log<String>()
      let ofChain = await reports {
        let (promise, place) = promiseAndPlace()
        _ = promise.map { $0 }.flatMap { Promise(value: $0) }.tap { _ in }.ensure {}.asVoid()
        promise.reject(Broken())
        places.add(place)
      }
      let handledAtTheEnd = await reports {
        let promise = rejected()
        promise.map { $0 }.flatMap { Promise(value: $0) }.ensure {}.catch { _ in }
      }
      let ofStageAlone = await reports {
        let returned = rejected()
        returned.catch { _ in }
        _ = Promise(value: 1).flatMap { _ in returned }
      }

      #expect(ofChain.map { $0.place } == places.entries)
      #expect(handledAtTheEnd.isEmpty)
      #expect(ofStageAlone.count == 1)
    }
  }

  @Test func `8.1.5 A handler of values alone does not handle a rejection`() async {
    await #expect(processExitsWith: .success) {
      await expectReports(1) { _ = rejected().map { $0 } }
      await expectReports(1) { rejected().then({ _ in }, nil) }
      await expectReports(0) {
        let promise = rejected()
        promise.then({ _ in }, nil)
        promise.catch { _ in }
      }
    }
  }

  @Test func `8.1.6 Reading isRejected does not handle a rejection`() async {
    await #expect(processExitsWith: .success) {
      await expectReports(1) {
        let promise = rejected()
        #expect(promise.isRejected && !promise.isPending && !promise.isFulfilled)
        #expect("\(promise)".contains("rejected"))
      }
    }
  }

  @Test func `8.1.7 A broken promise is reported, once, if anything waits for it`() async {
    await #expect(processExitsWith: .success) {
      let places = Log<String>()
      let handled = await reports {
        let (promise, place) = promiseAndPlace()
        for _ in 0..<2 { promise.map { $0 }.catch { _ in } }
        places.add(place)
      }
      let stages = Log<Promise<Int>>()
      let held = await reports {
        let (promise, place) = promiseAndPlace()
        stages.add(promise.map { $0 })
        places.add(place)
      }

      #expect((handled + held).map { $0.place } == places.entries)
      #expect((handled + held).allSatisfy { $0.error is BrokenPromiseError })
      #expect(stages.entries.first?.failure is BrokenPromiseError)
    }
  }

  @Test(
    "8.1.10 A promise that is broken before it has a consumer is reported when its first consumer arrives"
  )
  func clause8_1_10ByConsumer() async {
    await #expect(processExitsWith: .success) {
      let consumers = ["catch", "chain", "await", "flatMap", "ignoringErrors", "dropped", "main"]
      for consumer in consumers { try await Reported.expectReport(byFirst: consumer) }
    }
  }

  /// Expects the report of a broken promise when its first consumer arrives, and no second one.
  private static func expectReport(byFirst consumer: String) async throws {
    let kept = Locked<Promise<Int>?>(nil)
    let line = UInt(4_242)
    await expectReports(0) { kept.value = Promise<Int>.pending(line: line).promise }
    let promise = try #require(kept.value)
    let reports = await reports {
      for _ in 0..<2 {
        switch consumer {
        case "catch": promise.map { $0 }.catch { _ in }
        case "chain": Promise<Int>().chain(after: promise)
        case "await": _ = try? await promise.value
        case "flatMap": Promise(value: 1).map { $0 }.flatMap { _ in promise }.catch { _ in }
        case "ignoringErrors": promise.ignoringErrors()
        case "main": _ = try? await promise.tap(on: MainActor.shared) { _ in }.value
        default: _ = promise.map { $0 }
        }
      }
    }

    #expect(reports.count == 1, "\(consumer)")
    #expect(reports.first?.error is BrokenPromiseError, "\(consumer)")
    #expect(reports.first?.line == line, "\(consumer)")
  }

  @Test(
    "8.1.10 A promise that is broken before it has a consumer is reported when its first consumer arrives"
  )
  func clause8_1_10() async {
    await #expect(processExitsWith: .success) {
      await expectReports(5_000) {
        let wrong = raced(
          rounds: 5_000,
          sharing: { ($0.promise, Locked<Resolver<Int>?>($0.resolver)) }(Promise<Int>.pending()),
          [{ $0.1.value = nil }, { $0.0.map { $0 }.catch { _ in } }],
          isRight: { $0.0.isRejected }
        )
        #expect(wrong == 0)
      }
    }
  }

  @Test("8.1.8 A report names the stages that the error has passed through, at most the last seven")
  func clause8_1_8() async {
    await #expect(processExitsWith: .success) {
      let line: UInt = 7
      let reports = await reports {
        _ = rejected().map { $0 }.tap { _ in }
        _ = Promise(value: 1).map { _ in throw Broken() }.ensure {}
        _ = Promise(value: 1).flatMap { _ in Promise<Int>(error: Broken(), line: line) }
        var end = rejected()
        for _ in 0..<20 { end = end.map { $0 } }
        _ = end
        end = Promise(value: 1).flatMap { _ in Promise<Int>(error: Broken(), line: line) }
        for _ in 0..<20 { end = end.map { $0 } }
        let inner = end
        _ = Promise(value: 1).flatMap { _ in inner }
      }
      let place = "ConformanceTests/8.1-Reported.swift:\(line)"
      #expect(
        reports.map(\.chain) == [
          "Promise → map → tap",
          "… → map → ensure",
          "… → flatMap(Promise from \(place))",
          "…" + String(repeating: " → map", count: 7),
          "… → flatMap(… from \(place)" + String(repeating: " → map", count: 6) + ")",
        ]
      )
    }
  }

  @Test("8.1.9 A report does not name stages that were taken out of their chain to keep it short")
  func clause8_1_9() async {
    await #expect(processExitsWith: .success) {
      let reports = await reports {
        let steps = (0..<4).map { _ in Promise<Int>(file: "App/A.swift", line: 1) }
        let loop = Reported.loop(over: steps)
        for step in steps.dropLast() { step.resolve(0) }
        steps.last?.reject(Broken())
        withExtendedLifetime(loop) {}
      }
      let chain = "… → flatMap(Promise → flatMap from App/A.swift:1)"
      #expect(reports.map(\.chain) == [chain])
    }
  }

  /// Returns the outcome of a recursive loop whose iterations wait for one promise each.
  private static func loop(over steps: [Promise<Int>]) -> Promise<Int> {
    guard let step = steps.first else { return Promise(value: 0) }
    return step.flatMap { _ in loop(over: Array(steps.dropFirst())) }
  }
}

/// An error whose description causes a report.
private struct Upload: Error, CustomStringConvertible {
  var description: String {
    _ = rejected()
    return "Upload"
  }
}
