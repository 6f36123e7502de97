import Pledge
import PledgeTestSupport
import Testing

struct EmptyInputErrorTests {
  private let nothing: [Future<Int>] = []

  @Test func `its description names the combinator and where it was called, if known`() {
    let text = "from App/\\u{1B}.swift:7: at least one promise is needed, and none was given"
    let file: StaticString = "App/\u{1B}.swift"
    #expect(race(nothing, file: file, line: 7).failure.map { "\($0)" } == "race \(text)")
    #expect(any(nothing, file: file, line: 7).failure.map { "\($0)" } == "any \(text)")
    #expect("\(EmptyInputError())" == "at least one promise is needed, and none was given")
  }

  @Test func `the origin makes no difference to equality`() throws {
    let error = try #require(race(nothing).failure as? EmptyInputError)
    #expect(error == EmptyInputError())
    #expect(Set([error, EmptyInputError()]).count == 1)
  }
}
