import Pledge
import PledgeTestSupport
import Testing

struct CycleErrorTests {
  private typealias Location = CycleError.Location
  private let locations = (1...3).map { Location(fileID: "App/File.swift", line: $0) }

  @Test func `its description names the locations, if there are any`() {
    #expect(CycleError().description == "the promise waits for itself")
    #expect(
      CycleError(locations: Array(locations.prefix(1))).description
        == "the promise created at App/File.swift:1 waits for itself"
    )
    #expect(
      CycleError(locations: locations).description
        == """
        the promise created at App/File.swift:1 waits for itself, through App/File.swift:2, \
        App/File.swift:3
        """
    )
  }

  @Test func `locations make no difference to equality`() {
    #expect(CycleError(locations: locations) == CycleError())
    #expect(Set([CycleError(), CycleError(locations: locations)]).count == 1)
  }

  @Test func `a promise that is chained after itself names its own source location`() {
    let promise = Promise<Int>(file: "App/File.swift", line: 1)
    promise.chain(after: promise)

    #expect((promise.failure as? CycleError)?.locations == [locations[0]])
  }

  @Test func `a stage whose handler returns that stage names its own source location`() {
    let own = Locked<Promise<Int>?>(nil)
    let source = Promise<Int>(file: "App/File.swift", line: 2)
    own.value = source.flatMap { value in own.value ?? Promise(value: value) }
    source.resolve(1)

    #expect((own.value?.failure as? CycleError)?.locations == [locations[1]])
    own.value = nil
  }

  @Test func `the first eight source locations of a long cycle are named`() {
    let promises = (1...20).map { Promise<Int>(file: "App/File.swift", line: $0) }
    for (promise, next) in zip(promises, promises.dropFirst() + promises.prefix(1)) {
      promise.chain(after: next)
    }

    let error = promises[0].failure as? CycleError
    #expect(error?.locations.map(\.line) == [20, 1, 2, 3, 4, 5, 6, 7])
  }
}
