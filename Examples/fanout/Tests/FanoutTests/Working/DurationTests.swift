import Testing

@testable import fanout

@Suite struct DurationTests {
  @Test(arguments: [
    ("2H", Duration.seconds(7200)), ("3M", .seconds(180)), ("4S", .seconds(4)),
    ("250m", .milliseconds(250)), ("99999999u", .microseconds(99_999_999)), ("0n", .zero),
  ])
  func `a gRPC timeout is parsed`(text: String, time: Duration) {
    #expect(Duration(grpcTimeout: text) == time)
  }

  @Test(arguments: ["", "m", "5", "5x", "-5m", "123456789m", "1.5S", "٣m"])
  func `other text is not a timeout`(text: String) {
    #expect(Duration(grpcTimeout: text) == nil)
  }
}
