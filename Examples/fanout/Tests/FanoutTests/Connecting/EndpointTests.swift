import Testing

@testable import fanout

@Suite struct EndpointTests {
  @Test(arguments: [
    ("10.0.0.2:7000", "10.0.0.2", 7000), ("worker.example:0", "worker.example", 0),
    ("[::1]:65535", "::1", 65535), ("[fd00::2]:80", "fd00::2", 80),
  ])
  func `a host and a port are parsed, and printed the same`(text: String, host: String, port: Int) {
    let endpoint = Endpoint(text)

    #expect(endpoint == Endpoint(host: host, port: port))
    #expect(endpoint?.description == text)
  }

  @Test(arguments: [
    "", ":", "host", "host:", ":7000", "host:65536", "host:-1", "host:+1", "host:7000 ", "::1:7000",
    "[host]:7000", "[]:7000", "[::1:7000", "[::1]7000", "a b:7000", "http://host:7000", "host:٣",
    "a,b:1", "host:99999999999999999999",
  ])
  func `other text is not an endpoint`(text: String) {
    #expect(Endpoint(text) == nil)
  }

  @Test(arguments: [
    ("127.0.0.1", true), ("127.3.2.1", true), ("::1", true), ("10.0.0.1", false),
    ("0.0.0.0", false), ("::", false), ("fd00::1", false), ("127.example", false),
  ])
  func `only the addresses of loopback stay on this machine`(host: String, isLoopback: Bool) {
    #expect(Endpoint(host: host, port: 1).isLoopback == isLoopback)
  }

  @Test func `a host without an address is reported with its option`() {
    let endpoint = Endpoint(host: "no.such.host.invalid", port: 1)

    #expect(throws: ConnectionError.cannotResolve(endpoint, option: "--connect")) {
      try endpoint.resolved(for: "--connect")
    }
  }
}
