import Pledge
import PledgeTestSupport
import Testing

struct ResolverTests {
  @Test func `the error names the place where the promise was created`() {
    let promise = Promise<Int>.pending(file: "Some/File.swift", line: 7).promise

    #expect(promise.failure.map { "\($0)" }?.contains("Some/File.swift:7") == true)
  }
}
