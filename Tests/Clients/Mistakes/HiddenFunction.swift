import Pledge

final class Store {
  func all() -> [Int] { [] }

  #if MISTAKE
  func both() -> Promise<([UInt8], [UInt8])> {
    all(load(1), load(2))  // 1
  }
  // 1: error: use of 'all' refers to instance method rather than global function 'all(_:_:file:line:)' in module 'Pledge'
  #else
  func both() -> Promise<([UInt8], [UInt8])> {
    Pledge.all(load(1), load(2))
  }
  #endif
}
