// expect: sending 'total' risks causing data races
// options: -emit-sil -o /dev/null
// since: 6.3
import Dispatch
import PledgePromiseKit

func add(_ size: Promise<Int>) {
  var total = 0
  size.done(on: .global()) { size in
    DispatchQueue.main.async { total += size }
  }.cauterize()
}
