#if !os(Windows)
import Foundation
import Pledge
import PledgeFoundation
import PledgeTestSupport
import Testing

@Suite(.hangLimit) struct UploadTests {
  private let session = URLSession.patient
  private let film = Data(repeating: UInt8(ascii: "x"), count: 3_000_000)

  private func put(to url: URL) -> URLRequest {
    var request = URLRequest(url: url)
    request.httpMethod = "PUT"
    return request
  }

  @Test func `sends a file`() async throws {
    let server = try LoopbackServer { _ in .bodySize }
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "film")
    try film.write(to: file)

    let answer = try await session.upload(fileAt: file, with: put(to: server.url)).value

    #expect(answer == Data("3000000".utf8))
  }

  @Test func `a missing file rejects with its name`() async throws {
    let server = try LoopbackServer { _ in .bodySize }
    let file = URL(fileURLWithPath: "/nowhere/film")

    let error = await #expect(throws: CocoaError.self) {
      try await session.upload(fileAt: file, with: put(to: server.url)).value
    }

    #expect(error?.filePath == "/nowhere/film" || error?.url?.path == "/nowhere/film")
  }

  @Test func `a folder is not sent`() async throws {
    let folder = try TemporaryFolder()

    let error = await #expect(throws: ArgumentError.self) {
      try await session.upload(fileAt: folder.url, with: put(to: try Socket.bound().url())).value
    }

    let message = "fileAt: \(folder.url.path): this is a folder; name a file, or archive it"
    #expect(error?.description == message)
  }

  @Test(arguments: ["pipe", "link"])
  func `a named pipe is not opened, as that would block`(name: String) throws {
    let folder = try TemporaryFolder()
    let (pipe, source) = (folder.url.appending(path: "pipe"), folder.url.appending(path: name))
    try #require(unsafe mkfifo(pipe.path, 0o600) == 0)
    if source != pipe {
      let manager = FileManager.default
      try manager.createSymbolicLink(atPath: source.path, withDestinationPath: pipe.path)
    }
    let answer = session.upload(fileAt: source, with: put(to: try Socket.bound().url()))

    let error = #expect(throws: ArgumentError.self) { try answer.result?.get() }

    let problem = "this is not a regular file; read it, and upload the data"
    #expect(error?.description == "fileAt: \(source.path): \(problem)")
  }

  @Test func `sends data, reports the progress, and finishes it with the response`() async throws {
    let server = try LoopbackServer { _ in .bodySize }
    let progress = ProgressMonitor()
    let (reports, report) = AsyncStream<Double>.makeStream()
    progress.observe { report.yield($0.fraction) }

    let answer = session.upload(film, with: put(to: server.url), progress: progress)
    _ = await reports.first { $0 > 0 && $0 < 1 }

    #expect(try await answer.value == Data("3000000".utf8))
    #expect(progress.latest.fraction == 1)
  }
}
#endif
