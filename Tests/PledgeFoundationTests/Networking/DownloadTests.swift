#if !os(Windows)
import Foundation
import Pledge
import PledgeFoundation
import PledgeTestSupport
import Testing

@Suite(.hangLimit) struct DownloadTests {
  private let session = URLSession.patient
  private let folder: TemporaryFolder
  private let file: URL
  private let server: LoopbackServer

  init() throws {
    server = try LoopbackServer { _ in .answer("200 OK", "frames") }
    folder = try TemporaryFolder()
    file = folder.url.appending(path: "film")
  }

  @Test(arguments: [nil, 1000])
  func `loads the body into the file`(limit: Int?) async throws {
    let place = try await session.download(server.url, to: file, limit: limit).value

    #expect(place == file)
    #expect(try Data(contentsOf: file) == Data("frames".utf8))
  }

  @Test func `replaces an existing file when the download is complete`() async throws {
    try Data("old".utf8).write(to: file)

    _ = try await session.download(server.url, to: file).value

    #expect(try Data(contentsOf: file) == Data("frames".utf8))
    #expect(try folder.names == ["film"])
  }

  @Test(arguments: [217, 218, 255])
  func `a name may have the maximum length`(count: Int) async throws {
    let file = folder.url.appending(path: String(repeating: "n", count: count))

    let place = try await session.download(server.url, to: file).value

    #expect(place == file)
    #expect(try Data(contentsOf: file) == Data("frames".utf8))
    #expect(try folder.names == [file.lastPathComponent])
  }

  #if canImport(FoundationNetworking)
  @Test func `a session that makes no file rejects`() async throws {
    let url = try #require(URL(string: "data:,frames"))

    let error = await #expect(throws: URLError.self) {
      try await session.download(url, to: file).value
    }

    #expect(error?.code == .cannotCreateFile)
    #expect(try folder.names == [])
  }
  #endif

  @Test func `a missing folder rejects with CocoaError`() async throws {
    await #expect(throws: CocoaError.self) {
      try await session.download(server.url, to: file.appending(path: "nowhere")).value
    }
  }

  @Test func `a folder is not replaced, and nothing is sent`() async throws {
    let kept = folder.url.appending(path: "kept")
    try Data("old".utf8).write(to: kept)

    let error = await #expect(throws: ArgumentError.self) {
      try await session.download(try Socket.bound().url(), to: folder.url).value
    }

    let message = "destination: \(folder.url.path): there is a folder"
    #expect(error?.description.hasPrefix(message) == true)
    #expect(try Data(contentsOf: kept) == Data("old".utf8))
  }

  @Test func `a folder created during the transfer is not replaced`() async throws {
    let place = folder.url.appending(path: "film")
    let server = try LoopbackServer { _ in
      try? FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
      try? Data("old".utf8).write(to: place.appending(path: "kept"))
      return .answer("200 OK", "frames")
    }

    await #expect(throws: ArgumentError.self) {
      try await session.download(server.url, to: file).value
    }

    #expect(try Data(contentsOf: file.appending(path: "kept")) == Data("old".utf8))
    #expect(try folder.names == ["film"])
  }

  @Test func `the file exists at any time while it is replaced`() async throws {
    try Data("frames".utf8).write(to: file)
    let (isDone, gaps) = (Locked(false), Locked(0))
    let (ends, ended) = AsyncStream<Void>.makeStream()
    Thread.detachNewThread { [file] in
      while !isDone.value {
        if (try? Data(contentsOf: file)) != Data("frames".utf8) { gaps.withLock { $0 += 1 } }
      }
      ended.yield()
    }

    for _ in 0..<50 { _ = try await session.download(server.url, to: file).value }

    isDone.value = true
    await ends.first { true }
    #expect(gaps.value == 0)
  }
}
#endif
