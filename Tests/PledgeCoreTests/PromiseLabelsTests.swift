import Pledge
import PledgeTestSupport
import Testing

@testable import PledgeCore

struct PromiseLabelsTests {
  private enum Action: CaseIterable {
    case createFirst, createSecond, deriveSecond, deriveFirst, labelFirst, labelSecond
  }

  /// The promises at the addresses 16 and 32: an array instead of tables.
  private struct Model {
    var numbers: [UInt64?] = [nil, nil]
    var labels: [String?] = [nil, nil]
    var last: UInt64 = 0

    mutating func create(_ index: Int, label: String? = nil) {
      last += 1
      (numbers[index], labels[index]) = (last, label)
    }

    mutating func see(_ index: Int) {
      if numbers[index] == nil { create(index) }
    }

    mutating func derive(_ index: Int, from source: Int) {
      see(source)
      create(index, label: labels[source])
    }
  }

  @Test func `all short sequences end with the labels of a simple model`() {
    var sequences: [[Action]] = [[]]
    for _ in 1...6 {
      sequences = sequences.flatMap { start in Action.allCases.map { start + [$0] } }
      for sequence in sequences { check(sequence) }
    }
  }

  private func check(_ sequence: [Action]) {
    var identities = Identities()
    var model = Model()
    for (step, action) in sequence.enumerated() {
      perform(action, label: "\(step)", &identities)
      perform(action, label: "\(step)", &model)
    }
    let labels = [identities.labels[16], identities.labels[32]]
    #expect(labels == model.labels, "\(sequence)")
  }

  private func perform(_ action: Action, label: String, _ identities: inout Identities) {
    switch action {
    case .createFirst: _ = identities.make(at: 16)
    case .createSecond: _ = identities.make(at: 32)
    case .deriveSecond: derive(32, from: 16, &identities)
    case .deriveFirst: derive(16, from: 32, &identities)
    case .labelFirst: give(label, to: 16, &identities)
    case .labelSecond: give(label, to: 32, &identities)
    }
  }

  private func derive(_ address: UInt, from source: UInt, _ identities: inout Identities) {
    _ = identities.number(at: source)
    _ = identities.makeStage(at: address, from: source)
  }

  private func give(_ label: String, to address: UInt, _ identities: inout Identities) {
    _ = identities.label(label, at: address)
  }

  private func perform(_ action: Action, label: String, _ model: inout Model) {
    switch action {
    case .createFirst: model.create(0)
    case .createSecond: model.create(1)
    case .deriveSecond: model.derive(1, from: 0)
    case .deriveFirst: model.derive(0, from: 1)
    case .labelFirst:
      model.see(0)
      model.labels[0] = label
    case .labelSecond:
      model.see(1)
      model.labels[1] = label
    }
  }

  @Test func `an internal promise does not have the label of an earlier one`() async {
    await #expect(processExitsWith: .success) {
      Diagnostics.keepLabels()
      // Most of these promises have the same address.
      for _ in 0..<100 {
        Promise<Int>().labeled("user 7").resolve(1)
        let signal = Promise<Int>(pendingAt: .unknown)
        #expect(signal.explain() == "Promise: pending, waiting for its producer")
        signal.resolve(1)
      }
    }
  }

  @Test func `callers are looked up for observers, but not to keep labels`() async {
    await #expect(processExitsWith: .success) {
      var areReported: Bool { InstrumentationFlags.current.includeAny(of: .callers) }
      let labels = Diagnostics.keepLabels()
      #expect(!areReported)
      let installation = Diagnostics.install(SilentObserver())
      #expect(areReported)
      labels.remove()
      #expect(areReported)
      Diagnostics.keepLabels()
      installation.remove()
      #expect(!areReported)
    }
  }
}

extension PromiseLabelsTests {
  @Test func `labels of promises that no longer exist are removed`() {
    var labels = GivenLabels()
    var largest = 0
    for address in 1...10_000 as ClosedRange<UInt> {
      if let examined = labels.add("user", at: address, of: { nil }) { labels.remove(examined) }
      largest = max(largest, labels.count)
    }
    #expect(largest <= 64)
  }

  @Test func `the labels of promises that exist stay, and are examined rarely`() {
    let promise = Promise<Int>()
    var labels = GivenLabels()
    var examinations = 0
    for address in 1...10_000 as ClosedRange<UInt> {
      guard let examined = labels.add("user", at: address, of: { promise }) else { continue }
      labels.remove(examined.filter { $0.value.promise() == nil })
      examinations += 1
    }
    #expect(labels.count == 10_000)
    #expect(examinations == 8)
  }

  @Test func `a label that replaces an examined one stays`() throws {
    let promise = Promise<Int>()
    var labels = GivenLabels()
    var examined: [UInt: GivenLabels.Given]?
    for address in 1...64 as ClosedRange<UInt> {
      examined = labels.add("old", at: address, of: { nil })
    }
    #expect(labels.add("new", at: 1, of: { promise }) == nil)
    labels.remove(try #require(examined))
    #expect(labels.count == 1)
    #expect(labels[1]?.label == "new")
  }
}
