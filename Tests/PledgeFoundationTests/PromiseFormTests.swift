#if !os(Windows)
import Foundation
import Pledge
import PledgeFoundation
import Testing

struct PromiseFormTests {
  @Test func `selects the call that returns a promise`() async throws {
    let pipe = Pipe()
    try pipe.fileHandleForWriting.close()

    let promised = pipe.fileHandleForReading.readToEnd(.promise)

    #expect(try await promised.value.isEmpty)
    #expect(try pipe.fileHandleForReading.readToEnd() == nil)
  }
}
#endif
