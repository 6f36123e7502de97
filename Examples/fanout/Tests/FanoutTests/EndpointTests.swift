import Testing

@testable import fanout

@Suite struct EndpointTests {
  @Test(arguments: [("10.0.0.2:7000", "10.0.0.2", 7000), ("127.0.0.1:0", "127.0.0.1", 0)])
  func `an address and a port are parsed, and printed the same`(
    text: String,
    host: String,
    port: Int
  ) {
    let endpoint = Endpoint(text)

    #expect(endpoint == Endpoint(host: host, port: port))
    #expect(endpoint?.description == text)
    #expect(endpoint?.isLoopback == (host == "127.0.0.1"))
  }

  @Test(arguments: [
    "", ":", "host", "host:7000", "1.2.3.4", "1.2.3.4:", "1.2.3.4:65536", "1.2.3.4:-1",
    "1.2.3.4:+1", "1.2.3.4:07", "1.2.3:7", "1.2.3.4.5:7", "1.2.3.256:7", "1.2.3.+4:7", "01.2.3.4:7",
    "[::1]:7000",
    "1.2.3.4:٣", "1.2.3.4:7 ",
  ])
  func `other text is not an endpoint`(text: String) {
    #expect(Endpoint(text) == nil)
  }
}
