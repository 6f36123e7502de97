#if !os(Windows)
import Foundation
import Pledge
import PledgeFoundation
import PledgeTestSupport
import Testing

@Suite(.hangLimit) struct FileHandleTests {
  private let folder: TemporaryFolder
  private let file: URL

  init() throws {
    folder = try TemporaryFolder()
    file = folder.url.appending(path: "notes")
  }

  private func refusal(of handle: FileHandle) async -> POSIXErrorCode? {
    await #expect(throws: POSIXError.self) { try await handle.readToEnd(.promise).value }?.code
  }

  @Test func `reads a file to its end`() async throws {
    let content = Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 * $0 >> 3) })
    try content.write(to: file)
    let handle = try FileHandle(forReadingFrom: file)

    #expect(try await handle.readToEnd(.promise).value == content)
  }

  @Test func `reads from the current position, and leaves the handle open`() async throws {
    try Data("one two".utf8).write(to: file)
    let handle = try FileHandle(forReadingFrom: file)
    try handle.seek(toOffset: 4)

    #expect(try await handle.readToEnd(.promise).value == Data("two".utf8))

    try handle.seek(toOffset: 0)
    #expect(try handle.readToEnd() == Data("one two".utf8))
  }

  @Test(arguments: ["", "here"])
  func `the handle is retained while reading, even an empty file`(content: String) async throws {
    try Data(content.utf8).write(to: file)
    let text = try FileHandle(forReadingFrom: file).readToEnd(.promise)

    #expect(try await text.value == Data(content.utf8))
  }

  @Test func `reads a pipe until it is closed`() async throws {
    let pipe = Pipe()
    let text = pipe.fileHandleForReading.readToEnd(.promise)

    try pipe.fileHandleForWriting.write(contentsOf: Data("one ".utf8))
    try pipe.fileHandleForWriting.write(contentsOf: Data("two".utf8))
    #expect(text.isPending)
    try pipe.fileHandleForWriting.close()

    #expect(try await text.value == Data("one two".utf8))
  }

  @Test func `pipes may be closed while they are read`() async throws {
    for number in 0..<2000 {
      let pipe = Pipe()
      let text = pipe.fileHandleForReading.readToEnd(.promise)

      try pipe.fileHandleForWriting.write(contentsOf: Data("\(number)".utf8))
      try pipe.fileHandleForWriting.close()

      #expect(try await text.value == Data("\(number)".utf8))
    }
  }

  /// Often a pipe has the number that the folder had.
  @Test func `a read error rejects with POSIXError`() async throws {
    for _ in 0..<500 {
      #expect(await refusal(of: try FileHandle(forReadingFrom: folder.url)) == .EISDIR)
      #expect(await refusal(of: Pipe().fileHandleForWriting) == .EBADF)
    }
  }

  @Test func `the handle may be closed once the promise is settled`() async throws {
    try Data("one".utf8).write(to: file)
    var others: [FileHandle] = []
    for _ in 0..<100 {
      let handle = try FileHandle(forReadingFrom: file)
      _ = try await handle.readToEnd(.promise).value
      try handle.close()
      let other = unsafe open(file.path, O_WRONLY | O_APPEND)
      others.append(FileHandle(fileDescriptor: other, closeOnDealloc: true))
    }
    // Dispatch would have cleared the flags of one that has the same number.
    let flags = others.map { fcntl($0.fileDescriptor, F_GETFL) & (O_ACCMODE | O_APPEND) }
    #expect(flags.allSatisfy { $0 == O_WRONLY | O_APPEND })
  }

  #if canImport(Glibc)
  @Test func `a lack of descriptors rejects with POSIXError`() async {
    await #expect(processExitsWith: .success) {
      let pipe = Pipe()
      try pipe.fileHandleForWriting.close()
      try limitDescriptors(to: 0)
      var code: POSIXErrorCode?
      while code == nil {
        // Another thread may have closed a descriptor since then.
        while dup(0) >= 0 {}
        do {
          _ = try await pipe.fileHandleForReading.readToEnd(.promise).value
        } catch {
          code = try #require(error as? POSIXError).code
        }
      }

      #expect(code == .EMFILE)
    }
  }
  #endif

  @Test func `discarding stops the reading, and later data stays in the pipe`() async throws {
    let pipe = Pipe()
    let descriptor = pipe.fileHandleForReading.fileDescriptor
    weak var handle: FileHandle?
    let text: Promise<Data>
    do {
      let reader = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
      (handle, text) = (reader, reader.readToEnd(.promise))
    }

    text.discard()

    #expect(throws: DiscardedError.self) { try text.result?.get() }
    // The handle is retained while it is being read.
    while handle != nil { await Task.yield() }
    try pipe.fileHandleForWriting.write(contentsOf: Data("later".utf8))
    try pipe.fileHandleForWriting.close()
    let again = pipe.fileHandleForReading.readToEnd(.promise)
    #expect(try await again.value == Data("later".utf8))
  }
}
#endif
