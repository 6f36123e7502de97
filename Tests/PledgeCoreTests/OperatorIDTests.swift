import Testing

@testable import PledgeCore

struct OperatorIDTests {
  @Test func `each operator has a number of six bits, and a name that takes no allocation`() {
    let numbers = (0...0x3F).filter { OperatorID(number: $0) != nil }
    #expect(numbers == Array(1...OperatorID.validate.number))
    for number in numbers {
      let found = OperatorID(number: number)
      #expect(found?.number == number)
      #expect((1...15).contains(found?.name.utf8.count ?? 0))
    }
  }

  @Test func `the first and the last one are found by their numbers`() {
    #expect(OperatorID(number: OperatorID.promise.number) == .promise)
    #expect(OperatorID(number: OperatorID.validate.number) == .validate)
    #expect(OperatorID(number: 0) == nil)
    #expect(OperatorID(number: .max) == nil)
  }
}
