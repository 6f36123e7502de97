import Foundation
import Pledge
import PledgeTestSupport
import Testing

@testable import PledgeTrace

struct TraceRecorderTests {
  @Test func `a trace does not change`() {
    let recorder = TraceRecorder()
    recorder.observe(.created(1))
    let trace = recorder.trace
    recorder.observe(.settled(1))
    recorder.observe(.created(2))

    #expect(trace.entries.map(\.state) == [.pending])
    #expect(recorder.trace.entries.count == 2)
  }

  @Test func `starting or stopping twice has the effect of once`() async {
    // In a process of its own, since it would record every other test.
    await #expect(processExitsWith: .success) {
      let recorder = TraceRecorder()
      #expect(!recorder.isRecording)
      recorder.stop()
      recorder.start()
      recorder.start()
      #expect(recorder.isRecording)
      recorder.stop()
      recorder.stop()
      #expect(!recorder.isRecording)
    }
  }

  @Test func `a trace and an explanation name the same reason of a pending promise`() async {
    await #expect(processExitsWith: .success) {
      let recorder = TraceRecorder()
      recorder.start()
      let queue = PromiseQueue()
      queue.pause()
      let promises: [any Stage] = [
        Promise<Int>(), after(.seconds(3_600)), Promise(first: AsyncStream<Int> { _ in }),
        queue.add { Promise(value: 1) },
      ]
      let reasons = recorder.trace.entries.compactMap(\.obstacle)
      #expect(reasons.count == promises.count)
      for (promise, reason) in zip(promises.dropLast(), reasons) {
        #expect(promise.explain().hasSuffix(reason))
        promise.discard()
      }
      #expect(reasons.last == "waiting for a slot in its queue")
      promises.last?.discard()
    }
  }

  @Test func `only the user can read the timeline of a dump`() throws {
    let line = try #require(TraceRecorder().addToDump())
    let file = try #require(line.split(separator: " ").last.map { URL(filePath: String($0)) })
    let folder = file.deletingLastPathComponent()
    defer { try? FileManager.default.removeItem(at: folder) }

    for (url, mode) in [(file, 0o600), (folder, 0o700)] {
      let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
      #expect(attributes[.posixPermissions] as? Int == mode)
    }
    #expect(try String(contentsOf: file, encoding: .utf8).contains("<html"))
  }

  @Test func `events may arrive on several threads`() {
    let recorder = TraceRecorder(capacity: 500)
    concurrently(1_000) { number in
      let id = UInt64(number) * 2 + 1
      recorder.observe(.created(id))
      recorder.observe(.chained(id + 1, to: id))
      recorder.observe(.settled(id))
      recorder.observe(.settled(id + 1))
    }

    let trace = recorder.trace
    #expect(trace.entries.count + trace.dropped.promises + trace.dropped.unrecorded == 2_000)
    #expect(trace.entries.count <= 500)
    #expect(trace.entries.allSatisfy { $0.state == .fulfilled })
  }

  @Test func `errors are released with their chains, outside of the lock`() {
    let recorder = TraceRecorder(capacity: 1)
    weak var released: RecorderReadingError?
    do {
      let error = RecorderReadingError(recorder)
      released = error
      recorder.observe(.created(1))
      recorder.observe(.settled(1, .rejected(error)))
    }
    #expect(released != nil)

    recorder.observe(.created(2))

    #expect(released == nil)
  }

  @Test func `errors of real promises are released, too, without new records`() async {
    await #expect(processExitsWith: .success) {
      let recorder = TraceRecorder(capacity: 1)
      recorder.start()
      weak var released: RecorderReadingError?
      do {
        let error = RecorderReadingError(recorder)
        released = error
        Promise<Int>(error: error).ignoringErrors()
      }
      #expect(released != nil)
      let last = Promise(value: 1)
      #expect(released == nil)
      #expect(recorder.trace.entries.map(\.id) == [Diagnostics.id(of: last)])
      #expect(recorder.trace.dropped.unrecorded == 0)
    }
  }

  @Test func `all promises are recorded while another observer comes and goes`() async {
    await #expect(processExitsWith: .success) {
      let recorder = TraceRecorder()
      recorder.start()
      concurrently(8) { number in
        for round in 0..<200 {
          let source = Promise<Int>()
          let end = source.map { $0 + 1 }
          source.resolve(round)
          #expect(end.isFulfilled)
          if number == 0 {
            let other = Diagnostics.install(SilentObserver())
            #expect(!recorder.trace.entries.isEmpty)
            other.remove()
          }
        }
      }
      recorder.stop()
      let entries = recorder.trace.entries
      #expect(entries.count == 8 * 200 * 2)
      #expect(entries.allSatisfy { $0.state == .fulfilled })
    }
  }

  @Test func `describing an error may ask the recorder`() {
    let recorder = TraceRecorder(capacity: 1)
    recorder.observe(.created(1))
    recorder.observe(.settled(1, .rejected(RecorderReadingError(recorder))))

    #expect(recorder.trace.text.contains("I am one of 1"))
    recorder.observe(.created(2))
  }

  @Test func `a capacity is at least one and at most 2³⁰`() {
    let capacities = [Int.min, 0, 1, 1 << 30, .max].map { TraceRecorder(capacity: $0).capacity }
    #expect(capacities == [1, 1, 1, 1 << 30, 1 << 30])
  }
}

/// An error that reads the trace of its recorder when it is released or described.
private final class RecorderReadingError: Error, CustomStringConvertible {
  private let recorder: TraceRecorder

  init(_ recorder: TraceRecorder) {
    self.recorder = recorder
  }

  deinit {
    _ = recorder.trace
    // This promise is not recorded.
    Promise<Int>().discard()
  }

  var description: String { "I am one of \(recorder.trace.entries.count)" }
}
