import Programs
import Testing

struct LanguageTests {
  @Test func `each byte decodes to one step`() {
    for byte in UInt8.min...UInt8.max {
      let program = Program(bytes: [4, byte])
      #expect(program.steps.count == 1)
      #expect(Trial.disagreement(on: program) == nil)
    }
  }

  @Test func `the smallest failing program has only the steps that it needs`() {
    let handler = Handler(1, effects: [Step("$a.discard()", 2), Step("run jobs")])
    let program = Program([
      Step("pending()", into: 0), Step("$r.onDiscard $h", 0, handler: handler), Step("drop jobs"),
    ])

    let shrunk = program.shrunk { "\($0)".contains("run jobs") }

    #expect(shrunk == Program([Step("run jobs")]))
  }

  @Test func `a value whose release requests the next one does not make a program endless`() {
    var handler = Handler(1)
    handler.valueRelease = [Step("loader.value(for: $t)")]
    let program = Program([
      Step("loader = BatchLoader(window: $t) $h", handler: handler), Step("loader.value(for: $t)"),
    ])

    #expect(Round(program).run() == [])
  }

  /// Work that reports to a monitor and waits for its observation retains itself.
  @Test func `a retain cycle that begins when another one is discarded is released`() {
    let observing = Step("monitor.observe $h", handler: Handler(1), into: 2)
    let waiting = Step("all([$p], progress: monitor).map $h", 2, handler: Handler(2))
    let program = Program([
      observing, Step("$a.ensure $h", 2, handler: Handler(3, effects: [observing, waiting])),
      waiting,
    ])

    #expect(Round(program).run() == [])
  }

  @Test func `a seed is always the same program`() {
    #expect(Program(seed: 7) == Program(seed: 7))
    #expect(Program(seed: 7) != Program(seed: 8))
    let programs = (0..<100 as Range<UInt64>).map { Program(hostile: $0, threads: 1) }

    #expect(programs == (0..<100 as Range<UInt64>).map { Program(hostile: $0, threads: 1) })
    #expect(programs.allSatisfy { $0.threads.count == 1 })
  }
}
