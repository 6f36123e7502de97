import Pledge
import Testing

struct ValueErrorsTests {
  @Test func `each error describes what happened`() {
    #expect("\(NilValueError())" == "nil where a value was needed")
    #expect("\(InvalidValueError())" == "the value did not pass its validation")
    #expect("\(NoSuchElementError())" == "the sequence has no such element")
  }

  @Test func `a failed cast names both types`() {
    let error = CastError(from: Int.self, to: [String].self)

    #expect("\(error)" == "cannot cast a value of type Int to Array<String>")
  }
}
