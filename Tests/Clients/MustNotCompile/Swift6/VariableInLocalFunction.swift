// expect: mutation of captured var 'seen' in concurrently-executing code
import PledgePromiseKit

func newOnes(_ ids: Promise<[Int]>) -> Promise<[Int]> {
  var seen: Set<Int> = []
  return ids.map { ids in
    func isNew(_ id: Int) -> Bool { seen.insert(id).inserted }
    return ids.filter(isNew)
  }
}
