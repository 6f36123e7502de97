import Pledge
import PledgeTestSupport
import Testing

struct FutureTests {
  @Test func `is in exactly one state`() {
    let failing = Promise<Int>(error: Broken())
    failing.ignoringErrors()

    #expect(states(of: Promise<Int>()) == [true, false, false])
    #expect(states(of: Promise(value: 1)) == [false, true, false])
    #expect(states(of: failing) == [false, false, true])
  }

  @Test func `has no result while it is pending`() {
    #expect(Promise<Int>().result == nil)
  }

  @Test func `has its value as the result`() throws {
    #expect(try Promise(value: 1).result?.get() == 1)
  }

  @Test func `has its error as the result`() {
    let promise = Promise<Int>(error: Broken(number: 1))

    #expect(throws: Broken(number: 1)) { try promise.result?.get() }
  }

  @Test func `always has the identical value`() {
    let source = Promise<Log<Int>>()
    let value = Log<Int>()
    source.resolve(value)

    #expect(source.got === value)
    let derived = source.map { $0 }
    #expect(derived.got === value)
    #expect(source.got === value)
  }

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

  private func states(of future: Future<Int>) -> [Bool] {
    [future.isPending, future.isFulfilled, future.isRejected]
  }
}

// MARK: - Descriptions

extension FutureTests {
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
}

// MARK: - Sharing

extension FutureTests {
  @Test func `sharing it returns the same promise`() {
    let source = Promise<Int>()

    #expect(source.shared() === source)
  }

  @Test func `a shared promise is not discarded when its last consumer detaches`() {
    let source = Promise<Int>(discard: {})
    source.shared()

    source.map { $0 }.discard()

    #expect(source.isPending)
  }

  @Test func `an unshared promise is discarded when its last consumer detaches`() {
    let source = Promise<Int>(discard: {})

    source.map { $0 }.discard()

    #expect(source.isDiscarded)
  }

  @Test func `a shared stage keeps its sources from being discarded`() {
    let source = Promise<Int>(discard: {})
    let stage = source.map { $0 }
    stage.shared()

    stage.map { $0 }.discard()

    #expect(stage.isPending)
    #expect(source.isPending)
  }

  @Test func `a shared promise can be discarded by its owner`() {
    let source = Promise<Int>()
    source.shared()

    source.discard()

    #expect(source.isDiscarded)
  }
}
