#if !os(Windows)
import Foundation
import Pledge
import PledgeFoundation
import PledgeTestSupport
import Testing

@Suite(.hangLimit) struct PartialDownloadTests {
  private let session = URLSession.patient

  @Test func `is empty, or contains earlier data`() {
    #expect(PartialDownload().resumeData == nil)
    #expect(PartialDownload(resumeData: Data([1])).resumeData == Data([1]))
  }

  @Test func `an attempt after an interrupted one downloads the whole file`() async throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "film")
    let attempts = Locked(0)
    let server = try LoopbackServer { _ in
      attempts.withLock { $0 += 1 }
      return attempts.value == 1
        ? .bytes("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly this")
        : .answer("200 OK", "frames")
    }
    let partial = PartialDownload()

    let film = retry(max: 2) { [session] in
      session.download(server.url, to: file, resuming: partial)
    }

    #expect(try await film.value == file)
    #expect(try Data(contentsOf: file) == Data("frames".utf8))
    #expect(partial.resumeData == nil)
  }

  #if canImport(FoundationNetworking)
  @Test(arguments: [nil, 1000])
  func `invalid resume data is ignored`(limit: Int?) async throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "film")
    let server = try LoopbackServer { _ in .answer("200 OK", "frames") }
    let partial = PartialDownload(resumeData: Data([1]))

    _ = try await session.download(server.url, to: file, resuming: partial, limit: limit).value

    #expect(try Data(contentsOf: file) == Data("frames".utf8))
    #expect(partial.resumeData == nil)
  }
  #endif
}
#endif
