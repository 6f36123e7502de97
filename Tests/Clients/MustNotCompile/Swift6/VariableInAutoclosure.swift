// expect: reference to captured var 'blocked' in concurrently-executing code
import PledgePromiseKit

func mayEnter(_ id: Promise<Int>) -> Promise<Bool> {
  var blocked = [7]
  blocked.append(8)
  return id.map { id in id > 0 && !blocked.contains(id) }
}
