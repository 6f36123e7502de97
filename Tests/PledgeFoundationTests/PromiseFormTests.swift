#if !os(Windows)
import Foundation
import Pledge
import PledgeFoundation
import Testing

struct PromiseFormTests {
  @Test func `selects the call that returns a promise`() async throws {
    let pipe = Pipe()
    try pipe.fileHandleForWriting.close()
    #expect(try await pipe.fileHandleForReading.readToEnd(.promise).value.isEmpty)
    #expect(try pipe.fileHandleForReading.readToEnd() == nil)
  }
}
#endif
