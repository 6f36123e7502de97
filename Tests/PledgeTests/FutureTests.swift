import Pledge
import PledgeTestSupport
import Testing

struct FutureTests {
  @Test func `may be used by many threads concurrently`() {
    let source = Promise<Int>()
    let values = Log<Int>()

    concurrently(200) { index in
      source.observe { _ in values.add(index) }
      if index == 100 { source.resolve(1) }
      _ = (source.isPending, source.result, source.description)
    }

    #expect(Set(values.entries) == Set(0..<200))
    #expect(values.count == 200)
  }

  @Test func `describes its type and its state`() {
    let failing = Promise<Int>(error: Broken(number: 2))
    failing.ignoringErrors()

    #expect("\(Promise<Int>())" == "Promise<Int>(pending)")
    #expect("\(Promise(value: 1))" == "Promise<Int>(fulfilled: 1)")
    #expect("\(failing)" == "Promise<Int>(rejected: Broken(number: 2))")
  }

  @Test func `its debug description has the source location of its chain`() {
    let source = Promise<Int>(file: "Some/File.swift", line: 7)

    #expect(source.debugDescription == "Promise<Int>(pending) from Some/File.swift:7")
    #expect(source.map { "\($0)" }.debugDescription.hasSuffix("(pending) from Some/File.swift:7"))
    source.resolve(1)
  }

  @Test func `a shared stage keeps its sources from being discarded`() {
    let source = Promise<Int>(discard: {})
    let stage = source.map { $0 }
    stage.shared()

    stage.map { $0 }.discard()

    #expect(stage.isPending)
    #expect(source.isPending)
  }
}
