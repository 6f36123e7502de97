import Foundation
import Pledge

#if MISTAKE
struct Loader: Sendable {
  let clock: any Clock<Duration>

  func bytes(of id: Int) -> Promise<[UInt8]> {
    load(id).timeout(after: .seconds(5), clock: clock)  // 1
  }
}
// 1: error: type 'any Clock<Duration>' cannot conform to 'Clock'
#else
struct Loader: Sendable {
  let clock: any Clock<Duration>

  func bytes(of id: Int) -> Promise<[UInt8]> {
    load(id).timeout(after: .seconds(5), clock: self.clock)
  }
}
#endif
